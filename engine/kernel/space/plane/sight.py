"""Lines of sight over a table."""

from __future__ import annotations

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.points import Point


def clear_sight(point: Point, other: Point, blockers: Blockers) -> bool:
    """Whether the straight line between two points is clear.

    The inside of a region blocks it, also for whoever stands inside; what it only touches or runs along does not.
    """
    return blockers.clear(point, other)
