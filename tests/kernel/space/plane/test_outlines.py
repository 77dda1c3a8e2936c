"""Outlines, against a slow reference: steps along segments, and winding around points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.space.plane.outlines import (
    MOST_CORNERS,
    Outline,
    Side,
    crossings,
    enters,
    shortest_crossing,
    side_of,
)
from engine.kernel.space.plane.points import Point
from tests.kernel.space.plane import slow


def ring(*corners: tuple[int, int]) -> Outline:
    """An outline by its corners."""
    return tuple(Point(*corner) for corner in corners)


SQUARE = ring((10, 10), (20, 10), (20, 20), (10, 20))
NOTCHED = ring((0, 0), (30, 0), (30, 20), (15, 10), (0, 20))
"""A notch comes in from the south; its tip is at (15, 10)."""


@pytest.mark.parametrize(
    ("at", "side"),
    [
        ((15, 15), Side.INSIDE), ((10, 10), Side.EDGE), ((20, 15), Side.EDGE), ((15, 20), Side.EDGE),
        ((21, 15), Side.OUTSIDE), ((9, 10), Side.OUTSIDE), ((5, 20), Side.OUTSIDE), ((11, 19), Side.INSIDE),
    ],
)  # fmt: skip
def test_the_edge_is_neither_inside_nor_outside(at: tuple[int, int], side: Side) -> None:
    """Corners and sides are edge."""
    assert side_of(SQUARE, Point(*at)) is side
    assert side_of(SQUARE[::-1], Point(*at)) is side


@pytest.mark.parametrize(
    ("one", "other", "met", "entry"),
    [
        ((0, 15), (30, 15), (Fraction(1, 3), Fraction(2, 3)), Fraction(1, 3)),  # through
        ((0, 10), (30, 10), (Fraction(1, 3), Fraction(2, 3)), None),  # along a side
        ((0, 20), (20, 0), (Fraction(1, 2),), None),  # touching a corner
        ((0, 15), (10, 15), (Fraction(1),), None),  # up to the edge
        ((10, 15), (15, 15), (Fraction(0),), Fraction(0)),  # from the edge inwards
        ((10, 12), (10, 18), (Fraction(0), Fraction(1)), None),  # on the edge all along
        ((15, 15), (30, 15), (Fraction(1, 3),), None),  # from inside out
        ((0, 0), (30, 30), (Fraction(1, 3), Fraction(2, 3)), Fraction(1, 3)),  # through two corners
        ((15, 15), (15, 15), (), None),  # no way at all
    ],
)
def test_where_a_segment_meets_and_enters(
    one: tuple[int, int], other: tuple[int, int], met: tuple[Fraction, ...], entry: Fraction | None
) -> None:
    """Touching and running along is meeting, not entering."""
    assert crossings(SQUARE, Point(*one), Point(*other)) == met
    assert enters(SQUARE, Point(*one), Point(*other)) == entry


def test_touching_the_edge_from_within_is_not_entering_again() -> None:
    """A way along y = 10 touches the tip of the notch; one below crosses the notch and comes in again."""
    assert enters(NOTCHED, Point(1, 10), Point(29, 10)) is None
    assert enters(NOTCHED, Point(0, 10), Point(30, 10)) == 0
    assert enters(NOTCHED, Point(3, 12), Point(27, 12)) == Fraction(18 - 3, 24)


def test_agrees_with_steps_along_the_way() -> None:
    """Inside, outside, meeting and entering, on generated tables."""
    for rng in slow.tables(2):
        outline, one, other = slow.outline(rng), slow.point(rng), slow.point(rng)
        here = slow.spot(one, other, Fraction(0))
        expected = Side.INSIDE if slow.inside(here, outline) else Side.OUTSIDE
        assert side_of(outline, one) is (Side.EDGE if slow.on_edge(here, outline) else expected)
        met = crossings(outline, one, other)
        assert all(slow.on_edge(slow.spot(one, other, share), outline) for share in met)
        shares = [Fraction(step, slow.STEPS) for step in range(slow.STEPS + 1)]
        within = [slow.inside(slow.spot(one, other, share), outline) for share in shares]
        for (before, was), (after, now) in zip(
            zip(shares, within, strict=True), list(zip(shares, within, strict=True))[1:], strict=False
        ):
            # Whatever changes between two steps, a meeting lies between them.
            assert was is now or any(before <= share <= after for share in met)
        entry = enters(outline, one, other)
        fresh = [share for share, now, was in zip(shares[1:], within[1:], within, strict=False) if now and not was]
        if fresh and entry is None:
            # Between two steps it touched the edge from within, exactly at the step that seemed outside.
            assert all(share - Fraction(1, slow.STEPS) in met for share in fresh)
        elif fresh:
            assert entry is not None
            assert entry <= fresh[0]
        if entry is not None:
            assert entry in met
            tiny = Fraction(1, 10**9)
            assert slow.inside(slow.spot(one, other, entry + tiny), outline)
            assert entry == 0 or not slow.inside(slow.spot(one, other, entry - tiny), outline)


# -- how wide
def test_a_river_is_as_wide_as_from_bank_to_bank() -> None:
    """Also where it bends, and where it runs aslant."""
    assert shortest_crossing(ring((0, 2000), (4800, 2000), (4800, 2250), (0, 2250))) == 250
    bent = ring((0, 1000), (1100, 1000), (1100, 3000), (1000, 3000), (1000, 1100), (0, 1100))
    assert shortest_crossing(bent) == 100
    assert shortest_crossing(ring((0, 0), (300, 400), (220, 460), (-80, 60))) == 100


def test_the_width_is_rounded_up() -> None:
    """A stream a trifle wider than an inch is wider than an inch."""
    assert shortest_crossing(ring((0, 0), (4800, 30), (4800, 130), (0, 100))) == 100
    assert shortest_crossing(ring((0, 0), (4800, 0), (4800, 101), (0, 100))) == 100
    assert shortest_crossing(ring((0, 0), (4800, 1), (4800, 102), (0, 101))) == 101


def test_land_between_two_arms_is_no_crossing() -> None:
    """A lake like a U, whose arms are 300 wide and 50 apart."""
    lake = ring((0, 0), (650, 0), (650, 900), (350, 900), (350, 300), (300, 300), (300, 900), (0, 900))
    assert shortest_crossing(lake) == 300


def test_a_triangle_is_as_wide_as_its_least_height() -> None:
    """It has no two sides that face each other."""
    assert shortest_crossing(ring((0, 0), (300, 0), (0, 400))) == 240


def test_a_river_of_very_many_corners_must_say_how_wide_it_is() -> None:
    """Looking for it takes time that grows with the square of their number."""
    bank = [(x, 0) for x in range(MOST_CORNERS)]
    with pytest.raises(ValueError, match="say how wide"):
        shortest_crossing(ring(*bank, (MOST_CORNERS, 50), (0, 50)))
