"""What blocks ways or sight on a table: regions and lines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.kernel.space.plane.chains import Chain
from engine.kernel.space.plane.outlines import Outline
from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.regions import Part, Region, clear_of
from engine.kernel.space.plane.side import Side
from engine.kernel.space.sight_lines import Piece, SightLines

Line = tuple[Point, ...]
"""Two points or more."""


class Blockers:
    """Regions whose inside blocks, and lines that block across. Edges and ends do not: one may go along a wall.

    Nor is there a gap where two of them meet: what passes exactly between them is blocked.
    """

    def __init__(self, regions: Iterable[Region] = (), lines: Iterable[Line] = ()) -> None:
        self.regions = tuple(regions)
        self.lines = tuple(lines)
        self.chains = tuple(map(Chain, self.lines))
        """The lines, in the same order."""
        self._sides = [side for line in self.lines for side in pairwise(line) if side[0] != side[1]]
        rings = [ring for region in self.regions if not region.less for ring in region.outlines()]
        around = [side for ring in rings for side in pairwise((*ring, ring[0])) if side[0] != side[1]]
        self._pieces = SightLines([Piece(point.x, point.y, to.x, to.y, 0) for point, to in (*around, *self._sides)])
        self.none = not self.regions and not self._sides
        """Whether there is nothing."""

    @classmethod
    def of(cls, outlines: Iterable[Outline]) -> Blockers:
        """The insides of outlines."""
        return cls(Region((Part(outline),)) for outline in outlines)

    def clear(self, point: Point, other: Point) -> bool:
        """Whether nothing blocks a segment."""
        if self.none or point == other:
            return True
        if not self._pieces.clear((point.x, point.y), (other.x, other.y), 0):
            return False
        return not any(region.stretches(point, other) for region in self.regions)

    def bars(self, point: Point) -> bool:
        """Whether nobody can stand at a point: inside of a region, on a line, or where two of them meet.

        At the free end of a line one can stand, and on the edge of a region.
        """
        met = 0
        for region in self.regions:
            side = region.side_of(point)
            if side is Side.INSIDE:
                return True
            met += region.edges_at(point) if side is Side.EDGE else 0
        for spot, other in (side for chain in self.chains for side in chain.near(point, 0)):
            if spot == other or clear_of(spot, other, point, 0, touching=False):
                continue
            if point not in (spot, other):
                return True
            met += 1
        return met > 1
