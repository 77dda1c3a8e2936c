"""Front and flank: which half of the table somebody looks into. A direction is a vector of any length, not (0, 0)."""

from __future__ import annotations

from engine.kernel.space.plane.points import Point


def in_front(at: Point, facing: Point, other: Point) -> bool:
    """Whether a point lies in the front half of somebody who stands at `at`: exactly 90 degrees off is front."""
    return facing.x * (other.x - at.x) + facing.y * (other.y - at.y) >= 0


def direction(at: Point, to: Point) -> Point | None:
    """The direction from one point to another; None where they are the same."""
    return None if at == to else Point(to.x - at.x, to.y - at.y)
