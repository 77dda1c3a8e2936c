"""Ways over the board: where a movement can end, and over which cells it leads.  [FF-GRID-03 to FF-GRID-06]

Steps go to the four neighbours and cost 1 m each. A step up or down of more than 1 m has to be climbed, and then costs
its height. Heights do not matter to a flier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.kit import Cell
from engine.kit.board import astray, reached, straightest
from engine.systems.fantasia.content.kinds import Tag
from engine.systems.fantasia.ground import Facing, GridRule
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.board.grid import direction, stepped
from engine.systems.fantasia.rules.board.orders import Manner
from engine.systems.fantasia.rules.board.steps import SEARCHES, searches_of, steps_of

STEP_UP = 1
"""Metres up or down that an ordinary step covers: a box, a stair."""
FARTHEST = 60
"""Metres that one movement over the board covers at most, whatever the sheet says: it keeps the search small."""

Ways = dict[Cell, int]
"""Cell -> the cost in metres of reaching it."""


def flies(state: FantasiaFight, who: str) -> bool:
    """Whether a combatant is in the air: a flier, and not prone.  [FF-STAT-10]"""
    return Tag.FLYING in lookup.figures(state, who).tags and not state.fight.combatants[who].has("prone")


class Walk:
    """The ground a combatant can walk on at present; caches what every step of a search needs."""

    def __init__(self, state: FantasiaFight, who: str, manner: Manner) -> None:
        self._state, self._who = state, who
        self._climbs, self._flies = manner is Manner.CLIMB, flies(state, who)
        here = board.block(state, who)
        assert here is not None
        self.here = here
        self._steps = steps_of(state, here.size)
        self._searches = searches_of(state)
        self._taken = board.occupied(state, who)
        self._passable = {other: board.passable(state, who, other) for other in set(self._taken.values())}
        self._closed = frozenset(self._around(cell for cell, other in self._taken.items() if not self._passable[other]))
        alone = board.plays(state, GridRule.END_ON_EMPTY)
        self._ends = frozenset(self._around(self._taken)) - {here.corner} if alone else frozenset[Cell]()

    def _around(self, cells: Iterable[Cell]) -> Iterator[Cell]:
        """Where somebody so large would stand on one of these cells."""
        size = self.here.size
        return (Cell(cell.x - x, cell.y - y) for cell in cells for x in range(size) for y in range(size))

    def free(self, cell: Cell) -> bool:
        """Whether a cell can be entered at all, also in passing.  [FF-GRID-03 to FF-GRID-05]"""
        return cell not in self._closed and self._steps.fits(cell)

    def surface(self, cell: Cell) -> int:
        """The height of the combatant there, in metres."""
        return self._steps.surface(cell)

    def cost(self, cell: Cell, other: Cell) -> int | None:
        """Metres of a step to a neighbouring cell; None where it is not possible."""
        rise = self._steps.rises(cell).get(other)
        return None if rise is None or other in self._closed else self._metres(rise)

    def _metres(self, rise: int) -> int | None:
        if self._flies or rise <= STEP_UP:
            return 1
        return rise if self._climbs else None

    def onward(self, cell: Cell) -> Iterator[tuple[Cell, int]]:
        """Where steps lead from a cell, in a fixed order, with their metres."""
        for there, rise in self._steps.rises(cell).items():
            if there not in self._closed:
                step = 1 if rise <= STEP_UP else self._metres(rise)
                if step is not None:
                    yield there, step

    def ways(self, most: int) -> Ways:
        """Every cell within so many metres, nearest first, and the length of the shortest way there.

        The last searches are kept with the ground: they depend on it and on who stands where, and on nothing else.
        """
        most, kept = min(most, FARTHEST), self._searches
        key = (self.here, self._climbs, self._flies, self._closed)
        far, found = kept.get(key, (-1, {}))
        if far < most:
            far, found = kept[key] = most, reached(self.here.corner, self.onward, most)
        kept.move_to_end(key)
        if len(kept) > SEARCHES:
            kept.popitem(last=False)
        return found if far == most else {cell: metres for cell, metres in found.items() if metres <= most}

    def passes(self, cell: Cell, other: Cell) -> bool:
        """Whether no wall or shut door stands between a cell and a neighbouring one, for all of the combatant."""
        return self._steps.passes(cell, other)

    def barred(self, square: Cell, other: Cell) -> tuple[str, str]:
        """Why a step to a neighbouring cell is not possible, and the rule.  [FF-GRID-03, FF-GRID-04, FF-GRID-06]"""
        there = self.here.at(other)
        if not board.fits(self._state, there):
            return "nobody can stand there", "FF-GRID-06"
        if not self.passes(square, other):
            return "a wall or a shut door is in the way", "FF-GRID-06"
        in_the_way = next((self._taken[cell] for cell in there.cells() if cell in self._taken), None)
        if in_the_way is not None and not self._passable[in_the_way]:
            ally = in_the_way in lookup.allies(self._state, self._who)
            return f"{in_the_way} is in the way", "FF-GRID-03" if ally else "FF-GRID-04"
        rise = abs(self.surface(other) - self.surface(square))
        return f"it is {rise} m higher or lower: that is climbed", "FF-MOVE-02"

    def may_end(self, cell: Cell) -> bool:
        """Whether a movement can end there: on an empty cell, or where it began.  [FF-GRID-06]"""
        return cell not in self._ends


def unhindered(state: FantasiaFight, who: str, cells: Sequence[Cell]) -> int:
    """How many steps of a way the ground allows as it really is: what the mover does not know of may end it sooner.

    Whoever stands in the way, and heights, are not considered.
    """
    here, walls = board.block(state, who), board.edges(state)
    if here is None:
        return len(cells)
    for n, cell in enumerate(cells):
        at = here.corner
        beside = walls.straight_step(at.x, at.y, here.size, cell.x - at.x, cell.y - at.y)
        here = here.at(cell)
        if not beside or not board.fits(state, here):
            return n
    return len(cells)


def reachable(state: FantasiaFight, who: str, manner: Manner, most: int) -> tuple[Cell, ...]:
    """Ends of a movement of at most so many metres, nearest first; the present cell is the first of them."""
    walk = Walk(state, who, manner)
    return tuple(cell for cell in walk.ways(most) if walk.may_end(cell))


def route(state: FantasiaFight, who: str, manner: Manner, most: int, to: Cell) -> tuple[Cell, ...] | None:
    """The cells of a shortest way, without the first; None where there is none or it may not end there.

    Of the shortest ways the straightest: its cells lie nearest to the line between start and end.
    """
    walk = Walk(state, who, manner)
    found, start = walk.ways(most), walk.here.corner
    if to not in found or not walk.may_end(to):
        return None
    if to == start:
        return ()

    def before(cell: Cell) -> Iterator[tuple[Cell, Cell]]:
        for facing in Facing:
            source = stepped(cell, facing)
            if source in found:
                step = walk.cost(source, cell)
                if step is not None and found[source] + step == found[cell]:
                    yield source, cell

    def strays(cell: Cell) -> tuple[int]:
        return (astray((start.x, start.y), (to.x, to.y), (cell.x, cell.y)),)

    return straightest(start, to, before, strays)


def length(state: FantasiaFight, who: str, manner: Manner, cells: Sequence[Cell]) -> int | None:
    """Metres of a self-chosen way; None where it is not possible, or may not end there."""
    walk = Walk(state, who, manner)
    metres, at = 0, walk.here.corner
    for cell in cells:
        neighbours = direction(at, cell) is not None and abs(cell.x - at.x) + abs(cell.y - at.y) == 1
        step = walk.cost(at, cell) if neighbours else None
        if step is None:
            return None
        metres, at = metres + step, cell
    return metres if walk.may_end(at) else None


def fault(
    state: FantasiaFight, who: str, manner: Manner, cells: Sequence[Cell], most: int
) -> tuple[int, str, str] | None:
    """The error in a self-chosen way: index of the cell, from 0, reason, and rule; None: it is right.

    most: metres of the movement.
    """
    walk = Walk(state, who, manner)
    metres, at = 0, walk.here.corner
    for n, cell in enumerate(cells):
        if direction(at, cell) is None or abs(cell.x - at.x) + abs(cell.y - at.y) != 1:
            return n, "it is no neighbouring cell, straight beside the one before", "FF-GRID-06"
        step = walk.cost(at, cell)
        if step is None:
            return n, *walk.barred(at, cell)
        metres, at = metres + step, cell
        if metres > most:
            return n, f"it is further than {most} m", "FF-MOVE-01"
    return None if walk.may_end(at) else (len(cells) - 1, "somebody stands where the movement ends", "FF-GRID-06")


def looks_after(state: FantasiaFight, who: str, cells: Sequence[Cell], chosen: Facing | None) -> Facing | None:
    """Facing at the end of a movement: as chosen, otherwise the direction of the last step.

    Without a step it is unchanged.  [FF-GRID-07, FF-GRID-08]
    """
    if chosen is not None:
        return chosen
    before = board.facing(state, who)
    here = board.cell_of(state, who)
    if not cells or here is None or not board.plays(state, GridRule.FACE_LAST_STEP):
        return before
    return direction(cells[-2] if len(cells) > 1 else here, cells[-1]) or before
