"""What each kind of order of an activation provides. `rules/__init__.py` fills the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.kit import Offer, Order, Table
from engine.systems.minis.rules.basics.lookup import MN
from engine.systems.minis.state import Own


class Deed(Struct, frozen=True):
    """An order of an activation.

    check: RuleRefusal where it is not allowed now, on what its seat sees. do: plays it. options: its offers.
    """

    check: Callable[[MN, Any], None]
    do: Callable[[Table[Own], Any], None]
    options: Callable[[MN, str], Iterator[Offer[Order]]]


DEEDS: dict[type[Order], Deed] = {}

FORCED: dict[str, Callable[[Table[Own], str], None]] = {}
"""Conditions under which a mini acts by itself at its place, and what it does."""
