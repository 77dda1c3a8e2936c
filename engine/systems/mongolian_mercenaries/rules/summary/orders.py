"""Orders of what follows a fight: the summary, recovery, and who surrenders."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kit import COMBATANT, Ending, Id, OfferGroup, Order
from engine.systems.mongolian_mercenaries.content.kinds import Wound


class Surrender(Order, frozen=True, kw_only=True):
    """Give up: a captive takes no further part.  [MM-MOVE-14]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.COMBATANT
    combatant: Id


class Recovery(Enum):
    """How the party spends a phase, or a night.  [MM-REC-01 to MM-REC-05]

    REST: one phase. CAMP: a Rest in a camp. NIGHT: asleep, which is no Rest. AWAKE: a night without sleep.
    POOR, COMFORTABLE, LUXURIOUS: lodging. UNFED: a day without provisions; no time passes by that.
    PHASE: one phase with anything else, such as travel.
    """

    REST = "REST"
    CAMP = "CAMP"
    NIGHT = "NIGHT"
    AWAKE = "AWAKE"
    POOR = "POOR"
    COMFORTABLE = "COMFORTABLE"
    LUXURIOUS = "LUXURIOUS"
    UNFED = "UNFED"
    PHASE = "PHASE"


class Recover(Order, frozen=True, kw_only=True):
    """The party rests, sleeps or goes hungry after the fight. GM only.  [MM-REC-01 to MM-REC-05]

    way: which of it. awake: who does not sleep in a night of sleep, and is Tired.  [MM-REC-03]
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    way: Recovery = Recovery.REST
    awake: Annotated[tuple[Annotated[Id, COMBATANT], ...], msgspec.Meta(max_length=40)] = ()


class TreatWounds(Order, frozen=True, kw_only=True):
    """A character treats wounds of one kind, its own or another's, after the fight. GM only.  [MM-REC-07, RUL-57]

    target: the patient, whom nobody has treated in this phase of the day.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    target: Id
    wound: Wound = Wound.LIGHT


class Repair(Order, frozen=True, kw_only=True):
    """A character repairs something Damaged of its own after the fight: its phase. GM only.  [MM-REC-07, RUL-35]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    item: Id


class Identify(Order, frozen=True, kw_only=True):
    """A character identifies a preparation of its own after the fight. GM only.  [MM-POT-05, MM-SKILL-24]"""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    item: Id
