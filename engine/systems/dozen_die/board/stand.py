"""Where a figure stands: its squares and its height."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.kernel.combatant import Cell, Place

AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""What a step adds to x and y: all eight directions, row by row.  [DD-MOVE-03]"""


class Stand(Struct, frozen=True):
    """Squares and height of a figure. x, y: the least of its squares; height: in levels; size: squares a side."""

    x: int
    y: int
    height: int = 0
    size: int = 1

    def cells(self) -> Iterator[tuple[int, int]]:
        """Its squares, row by row."""
        for y in range(self.y, self.y + self.size):
            for x in range(self.x, self.x + self.size):
                yield x, y

    def at(self, x: int, y: int, height: int) -> Stand:
        """The same figure somewhere else."""
        return Stand(x, y, height, self.size)

    @property
    def place(self) -> Place:
        """As the kernel holds it: the square of least x and y, and the height."""
        return Place(cell=Cell(self.x, self.y), height=self.height)

    @property
    def order(self) -> tuple[int, int, int]:
        """What sorts places: lowest y, then x, then height."""
        return (self.y, self.x, self.height)


def stand_at(place: Place | None, size: int = 1) -> Stand | None:
    """Where somebody with this place stands; None off the board."""
    if place is None or place.cell is None:
        return None
    return Stand(place.cell.x, place.cell.y, place.height, size)


def _apart(one: int, one_size: int, other: int, other_size: int) -> int:
    return max(0, other - (one + one_size - 1), one - (other + other_size - 1))


def distance(one: Stand, other: Stand) -> int:
    """Squares between the nearest squares of two, in king's steps; the next square is at 1.  [DD-GAP-07]

    Heights do not count.
    """
    return max(_apart(one.x, one.size, other.x, other.size), _apart(one.y, one.size, other.y, other.size))


def king_steps(one: Stand, other: Stand) -> int:
    """How many steps it takes to get from one stand to another, over open ground."""
    return max(abs(one.x - other.x), abs(one.y - other.y))
