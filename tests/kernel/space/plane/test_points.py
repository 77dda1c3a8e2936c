"""Distances and lengths of ways."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.space.plane.points import (
    Point,
    distance_up,
    part_length,
    path_length,
    root_nearest,
    segment_length,
    squared_distance,
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


def test_a_way_is_summed_after_rounding() -> None:
    """Two segments of 14.14 are 28, one of 28.28 too; three are 42."""
    steps = [Point(n, n) for n in range(4)]
    assert path_length(steps) == 42
    assert path_length([steps[0], steps[3]]) == 42
    assert path_length([steps[0]]) == 0


def test_roots_are_the_nearest() -> None:
    """Against trying both neighbours."""
    for square in range(5000):
        root = root_nearest(square)
        assert (2 * root - 1) ** 2 <= 4 * square < (2 * root + 1) ** 2 or square == root == 0


def test_the_first_part_of_a_segment() -> None:
    """As long as the segment times its share, to the nearest thousandth."""
    assert part_length(Point(0, 0), Point(300, 400), Fraction(1, 3)) == 1667
    assert part_length(Point(0, 0), Point(300, 400), Fraction(1)) == 5000
    for rng in slow.tables(1):
        one, other = slow.point(rng), slow.point(rng)
        share = Fraction(rng.randint(0, 12), 12)
        length = part_length(one, other, share)
        true = squared_distance(one, other) * 100 * share**2
        assert (Fraction(2 * length + 1, 2)) ** 2 > true
        assert length == 0 or Fraction(2 * length - 1, 2) ** 2 <= true
