"""What each kind of order of an activation provides. `rules/turns/handlers.py` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.kit import Offer, Order, Table
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.state import MinisState


class OrderHandler(Struct, frozen=True):
    """An order of an activation.

    check: RuleRefusal where it is not allowed now, on what its seat sees. do: plays it. options: its offers.
    """

    check: Callable[[MinisFight, Any], None]
    do: Callable[[Table[MinisState], Any], None]
    options: Callable[[MinisFight, str], Iterator[Offer[Order]]]
