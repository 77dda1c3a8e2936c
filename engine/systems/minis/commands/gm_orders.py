"""Orders of the game master: whether a fight goes on or ends. The game itself knows no game master.  [MN-SET-03]"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order

Remark = Annotated[str, msgspec.Meta(max_length=500)]


class GoOn(Order, frozen=True, kw_only=True):
    """Continue although the rules call the fight decided. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """End the fight, whoever still stands. winner: a side; absent: nobody. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Remark = ""
