"""Orders of spells."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order, Place
from engine.systems.saari.rules.attacks.orders import Victims


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
