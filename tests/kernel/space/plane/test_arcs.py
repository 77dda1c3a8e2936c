"""Front and flank."""

from __future__ import annotations

import pytest

from engine.kernel.space.plane.arcs import direction, in_front
from engine.kernel.space.plane.points import Point


@pytest.mark.parametrize(
    ("other", "front"),
    [((0, 500), True), ((500, 0), True), ((-500, 0), True), ((500, -1), False), ((0, -1), False), ((0, 0), True)],
)
def test_exactly_a_right_angle_is_front(other: tuple[int, int], front: bool) -> None:
    """One looks to the south; whoever is beside the shoulder is in front, a hundredth behind it is not."""
    assert in_front(Point(0, 0), Point(0, 7), Point(*other)) is front


def test_a_direction_needs_two_points() -> None:
    """The vector between them."""
    assert direction(Point(1, 2), Point(4, 0)) == Point(3, -2)
    assert direction(Point(1, 2), Point(1, 2)) is None
