"""Blocks of cells: the squares that a figure occupies, and the distance between two figures. Whole numbers only."""

from __future__ import annotations

from collections.abc import Iterator

Square = tuple[int, int]
"""Column and row of a cell."""


def cells(x: int, y: int, size: int) -> Iterator[Square]:
    """The cells of a block of `size` cells a side, row by row. x, y: its cell of least column and row."""
    for row in range(y, y + size):
        for column in range(x, x + size):
            yield column, row


def gap(number: int, one_size: int, other: int, other_size: int) -> int:
    """Cells from the nearest cell of one block to that of another along one axis: 0 overlapping, 1 side by side."""
    return max(0, other - (number + one_size - 1), number - (other + other_size - 1))


def king_distance(columns: int, rows: int) -> int:
    """Steps over so many columns and rows where a diagonal step counts 1."""
    return max(columns, rows)


def taxicab_distance(columns: int, rows: int) -> int:
    """Steps over so many columns and rows where a diagonal step counts 2."""
    return columns + rows


def squared_distance(columns: int, rows: int) -> int:
    """The square of the straight distance over so many columns and rows."""
    return columns * columns + rows * rows
