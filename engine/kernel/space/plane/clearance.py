"""Room to stand and to pass: how near a way may come to others, and where somebody may stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.points import Point, squared_distance
from engine.kernel.space.plane.regions import clear_of

NEAREST = 50
"""Hundredths between two centres that are the least: exactly so near is legal."""

MOST_TRIED = 50_000
"""Squares that a search for a free point looks at before it gives up."""

Fault = Literal["off_table", "path_blocked", "spot_taken"]
"""Why a point or a way is barred."""


class Table(Struct, frozen=True):
    """The table in hundredths: from (0, 0) to (width, height), its rim included."""

    width: int
    height: int

    def holds(self, point: Point) -> bool:
        """Whether a point lies on it."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.height


def free_spot(
    point: Point, others: Iterable[Point], blocked: Blockers, table: Table, apart: int = NEAREST
) -> Fault | None:
    """Why nobody may stop at a point; None where one may. others: the centres that are too near below `apart`."""
    if not table.holds(point):
        return "off_table"
    if blocked.bars(point):
        return "path_blocked"
    if any(squared_distance(point, other) < apart * apart for other in others):
        return "spot_taken"
    return None


def segment_clear(
    point: Point, other: Point, enemies: Iterable[Point], blocked: Blockers, table: Table, apart: int = NEAREST
) -> Fault | None:
    """Why nobody may go straight from one point to another; None where one may. Its end need not be free to stop at.

    enemies: centres that no way comes nearer to than `apart`. Who begins nearer may only move off: no point of the
    way is nearer than its start.
    """
    if not table.holds(other):
        return "off_table"
    if not blocked.clear(point, other) or (point != other and blocked.bars(other)):
        return "path_blocked"
    for enemy in enemies:
        if squared_distance(point, enemy) < apart * apart:
            if not _moves_off(point, other, enemy):
                return "path_blocked"
        elif not clear_of(point, other, enemy, apart):
            return "path_blocked"
    return None


def _moves_off(point: Point, other: Point, enemy: Point) -> bool:
    """Whether each point of a segment is farther from an enemy than those before."""
    return (other.x - point.x) * (point.x - enemy.x) + (other.y - point.y) * (point.y - enemy.y) >= 0


def path_clear(
    points: Sequence[Point], enemies: Sequence[Point], blocked: Blockers, table: Table, apart: int = NEAREST
) -> Fault | None:
    """Why nobody may go along a way of straight segments; None where one may. points: its start first."""
    for point, other in pairwise(points):
        fault = segment_clear(point, other, enemies, blocked, table, apart)
        if fault is not None:
            return fault
    return None


def nearest_free_spot(
    point: Point,
    others: Sequence[Point],
    blocked: Blockers,
    table: Table,
    apart: int = NEAREST,
    suits: Callable[[Point], bool] | None = None,
) -> Point | None:
    """The free whole point nearest to a point, the least y, then x, of equal ones; None where the table is full.

    suits: what else it must be. At most MOST_TRIED squares of points are looked at.
    """
    side = 1
    while side <= max(table.width, table.height):
        side *= 2
    queue: list[tuple[int, int, int, int]] = []
    _push(queue, point, 0, 0, side)
    tried = 0
    while queue and tried < MOST_TRIED:
        _, y, x, side = heappop(queue)
        tried += 1
        if x > table.width or y > table.height or _covered(x, y, side, others, apart):
            continue
        if side == 1:
            here = Point(x, y)
            if free_spot(here, others, blocked, table, apart) is None and (suits is None or suits(here)):
                return here
            continue
        half = side // 2
        if side > 2 and _walled(x, y, side, blocked):
            continue
        for dy in (0, half):
            for dx in (0, half):
                _push(queue, point, x + dx, y + dy, half)
    return None


def _push(queue: list[tuple[int, int, int, int]], point: Point, x: int, y: int, side: int) -> None:
    """A square of points, by the distance of its nearest point."""
    dx = max(x - point.x, 0, point.x - (x + side - 1))
    dy = max(y - point.y, 0, point.y - (y + side - 1))
    heappush(queue, (dx * dx + dy * dy, y, x, side))


def _covered(x: int, y: int, side: int, others: Sequence[Point], apart: int) -> bool:
    """Whether one centre is too near to all points of a square."""
    for other in others:
        dx = max(abs(x - other.x), abs(x + side - 1 - other.x))
        dy = max(abs(y - other.y), abs(y + side - 1 - other.y))
        if dx * dx + dy * dy < apart * apart:
            return True
    return False


def _walled(x: int, y: int, side: int, blocked: Blockers) -> bool:
    """Whether a square of points lies inside one region that bars."""
    least, most = Point(x, y), Point(x + side - 1, y + side - 1)
    return any(region.covers(least, most) for region in blocked.regions)
