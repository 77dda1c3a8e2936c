"""Orders of the board: ways, and whom one can aim at."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.content.kinds import Attribute


class Attack(Order, frozen=True, kw_only=True):
    """Attack with an equipped weapon, or `unarmed`.  [FF-ATK-01]

    thrown: throw a melee weapon that can be thrown. attribute: STRENGTH or AGILITY, for what is thrown; absent: the
    higher one. The further targets of a multi-attack are asked for.
    """

    actor: ClassVar[str] = "attacker"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    attacker: Id
    target: Id
    weapon: Id
    thrown: bool = False
    attribute: Attribute | None = None


class Manner(Enum):
    """How to move; all but walking halve the distance.  [FF-MOVE-02]"""

    WALK = "WALK"
    CLIMB = "CLIMB"
    CRAWL = "CRAWL"
    STEALTH = "STEALTH"
