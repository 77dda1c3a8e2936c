"""Doors among walls: each reaches a line from middle to middle of two cells, and the walls beneath it are cut away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.maps.straightening import PARTS, Ends
from engine.kernel.space.crossings import crossed_sides
from engine.kernel.space.turns import Spot

SHARE = 3
"""A door that no step crosses belongs to the rows in which at least a third of it stands."""


def drawn_out(door: Ends, cell: int) -> Ends:
    """A door as long as it has to be for somebody to go through it: to the nearest line between middles of cells.

    In the middle of a corridor two cells wide it reaches both rows.
    """
    square, two = door
    if any(crossed_sides(square, two, cell, closed=True)):
        return door
    upright = abs(two[1] - square[1]) >= abs(two[0] - square[0])
    first, last = sorted(door, key=lambda end: end[1] if upright else end[0])
    start, end = (first[1], last[1]) if upright else (first[0], last[0])
    row = (2 * start - cell) // (2 * cell)
    border = (row + 1) * cell
    before, behind = max(0, min(end, border) - start), max(0, end - max(start, border))
    low = _at(first, last, row * cell + cell // 2, upright) if SHARE * before >= end - start else first
    high = _at(first, last, border + cell // 2, upright) if SHARE * behind >= end - start else last
    return low, high


def _at(first: Spot, last: Spot, value: int, upright: bool) -> Spot:
    """The point of the line through a door at a row, or a column."""
    (a, b), (c, d) = ((first[1], first[0]), (last[1], last[0])) if upright else (first, last)
    other = b + round((value - a) * (d - b) / (c - a))
    return (other, value) if upright else (value, other)


class Doorways:
    """The doors of a map, by the cells that they are near. Time is in proportion to the cells that a wall passes."""

    def __init__(self, doors: Iterable[Ends], cell: int) -> None:
        self._cell, self._near = cell, cell / PARTS
        self._by_cell: dict[Spot, list[Ends]] = {}
        for door in doors:
            around = {(x + dx, y + dy) for x, y in self._cells(door) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            for at in around:
                self._by_cell.setdefault(at, []).append(door)

    def _cells(self, piece: Ends) -> set[Spot]:
        """Cells that a piece passes; of those that it only grazes it may leave some out."""
        (x1, y1), (x2, y2) = piece
        parts = 2 * max(abs(x2 - x1), abs(y2 - y1)) // self._cell + 1
        return {
            ((x1 + (x2 - x1) * n // parts) // self._cell, (y1 + (y2 - y1) * n // parts) // self._cell)
            for n in range(parts + 1)
        }

    def without(self, wall: Ends) -> Iterator[Ends]:
        """What is left of a wall beside the doors in it; what lies along a door within a tenth of a cell is in it."""
        if not self._by_cell:
            yield wall
            return
        doors = dict.fromkeys(door for at in sorted(self._cells(wall)) for door in self._by_cell.get(at, ()))
        left = [wall]
        for door in doors:
            left = [part for piece in left for part in self._cut(piece, door)]
        yield from left

    def _cut(self, wall: Ends, door: Ends) -> Iterator[Ends]:
        (x, y), (to_x, to_y) = door
        dx, dy = to_x - x, to_y - y
        square = dx * dx + dy * dy
        (start, off), (end, off_end) = (
            (((at_x - x) * dx + (at_y - y) * dy) / square, ((at_y - y) * dx - (at_x - x) * dy) / square**0.5)
            for at_x, at_y in wall
        )
        if start == end:
            yield wall
            return
        low, high = max(min(start, end), 0.0), min(max(start, end), 1.0)
        slope = (off_end - off) / (end - start)
        offs = (off + slope * (low - start), off + slope * (high - start))
        if low >= high or max(map(abs, offs)) > self._near:
            yield wall
            return
        cell, two = wall if start < end else (wall[1], wall[0])
        if min(start, end) < 0 and cell != door[0]:
            yield cell, door[0]
        if max(start, end) > 1 and two != door[1]:
            yield door[1], two
