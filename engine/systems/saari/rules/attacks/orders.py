"""Orders of attacks, free strikes and getting away."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import COMBATANT, Id, OfferGroup, Order, Place


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


Victims = tuple[Annotated[Id, COMBATANT], ...]


class AttackArea(Order, frozen=True, kw_only=True):
    """Attack everybody in a zone at once.  [SA-AOE-01, SA-ACT-02]

    means: a weapon in hand, or an NPC's attack. victims: in the order of the rolls; absent: everybody there, a
    character's comrades too.  [W-27, W-30]  held: what is in hand from now on; absent: no change.  [SA-GEAR-07]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    means: Id
    to: Place
    victims: Victims | None = None
    held: tuple[Id, ...] | None = None


class Disengage(Order, frozen=True, kw_only=True):
    """Leave the engagement without free strikes, and stay in the zone.  [SA-ACT-13]  held: as of Move."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    held: tuple[Id, ...] | None = None
