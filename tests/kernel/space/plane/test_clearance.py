"""Room to stand and to pass, against a slow reference."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.clearance import Table, free_spot, nearest_free_spot, path_clear, segment_clear
from engine.kernel.space.plane.points import Point, squared_distance
from tests.kernel.space.plane import slow
from tests.kernel.space.plane.test_outlines import ring

TABLE = Table(1000, 600)
OPEN = Blockers()
ROCK = Blockers.of([ring((400, 200), (600, 200), (600, 400), (400, 400))])


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        ((150, 100), None), ((149, 100), "spot_taken"), ((130, 140), None), ((130, 139), "spot_taken"),
        ((0, 0), None), ((1000, 600), None), ((1001, 600), "off_table"), ((5, -1), "off_table"),
        ((500, 300), "path_blocked"), ((400, 300), None),
    ],
)  # fmt: skip
def test_a_spot_is_free_exactly_half_an_inch_off(at: tuple[int, int], fault: str | None) -> None:
    """The other stands at (100, 100); 30 and 40 off is 50 away. Rim and edge of a rock are free."""
    assert free_spot(Point(*at), [Point(100, 100)], ROCK, TABLE) == fault


@pytest.mark.parametrize(
    ("one", "other", "fault"),
    [
        ((0, 50), (200, 50), None),  # passes exactly 50 off
        ((0, 51), (200, 51), "path_blocked"),
        ((50, 100), (150, 100), "path_blocked"),  # straight through
        ((100, 0), (100, 50), None),  # ends exactly 50 off
        ((100, 0), (100, 51), "path_blocked"),
        ((100, 90), (100, 20), None),  # begins nearer, moves straight off
        ((100, 90), (130, 90), None),  # at a right angle it only gets farther
        ((100, 90), (130, 91), "path_blocked"),  # nearer at first
        ((900, 500), (1001, 500), "off_table"),
        ((300, 300), (700, 300), "path_blocked"),
        ((300, 200), (700, 200), None),  # along the edge of the rock
    ],
)
def test_how_near_a_way_may_come(one: tuple[int, int], other: tuple[int, int], fault: str | None) -> None:
    """The enemy stands at (100, 100)."""
    assert segment_clear(Point(*one), Point(*other), [Point(100, 100)], ROCK, TABLE) == fault


def test_every_segment_of_a_way_counts() -> None:
    """Round the rock, and through it."""
    around = [Point(300, 300), Point(300, 150), Point(700, 150), Point(700, 300)]
    assert path_clear(around, [], ROCK, TABLE) is None
    assert path_clear([around[0], around[-1]], [], ROCK, TABLE) == "path_blocked"
    assert path_clear(around[:1], [], ROCK, TABLE) is None


def test_nobody_slips_through_a_wall_by_stopping_on_it() -> None:
    """A way that turns on a line, or on the seam of two rocks, is blocked there."""
    wall = Blockers(lines=[(Point(0, 300), Point(1000, 300))])
    assert path_clear([Point(500, 200), Point(500, 300), Point(500, 400)], [], wall, TABLE) == "path_blocked"
    rocks = Blockers.of(
        [ring((100, 100), (200, 100), (200, 200), (100, 200)), ring((200, 100), (300, 100), (300, 200), (200, 200))]
    )
    assert path_clear([Point(200, 50), Point(200, 150), Point(200, 250)], [], rocks, TABLE) == "path_blocked"


def _scene(rng: random.Random) -> tuple[Blockers, list[Point], Table]:
    regions = [slow.region(rng) for _ in range(rng.randint(0, 2))]
    return Blockers(regions), [slow.point(rng) for _ in range(rng.randint(0, 4))], Table(60, 55)


def test_ways_agree_with_steps_along_them() -> None:
    """Generated tables: a clear way has no step that is too near, inside or off; a blocked one has a reason."""
    for rng in slow.tables(8):
        blocked, enemies, table = _scene(rng)
        one, other, apart = slow.point(rng), slow.point(rng), rng.choice((5, 10, 13))
        fault = segment_clear(one, other, enemies, blocked, table, apart)
        steps = [slow.spot(one, other, Fraction(step, slow.STEPS)) for step in range(slow.STEPS + 1)]
        inside = any(slow.in_region(at, region) for at in steps[1:-1] for region in blocked.regions) and one != other
        off = not (other.x <= 60 and other.y <= 55)
        near = False
        for enemy in enemies:
            if squared_distance(one, enemy) >= apart * apart:
                near = near or slow.least_squared(one, other, enemy) < apart * apart
            else:
                # Moving off: each step is at least as far as the one before.
                far = [slow.squared(at, enemy) for at in steps]
                near = near or far != sorted(far)
        if inside or off or near:
            assert fault is not None
        if fault == "off_table":
            assert off
        elif fault == "path_blocked" and not near:
            assert not blocked.clear(one, other) or blocked.bars(other)


def test_the_nearest_free_spot_agrees_with_trying_all() -> None:
    """Generated tables: by distance, then y, then x."""
    for rng in slow.tables(9):
        blocked, others, _ = _scene(rng)
        table, at, apart = Table(rng.randint(3, 30), rng.randint(3, 30)), slow.point(rng, 30), rng.choice((4, 10, 20))
        free = [
            here
            for here in (Point(x, y) for y in range(table.height + 1) for x in range(table.width + 1))
            if free_spot(here, others, blocked, table, apart) is None
        ]
        best = min(free, key=lambda here: (squared_distance(here, at), here.y, here.x), default=None)
        assert nearest_free_spot(at, others, blocked, table, apart) == best


def test_a_free_spot_may_have_to_suit() -> None:
    """The nearest to the north."""
    found = nearest_free_spot(Point(500, 300), [], ROCK, TABLE, suits=lambda here: here.y <= 190)
    assert found == Point(500, 190)
