"""Which steps between the middles of neighbouring cells a straight piece crosses. Exact: whole numbers only.

A step along a row or a column leads over one side of a cell; it is crossed where the line between the two middles is.
What runs through a middle, or ends on the line between two, counts as if all middles lay a hair further to the east,
and less than that to the south: so every piece stands on one side of a middle, a closed line of pieces lets nobody in,
and a gap as wide as a cell lets one row or column through.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kernel.space.turns import Spot

Corner = tuple[int, int]
"""A corner of cells: column and row of the cell to its south-east."""


class Sides(Struct, frozen=True):
    """Sides of cells in a row, crossed by a piece.

    upright: between cells of a row; else between cells of a column. line: the column, or row, behind them. start: the
    row, or column, of the first; end: behind the last.
    """

    upright: bool
    line: int
    start: int
    end: int


def crossed_sides(spot: Spot, two: Spot, cell: int, *, closed: bool = False) -> Iterator[Sides]:
    """The sides that a piece from one point to another closes. cell: the side of a cell, in the unit of the points.

    closed: also where it only ends on the line between two middles, from whichever side. Work grows with the cells that
    the piece passes, but not where it runs along rows or columns.
    """
    # Twice the unit, counted from the middle of the cell (0, 0): middles lie at whole multiples of `side`.
    side = 2 * cell
    x1, y1, x2, y2 = (2 * at - cell for at in (*spot, *two))
    if y1 != y2:
        (ax, ay), (bx, by) = ((x1, y1), (x2, y2)) if y1 < y2 else ((x2, y2), (x1, y1))
        first, last = _lines(ay, by, side, closed)
        if ax == bx and first < last:
            yield Sides(True, -(-ax // side), first, last)
        elif ax != bx:
            for row in range(first, last):
                across = ax * (by - ay) + (row * side - ay) * (bx - ax)
                yield Sides(True, -(-across // ((by - ay) * side)), row, row + 1)
    if x1 != x2:
        (ax, ay), (bx, by) = ((x1, y1), (x2, y2)) if x1 < x2 else ((x2, y2), (x1, y1))
        first, last = _lines(ax, bx, side, closed)
        if ay == by and first < last:
            yield Sides(False, -(-ay // side), first, last)
        elif ay != by:
            for column in range(first, last):
                down, unit = ay * (bx - ax) + (column * side - ax) * (by - ay), (bx - ax) * side
                # Through a middle: a hair to the east a piece that falls lies below it, one that rises above.
                below = down % unit == 0 and by > ay
                yield Sides(False, -(-down // unit) + below, column, column + 1)


def _lines(start: int, end: int, side: int, closed: bool) -> tuple[int, int]:
    """The first of the rows or columns of middles that lie from `start` to `end`, and the one behind the last."""
    return -(-start // side), end // side + 1 if closed else -(-end // side)


def count(spot: Spot, two: Spot, cell: int) -> int:
    """About how many sides a piece crosses; 1 where it runs along rows or columns."""
    across, down = abs(spot[0] - two[0]) // cell, abs(spot[1] - two[1]) // cell
    return 1 + (across + down if spot[0] != two[0] and spot[1] != two[1] else 0)


def corner_near(at: Spot, cell: int) -> Corner:
    """The corner of cells that a point is nearest to."""
    return (2 * at[0] + cell) // (2 * cell), (2 * at[1] + cell) // (2 * cell)


def ends_on(at: Spot, sides: Sides, cell: int) -> bool:
    """Whether a point lies on the line between the middles of the two cells of a single side."""
    side, x, y = 2 * cell, 2 * at[0] - cell, 2 * at[1] - cell
    along, across = (x, y) if sides.upright else (y, x)
    return across == sides.start * side and (sides.line - 1) * side <= along <= sides.line * side
