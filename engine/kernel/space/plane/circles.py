"""Circles as rings of whole points. No number here comes from a sine: the table is the same in every process."""

from __future__ import annotations

from math import isqrt

from engine.kernel.space.plane.points import THOUSANDTHS, Point

MILLION = 1_000_000

_EIGHTH = ((1_000_000, 0), (980_785, 195_090), (923_880, 382_683), (831_470, 555_570), (707_107, 707_107))
"""Directions of the first eighth, a sixteenth of a quarter apart in angle: times a million, to the nearest."""


def _all() -> tuple[tuple[int, int], ...]:
    quarter = [*_EIGHTH, *((y, x) for x, y in reversed(_EIGHTH[1:-1]))]
    turned = [quarter]
    for _ in range(3):
        turned.append([(-y, x) for x, y in turned[-1]])
    return tuple(pair for part in turned for pair in part)


DIRECTIONS = _all()
"""32 directions, clockwise as drawn from the east: x and y times a million."""


def ring(centre: Point, radius: int, *, outward: bool = False) -> tuple[Point, ...]:
    """32 whole points on a circle, clockwise as drawn from the east.

    They are rounded to the nearest; outward: away from the centre, so that none of them is nearer than the radius.
    """
    return tuple(
        Point(centre.x + _scaled(x, radius, outward), centre.y + _scaled(y, radius, outward)) for x, y in DIRECTIONS
    )


def _scaled(part: int, radius: int, outward: bool) -> int:
    size = abs(part) * radius
    if not outward:
        whole = (2 * size + MILLION) // (2 * MILLION)
    else:
        # One millionth more than the table says, which is rounded, except along an axis.
        whole = -(-(size + radius * (size > 0 and abs(part) < MILLION)) // MILLION)
    return whole if part >= 0 else -whole


def towards(at: Point, way: Point, length: int) -> Point:
    """The whole point so far off in a direction, rounded towards the start. way: not (0, 0). length: in thousandths."""
    square = way.x * way.x + way.y * way.y
    return Point(at.x + _part(way.x, length, square), at.y + _part(way.y, length, square))


def _part(part: int, length: int, square: int) -> int:
    whole = isqrt(part * part * length * length // (square * THOUSANDTHS * THOUSANDTHS))
    return whole if part >= 0 else -whole
