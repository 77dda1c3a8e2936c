"""Where a straight way leaves somebody's reach."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from engine.kernel.space.plane.points import Point, squared_distance, within
from engine.kernel.space.plane.shares import at_share, step_at, steps_between


class Leaving(Struct, frozen=True):
    """at: the last point within reach. step: how many steps of a hundredth lead there (`steps_between`)."""

    at: Point
    step: int


def last_within(point: Point, other: Point, centre: Point, reach: int) -> Point | None:
    """The last whole point of a segment within reach, where the segment leaves the reach; None where it does not.

    It leaves where some point of it is at most `reach` hundredths from the centre and its end is farther. The point is
    rounded to the hundredth on the inside of the reach.
    """
    found = leaves(point, other, centre, reach)
    return None if found is None else found.at


def first_beyond(point: Point, other: Point, centre: Point, reach: int) -> Leaving | None:
    """The first step of a hundredth at which a segment is beyond reach and stays so; None where it does not leave.

    The point is rounded to the nearest hundredth.
    """
    found = leaves(point, other, centre, reach)
    return None if found is None else Leaving(step_at(point, other, found.step + 1), found.step + 1)


def leaves(point: Point, other: Point, centre: Point, reach: int) -> Leaving | None:
    """The same, with how far along the segment that is: of two that are left, the one of fewer steps comes first."""
    if within(other, centre, reach):
        return None
    dx, dy = other.x - point.x, other.y - point.y
    square = dx * dx + dy * dy
    part = dx * (centre.x - point.x) + dy * (centre.y - point.y)
    share = Fraction(min(max(part, 0), square), square) if square else Fraction(0)
    if not _reached(point, other, share, centre, reach):
        return None
    steps = steps_between(point, other)
    # From the nearest point on the distance only grows, so the last step within reach is found by halving.
    low, high = int(share * steps), steps
    while high - low > 1:
        middle = (low + high) // 2
        if _reached(point, other, Fraction(middle, steps), centre, reach):
            low = middle
        else:
            high = middle
    return Leaving(_inside(point, other, low, centre, reach), low)


def _reached(point: Point, other: Point, share: Fraction, centre: Point, reach: int) -> bool:
    """Whether the point at a share of a segment is within reach."""
    x, y, over = at_share(point, other, share)
    return (x - centre.x * over) ** 2 + (y - centre.y * over) ** 2 <= (reach * over) ** 2


def _inside(spot: Point, other: Point, step: int, centre: Point, reach: int) -> Point:
    """The whole point nearest to a step, moved towards the centre where it is not within reach."""
    at = step_at(spot, other, step)
    if step == 0 and within(spot, centre, reach):
        return spot
    near = [Point(at.x + dx, at.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    inside = [point for point in near if within(point, centre, reach)]
    return min(inside or [centre], key=lambda p: (squared_distance(p, at), -squared_distance(p, centre), p.y, p.x))
