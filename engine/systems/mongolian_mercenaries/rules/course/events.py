"""Events of the course: the opening, rounds, the end."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.kit import Audience, Event, Weight
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Distance
from engine.systems.mongolian_mercenaries.sheet import Preparedness
from engine.systems.mongolian_mercenaries.types import Ending


class BattlefieldLaid(Event, frozen=True, kw_only=True):
    """Where the fight is, and how far the sides are from each other at first.  [MM-FIELD-08, MM-DIST-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    battlefield: Battlefield = field(name="battlefieldCard")
    start: Distance = field(name="startDistance")


class SidesPrepared(Event, frozen=True, kw_only=True):
    """How each side begins.  [MM-PREP-01]  attacker: the side that attacks.  [MM-PHASE-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("attacker",)
    party: Preparedness = field(name="partyBegan")
    enemies: Preparedness = field(name="enemiesBegan")
    attacker: str


class ClashBegan(Event, frozen=True, kw_only=True):
    """The opening is over: rounds begin.  [MM-PHASE-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


class RoundEnded(Event, frozen=True, kw_only=True):
    """Everybody has had a turn.  [MM-ROUND-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"


class RoundsQuiet(Event, frozen=True, kw_only=True):
    """Nothing has happened for so many rounds, and whether that ends the fight.  [MM-DW-29, RUL-84]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    quiet: int
    ends: bool = field(name="endsFight")


class CourageFailed(Event, frozen=True, kw_only=True):
    """A combatant gives up: it spends its turn on an escape, or surrenders.  [MM-DW-07, MM-MOR-08]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    combatant: str


class SummaryBegan(Event, frozen=True, kw_only=True):
    """The clash is over.  [MM-PHASE-05, MM-END-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    ending: Ending


class FightResumed(Event, frozen=True, kw_only=True):
    """The fight goes on although it was over."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "HEADLINE"
    words: ClassVar[tuple[str, ...]] = ("note",)
    note: str = ""
