"""The orders of the clock, and of giving up."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Ending, Id, OfferGroup, Order


class Hold(Order, frozen=True, kw_only=True):
    """Act no more in this round; the actions left serve reactions.  [G-04]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class Concede(Order, frozen=True, kw_only=True):
    """Whoever plays this combatant gives up: all of its seat and side leave the fight.  [G-36]

    combatant: any that it owns, also one that another controls; at any time when no decision is open.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.SIDE
    concession: ClassVar[bool] = True
    combatant: Id


ORDERS: tuple[type[Order], ...] = (Hold, Concede)
