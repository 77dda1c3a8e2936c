"""Rings of whole points, and points so far off in a direction."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.kernel.space.plane.circles import ring, towards
from engine.kernel.space.plane.points import Point, segment_length, squared_distance
from tests.kernel.space.plane import slow


@pytest.mark.parametrize("radius", [1, 50, 52, 99, 500, 1700, 100_000])
def test_a_ring_lies_on_its_circle(radius: int) -> None:
    """To the hundredth; outward never nearer than the radius."""
    centre = Point(7, -3)
    for at in ring(centre, radius):
        assert abs(squared_distance(at, centre) - radius * radius) <= 3 * radius + 3
    for at in ring(centre, radius, outward=True):
        assert radius * radius <= squared_distance(at, centre) <= (radius + 2) ** 2
    assert len(set(ring(centre, 500))) == 32


def test_a_ring_goes_round_clockwise_from_the_east() -> None:
    """East, then south, as drawn."""
    points = ring(Point(0, 0), 1000)
    assert [points[n] for n in (0, 8, 16, 24)] == [Point(1000, 0), Point(0, 1000), Point(-1000, 0), Point(0, -1000)]
    assert all(one.x * two.y - one.y * two.x > 0 for one, two in pairwise((*points, points[0])))


def test_a_point_so_far_off_is_never_farther() -> None:
    """And less than two hundredths nearer."""
    assert towards(Point(0, 0), Point(3, 4), 5000) == Point(300, 400)
    assert towards(Point(10, 10), Point(-1, 0), 1234) == Point(-113, 10)
    for rng in slow.tables(11):
        at, to = slow.point(rng), slow.point(rng)
        if at == to:
            continue
        length = rng.randint(0, 9999)
        there = towards(at, Point(to.x - at.x, to.y - at.y), length)
        assert length - 20 <= segment_length(at, there) <= length
