"""One side, met by a point and by a segment."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.space.plane.meetings import met_eastwards, shares_met

SOUTH, NORTH = (100, 0), (100, 100)


@pytest.mark.parametrize(
    ("at", "met"),
    [
        ((0, 50, 1), True),
        ((200, 50, 1), False),
        ((0, 150, 1), False),
        ((100, 50, 1), None),
        ((100, 100, 1), None),
        ((1999, 501, 20), True),  # half a twentieth to the west of it
        ((2000, 501, 20), None),
    ],
)
def test_a_line_to_the_east_crosses_a_side_or_begins_on_it(at: tuple[int, int, int], met: bool | None) -> None:
    """Whichever way the side goes; the third number divides the others."""
    assert met_eastwards(SOUTH, NORTH, at) is met
    assert met_eastwards(NORTH, SOUTH, at) is met


def test_of_a_corner_in_the_east_one_of_two_sides_counts() -> None:
    """A line of two sides is crossed once where they meet."""
    corner = (100, 50)
    assert [met_eastwards(*side, (0, 50, 1)) for side in ((SOUTH, corner), (corner, NORTH))].count(True) == 1


@pytest.mark.parametrize(
    ("start", "end", "shares"),
    [
        ((0, 50), (200, 50), (Fraction(1, 2),)),
        ((0, 100), (100, 100), (Fraction(1),)),
        ((0, 101), (200, 101), ()),
        ((0, 50), (99, 50), ()),
        ((100, -50), (100, 150), (Fraction(1, 4), Fraction(3, 4))),
        ((100, 150), (100, 50), (Fraction(1, 2), Fraction(1))),
        ((100, 150), (100, 200), ()),
    ],
)
def test_a_segment_meets_a_side_once_or_runs_along_it(
    start: tuple[int, int], end: tuple[int, int], shares: tuple[Fraction, ...]
) -> None:
    """Touching counts, also at a corner."""
    assert tuple(sorted(shares_met(SOUTH, NORTH, start, end))) == shares
    assert tuple(sorted(shares_met(NORTH, SOUTH, start, end))) == shares
