"""Regions of a table: several outlines together, with holes, less other regions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from engine.kernel.space.plane.chains import Chain
from engine.kernel.space.plane.outlines import Outline
from engine.kernel.space.plane.passages import Passing, passed
from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.shares import START, Exact, Stretch, at_share, exact, points_around
from engine.kernel.space.plane.side import Side, side_within


class Part(Struct, frozen=True, dict=True):
    """What an outline surrounds, without the holes."""

    outline: Outline
    holes: tuple[Outline, ...] = ()

    @property
    def chains(self) -> tuple[Chain, ...]:
        """Its edge, the outline first. Computed once."""
        found: tuple[Chain, ...] | None = self.__dict__.get("chains")
        if found is None:
            found = self.__dict__["chains"] = tuple(map(Chain.closed, (self.outline, *self.holes)))
        return found

    def side_of(self, at: Exact) -> Side:
        """Where a point lies. The edge of a hole is an edge."""
        return side_within(chain.side_of(at) for chain in self.chains)


class Region(Struct, frozen=True, dict=True):
    """All its parts together, without `less`, whose edges do not belong to the region either.

    Where two parts lie side by side the seam between them is an edge; let them overlap where it should not be.
    """

    parts: tuple[Part, ...]
    less: tuple[Part, ...] = ()

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The rectangle around its parts: least x and y, greatest x and y. Computed once."""
        found: tuple[int, int, int, int] | None = self.__dict__.get("box")
        if found is None:
            xs = [corner.x for part in self.parts for corner in part.outline]
            ys = [corner.y for part in self.parts for corner in part.outline]
            found = self.__dict__["box"] = (min(xs), min(ys), max(xs), max(ys)) if xs else (0, 0, -1, -1)
        return found

    def far_from(self, point: Point, other: Point, apart: int = 0) -> bool:
        """Whether a segment lies to one side of the rectangle, more than `apart` off: then nothing need be computed."""
        left, top, right, bottom = self.box
        return (
            max(point.x, other.x) < left - apart
            or min(point.x, other.x) > right + apart
            or max(point.y, other.y) < top - apart
            or min(point.y, other.y) > bottom + apart
        )

    def side_of(self, point: Point) -> Side:
        """Whether a point lies inside the region, outside, or on its edge."""
        if self.far_from(point, point):
            return Side.OUTSIDE
        return self.side_of_exact(exact(point))

    def side_of_exact(self, at: Exact) -> Side:
        """The same for a point that may lie between hundredths."""
        side = _of_all(self.parts, at)
        if side is Side.OUTSIDE or not self.less:
            return side
        without = _of_all(self.less, at)
        return {Side.INSIDE: Side.OUTSIDE, Side.EDGE: Side.EDGE, Side.OUTSIDE: side}[without]

    def edges_at(self, point: Point) -> int:
        """How many parts have a point on their edge: between two that meet in it there is no gap."""
        if self.far_from(point, point):
            return 0
        at = exact(point)
        return sum(part.side_of(at) is Side.EDGE for part in self.parts)

    def _chains(self) -> Iterator[Chain]:
        for part in (*self.parts, *self.less):
            yield from part.chains

    def meets(self, point: Point, other: Point) -> bool:
        """Whether a segment touches an edge."""
        return not self.far_from(point, other) and any(chain.crossings(point, other) for chain in self._chains())

    def outlines(self) -> Iterator[Outline]:
        """Every outline of its edge, holes too."""
        for part in (*self.parts, *self.less):
            yield part.outline
            yield from part.holes

    def notches(self) -> Iterator[Point]:
        """The whole points next to where an edge of its parts meets one of `less`: the ends of a bridge."""
        for part in self.parts:
            for point, other in (side for ring in (part.outline, *part.holes) for side in pairwise((*ring, ring[0]))):
                for without in self.less:
                    for share in sorted(without.chains[0].crossings(point, other)):
                        yield from points_around(at_share(point, other, share))

    def stretches(self, point: Point, other: Point) -> tuple[Stretch, ...]:
        """The stretches of a segment that lie inside, in order. Touching the edge from within does not part two."""
        if point == other or self.far_from(point, other):
            return ()
        parts = [Passing(tuple(chain.passage(point, other) for chain in part.chains)) for part in self.parts]
        less = [Passing(tuple(chain.passage(point, other) for chain in part.chains)) for part in self.less]
        return passed(parts, less)

    def enters(self, point: Point, other: Point) -> Fraction | None:
        """Where a segment first passes inside, as a share of its length; None where it does not.

        From the edge inwards it enters at 0; going on from inside is not entering.
        """
        for start, _ in self.stretches(point, other):
            if start > START or self.side_of(point) is not Side.INSIDE:
                return start
        return None

    def bank(self, spot: Point, other: Point, share: Fraction) -> Point:
        """The whole point nearest to where a segment meets the edge that is not inside, nor farther off than one.

        share: where they meet. Where the edge is so jagged that there is none, the nearest that is not inside; it lies
        within one and a half hundredths in x and in y.
        """
        near = [
            point for point in points_around(at_share(spot, other, share)) if self.side_of(point) is not Side.INSIDE
        ]
        return next((point for point in near if self.at_hand(point, 1)), near[0] if near else spot)

    def depth(self, point: Point) -> int:
        """How far the edge is from a point inside, in hundredths, rounded up; 0 for a point that is not inside."""
        if self.side_of(point) is not Side.INSIDE:
            return 0
        least: int | None = None
        for chain in self._chains():
            least = chain.distance_up(point, least)
        return least or 0

    def at_hand(self, point: Point, apart: int) -> bool:
        """Whether a point lies inside, on the edge, or at most `apart` hundredths (1 or more) from the edge."""
        if self.far_from(point, point, apart):
            return False
        if self.side_of(point) is not Side.OUTSIDE:
            return True
        near = (side for chain in self._chains() for side in chain.near(point, apart))
        if all(clear_of(spot, other, point, apart, touching=False) for spot, other in near):
            return False
        return self._borders(point, apart)

    def _borders(self, point: Point, apart: int) -> bool:
        """Whether the side that a point is near to is an edge of the region, and not only of one of its parts."""
        if not self.less and len(self.parts) == 1:
            return True
        around = (Point(point.x + dx, point.y + dy) for dx in (-apart, 0, apart) for dy in (-apart, 0, apart))
        return any(self.side_of(near) is not Side.OUTSIDE for near in around)

    def covers(self, least: Point, most: Point) -> bool:
        """Whether a whole rectangle lies inside: no side of the edge comes into it. least, most: two of its corners."""
        if self.side_of(least) is not Side.INSIDE:
            return False
        ring = (least, Point(most.x, least.y), most, Point(least.x, most.y), least)
        for chain in self._chains():
            for point, _ in chain.about((least.x, least.y), (most.x, most.y)):
                if least.x <= point.x <= most.x and least.y <= point.y <= most.y:
                    return False
            if any(chain.crossings(point, other) for point, other in pairwise(ring)):
                return False
        return True


def _of_all(parts: tuple[Part, ...], at: Exact) -> Side:
    """Where a point lies in all parts together."""
    edge = False
    for part in parts:
        side = part.side_of(at)
        if side is Side.INSIDE:
            return side
        edge = edge or side is Side.EDGE
    return Side.EDGE if edge else Side.OUTSIDE


def clear_of(point: Point, other: Point, centre: Point, reach: int, *, touching: bool = True) -> bool:
    """Whether no point of a segment comes nearer than `reach` hundredths to a centre.

    touching: whether exactly so near is clear.
    """
    dx, dy = other.x - point.x, other.y - point.y
    px, py = centre.x - point.x, centre.y - point.y
    square, part = dx * dx + dy * dy, dx * px + dy * py
    if 0 < part < square:
        least, most = (dx * py - dy * px) ** 2, reach * reach * square
    else:
        ex, ey = (px, py) if part <= 0 else (px - dx, py - dy)
        least, most = ex * ex + ey * ey, reach * reach
    return least >= most if touching else least > most
