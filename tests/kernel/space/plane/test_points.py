"""Distances and lengths of ways."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.space.plane.points import (
    Point,
    distance_up,
    fine_length,
    fine_part,
    path_length,
    root_nearest,
    segment_length,
    squared_distance,
    to_thousandths,
    within,
)
from tests.kernel.space.plane import slow


def test_within_is_exact() -> None:
    """(60, 80) is 100 away, (60, 81) is not."""
    assert within(Point(0, 0), Point(60, 80), 100)
    assert not within(Point(0, 0), Point(60, 81), 100)
    assert squared_distance(Point(1, 1), Point(4, 5)) == 25


def test_distances_are_rounded_up() -> None:
    """So that no limit of whole hundredths is passed."""
    assert [distance_up(Point(0, 0), Point(x, 4)) for x in (3, 4)] == [5, 6]


@pytest.mark.parametrize(("x", "y", "length"), [(3, 4, 50), (1, 1, 14), (2, 2, 28), (1, 2, 22), (100, 100, 1414)])
def test_a_segment_counts_to_the_nearest_thousandth(x: int, y: int, length: int) -> None:
    """14.14 thousandths are 14, 28.28 are 28."""
    assert segment_length(Point(0, 0), Point(x, y)) == length


def test_a_way_is_rounded_once_it_is_summed() -> None:
    """A hundred segments of 14.142 are 1414, as one of a hundred times the length is."""
    steps = [Point(n, n) for n in range(101)]
    assert path_length(steps) == path_length([steps[0], steps[100]]) == 1414
    assert path_length([steps[0]]) == 0
    assert fine_length(Point(0, 0), Point(1, 1)) == 14142135
    assert [to_thousandths(fine) for fine in (499_999, 500_000, 1_499_999, -500_000)] == [0, 1, 1, 0]


def test_roots_are_the_nearest() -> None:
    """Against trying both neighbours."""
    for square in range(5000):
        root = root_nearest(square)
        assert (2 * root - 1) ** 2 <= 4 * square < (2 * root + 1) ** 2 or square == root == 0


def test_the_first_part_of_a_segment() -> None:
    """As long as the segment times its share, in billionths, rounded down."""
    assert fine_part(Point(0, 0), Point(300, 400), Fraction(1, 3)) == 1_666_666_666
    assert fine_part(Point(0, 0), Point(300, 400), Fraction(1)) == 5_000_000_000
    for rng in slow.tables(1):
        one, other = slow.point(rng), slow.point(rng)
        share = Fraction(rng.randint(0, 12), 12)
        length = fine_part(one, other, share)
        assert length**2 <= squared_distance(one, other) * 10**14 * share**2 < (length + 1) ** 2
