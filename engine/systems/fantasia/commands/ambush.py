"""Orders of an ambush."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Skill(Enum):
    """What an ambusher rolls with: agility, or a skill it has.  [FF-SURP-02]"""

    AGILITY = "AGILITY"
    STEALTH = "STEALTH"
    HIDE = "HIDE"


class Lurk(Order, frozen=True, kw_only=True):
    """Lie in ambush before the fight begins. Only the ambusher's side and the game master know it then.  [FF-SURP-01]

    skill: absent: the best one.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("combatant", "skill")
    secret: ClassVar[bool] = True
    combatant: Id
    skill: Skill | None = None


class Surprise(Order, frozen=True, kw_only=True):
    """Begin the fight with an ambush. GM only, who decides whether it is possible at all.  [FF-SURP-01, FF-SURP-03]

    ambushers: who lies in ambush, all of one side. watchers: which of the others are on the watch.
    """

    group: ClassVar[OfferGroup] = OfferGroup.END
    narrowed: ClassVar[tuple[str, ...]] = ("ambushers", "watchers")
    ambushers: tuple[Id, ...]
    watchers: tuple[Id, ...] = ()
