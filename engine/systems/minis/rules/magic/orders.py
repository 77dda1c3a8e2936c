"""Orders of casters and of those that they control."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Id, OfferGroup, Order, Place, Point
from engine.systems.minis.state import Verb


class Bidding(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A simple order: one verb, and whom or where it is about.  [MN-GAP-31]"""

    verb: Verb
    target: Id | None = None
    place: Place | None = None


class Cast(Order, frozen=True, kw_only=True):
    """Cast a spell that the mini knows: one spell attack.  [MN-MAG-06]

    combatant: who casts. target: whom it is cast at. place: a point: where a golem or familiar appears, where the
    caster goes, where a fireball ends. facing: of what appears. bidding: the first order of a golem.
    Where a fireball would go others see when it is confirmed.  [DW-11]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    narrowed: ClassVar[tuple[str, ...]] = ("place",)
    combatant: Id
    spell: Id
    target: Id | None = None
    place: Place | None = None
    facing: Point | None = None
    bidding: Bidding | None = None


class GiveOrder(Order, frozen=True, kw_only=True):
    """Give a controlled mini another order: one spell attack, rolled like its spell.  [MN-CMD-02, MN-GOL-03]

    combatant: who gives it. target: whom it is given to.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.CAST
    combatant: Id
    target: Id
    bidding: Bidding
