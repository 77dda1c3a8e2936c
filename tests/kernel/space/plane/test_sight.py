"""Sight past regions and lines."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.regions import Part, Region
from engine.kernel.space.plane.sight import clear_sight
from tests.kernel.space.plane import slow
from tests.kernel.space.plane.test_outlines import SQUARE, ring

WOOD = Blockers.of([SQUARE])
WALL = Blockers(lines=[(Point(0, 10), Point(10, 10), Point(10, 30))])


@pytest.mark.parametrize(
    ("one", "other", "clear"),
    [
        ((0, 15), (30, 15), False), ((0, 10), (30, 10), True), ((0, 20), (20, 0), True), ((0, 0), (30, 30), False),
        ((0, 15), (10, 15), True), ((10, 15), (20, 15), False), ((12, 12), (13, 13), False), ((15, 15), (15, 15), True),
        ((0, 21), (22, 0), False),
    ],
)  # fmt: skip
def test_the_inside_blocks_and_the_edge_does_not(one: tuple[int, int], other: tuple[int, int], clear: bool) -> None:
    """Also for two who both stand inside."""
    assert clear_sight(Point(*one), Point(*other), WOOD) is clear
    assert clear_sight(Point(*other), Point(*one), WOOD) is clear


@pytest.mark.parametrize(
    ("one", "other", "clear"),
    [((5, 0), (5, 20), False), ((0, 10), (30, 10), True), ((0, 5), (40, 5), True), ((0, 20), (20, 0), False)],
)
def test_a_line_blocks_across_and_at_its_bends(one: tuple[int, int], other: tuple[int, int], clear: bool) -> None:
    """Along it one sees."""
    assert clear_sight(Point(*one), Point(*other), WALL) is clear


def test_there_is_no_gap_where_two_meet() -> None:
    """Neither between neighbours nor at a common corner; a real gap of a hundredth is one."""
    beside = Blockers.of([SQUARE, ring((20, 10), (30, 10), (30, 20), (20, 20))])
    assert not clear_sight(Point(20, 0), Point(20, 40), beside)
    corner = Blockers.of([SQUARE, ring((20, 20), (30, 20), (30, 30), (20, 30))])
    assert not clear_sight(Point(30, 10), Point(10, 30), corner)
    gap = Blockers.of([SQUARE, ring((21, 10), (30, 10), (30, 20), (21, 20))])
    assert clear_sight(Point(20, 0), Point(20, 40), gap)


def test_agrees_with_steps_along_the_way() -> None:
    """On generated tables: what a step finds inside is blocked, and what is blocked is inside somewhere, or meets."""
    for rng in slow.tables(7):
        regions = [slow.region(rng) for _ in range(rng.randint(1, 2))]
        one, other = slow.point(rng), slow.point(rng)
        steps = [slow.spot(one, other, Fraction(step, slow.STEPS)) for step in range(slow.STEPS + 1)]
        seen = clear_sight(one, other, Blockers(regions))
        assert seen is clear_sight(other, one, Blockers(regions))
        if one != other and any(slow.in_region(at, region) for at in steps[1:-1] for region in regions):
            assert not seen
        if not seen:
            # It passes an inside, be it between two steps, or exactly between two that meet.
            assert any(region.stretches(one, other) for region in regions) or any(
                slow.on_edge(slow.spot(one, other, share), outline)
                for region in regions
                for outline in region.outlines()
                for share in slow.meetings(one, other, outline)
            )


def test_where_nobody_stands() -> None:
    """Inside, on a line, and where two meet; on an edge and at a free end one does."""
    assert WOOD.bars(Point(15, 15))
    assert not WOOD.bars(Point(10, 15))
    assert WALL.bars(Point(5, 10))
    assert WALL.bars(Point(10, 10))
    assert not WALL.bars(Point(0, 10))
    assert not WALL.bars(Point(5, 11))
    beside = Blockers.of([SQUARE, ring((20, 10), (30, 10), (30, 20), (20, 20))])
    assert beside.bars(Point(20, 15))
    one_region = Blockers([Region((Part(SQUARE), Part(ring((20, 10), (30, 10), (30, 20), (20, 20)))))])
    assert one_region.bars(Point(20, 15))
    assert not one_region.bars(Point(30, 15))
