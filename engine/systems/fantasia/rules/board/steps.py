"""The steps that a ground allows somebody so large, wherever others stand: made as asked for, kept with the ground."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import partial

from engine.kit import Cell
from engine.kit.ground import Ground
from engine.systems.fantasia.ground import Facing, edges_on, floors_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board import board
from engine.systems.fantasia.rules.board.grid import Block, stepped

KEY = "fantasia steps"
MOST = 20_000
"""Cells of a ground that are kept for one size: a board without edges has no end."""
SEARCHES = 64
"""Searches that are kept with a ground, of all sizes."""

Rises = dict[Cell, int]
"""The neighbouring cells that a step leads to, in a fixed order, and how much higher or lower each is, in metres."""
Searches = OrderedDict[Hashable, tuple[int, dict[Cell, int]]]
"""What a search depends on beside the ground -> as far as it went, and what it found."""


class Steps:
    """ground: a board of squares. size: cells a side."""

    def __init__(self, ground: Ground, size: int) -> None:
        self._size, self._edges, self._floors = size, edges_on(ground), floors_of(ground)
        self._open = partial(board.open_on, ground)
        self._fits: dict[Cell, bool] = {}
        self._surface: dict[Cell, int] = {}
        self._rises: dict[Cell, Rises] = {}

    def fits(self, cell: Cell) -> bool:
        """Whether all cells of somebody there can be stood on.  [FF-GRID-06, FF-GRID-12]"""
        known = self._fits.get(cell)
        if known is None:
            whole = self._size == 1 or not self._edges.astride(cell.x, cell.y, self._size)
            known = self._fits[cell] = whole and all(map(self._open, Block(cell, self._size).cells()))
        return known

    def surface(self, cell: Cell) -> int:
        """The height of somebody there, in metres."""
        known = self._surface.get(cell)
        if known is None:
            known = self._surface[cell] = max(
                self._floors.at(square).height for square in Block(cell, self._size).cells()
            )
        return known

    def passes(self, cell: Cell, other: Cell) -> bool:
        """Whether no wall or shut door stands between a cell and a neighbouring one.  [FF-GRID-06]"""
        return self._edges.straight_step(cell.x, cell.y, self._size, other.x - cell.x, other.y - cell.y)

    def rises(self, cell: Cell) -> Rises:
        """Where steps lead from a cell."""
        known = self._rises.get(cell)
        if known is None:
            if len(self._rises) >= MOST:
                self._fits, self._surface, self._rises = {}, {}, {}
            ways = (stepped(cell, facing) for facing in Facing)
            there = [way for way in ways if self.fits(way) and self.passes(cell, way)]
            level = self.surface(cell)
            known = self._rises[cell] = {way: abs(self.surface(way) - level) for way in there}
        return known


def steps_of(state: FantasiaFight, size: int) -> Steps:
    """The steps of somebody so large on the ground of a fight."""
    ground: Ground = board.ground(state)
    found: Steps | None = ground.kept.get((KEY, size))
    if found is None:
        found = ground.kept[KEY, size] = Steps(ground, size)
    return found


def searches_of(state: FantasiaFight) -> Searches:
    """The last searches on the ground of a fight."""
    found: Searches = board.ground(state).kept.setdefault(KEY, OrderedDict())
    return found
