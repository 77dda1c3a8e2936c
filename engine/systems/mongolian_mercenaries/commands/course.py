"""The orders of the turn."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Wait(Order, frozen=True, kw_only=True):
    """Let others go first: INC falls by 20 in this round.  [MM-INIT-04, MM-ACT-13, MM-DW-09]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


class EndTurn(Order, frozen=True, kw_only=True):
    """Give up the actions left.  [MM-ACT-03]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


ORDERS: tuple[type[Order], ...] = (Wait, EndTurn)
