"""Where zones and ranks without coordinates are drawn: without overlap, and the same every time."""

from __future__ import annotations

import itertools

import pytest

from engine.kernel.scene.layout import extent, rank_points, zone_boxes
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import GroundLink, GroundZone


def zones(count: int) -> list[GroundZone]:
    return [GroundZone(key=f"z{n}", label=f"Z{n}") for n in range(count)]


def apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether two boxes lie beside each other."""
    left, right = sorted((min(p.x for p in box), max(p.x for p in box)) for box in (one, other))
    high, low = sorted((min(p.y for p in box), max(p.y for p in box)) for box in (one, other))
    return left[1] < right[0] or high[1] < low[0]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 9, 30])
def test_zones_do_not_overlap_and_lie_in_the_drawing(count: int) -> None:
    """Any number of them."""
    boxes = zone_boxes(zones(count), [])
    assert list(boxes) == [f"z{n}" for n in range(count)]
    assert all(apart(a[1], b[1]) for a, b in itertools.combinations(boxes.values(), 2))
    width, height = extent(boxes)
    for at, outline in boxes.values():
        for point in (at, *outline):
            assert 0 <= point.x <= width
            assert 0 <= point.y <= height


def test_a_chain_of_zones_is_laid_out_along_its_links() -> None:
    """Each beside the one before it, whatever their order in the setup."""
    keys = ["a", "c", "e", "b", "d", "f"]
    chain = [GroundLink(key=f"{x}{y}", from_=x, to=y) for x, y in itertools.pairwise("abcdef")]
    boxes = zone_boxes([GroundZone(key=key, label=key) for key in keys], chain)
    for x, y in itertools.pairwise("abcdef"):
        one, other = boxes[x][0], boxes[y][0]
        assert abs(one.x - other.x) + abs(one.y - other.y) in (500, 600)


def test_zones_with_a_place_of_their_own_keep_it() -> None:
    """The others lie beside them."""
    ring = (Point(0, 0), Point(900, 0), Point(900, 300), Point(0, 300))
    given = [
        GroundZone(key="hall", label="Hall", outline=ring),
        GroundZone(key="yard", label="Yard", at=Point(450, 800)),
        GroundZone(key="attic", label="Attic"),
    ]
    boxes = zone_boxes(given, [])
    assert boxes["hall"] == (Point(450, 150), ring)
    assert boxes["yard"][0] == Point(450, 800)
    assert min(point.x for point in boxes["attic"][1]) > 900
    assert zone_boxes(given, []) == boxes


def test_sides_face_each_other_across_the_middle() -> None:
    """A row each, the same ranks opposite each other, the first nearest; a third side gets a lane of its own."""
    width, height, points = rank_points({"party": [1, 2], "bandits": [2, 1], "wolves": [1]})
    assert (width, height) == (300, 1000)
    assert points["party", 1] == Point(100, 355)
    assert points["party", 2] == Point(200, 425)
    assert points["bandits", 1] == Point(100, 145)
    assert points["bandits", 2] == Point(200, 75)
    assert points["wolves", 1] == Point(100, 855)


@pytest.mark.parametrize("deep", [1, 2, 5, 30])
def test_lines_of_any_depth_stay_within_their_lane(deep: int) -> None:
    """However many positions there are, none leaves the drawing, and none touches one of the other line."""
    width, height, points = rank_points({"party": range(1, deep + 1), "bandits": range(1, deep + 1)})
    for rank in range(1, deep + 1):
        own, theirs = points["party", rank], points["bandits", rank]
        assert own.x == theirs.x == 100 * rank < width
        assert (own.y + theirs.y, own.y - theirs.y >= 210) == (height, True)
        assert 0 < theirs.y < own.y < height
