"""What the game master may order while a decision is open: a mark for the roll at hand, and an ally's reaction.

[SA-EDGE-05, SA-ALLY-03, W-15, W-19]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit import Offer, Order
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.rules.harm import allies
from engine.systems.saari.rules.harm.orders import PlaceAlly
from engine.systems.saari.rules.roll import marks
from engine.systems.saari.rules.roll.orders import MarkRoll


def wishes(state: SaariFight, order: Order) -> tuple[tuple[str, Any], ...] | None:
    """Paths and values that the order sets; None: it is no such order. RuleRefusal where it is not allowed."""
    match order:
        case MarkRoll():
            return (marks.as_set(state, order),)
        case PlaceAlly():
            return allies.as_set(state, order)
    return None


def offers(state: SaariFight) -> Iterator[Offer[Order]]:
    """The rolls that can be marked, and where allies can go."""
    yield from marks.offers_meanwhile(state)
    yield from allies.placings(state)
