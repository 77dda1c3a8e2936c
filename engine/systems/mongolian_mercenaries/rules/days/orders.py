"""Orders of the company's day."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kit import COMBATANT, Id, OfferGroup, Order


class EatProvisions(Order, frozen=True, kw_only=True):
    """The party eats: one unit of provisions for each member. Once a day; GM only.  [MM-OUT-07]

    payer: whose provisions go first; null: those of whoever joined first.
    """

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    payer: Annotated[Id, COMBATANT] | None = None


class MakeCamp(Order, frozen=True, kw_only=True):
    """Pitch the camp, or strike it: one phase, in the Wild. GM only.  [MM-OUT-08]  strike: it is taken down."""

    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    strike: bool = False
