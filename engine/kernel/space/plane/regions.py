"""Regions of a table: several outlines together, with holes, less other regions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from engine.kernel.space.plane.outlines import Outline, Side, crossings, side_of_exact
from engine.kernel.space.plane.points import Point, root_up
from engine.kernel.space.plane.shares import START, Exact, Stretch, at_share, exact, points_around, stretches


class Part(Struct, frozen=True):
    """What an outline surrounds, without the holes."""

    outline: Outline
    holes: tuple[Outline, ...] = ()

    def side_of(self, at: Exact) -> Side:
        """Where a point lies. The edge of a hole is an edge."""
        side = side_of_exact(self.outline, at)
        if side is not Side.INSIDE:
            return side
        for hole in self.holes:
            inner = side_of_exact(hole, at)
            if inner is not Side.OUTSIDE:
                return Side.EDGE if inner is Side.EDGE else Side.OUTSIDE
        return Side.INSIDE


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

    def far_from(self, one: Point, other: Point, apart: int = 0) -> bool:
        """Whether a segment lies to one side of the rectangle, more than `apart` off: then nothing need be computed."""
        left, top, right, bottom = self.box
        return (
            max(one.x, other.x) < left - apart
            or min(one.x, other.x) > right + apart
            or max(one.y, other.y) < top - apart
            or min(one.y, other.y) > bottom + apart
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

    def outlines(self) -> Iterator[Outline]:
        """Every outline of its edge, holes too."""
        for part in (*self.parts, *self.less):
            yield part.outline
            yield from part.holes

    def notches(self) -> Iterator[Point]:
        """The whole points next to where an edge of its parts meets one of `less`: the ends of a bridge."""
        for part in self.parts:
            for one, other in (side for ring in (part.outline, *part.holes) for side in pairwise((*ring, ring[0]))):
                for without in self.less:
                    for share in crossings(without.outline, one, other):
                        yield from points_around(at_share(one, other, share))

    def stretches(self, one: Point, other: Point) -> tuple[Stretch, ...]:
        """The stretches of a segment that lie inside, in order. Touching the edge from within does not part two."""
        if one == other or self.far_from(one, other):
            return ()
        shares: set[Fraction] = set()
        for outline in self.outlines():
            shares.update(crossings(outline, one, other))
        return stretches(shares, lambda share: self.side_of_exact(at_share(one, other, share)) is Side.INSIDE)

    def enters(self, one: Point, other: Point) -> Fraction | None:
        """Where a segment first passes inside, as a share of its length; None where it does not.

        From the edge inwards it enters at 0; going on from inside is not entering.
        """
        for start, _ in self.stretches(one, other):
            if start > START or self.side_of(one) is not Side.INSIDE:
                return start
        return None

    def bank(self, one: Point, other: Point, share: Fraction) -> Point:
        """The whole point nearest to where a segment meets the edge that is not inside, nor farther off than one.

        share: where they meet. Where the edge is so jagged that there is none, the nearest that is not inside; it lies
        within one and a half hundredths in x and in y.
        """
        near = [point for point in points_around(at_share(one, other, share)) if self.side_of(point) is not Side.INSIDE]
        return next((point for point in near if self.at_hand(point, 1)), near[0] if near else one)

    def depth(self, point: Point) -> int:
        """How far the edge is from a point inside, in hundredths, rounded up; 0 for a point that is not inside."""
        if self.side_of(point) is not Side.INSIDE:
            return 0
        return min(
            distance_up_to_segment(before, corner, point)
            for outline in self.outlines()
            for before, corner in pairwise((*outline, outline[0]))
        )

    def at_hand(self, point: Point, apart: int) -> bool:
        """Whether a point lies inside, on the edge, or at most `apart` hundredths (1 or more) from the edge."""
        if self.far_from(point, point, apart):
            return False
        if self.side_of(point) is not Side.OUTSIDE:
            return True
        for outline in self.outlines():
            before = outline[-1]
            for corner in outline:
                if not clear_of(before, corner, point, apart, touching=False) and self._borders(point, apart):
                    return True
                before = corner
        return False

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
        for outline in self.outlines():
            if any(least.x <= corner.x <= most.x and least.y <= corner.y <= most.y for corner in outline):
                return False
            if any(crossings(outline, one, other) for one, other in pairwise(ring)):
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


def clear_of(one: Point, other: Point, centre: Point, reach: int, *, touching: bool = True) -> bool:
    """Whether no point of a segment comes nearer than `reach` hundredths to a centre.

    touching: whether exactly so near is clear.
    """
    dx, dy = other.x - one.x, other.y - one.y
    px, py = centre.x - one.x, centre.y - one.y
    square, part = dx * dx + dy * dy, dx * px + dy * py
    if 0 < part < square:
        least, most = (dx * py - dy * px) ** 2, reach * reach * square
    else:
        ex, ey = (px, py) if part <= 0 else (px - dx, py - dy)
        least, most = ex * ex + ey * ey, reach * reach
    return least >= most if touching else least > most


def distance_up_to_segment(one: Point, other: Point, point: Point) -> int:
    """How far a point is from a segment, in hundredths, rounded up."""
    dx, dy, px, py = other.x - one.x, other.y - one.y, point.x - one.x, point.y - one.y
    square, part = dx * dx + dy * dy, dx * px + dy * py
    if 0 < part < square:
        return root_up(-(-((dx * py - dy * px) ** 2) // square))
    ex, ey = (px, py) if part <= 0 else (px - dx, py - dy)
    return root_up(ex * ex + ey * ey)
