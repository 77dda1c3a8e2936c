"""Outlines: closed lines of straight sides, and how a straight segment meets them.

The last corner is joined to the first. A side of no length does no harm. What lies on a side is neither inside nor
outside: it is on the edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import cast

from engine.kernel.space.plane.meetings import met_eastwards, shares_met
from engine.kernel.space.plane.points import Point, root_up
from engine.kernel.space.plane.shares import END, START, Exact, at_share, exact, stretches
from engine.kernel.space.plane.side import Side
from engine.kernel.space.turns import Spot, along, turn

Outline = tuple[Point, ...]
"""Three corners or more."""

MOST_CORNERS = 200
"""Corners up to which the shortest crossing of an outline is looked for."""


def sides(outline: Outline) -> Iterator[tuple[Spot, Spot]]:
    """The sides in order, each as its two corners."""
    before = outline[-1]
    for corner in outline:
        yield (before.x, before.y), (corner.x, corner.y)
        before = corner


def side_of(outline: Outline, point: Point) -> Side:
    """Whether a point lies inside an outline, outside, or on its edge. Where an outline overlaps itself: even, odd."""
    return side_of_exact(outline, exact(point))


def side_of_exact(outline: Outline, at: Exact) -> Side:
    """The same for a point that may lie between hundredths."""
    inside = False
    for first, second in sides(outline):
        met = met_eastwards(first, second, at)
        if met is None:
            return Side.EDGE
        inside ^= met
    return Side.INSIDE if inside else Side.OUTSIDE


def crossings(outline: Outline, point: Point, other: Point) -> tuple[Fraction, ...]:
    """Where a segment meets the edge, as shares of its length, each once and in order.

    Touching counts; of a side that it runs along, the first and the last common point count. A segment without length
    meets nothing.
    """
    if point == other:
        return ()
    start, end = (point.x, point.y), (other.x, other.y)
    return tuple(sorted({share for side in sides(outline) for share in shares_met(*side, start, end)}))


def enters(outline: Outline, point: Point, other: Point) -> Fraction | None:
    """Where a segment first passes into an outline, as a share of its length; None where it does not.

    From its edge inwards it enters at 0. Touching the edge, or running along it, is not entering; nor is going on from
    inside, even past a corner of the edge.
    """
    inside = stretches(
        crossings(outline, point, other),
        lambda share: side_of_exact(outline, at_share(point, other, share)) is Side.INSIDE,
    )
    for start, _ in inside:
        if start > START or side_of(outline, point) is not Side.INSIDE:
            return start
    return None


# -- how wide an outline is
def shortest_crossing(outline: Outline) -> int:
    """How wide an outline is at its narrowest, in hundredths, rounded up.

    That is the shortest straight way through it from one side to another that faces it and is not its neighbour. An
    outline that has no such sides, such as a triangle, is as wide as the narrowest strip that it fits in.
    ValueError beyond MOST_CORNERS corners.
    """
    if len(outline) > MOST_CORNERS:
        raise ValueError(f"an outline of {len(outline)} corners: say how wide it is")
    lines = [(start, end) for start, end in sides(outline) if start != end]
    # Which side of a side is inside depends on the sense in which the corners go round.
    sense = 1 if sum(s[0] * e[1] - s[1] * e[0] for s, e in lines) > 0 else -1
    # Pairs of sides by how near they are at least, and their ways by how long they are: the first that is a way is the
    # shortest, and of most pairs no way is worked out.
    queue: list[tuple[Fraction | int, int, _Side | Spot, _Side | Spot, int]] = [
        (_least_apart(mine, other), 0, mine, other, 0)
        for number, mine in enumerate(lines)
        for other in lines[number + 2 : len(lines) - (number == 0)]
        if _faces(mine, other)
    ]
    heapify(queue)
    while queue:
        square, _, pair, two, over = heappop(queue)
        if over == 0:
            for way in _ways(cast(_Side, pair), cast(_Side, two), sense):
                heappush(queue, way)
        elif _through(outline, cast(Spot, pair), cast(Spot, two), over):
            return _root_up(Fraction(square))
    return _root_up(_least_strip(outline))


_Side = tuple[Spot, Spot]
_Way = tuple[Fraction, int, Spot, Spot, int]
"""The square of its length, 1, and both ends times the last number."""


def _least_apart(pair: _Side, other: _Side) -> int:
    """The square of what lies between the rectangles around two sides."""
    (a, b), (c, d) = pair, other
    dx = max(min(a[0], b[0]) - max(c[0], d[0]), min(c[0], d[0]) - max(a[0], b[0]), 0)
    dy = max(min(a[1], b[1]) - max(c[1], d[1]), min(c[1], d[1]) - max(a[1], b[1]), 0)
    return dx * dx + dy * dy


def _faces(pair: _Side, other: _Side) -> bool:
    """Whether two sides run in opposite directions, as two banks do."""
    (a, b), (c, d) = pair, other
    return (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0


def _ways(pair: _Side, other: _Side, sense: int) -> Iterator[_Way]:
    """From each corner of two sides to the nearest point of the other side: the square, and both ends times `over`.

    Only what lies on the inner side of both counts.
    """
    for ends, line in ((pair, other), (other, pair)):
        start, end = line
        square = along(start, end, *end)
        for x, y in ends:
            share = min(max(along(start, end, x, y), 0), square)
            foot = (
                start[0] * square + (end[0] - start[0]) * share,
                start[1] * square + (end[1] - start[1]) * share,
            )
            own = ((ends[0][0] * square, ends[0][1] * square), (ends[1][0] * square, ends[1][1] * square))
            if turn(start, end, x, y) * sense <= 0 or turn(*own, *foot) * sense <= 0:
                continue
            apart = (foot[0] - x * square) ** 2 + (foot[1] - y * square) ** 2
            yield Fraction(apart, square * square), 1, (x * square, y * square), foot, square


def _through(outline: Outline, start: Spot, end: Spot, over: int) -> bool:
    """Whether a way never leads outside. start, end: times `over`."""
    larger = tuple(Point(corner.x * over, corner.y * over) for corner in outline)
    point, other = Point(*start), Point(*end)
    within = stretches(
        crossings(larger, point, other),
        lambda share: side_of_exact(larger, at_share(point, other, share)) is not Side.OUTSIDE,
    )
    return within == ((START, END),)


def _least_strip(outline: Outline) -> Fraction:
    """The square of the width of the narrowest strip that holds an outline: it lies along a side of its hull."""
    hull = _hull(sorted({(corner.x, corner.y) for corner in outline}))
    widths = (
        Fraction(max(turn(start, end, *corner) ** 2 for corner in hull), along(start, end, *end))
        for start, end in zip(hull, (*hull[1:], hull[0]), strict=True)
        if start != end
    )
    return min(widths, default=Fraction(0))


def _hull(corners: Sequence[Spot]) -> list[Spot]:
    """The corners of the hull, in order. corners: sorted, each once."""
    rings: list[Spot] = []
    for way in (corners, corners[::-1]):
        half: list[Spot] = []
        for corner in way:
            while len(half) > 1 and turn(half[-2], half[-1], *corner) <= 0:
                half.pop()
            half.append(corner)
        rings.extend(half[:-1] or half)
    return rings


def _root_up(square: Fraction) -> int:
    """The square root, rounded up to a whole number."""
    return root_up(-(-square.numerator // square.denominator))
