"""Points of an open table, and the lengths between them. Exact: whole numbers and fractions only."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from msgspec import Struct

from engine.kernel.structs.numbers import Hundredths

THOUSANDTHS = 10
"""Thousandths of the unit per hundredth: lengths of ways are counted in them."""
FINE_PER_THOUSANDTH = 1_000_000
"""Billionths of the unit per thousandth: what is summed is measured in them."""
_FINE = THOUSANDTHS * FINE_PER_THOUSANDTH


class Point(Struct, frozen=True, rename="camel"):
    """A point on an open table, in hundredths of the system's unit of length (metre, inch)."""

    x: Hundredths
    y: Hundredths


def squared_distance(point: Point, other: Point) -> int:
    """The square of the distance, in hundredths."""
    return (point.x - other.x) ** 2 + (point.y - other.y) ** 2


def within(point: Point, other: Point, reach: int) -> bool:
    """Whether two points are at most `reach` hundredths apart."""
    return squared_distance(point, other) <= reach * reach


def distance_up(point: Point, other: Point) -> int:
    """The distance in hundredths, rounded up."""
    return root_up(squared_distance(point, other))


def root_up(square: int) -> int:
    """The square root of a whole number (0 or more), rounded up."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def root_nearest(square: int) -> int:
    """The square root of a whole number (0 or more), to the nearest whole number; no root lies half way."""
    return (isqrt(4 * square) + 1) // 2


def segment_length(point: Point, other: Point) -> int:
    """The length of a straight way in thousandths, to the nearest."""
    return root_nearest(squared_distance(point, other) * THOUSANDTHS**2)


def path_length(points: Sequence[Point]) -> int:
    """The length of a way of straight segments in thousandths: summed, then rounded once to the nearest."""
    return to_thousandths(sum(fine_length(point, other) for point, other in pairwise(points)))


def fine_length(point: Point, other: Point) -> int:
    """The length of a straight way in billionths, rounded down. Lengths that are summed are summed like this.

    To the nearest thousandth, pieces of a way would come to less than the way: (0.01, 0.01) is 0.0141, not 0.014.
    """
    return isqrt(squared_distance(point, other) * _FINE**2)


def fine_part(point: Point, other: Point, share: Fraction) -> int:
    """The length in billionths, rounded down, of the first part of a straight way. share: 0 to 1 of it."""
    square = squared_distance(point, other) * _FINE**2 * share**2
    return isqrt(square.numerator // square.denominator)


def to_thousandths(fine: int) -> int:
    """Billionths as thousandths, to the nearest."""
    return (fine + FINE_PER_THOUSANDTH // 2) // FINE_PER_THOUSANDTH


def distance_up_to_segment(spot: Point, other: Point, point: Point) -> int:
    """How far a point is from a segment, in hundredths, rounded up."""
    dx, dy, px, py = other.x - spot.x, other.y - spot.y, point.x - spot.x, point.y - spot.y
    square, part = dx * dx + dy * dy, dx * px + dy * py
    if 0 < part < square:
        return root_up(-(-((dx * py - dy * px) ** 2) // square))
    ex, ey = (px, py) if part <= 0 else (px - dx, py - dy)
    return root_up(ex * ex + ey * ey)
