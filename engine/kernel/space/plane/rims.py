"""What reaches the rim of a table goes on beyond it: nobody walks round the end of a river along the rim."""

from __future__ import annotations

from engine.kernel.space.plane.blockers import Line
from engine.kernel.space.plane.clearance import Table
from engine.kernel.space.plane.outlines import Outline
from engine.kernel.space.plane.points import Point

_OUT = 100
"""How far beyond, in hundredths: anything but 0 does."""


def beyond_rim(outline: Outline, table: Table) -> Outline:
    """The outline, with each side that lies along the rim moved outwards; on the table it stays as it is."""
    corners: list[Point] = []
    for point, other in zip(outline, (*outline[1:], outline[0]), strict=True):
        corners.append(point)
        for dx, dy in _outward(point, table):
            if (dx, dy) in _outward(other, table):
                corners += [Point(point.x + dx, point.y + dy), Point(other.x + dx, other.y + dy)]
                break
    return tuple(corners)


def line_beyond_rim(line: Line, table: Table) -> Line:
    """A line, with each end that lies on the rim drawn outwards."""
    before = [Point(line[0].x + dx, line[0].y + dy) for dx, dy in _outward(line[0], table)[:1]]
    after = [Point(line[-1].x + dx, line[-1].y + dy) for dx, dy in _outward(line[-1], table)[:1]]
    return (*before, *line, *after)


def _outward(point: Point, table: Table) -> list[tuple[int, int]]:
    """The directions in which a point of the rim leaves the table; two at a corner of it."""
    found = []
    if point.x in (0, table.width):
        found.append((-_OUT if point.x == 0 else _OUT, 0))
    if point.y in (0, table.height):
        found.append((0, -_OUT if point.y == 0 else _OUT))
    return found
