"""Orders of weapons and items."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.content.kinds import Hand
from engine.systems.fantasia.types import Pay


class UseItem(Order, frozen=True, kw_only=True):
    """Use up an item, on oneself or on a combatant within 1 m.  [FF-TURN-02]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    item: Id
    target: Id


class PickUp(Order, frozen=True, kw_only=True):
    """Pick up one's own weapon from the ground; it is then in hand.  [FF-TURN-02]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    weapon: Id


class Draw(Order, frozen=True, kw_only=True):
    """Stow the weapon in the hand and equip another one.  [FF-EQ-01]

    hand: absent: the right one; a weapon for two hands takes both. pay: as for StandUp.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    weapon: Id
    hand: Hand | None = None
    pay: Pay | None = None


class Reload(Order, frozen=True, kw_only=True):
    """Fill the chamber of a firearm in hand.  [FF-EQ-04]  pay: as for StandUp."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    weapon: Id
    pay: Pay | None = None
