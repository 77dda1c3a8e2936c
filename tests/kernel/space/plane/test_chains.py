"""Lines of many sides: the same answers as side by side, and few sides looked at."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.kernel.space.plane import chains, outlines
from engine.kernel.space.plane.chains import Chain
from engine.kernel.space.plane.outlines import Outline
from engine.kernel.space.plane.points import Point, distance_up_to_segment
from engine.kernel.space.plane.regions import Part, Region
from engine.kernel.space.plane.shares import at_share, exact, stretches
from engine.kernel.space.plane.side import Side


def zigzag(corners: int) -> Outline:
    """A brook: both banks go up and down."""
    bank = [Point(100 + n * 3, 300 + (120 if n % 2 else 0)) for n in range(corners // 2)]
    return (*bank, *(Point(at.x, at.y + 40) for at in reversed(bank)))


def leaning(corners: int) -> Outline:
    """Long slanted teeth side by side: the rectangles around all of them overlap."""
    teeth = [Point(n * 4 + (900 if n % 2 else 0), 900 if n % 2 else 0) for n in range(corners - 2)]
    return (*teeth, Point(teeth[-1].x + 10, 1000), Point(-20, 1000))


def blob(corners: int) -> Outline:
    """Any corners in any order: it crosses and overlaps itself, and has sides of no length."""
    chance = random.Random(corners)
    found = [Point(chance.randrange(40) * 5, chance.randrange(40) * 5) for _ in range(corners - 1)]
    return (*found, found[-1])


SHAPES = [zigzag(60), leaning(60), blob(9), blob(40), blob(80)]


def points(outline: Outline, number: int) -> list[Point]:
    """Points about an outline: its corners, middles of sides, and any others."""
    chance = random.Random(number)
    xs, ys = [at.x for at in outline], [at.y for at in outline]
    made = [outline[chance.randrange(len(outline))] for _ in range(number // 3)]
    for _ in range(number // 3):
        side = chance.randrange(len(outline))
        one, other = outline[side - 1], outline[side]
        made.append(Point((one.x + other.x) // 2, (one.y + other.y) // 2))
    while len(made) < number:
        made.append(Point(chance.randint(min(xs) - 9, max(xs) + 9), chance.randint(min(ys) - 9, max(ys) + 9)))
    return made


@pytest.mark.parametrize("outline", SHAPES)
def test_a_point_lies_where_side_by_side_says(outline: Outline) -> None:
    chain = Chain.closed(outline)
    for point in points(outline, 90):
        assert chain.side_of(exact(point)) is outlines.side_of(outline, point)
        between = (point.x * 3 + 1, point.y * 3 - 1, 3)
        assert chain.side_of(between) is outlines.side_of_exact(outline, between)
        sides = [(outline[number - 1], at) for number, at in enumerate(outline)]
        assert chain.distance_up(point) == min(distance_up_to_segment(*side, point) for side in sides)
        assert set(chain.near(point, 0)) >= {side for side in sides if distance_up_to_segment(*side, point) == 0}


@pytest.mark.parametrize("outline", SHAPES)
def test_a_segment_meets_what_side_by_side_meets(outline: Outline) -> None:
    """Its crossings, and the stretches inside: alone, with a hole, and less another region."""
    chain, found = Chain.closed(outline), points(outline, 60)
    hole, other = tuple(Point(at.x // 2, at.y // 2) for at in outline), blob(7)
    regions = [
        Region((Part(outline),)),
        Region((Part(outline, (hole,)), Part(other))),
        Region((Part(outline), Part(hole)), (Part(other, (hole,)),)),
    ]
    for one, two in zip(found, reversed(found), strict=True):
        assert tuple(sorted(chain.crossings(one, two))) == outlines.crossings(outline, one, two)
        for region in regions:
            assert region.stretches(one, two) == slowly(region, one, two)


def slowly(region: Region, one: Point, other: Point) -> tuple[object, ...]:
    """The stretches inside, by the middle of each piece between two crossings."""
    if one == other:
        return ()
    shares = {share for ring in region.outlines() for share in outlines.crossings(ring, one, other)}
    return stretches(shares, lambda share: region.side_of_exact(at_share(one, other, share)) is Side.INSIDE)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each side of which a segment is asked how it lies."""
    asked: list[int] = []
    turn: Callable[..., int] = chains.turn

    def counted(*given: object) -> int:
        asked.append(1)
        return turn(*given)

    monkeypatch.setattr(chains, "turn", counted)
    return asked


@pytest.mark.parametrize("shape", [zigzag, leaning])
def test_work_grows_no_faster_than_the_corners(shape: Callable[[int], Outline], looked_at: list[int]) -> None:
    """A way across everything costs a few steps for each corner, and one beside the middle next to none."""
    work = []
    for corners in (500, 2000):
        outline = shape(corners)
        region = Region((Part(outline),))
        left, right = min(at.x for at in outline), max(at.x for at in outline)
        middle = sum(at.y for at in outline) // len(outline)
        looked_at.clear()
        assert region.stretches(Point(left - 10, middle), Point(right + 10, middle + 3))
        work.append(len(looked_at))
        assert work[-1] <= 4 * corners
    assert work[1] < 5 * work[0], "four times the corners, and not sixteen times the work"


def test_a_short_way_beside_a_long_brook_costs_next_to_nothing(looked_at: list[int]) -> None:
    region = Region((Part(zigzag(2000)),))
    region.stretches(Point(1500, 250), Point(1530, 500))
    assert len(looked_at) < 200
