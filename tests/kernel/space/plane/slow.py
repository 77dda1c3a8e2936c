"""A table judged slowly and obviously: steps along a way, angles around a point, fractions everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from engine.kernel.space.plane.outlines import Outline
from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.regions import Part, Region
from tests.support.amounts import amount

TABLES = amount("SKALD_TABLES", 40, 1000)
"""Generated tables. SKALD_TABLES=3000 pytest tests/kernel/space/plane is the long form."""

STEPS = 47
"""Steps along a segment; a prime, so that they seldom fall on corners."""

Spot = tuple[Fraction, Fraction]


def tables(seed: int) -> Iterator[random.Random]:
    """A source of chance for each table."""
    return (random.Random(f"{seed}-{number}") for number in range(TABLES))


def spot(one: Point, other: Point, share: Fraction) -> Spot:
    """The point at a share of a segment."""
    return one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share


def on_side(at: Spot, one: Point, other: Point) -> bool:
    """Whether a point lies on a segment."""
    if (other.x - one.x) * (at[1] - one.y) != (other.y - one.y) * (at[0] - one.x):
        return False
    return min(one.x, other.x) <= at[0] <= max(one.x, other.x) and min(one.y, other.y) <= at[1] <= max(one.y, other.y)


def on_edge(at: Spot, outline: Outline) -> bool:
    """Whether a point lies on a side."""
    return any(on_side(at, one, other) for one, other in zip(outline, (*outline[1:], outline[0]), strict=True))


def inside(at: Spot, outline: Outline) -> bool:
    """Whether an outline winds around a point an odd number of times: by the quarters that its corners lie in."""
    if on_edge(at, outline):
        return False
    turned = 0
    for one, other in zip(outline, (*outline[1:], outline[0]), strict=True):
        p, q = (one.x - at[0], one.y - at[1]), (other.x - at[0], other.y - at[1])
        step = (_quarter(q) - _quarter(p)) % 4
        if step == 2:
            step = 2 if p[0] * q[1] - p[1] * q[0] > 0 else -2
        elif step == 3:
            step = -1
        turned += step
    return (turned // 4) % 2 == 1


def _quarter(at: Spot) -> int:
    x, y = at
    if x > 0 and y >= 0:
        return 0
    if x <= 0 and y > 0:
        return 1
    return 2 if x < 0 else 3


def in_region(at: Spot, region: Region) -> bool:
    """Whether a point lies inside a region."""
    if any(inside(at, part.outline) or on_edge(at, part.outline) for part in region.less):
        return False
    return any(
        inside(at, part.outline) and not any(inside(at, hole) or on_edge(at, hole) for hole in part.holes)
        for part in region.parts
    )


def squared(at: Spot, centre: Point) -> Fraction:
    """The square of a distance."""
    return Fraction(at[0] - centre.x) ** 2 + Fraction(at[1] - centre.y) ** 2


def least_squared(one: Point, other: Point, centre: Point) -> Fraction:
    """The square of the least distance of a segment from a point: at its ends, or at the foot between them."""
    ends = [squared(spot(one, other, Fraction(share)), centre) for share in (0, 1)]
    length = (other.x - one.x) ** 2 + (other.y - one.y) ** 2
    if length:
        share = Fraction((centre.x - one.x) * (other.x - one.x) + (centre.y - one.y) * (other.y - one.y), length)
        if 0 <= share <= 1:
            ends.append(squared(spot(one, other, share), centre))
    return min(ends)


# -- generated tables
def point(rng: random.Random, size: int = 60) -> Point:
    """Any point of a small table: on a small one segments often meet corners and edges exactly."""
    return Point(rng.randint(0, size), rng.randint(0, size))


def outline(rng: random.Random, size: int = 60) -> Outline:
    """A simple outline: corners around a middle, each in a direction of its own, or a rectangle."""
    if rng.random() < 0.4:
        (left, right), (top, bottom) = (sorted(rng.sample(range(size + 1), 2)) for _ in range(2))
        return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)
    middle = Point(rng.randint(size // 3, 2 * size // 3), rng.randint(size // 3, 2 * size // 3))
    corners: dict[tuple[int, Fraction], Point] = {}
    for _ in range(rng.randint(4, 9)):
        at = point(rng, size)
        dx, dy = at.x - middle.x, at.y - middle.y
        quarter = _quarter((Fraction(dx), Fraction(dy)))
        steep, flat = (abs(dy), abs(dx)) if quarter % 2 == 0 else (abs(dx), abs(dy))
        if flat:
            corners.setdefault((quarter, Fraction(steep, flat)), at)
    ring = tuple(corners[key] for key in sorted(corners))
    return ring if len(ring) > 2 else outline(rng, size)


def region(rng: random.Random, size: int = 60) -> Region:
    """One to three outlines, sometimes less others."""
    parts = tuple(Part(outline(rng, size)) for _ in range(rng.randint(1, 3)))
    less = tuple(Part(outline(rng, size)) for _ in range(rng.choice((0, 0, 1))))
    return Region(parts, less)


def meetings(one: Point, other: Point, outline: Outline) -> list[Fraction]:
    """Where a segment meets the lines of the sides of an outline: shares of its length, solved side by side."""
    found = [Fraction(0), Fraction(1)]
    for p, q in zip(outline, (*outline[1:], outline[0]), strict=True):
        dx, dy, ex, ey = other.x - one.x, other.y - one.y, q.x - p.x, q.y - p.y
        slope = dx * ey - dy * ex
        if slope:
            share = Fraction((p.x - one.x) * ey - (p.y - one.y) * ex, slope)
            if 0 <= share <= 1:
                found.append(share)
    return found
