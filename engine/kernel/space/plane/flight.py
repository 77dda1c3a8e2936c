"""Straight flight: as far as one gets, and where one may stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.circles import towards
from engine.kernel.space.plane.clearance import NEAREST, Table, free_spot, segment_clear
from engine.kernel.space.plane.points import Point, squared_distance
from engine.kernel.space.plane.shares import step_at, steps_between


def flight(
    at: Point,
    way: Point,
    length: int,
    enemies: Sequence[Point],
    others: Sequence[Point],
    blocked: Blockers,
    table: Table,
    apart: int = NEAREST,
) -> Point:
    """The last point that one reaches straight on and may stop at; the start where there is none.

    way: the direction, not (0, 0). length: at most so far, in thousandths. enemies: nobody passes nearer to them.
    others: nobody stops nearer to them. Points are rounded to the hundredth, no farther than `length`.
    """
    return farthest(at, towards(at, way, length), enemies, others, blocked, table, apart)


def farthest(
    at: Point,
    end: Point,
    enemies: Sequence[Point],
    others: Sequence[Point],
    blocked: Blockers,
    table: Table,
    apart: int = NEAREST,
    suits: Callable[[Point], bool] | None = None,
) -> Point:
    """The same of a segment to a point. suits: what else the point must be where one stops."""
    steps = steps_between(at, end)
    if not steps:
        return at
    enemies, others = _beside(at, end, enemies, apart), _beside(at, end, others, apart)
    low, high = 0, steps + 1
    if segment_clear(at, step_at(at, end, steps), enemies, blocked, table, apart) is None:
        low = steps
    # What is clear up to a step is clear up to those before it, so the farthest is found by halving.
    while high - low > 1:
        middle = (low + high) // 2
        if segment_clear(at, step_at(at, end, middle), enemies, blocked, table, apart) is None:
            low = middle
        else:
            high = middle
    step = low
    while step > 0:
        there = step_at(at, end, step)
        back = _steps_back(there, others, apart)
        if back:
            step -= back
            continue
        stops = free_spot(there, (), blocked, table, apart) is None and (suits is None or suits(there))
        if stops and segment_clear(at, there, enemies, blocked, table, apart) is None:
            return there
        step -= 1
    return at


def _steps_back(there: Point, others: Sequence[Point], apart: int) -> int:
    """How many steps back all points are too near to one of these; 0 where a point is near to none.

    Steps of a hundredth in x and in y, each rounded: the ends of n of them are less than 3 / 2 n + 2 apart.
    """
    squared = min((squared_distance(there, other) for other in others), default=apart * apart)
    return max(1, (apart - isqrt(squared) - 3) * 2 // 3) if squared < apart * apart else 0


def _beside(at: Point, end: Point, others: Sequence[Point], apart: int) -> Sequence[Point]:
    """Those who may come too near to a point of a segment; its points are rounded to the hundredth."""
    far = apart + 1
    left, right = min(at.x, end.x) - far, max(at.x, end.x) + far
    least, most = min(at.y, end.y) - far, max(at.y, end.y) + far
    return [other for other in others if left <= other.x <= right and least <= other.y <= most]
