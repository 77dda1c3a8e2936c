"""Cells laid in rows, of which the later ones count: without an object per cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Generic, TypeVar

T = TypeVar("T")


class Runs(Generic[T]):
    """Values of cells. laid: (y, x, length, value): from (x, y) on, `length` cells; the later of two counts.

    Work and memory grow with the number of runs, not with the cells that they cover.
    """

    def __init__(self, laid: Iterable[tuple[int, int, int, T]]) -> None:
        rows: dict[int, list[tuple[int, int, T]]] = {}
        for y, x, length, value in laid:
            rows.setdefault(y, []).append((x, x + length, value))
        self._rows = {y: _flat(runs) for y, runs in rows.items()}
        self._starts = {y: [start for start, _, _ in runs] for y, runs in self._rows.items()}

    def at(self, x: int, y: int) -> T | None:
        """The value of a cell; None where nothing is laid."""
        starts = self._starts.get(y)
        if starts is None:
            return None
        index = bisect_right(starts, x) - 1
        if index < 0:
            return None
        _, end, value = self._rows[y][index]
        return value if x < end else None

    def pieces(self) -> Iterator[tuple[int, int, int, T]]:
        """(y, first x, x behind the last, value) of all cells, none of them twice."""
        for y, runs in self._rows.items():
            for start, end, value in runs:
                yield y, start, end, value


def _flat(runs: list[tuple[int, int, T]]) -> list[tuple[int, int, T]]:
    """Runs of a row that do not overlap, from left to right."""
    borders = sorted({border for start, end, _ in runs for border in (start, end)})
    begins: dict[int, list[int]] = {}
    for number, (start, _, _) in enumerate(runs):
        begins.setdefault(start, []).append(number)
    flat: list[tuple[int, int, T]] = []
    over: list[int] = []  # numbers of the runs over this place, negative: the latest first
    for start, end in pairwise(borders):
        for number in begins.get(start, ()):
            heappush(over, -number)
        while over and runs[-over[0]][1] <= start:
            heappop(over)
        if over:
            flat.append((start, end, runs[-over[0]][2]))
    return flat
