"""The side of a line that a point is on. Whole numbers only."""

from __future__ import annotations

Spot = tuple[int, int]
"""A point: x and y in hundredths, or in another unit that makes them whole."""


def turn(cell: Spot, other: Spot, x: int, y: int) -> int:
    """The side of the line through two points that (x, y) is on: negative, positive, or 0 on the line.

    Its size is the distance from the line times the distance of the two points.
    """
    return (other[0] - cell[0]) * (y - cell[1]) - (other[1] - cell[1]) * (x - cell[0])


def along(cell: Spot, other: Spot, x: int, y: int) -> int:
    """How far along a line (x, y) lies: 0 at the first point, the square of their distance at the other."""
    return (x - cell[0]) * (other[0] - cell[0]) + (y - cell[1]) * (other[1] - cell[1])
