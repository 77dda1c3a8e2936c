"""Position of a figure: its squares and its height."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kit import Cell, Place
from engine.kit.board import cells, gap, king_distance

AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""Offsets of x and y for all eight directions, row by row.  [DD-MOVE-03]"""


class Footprint(Struct, frozen=True):
    """Squares and height of a figure. x, y: the least of its squares; height: in levels; size: squares per side."""

    x: int
    y: int
    height: int = 0
    size: int = 1

    def cells(self) -> Iterator[tuple[int, int]]:
        """Its squares, row by row."""
        return cells(self.x, self.y, self.size)

    def at(self, x: int, y: int, height: int) -> Footprint:
        """The same figure at another position."""
        return Footprint(x, y, height, self.size)

    @property
    def place(self) -> Place:
        """The kernel's form: the square of least x and y, and the height."""
        return Place(cell=Cell(self.x, self.y), height=self.height)

    @property
    def order(self) -> tuple[int, int, int]:
        """Sort key of places: lowest y, then x, then height."""
        return (self.y, self.x, self.height)


def footprint_at(place: Place | None, size: int = 1) -> Footprint | None:
    """The footprint of a figure at this place; None off the board."""
    if place is None or place.cell is None:
        return None
    return Footprint(place.cell.x, place.cell.y, place.height, size)


def distance(footprint: Footprint, other: Footprint) -> int:
    """Squares between the nearest squares of two figures, in king's steps; the adjacent square is at 1.  [DD-GAP-07]

    Heights do not count.
    """
    return king_distance(
        gap(footprint.x, footprint.size, other.x, other.size), gap(footprint.y, footprint.size, other.y, other.size)
    )


def king_steps(footprint: Footprint, other: Footprint) -> int:
    """Number of steps from one position to another over open ground."""
    return max(abs(footprint.x - other.x), abs(footprint.y - other.y))
