"""The orders of spells, of attacks on many at once, and of hazards."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import COMBATANT, Id, OfferGroup, Order, Place

Victims = tuple[Annotated[Id, COMBATANT], ...]


class Cast(Order, frozen=True, kw_only=True):
    """Cast a spell.  [SA-ACT-02, SA-ACT-10]

    target: of a spell for one, as an attack or for healing. to: the zone that an area spell strikes, or to which one
    flies. victims: of an area spell, in the order of the rolls; absent: everybody there, comrades too.  [W-27, W-30]
    held: what is in hand from now on; absent: no change.  [SA-GEAR-07]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    combatant: Id
    spell: Id
    target: Id | None = None
    to: Place | None = None
    victims: Victims | None = None
    held: tuple[Id, ...] | None = None


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


class Spring(Order, frozen=True, kw_only=True):
    """The game master springs a hazard on characters.  [SA-DEF-01, G-53]  victims: absent: all in its zone."""

    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    hazard: Annotated[Id, COMBATANT]
    victims: Victims | None = None


ORDERS: tuple[type[Order], ...] = (Cast, AttackArea, Spring)
