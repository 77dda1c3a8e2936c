"""Straight flight, against trying every step."""

from __future__ import annotations

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.circles import towards
from engine.kernel.space.plane.clearance import Table, free_spot, segment_clear
from engine.kernel.space.plane.flight import flight
from engine.kernel.space.plane.points import Point, segment_length
from engine.kernel.space.plane.shares import step_at, steps_between
from tests.kernel.space.plane import slow
from tests.kernel.space.plane.test_outlines import ring

TABLE = Table(1000, 600)
EAST = Point(1, 0)


def test_it_stops_early() -> None:
    """At the rim, at a rock, half an inch before an enemy, and before a friend at whose spot it would end."""
    start, rock = Point(100, 100), Blockers.of([ring((400, 0), (600, 0), (600, 200), (400, 200))])
    assert flight(start, EAST, 4500, [], [], Blockers(), TABLE) == Point(550, 100)
    assert flight(start, EAST, 99_000, [], [], Blockers(), TABLE) == Point(1000, 100)
    assert flight(start, EAST, 4500, [], [], rock, TABLE) == Point(400, 100)
    enemy = Point(300, 100)
    assert flight(start, EAST, 4500, [enemy], [enemy], Blockers(), TABLE) == Point(250, 100)
    friend = Point(540, 100)
    assert flight(start, EAST, 4500, [], [friend], Blockers(), TABLE) == Point(490, 100)
    assert flight(start, EAST, 9000, [], [friend], Blockers(), TABLE) == Point(1000, 100)


def test_it_may_get_nowhere() -> None:
    """With its back to the rim, or a friend right behind."""
    assert flight(Point(1000, 5), EAST, 4500, [], [], Blockers(), TABLE) == Point(1000, 5)
    near = Point(150, 100)
    assert flight(Point(100, 100), EAST, 500, [], [near], Blockers(), TABLE) == Point(100, 100)


def test_agrees_with_trying_every_step() -> None:
    """Generated tables: the last step that can be reached and stopped at."""
    for rng in slow.tables(12):
        blocked = Blockers([slow.region(rng)])
        enemies, friends = ([slow.point(rng) for _ in range(rng.randint(0, 2))] for _ in range(2))
        start, way = slow.point(rng), Point(rng.randint(-9, 9), rng.randint(1, 9))
        length, table, apart = rng.randint(0, 700), Table(60, 55), 6
        others = [*enemies, *friends]
        there = flight(start, way, length, enemies, others, blocked, table, apart)
        end = towards(start, way, length)
        best = start
        for step in range(1, steps_between(start, end) + 1):
            at = step_at(start, end, step)
            if segment_clear(start, at, enemies, blocked, table, apart) is not None:
                continue
            if free_spot(at, others, blocked, table, apart) is None:
                best = at
        # Rounded steps may dodge an edge by half a hundredth; then the flight stops at the first of them.
        assert segment_length(start, there) <= segment_length(start, best) <= max(length, 0)
        if there != best:
            assert there == start or free_spot(there, others, blocked, table, apart) is None
