"""Moves walls that lie close along lines of the grid onto them, and what meets them with them: no gaps come of it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable

from engine.kernel.space.turns import Spot

Ends = tuple[Spot, Spot]
"""A straight piece, in hundredths from the ground's corner."""
PARTS = 10
"""A piece lies along a line of the grid if its ends are no further from it than a tenth of a cell."""


class Straightener:
    """The lines of the grid that pieces lie along. cell: the side of a cell in hundredths.

    Time is in proportion to n log n of n pieces.
    """

    def __init__(self, pieces: Iterable[Ends], cell: int) -> None:
        self._cell, self._near = cell, cell // PARTS
        self._moved: dict[Spot, Spot] = {}
        spans: dict[tuple[bool, int], list[Spot]] = {}
        for square, two in pieces:
            line = line_along(square, two, cell)
            if line is not None:
                across, at = line
                low, high = sorted((square[0], two[0]) if across else (square[1], two[1]))
                spans.setdefault((across, at), []).append((low - self._near, high + self._near))
                for end in (square, two):
                    self._moved[end] = (self._onto(end[0]), self._onto(end[1]))
        self._spans = {line: _joined(found) for line, found in spans.items()}

    def moved(self, piece: Ends) -> Ends:
        """The piece, with its ends on the lines of the grid along which they lie."""
        return self._at(piece[0]), self._at(piece[1])

    def _at(self, end: Spot) -> Spot:
        found = self._moved.get(end)
        if found is not None:
            return found
        x, y = end
        return (
            self._onto(x) if self._beside(False, x, y) else x,
            self._onto(y) if self._beside(True, y, x) else y,
        )

    def _onto(self, value: int) -> int:
        line = round(value / self._cell) * self._cell
        return line if abs(value - line) <= self._near else value

    def _beside(self, across: bool, off: int, along: int) -> bool:
        """Whether something lies along the line of the grid that a coordinate is nearest to, there."""
        spans = self._spans.get((across, round(off / self._cell)))
        if spans is None:
            return False
        index = bisect_right(spans, (along, math.inf)) - 1
        return index >= 0 and spans[index][0] <= along <= spans[index][1]


def line_along(spot: Spot, two: Spot, cell: int) -> tuple[bool, int] | None:
    """The line of the grid along which a piece covers a whole side of a cell: horizontal or not, and its number."""
    near = cell // PARTS
    for across in (True, False):
        (a, c), (b, d) = (spot, two) if across else ((spot[1], spot[0]), (two[1], two[0]))
        line = round(c / cell)
        if abs(c - line * cell) <= near and abs(d - line * cell) <= near and whole_sides(a, b, cell, near):
            return across, line
    return None


def whole_sides(number: int, other: int, cell: int, near: int = 0) -> range:
    """The sides that lie between two coordinates along a line. near: by how much one may stick out."""
    return range(-(-(min(number, other) - near) // cell), (max(number, other) + near) // cell)


def _joined(spans: list[Spot]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found
