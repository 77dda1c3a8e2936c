"""What reaches the rim of a table."""

from __future__ import annotations

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.clearance import Table, segment_clear
from engine.kernel.space.plane.outlines import side_of
from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.regions import Part, Region
from engine.kernel.space.plane.rims import beyond_rim, line_beyond_rim
from engine.kernel.space.plane.side import Side
from tests.kernel.space.plane import slow
from tests.kernel.space.plane.test_outlines import ring

TABLE = Table(60, 60)


def test_nobody_walks_round_a_river_along_the_rim() -> None:
    """It reaches from rim to rim, aslant."""
    banks = ring((0, 20), (60, 25), (60, 35), (0, 30))
    assert Region((Part(banks),)).enters(Point(0, 10), Point(0, 50)) is None
    river = Region((Part(beyond_rim(banks, TABLE)),))
    assert river.enters(Point(0, 10), Point(0, 50)) is not None
    assert river.enters(Point(60, 10), Point(60, 50)) is not None


def test_nor_round_a_wall() -> None:
    """Nor round a rock in a corner of the table."""
    wall = line_beyond_rim((Point(30, 0), Point(30, 40)), TABLE)
    assert segment_clear(Point(0, 0), Point(60, 0), [], Blockers(lines=[wall]), TABLE) == "path_blocked"
    assert wall[-1] == Point(30, 40)
    rock = beyond_rim(ring((0, 0), (20, 0), (20, 20), (0, 20)), TABLE)
    assert segment_clear(Point(10, 0), Point(40, 0), [], Blockers.of([rock]), TABLE) == "path_blocked"
    assert segment_clear(Point(0, 10), Point(0, 40), [], Blockers.of([rock]), TABLE) == "path_blocked"


def test_on_the_table_an_outline_stays_as_it_is() -> None:
    """Only the rim itself becomes inside."""
    for rng in slow.tables(14):
        outline = slow.outline(rng)
        moved = beyond_rim(outline, TABLE)
        for _ in range(20):
            at = slow.point(rng)
            rim = at.x in (0, 60) or at.y in (0, 60)
            if not rim:
                assert side_of(moved, at) is side_of(outline, at)
            elif side_of(outline, at) is Side.OUTSIDE:
                assert side_of(moved, at) is Side.OUTSIDE
