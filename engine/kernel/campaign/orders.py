"""The orders that every campaign has, whatever the game."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.structs.ids import Id
from engine.kernel.structs.messages import OfferGroup, Order


class LeaveCompany(Order, frozen=True, kw_only=True):
    """A member leaves the company. It stays in its list, and may come back."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class RejoinCompany(Order, frozen=True, kw_only=True):
    """A member who has left the company comes back, as it left."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


COMPANY_ORDERS: tuple[type[Order], ...] = (LeaveCompany, RejoinCompany)
