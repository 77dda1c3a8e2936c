"""Orders of attacking and grappling."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.commands.types import Pay
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


class Grapple(Order, frozen=True, kw_only=True):
    """Seize a combatant within 1 m.  [FF-GRAP-01]  attribute: STRENGTH or AGILITY; absent: the higher one."""

    actor: ClassVar[str] = "attacker"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    attacker: Id
    target: Id
    attribute: Attribute | None = None


class BreakFree(Order, frozen=True, kw_only=True):
    """Get out of a grapple.  [FF-GRAP-04]  attribute: as for Grapple. pay: as for StandUp."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    attribute: Attribute | None = None
    pay: Pay | None = None


class LetGo(Order, frozen=True, kw_only=True):
    """Release a held combatant: free."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
