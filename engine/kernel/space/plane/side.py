"""Where a point lies, as closed lines see it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Side(Enum):
    """Where a point lies."""

    INSIDE = "INSIDE"
    EDGE = "EDGE"
    OUTSIDE = "OUTSIDE"


def side_within(sides: Iterable[Side]) -> Side:
    """Where a point lies in what an outline surrounds without its holes. sides: in the outline, then in each hole.

    The edge of a hole is an edge.
    """
    seen = iter(sides)
    side = next(seen)
    if side is not Side.INSIDE:
        return side
    inner = next((party_side for party_side in seen if party_side is not Side.OUTSIDE), None)
    if inner is None:
        return Side.INSIDE
    return Side.EDGE if inner is Side.EDGE else Side.OUTSIDE
