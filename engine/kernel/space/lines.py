"""Straight lines over a board of squares: which cells they cross, and what blocks them. Exact, in half cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from engine.kernel.space.blocks import Square
from engine.kernel.space.turns import turn

HalfCells = tuple[int, int]
"""A point in half cells, so that middles and corners of blocks are whole numbers."""


def middle(x: int, y: int, size: int) -> HalfCells:
    """The middle of a block of `size` cells a side."""
    return (2 * x + size, 2 * y + size)


def crosses(cell: HalfCells, other: HalfCells, at: Square) -> bool:
    """Whether the line between two points crosses the inside of a cell; its edges and corners do not count."""
    left, top = 2 * at[0], 2 * at[1]
    if max(cell[0], other[0]) <= left or min(cell[0], other[0]) >= left + 2:
        return False
    if max(cell[1], other[1]) <= top or min(cell[1], other[1]) >= top + 2:
        return False
    # The turn is linear in the point, so that one corner and the two sides give all four corners.
    corner, across, down = turn(cell, other, left, top), 2 * (cell[1] - other[1]), 2 * (other[0] - cell[0])
    lowest = corner + (across if across < 0 else 0) + (down if down < 0 else 0)
    highest = corner + (across if across > 0 else 0) + (down if down > 0 else 0)
    return lowest < 0 < highest


def runs_along(cell: HalfCells, other: HalfCells, at: Square) -> bool:
    """Whether a vertical or horizontal line runs along the edge of a cell for some length."""
    left, top = 2 * at[0], 2 * at[1]
    if cell[0] == other[0] and cell[0] in (left, left + 2):
        return max(cell[1], other[1]) > top and min(cell[1], other[1]) < top + 2
    if cell[1] == other[1] and cell[1] in (top, top + 2):
        return max(cell[0], other[0]) > left and min(cell[0], other[0]) < left + 2
    return False


def crossed(cell: HalfCells, other: HalfCells) -> Iterator[Square]:
    """The cells that the line between two points crosses, row by row."""
    for y in range(min(cell[1], other[1]) // 2, max(cell[1], other[1]) // 2 + 1):
        for x in range(min(cell[0], other[0]) // 2, max(cell[0], other[0]) // 2 + 1):
            if crosses(cell, other, (x, y)):
                yield x, y


def is_clear(cell: HalfCells, other: HalfCells, screens: Iterable[Square]) -> bool:
    """Whether a line between two points is clear, given the cells that block it.

    Grazing a corner blocks nothing; a line along the edge between two cells is blocked where both of them are screens.
    """
    rims: Collection[Square] = []
    for at in screens:
        if crosses(cell, other, at):
            return False
        if runs_along(cell, other, at):
            rims = [*rims, at]
    upright = cell[0] == other[0]
    # Of two cells on either side of the line, one is the other's neighbour across it.
    return not any(((x + 1, y) if upright else (x, y + 1)) in rims for x, y in rims)
