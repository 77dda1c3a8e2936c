"""Orders of attacks, fumbles and reactions."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order


class UseTechnique(Order, frozen=True, kw_only=True):
    """Use a combat technique with a weapon in hand, or a power without one.  [FF-TURN-02]

    targets: whom it is aimed at; for an area around the user: nobody, or, in a fight without places, everybody in it.
    A power names neither weapon nor targets.
    """

    actor: ClassVar[str] = "attacker"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    attacker: Id
    technique: Id
    weapon: Id | None = None
    targets: tuple[Id, ...] = ()


Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
