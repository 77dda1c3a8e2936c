"""What happens at one place of a segment counts together."""

from __future__ import annotations

from fractions import Fraction

from engine.kernel.space.plane.points import Point
from engine.kernel.space.plane.regions import Part, Region

LEFT = (Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))
RIGHT = (Point(10, 0), Point(20, 0), Point(20, 10), Point(10, 10))
TOOTH = (Point(0, 0), Point(20, 0), Point(20, 10), Point(10, 5), Point(0, 10))


def test_two_parts_side_by_side_are_passed_in_one_stretch() -> None:
    region = Region((Part(LEFT), Part(RIGHT)))
    assert region.stretches(Point(-10, 5), Point(30, 5)) == ((Fraction(1, 4), Fraction(3, 4)),)


def test_a_corner_that_is_touched_from_within_parts_nothing() -> None:
    region = Region((Part(TOOTH),))
    assert region.stretches(Point(0, 5), Point(20, 5)) == ((Fraction(0), Fraction(1)),)
    assert region.stretches(Point(0, 7), Point(20, 7)) == (
        (Fraction(0), Fraction(3, 10)),
        (Fraction(7, 10), Fraction(1)),
    )


def test_along_an_edge_one_is_not_inside() -> None:
    """Neither on the rim, nor on the rim of what is taken away."""
    region = Region((Part(LEFT), Part(RIGHT)), (Part(RIGHT),))
    assert region.stretches(Point(0, 0), Point(20, 0)) == ()
    assert region.stretches(Point(10, 0), Point(10, 10)) == ()
    assert region.stretches(Point(0, 5), Point(20, 5)) == ((Fraction(0), Fraction(1, 2)),)
