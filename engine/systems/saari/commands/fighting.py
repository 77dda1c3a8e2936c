"""The orders of attack."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Attack(Order, frozen=True, kw_only=True):
    """Attack one target, in melee or at a distance.  [SA-ACT-01, SA-ACT-02]

    target: an enemy, or what it rides.  [W-28]  means: the weapon in hand, or an NPC's attack; absent: the first that
    serves. throw: a melee weapon, instead of striking with it.  [SA-ATK-02]  held: what is in hand from now on; absent:
    no change.  [SA-GEAR-07]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    means: Id | None = None
    throw: bool = False
    held: tuple[Id, ...] | None = None


class TakeUp(Order, frozen=True, kw_only=True):
    """Take clumsy gear in hand.  [SA-GEAR-09]  held: all that is in hand from now on."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    held: tuple[Id, ...]


ORDERS: tuple[type[Order], ...] = (Attack, TakeUp)
