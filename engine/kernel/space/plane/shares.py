"""Parts of a straight segment: points on it as exact fractions of its length, and the whole points next to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from engine.kernel.space.plane.points import Point

Exact = tuple[int, int, int]
"""A point that may lie between hundredths: x and y times `over`, and `over` (1 or more)."""
Stretch = tuple[Fraction, Fraction]
"""From where to where on a segment: 0 its start, 1 its end."""

START, END = Fraction(0), Fraction(1)


def exact(at: Point) -> Exact:
    """A whole point in the form of an exact one."""
    return at.x, at.y, 1


def at_share(point: Point, other: Point, share: Fraction) -> Exact:
    """The point of a segment at a share of its length."""
    part, over = share.numerator, share.denominator
    return point.x * over + (other.x - point.x) * part, point.y * over + (other.y - point.y) * part, over


def stretches(shares: Iterable[Fraction], belongs: Callable[[Fraction], bool]) -> tuple[Stretch, ...]:
    """The stretches of a segment that belong to something, in order, as long as they go.

    shares: where that may change. belongs: asked for the middle between two of them. Where two stretches meet in a
    point they are one: whoever only touches an edge from within has not left.
    """
    found: list[Stretch] = []
    for start, end in pairwise(sorted({START, END, *shares})):
        if belongs((start + end) / 2):
            if found and found[-1][1] == start:
                start = found.pop()[0]
            found.append((start, end))
    return tuple(found)


def nearest_point(at: Exact) -> Point:
    """The nearest whole point; half a hundredth goes up."""
    x, y, over = at
    return Point((2 * x + over) // (2 * over), (2 * y + over) // (2 * over))


def points_around(at: Exact) -> Iterator[Point]:
    """The whole points next to an exact one, nearest first, then by y and x: at most one and a half hundredths off."""
    x, y, over = at
    middle = nearest_point(at)
    near = [Point(middle.x + dx, middle.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    return iter(sorted(near, key=lambda p: ((p.x * over - x) ** 2 + (p.y * over - y) ** 2, p.y, p.x)))


def steps_between(point: Point, other: Point) -> int:
    """How many steps of at most a hundredth in x and in y lead along a segment."""
    return max(abs(other.x - point.x), abs(other.y - point.y))


def step_at(point: Point, other: Point, step: int) -> Point:
    """The whole point nearest to a segment after so many steps. step: 0 to `steps_between`, which is 1 or more."""
    dx, dy = other.x - point.x, other.y - point.y
    over = max(abs(dx), abs(dy))
    return nearest_point((point.x * over + dx * step, point.y * over + dy * step, over))
