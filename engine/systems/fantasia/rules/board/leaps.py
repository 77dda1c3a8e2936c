"""Jumps over the board: how far each is, and where they lead.  [FF-MOVE-03 to FF-MOVE-05]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from engine.kit import Cell
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.rules.basics import totals
from engine.systems.fantasia.rules.board import route
from engine.systems.fantasia.rules.board.distances import HUNDREDTHS
from engine.systems.fantasia.rules.board.grid import direction, stepped

FAR, HIGH = 2, 4
"""Difficulty per metre of a long jump and of a high one.  [FF-MOVE-04, FF-MOVE-05]"""


class Leap(Struct, frozen=True):
    """A measured jump. hundredths: of a metre; down: metres its end is below its start, if it is a drop."""

    hundredths: int
    high: bool
    down: int = 0

    @property
    def rule(self) -> str:
        """The rule of a long or a high jump.  [FF-MOVE-04, FF-MOVE-05]"""
        return "FF-MOVE-05" if self.high else "FF-MOVE-04"

    @property
    def difficulty(self) -> totals.Total:
        """The difficulty of the check: exact, which for whole totals is rounded up.  [FF-MOVE-04, FF-MOVE-05]"""
        metre = HIGH if self.high else FAR
        return totals.upwards(self.hundredths, "cm", self.rule, times=metre, over=HUNDREDTHS)

    @property
    def drop(self) -> totals.Total:
        """Metres that its end is lower, if it is a drop."""
        return totals.of_word("height", self.down, "FF-MOVE-06")

    @property
    def metres(self) -> int:
        """The whole metres that it counts as moved."""
        return -(-self.hundredths // HUNDREDTHS)


def over(walk: route.Walk, start: Cell, to: Cell, most: int) -> Leap | None:
    """The jump between two cells, of at most so many metres; None where there is none."""
    facing = direction(start, to)
    if facing is None:
        return None
    return next((leap for cell, leap in along(walk, start, facing, most) if cell == to), None)


def leaps(walk: route.Walk, start: Cell, most: int) -> Iterator[tuple[Cell, Leap]]:
    """Every jump from a cell, of at most so many metres, with the cell where it ends."""
    for facing in Facing:
        yield from along(walk, start, facing, most)


def along(walk: route.Walk, start: Cell, facing: Facing, most: int) -> Iterator[tuple[Cell, Leap]]:
    """The jumps in one direction: long in a straight line, or up to a neighbour.

    Between start and end is no wall, nothing is higher than a step above the start, and nobody blocks passing.
    """
    level, before = walk.surface(start), start
    for cells in range(1, most + 1):
        cell = stepped(start, facing, cells)
        if not walk.free(cell) or not walk.passes(before, cell):
            return
        rise = walk.surface(cell) - level
        leap = _leap(cells, rise)
        if leap is not None and leap.hundredths <= most * HUNDREDTHS and walk.may_end(cell):
            yield cell, leap
        if rise > route.STEP_UP:
            return
        before = cell


def _leap(cells: int, rise: int) -> Leap | None:
    """The jump over so many cells, to a floor so much higher; None where there is none, or an ordinary step does."""
    if rise > route.STEP_UP:
        return Leap(rise * HUNDREDTHS, high=True) if cells == 1 else None
    down = -rise if rise < -route.STEP_UP else 0
    return None if cells == 1 and not down else Leap(cells * HUNDREDTHS, high=False, down=down)


def landings(walk: route.Walk, runs: Mapping[Cell, int], most: int) -> set[Cell]:
    """Every cell where a jump after one of these runs can end, run and jump of at most so many metres together.

    runs: cells of take-off, with the metres of the run there.
    """
    # Each line is gone along once for all take-offs in it: of those at one height only the cheapest counts.
    found: set[Cell] = set()
    for facing in Facing:
        seen: set[Cell] = set()
        for start in _in_order(runs, facing):
            if start not in seen:
                _sweep(walk, runs, most, start, facing, found, seen)
    return found


def _in_order(cells: Iterable[Cell], facing: Facing) -> list[Cell]:
    """Cells in the order in which they are passed in this direction."""
    square = stepped(Cell(0, 0), facing)
    return sorted(cells, key=lambda cell: cell.x * square.x + cell.y * square.y)


def _sweep(
    walk: route.Walk,
    runs: Mapping[Cell, int],
    most: int,
    start: Cell,
    facing: Facing,
    cells: set[Cell],
    seen: set[Cell],
) -> None:
    """Go along a line from its first take-off until no jump goes on; `cells` and `seen` are added to.

    flying: height of a take-off -> the least metres of run and jump so far. fresh: height and run of the take-off here.
    """
    flying: dict[int, int] = {}
    cell = start
    fresh: tuple[int, int] | None = walk.surface(start), runs[start]
    while True:
        seen.add(cell)
        there = stepped(cell, facing)
        if not walk.free(there) or not walk.passes(cell, there):
            return
        surface, ends = walk.surface(there), walk.may_end(there)
        flying = {level: metres + 1 for level, metres in flying.items() if metres < most}
        lands = any(surface - level <= route.STEP_UP for level in flying)
        if fresh is not None:
            level, run = fresh
            leap = _leap(1, surface - level)
            lands = lands or (leap is not None and run + leap.metres <= most)
            if run < most:
                flying[level] = min(run + 1, flying.get(level, run + 1))
        if lands and ends:
            cells.add(there)
        flying = {level: metres for level, metres in flying.items() if surface - level <= route.STEP_UP}
        fresh = (surface, runs[there]) if there in runs else None
        if not flying and fresh is None:
            return
        cell = there
