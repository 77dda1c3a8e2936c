"""Ways over the board: where a movement can end, and by which cells it gets there.  [FF-GRID-03 to FF-GRID-06]

Steps go to the four neighbours and cost 1 m each. A step up or down of more than 1 m has to be climbed, and then costs
its height. Who flies minds no heights.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from engine.kernel.combatant import Cell
from engine.systems.fantasia.commands import Manner
from engine.systems.fantasia.content.kinds import Tag
from engine.systems.fantasia.ground import Facing, GridRule
from engine.systems.fantasia.rules import board, look
from engine.systems.fantasia.rules.grid import direction, stepped
from engine.systems.fantasia.rules.look import FF

STEP_UP = 1
"""How many metres up or down an ordinary step gets over: a box, a stair."""
FARTHEST = 60
"""Metres that one movement over the board covers at most, whatever the sheet says: it keeps the search small."""

Ways = dict[Cell, tuple[int, Cell | None]]
"""Cell -> what it costs in metres to get there, and the cell before it."""


def flies(state: FF, who: str) -> bool:
    """Whether somebody is in the air: made for it, and not lying on the ground.  [FF-STAT-10]"""
    return Tag.FLYING in look.figures(state, who).tags and not state.fight.combatants[who].has("prone")


class Walk:
    """What somebody can walk over, as the fight stands; the same questions for every step of a search."""

    def __init__(self, state: FF, who: str, manner: Manner) -> None:
        self._state, self._climbs, self._flies = state, manner is Manner.CLIMB, flies(state, who)
        here = board.block(state, who)
        assert here is not None
        self.here = here
        self._taken = board.occupied(state, who)
        self._passable = {other: board.passable(state, who, other) for other in set(self._taken.values())}
        self._crowd = board.plays(state, GridRule.END_ON_EMPTY)
        self._free: dict[Cell, bool] = {}
        self._surface: dict[Cell, int] = {}

    def free(self, cell: Cell) -> bool:
        """Whether he can be on a cell at all, if only in passing.  [FF-GRID-03 to FF-GRID-05]"""
        known = self._free.get(cell)
        if known is None:
            known = self._free[cell] = self._is_free(cell)
        return known

    def _is_free(self, cell: Cell) -> bool:
        there = self.here.at(cell)
        if not board.fits(self._state, there):
            return False
        return all(self._passable[self._taken[taken]] for taken in there.cells() if taken in self._taken)

    def surface(self, cell: Cell) -> int:
        """How high he stands there, in metres."""
        known = self._surface.get(cell)
        if known is None:
            known = self._surface[cell] = board.surface(self._state, self.here.at(cell))
        return known

    def cost(self, one: Cell, other: Cell) -> int | None:
        """Metres of a step from one cell to its neighbour; None where nobody gets by."""
        if not self.free(other):
            return None
        rise = abs(self.surface(other) - self.surface(one))
        if self._flies or rise <= STEP_UP:
            return 1
        return rise if self._climbs else None

    def may_end(self, cell: Cell) -> bool:
        """Whether a movement can end there: where nobody stands, or where it began.  [FF-GRID-06]"""
        if cell == self.here.corner or not self._crowd:
            return True
        return not any(taken in self._taken for taken in self.here.at(cell).cells())


def ways(walk: Walk, most: int) -> Ways:
    """Every cell within so many metres, and the shortest way to each."""
    found: Ways = {}
    edge: list[tuple[int, int, Cell, Cell | None]] = [(0, 0, walk.here.corner, None)]
    met = 0
    while edge:
        metres, _, cell, before = heappop(edge)
        if cell in found:
            continue
        found[cell] = (metres, before)
        for facing in Facing:
            there = stepped(cell, facing)
            step = None if there in found else walk.cost(cell, there)
            if step is not None and metres + step <= min(most, FARTHEST):
                # Ties by what was met first: the way found is the same in every process.
                met += 1
                heappush(edge, (metres + step, met, there, cell))
    return found


def reachable(state: FF, who: str, manner: Manner, most: int) -> tuple[Cell, ...]:
    """Where a movement of at most so many metres can end, nearest first; his own cell is the first of them."""
    walk = Walk(state, who, manner)
    return tuple(cell for cell in ways(walk, most) if walk.may_end(cell))


def route(state: FF, who: str, manner: Manner, most: int, to: Cell) -> tuple[Cell, ...] | None:
    """The cells of a shortest way, without the first; None where there is none or it may not end there."""
    walk = Walk(state, who, manner)
    found = ways(walk, most)
    if to not in found or not walk.may_end(to):
        return None
    cells: list[Cell] = []
    cell: Cell | None = to
    while cell is not None and cell != walk.here.corner:
        cells.append(cell)
        cell = found[cell][1]
    return tuple(reversed(cells))


def length(state: FF, who: str, manner: Manner, cells: Sequence[Cell]) -> int | None:
    """How many metres a way of one's own choice takes; None where it cannot be gone, or may not end there."""
    walk = Walk(state, who, manner)
    metres, at = 0, walk.here.corner
    for cell in cells:
        neighbours = direction(at, cell) is not None and abs(cell.x - at.x) + abs(cell.y - at.y) == 1
        step = walk.cost(at, cell) if neighbours else None
        if step is None:
            return None
        metres, at = metres + step, cell
    return metres if walk.may_end(at) else None


def looks_after(state: FF, who: str, cells: Sequence[Cell], chosen: Facing | None) -> Facing | None:
    """Where somebody looks as his movement ends: as he chooses, or else the way of his last step.

    Without a step he looks where he looked before.  [FF-GRID-07, FF-GRID-08]
    """
    if chosen is not None:
        return chosen
    before = board.facing(state, who)
    here = board.cell_of(state, who)
    if not cells or here is None or not board.plays(state, GridRule.FACE_LAST_STEP):
        return before
    return direction(cells[-2] if len(cells) > 1 else here, cells[-1]) or before
