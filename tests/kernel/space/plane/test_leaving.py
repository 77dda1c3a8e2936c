"""Where a way leaves a reach, against trying every step."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kernel.space.plane.leaving import first_beyond, last_within, leaves
from engine.kernel.space.plane.points import Point, squared_distance, within
from tests.kernel.space.plane import slow

CENTRE = Point(0, 0)


@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        ((50, 0), (150, 0), (100, 0)),  # exactly an inch off is still within
        ((50, 0), (100, 0), None),  # does not leave
        ((101, 0), (200, 0), None),  # never was within
        ((100, 0), (200, 0), (100, 0)),  # leaves at once
        ((-200, 0), (200, 0), (100, 0)),  # through and out
        ((-200, 100), (200, 100), (0, 100)),  # touches it in one point
        ((-200, 101), (200, 101), None),  # passes by
        ((60, 0), (60, 200), (60, 80)),
        ((0, 0), (200, 200), (70, 70)),  # (71, 71) is 100.4 away
        ((50, 0), (50, 0), None),
    ],
)
def test_the_last_point_within(one: tuple[int, int], other: tuple[int, int], at: tuple[int, int] | None) -> None:
    """Of a reach of 100 around (0, 0)."""
    expected = None if at is None else Point(*at)
    assert last_within(Point(*one), Point(*other), CENTRE, 100) == expected


def test_agrees_with_trying_every_step() -> None:
    """Whether it leaves at all, and where: within reach, on the way, and no later step is within."""
    for rng in slow.tables(10):
        one, other, centre = slow.point(rng), slow.point(rng), slow.point(rng)
        reach = rng.choice((5, 10, 13, 25))
        found = leaves(one, other, centre, reach)
        out = squared_distance(other, centre) > reach * reach
        if not (out and slow.least_squared(one, other, centre) <= reach * reach):
            assert found is None
            continue
        assert found is not None
        assert within(found.at, centre, reach)
        assert slow.least_squared(one, other, found.at) <= Fraction(9, 2)
        steps = max(abs(other.x - one.x), abs(other.y - one.y))
        later = [Fraction(step, steps) for step in range(found.step + 1, steps + 1)]
        assert all(slow.squared(slow.spot(one, other, share), centre) > reach * reach for share in later)


def test_the_first_step_beyond() -> None:
    """A hundredth after the last within."""
    assert first_beyond(Point(50, 0), Point(150, 0), CENTRE, 100) == leaves(Point(50, 0), Point(150, 0), CENTRE, 101)
    assert first_beyond(Point(50, 0), Point(100, 0), CENTRE, 100) is None
    beyond = first_beyond(Point(60, 0), Point(60, 200), CENTRE, 100)
    assert beyond is not None
    assert beyond.at == Point(60, 81)
