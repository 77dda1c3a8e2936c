"""Orders of the course: the opening, rounds, the end."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.kit import SIDE, Ending, Id, OfferGroup, Order


class EndTurn(Order, frozen=True, kw_only=True):
    """Give up the actions left.  [MM-ACT-03]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class GoOn(Order, frozen=True, kw_only=True):
    """Continue although the fight is over. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """End the fight, whoever still stands. winner: a side; absent: nobody. GM only."""

    group: ClassVar[OfferGroup] = OfferGroup.END
    ends: ClassVar[Ending | None] = Ending.FIGHT
    winner: Annotated[Id, SIDE] | None = None
    note: Remark = ""


Remark = Annotated[str, msgspec.Meta(max_length=500)]
