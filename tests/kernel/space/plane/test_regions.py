"""Regions of several outlines, against a slow reference."""

from __future__ import annotations

from fractions import Fraction

from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.regions import Part, Region, clear_of
from engine.kernel.space.plane.side import Side
from tests.kernel.space.plane import slow
from tests.kernel.space.plane.test_outlines import SQUARE, ring

RIVER = Region(
    (Part(ring((0, 40), (100, 40), (100, 60), (0, 60))),), (Part(ring((45, 0), (55, 0), (55, 100), (45, 100))),)
)
"""From west to east, with a bridge from north to south."""


def test_what_is_taken_away_takes_its_edge_along() -> None:
    """On the bridge, its rim included, there is no water."""
    assert RIVER.side_of(Point(50, 50)) is Side.OUTSIDE
    assert RIVER.side_of(Point(45, 50)) is Side.EDGE
    assert RIVER.side_of(Point(44, 50)) is Side.INSIDE
    assert RIVER.side_of(Point(44, 40)) is Side.EDGE
    assert RIVER.enters(Point(50, 0), Point(50, 100)) is None
    assert RIVER.enters(Point(45, 0), Point(45, 100)) is None
    assert RIVER.enters(Point(44, 0), Point(44, 100)) == Fraction(2, 5)


def test_a_hole_is_outside() -> None:
    """And its edge is an edge."""
    lake = Region((Part(ring((0, 0), (90, 0), (90, 90), (0, 90)), (ring((30, 30), (60, 30), (60, 60), (30, 60)),)),))
    assert lake.side_of(Point(45, 45)) is Side.OUTSIDE
    assert lake.side_of(Point(30, 45)) is Side.EDGE
    assert lake.stretches(Point(0, 45), Point(90, 45)) == ((0, Fraction(1, 3)), (Fraction(2, 3), 1))
    assert lake.enters(Point(45, 45), Point(90, 45)) == Fraction(1, 3)


def test_parts_that_overlap_are_one() -> None:
    """A way from one into the other does not enter."""
    both = Region((Part(SQUARE), Part(ring((15, 15), (40, 15), (40, 18), (15, 18)))))
    assert both.enters(Point(12, 16), Point(38, 16)) is None
    assert both.side_of(Point(20, 16)) is Side.INSIDE


def test_at_hand_is_inside_or_so_near() -> None:
    """Exactly so near counts."""
    one = Region((Part(SQUARE),))
    assert [one.at_hand(Point(x, 15), 1) for x in (8, 9, 10, 15)] == [False, True, True, True]
    assert not one.at_hand(Point(9, 9), 1)
    assert RIVER.at_hand(Point(50, 50), 5)
    assert not RIVER.at_hand(Point(50, 50), 4)
    assert not RIVER.at_hand(Point(45, 20), 4)


def test_the_bank_is_never_inside() -> None:
    """The whole point nearest to the exact one that is dry, at most one and a half hundredths off."""
    for rng in slow.tables(3):
        water, one, other = slow.region(rng), slow.point(rng), slow.point(rng)
        share = water.enters(one, other)
        if share is None:
            continue
        bank = water.bank(one, other, share)
        assert not slow.in_region((Fraction(bank.x), Fraction(bank.y)), water)
        if bank != one:
            assert slow.squared(slow.spot(one, other, share), bank) <= Fraction(9, 2)


def test_stretches_agree_with_steps_along_the_way() -> None:
    """On generated tables with regions of up to three parts, with and without some taken away."""
    for rng in slow.tables(4):
        region, one, other = slow.region(rng), slow.point(rng), slow.point(rng)
        inside = region.stretches(one, other)
        edges = {share for stretch in inside for share in stretch}
        for step in range(slow.STEPS + 1):
            share = Fraction(step, slow.STEPS)
            at = slow.spot(one, other, share)
            slowly = slow.in_region(at, region)
            if one == other or share in edges:
                continue
            if slowly:
                assert any(start < share < end for start, end in inside)
            elif any(start < share < end for start, end in inside):
                # It only touches an edge there, or a seam of two parts.
                parts = (*region.parts, *region.less)
                assert any(slow.on_edge(at, part.outline) for part in parts)


def test_how_near_a_segment_comes() -> None:
    """Exactly so near is clear; against ends and foot of the perpendicular in fractions."""
    assert clear_of(Point(0, 50), Point(200, 50), Point(100, 0), 50)
    assert not clear_of(Point(0, 49), Point(200, 49), Point(100, 0), 50)
    assert not clear_of(Point(0, 50), Point(200, 50), Point(100, 0), 50, touching=False)
    for rng in slow.tables(5):
        one, other, centre = slow.point(rng), slow.point(rng), slow.point(rng)
        least = slow.least_squared(one, other, centre)
        for reach in (0, 1, 5, 13, 25):
            assert clear_of(one, other, centre, reach) is (least >= reach * reach)
            assert clear_of(one, other, centre, reach, touching=False) is (least > reach * reach)


def test_covered_rectangles() -> None:
    """Every point of a covered rectangle is inside."""
    for rng in slow.tables(6):
        region = slow.region(rng)
        least = slow.point(rng)
        most = Point(least.x + rng.randint(0, 9), least.y + rng.randint(0, 9))
        grid = [(x, y) for x in range(least.x, most.x + 1) for y in range(least.y, most.y + 1)]
        inside = all(region.side_of(Point(x, y)) is Side.INSIDE for x, y in grid)
        assert inside or not region.covers(least, most)
        if inside and len(region.parts) == 1 and not region.less:
            assert region.covers(least, most)


def test_how_deep_a_point_lies() -> None:
    """The distance to the nearest side, rounded up; 0 outside and on the edge."""
    one = Region((Part(SQUARE),))
    assert [one.depth(Point(x, 14)) for x in (9, 10, 11, 15, 18)] == [0, 0, 1, 4, 2]
    for rng in slow.tables(15):
        region, at = slow.region(rng), slow.point(rng)
        depth = region.depth(at)
        if depth:
            least = min(
                slow.least_squared(p, q, at)
                for ring in region.outlines()
                for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)
            )
            assert (depth - 1) ** 2 < least <= depth**2
