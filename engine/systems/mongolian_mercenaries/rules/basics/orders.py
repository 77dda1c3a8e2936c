"""The order to wait."""

from __future__ import annotations

from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Wait(Order, frozen=True, kw_only=True):
    """Let others go first: INC falls by 20 in this round.  [MM-INIT-04, MM-ACT-13, MM-DW-09]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
