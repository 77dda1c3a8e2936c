"""Straight flight: as far as one gets, and where one may stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.circles import towards
from engine.kernel.space.plane.clearance import NEAREST, Table, free_spot, segment_clear
from engine.kernel.space.plane.points import Point
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
    low, high = 0, steps + 1
    # What is clear up to a step is clear up to those before it, so the farthest is found by halving.
    while high - low > 1:
        middle = (low + high) // 2
        if segment_clear(at, step_at(at, end, middle), enemies, blocked, table, apart) is None:
            low = middle
        else:
            high = middle
    for step in range(low, 0, -1):
        there = step_at(at, end, step)
        stops = free_spot(there, others, blocked, table, apart) is None and (suits is None or suits(there))
        if stops and segment_clear(at, there, enemies, blocked, table, apart) is None:
            return there
    return at
