"""Shortest ways, against a search over every whole point."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from engine.kernel.space.paths import reached
from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.clearance import Table, path_clear, segment_clear
from engine.kernel.space.plane.points import Point, path_length, segment_length
from engine.kernel.space.plane.regions import Part, Region
from engine.kernel.space.plane.ways import shortest_way
from tests.kernel.space.plane import slow
from tests.kernel.space.plane.test_outlines import ring

TABLE = Table(1000, 600)
ROCK = ring((400, 200), (600, 200), (600, 400), (400, 400))


def test_straight_where_nothing_bars() -> None:
    """And no way at all is a way of one point."""
    assert shortest_way(Point(0, 0), [Point(500, 300)], [], Blockers(), TABLE) == (Point(0, 0), Point(500, 300))
    assert shortest_way(Point(9, 9), [Point(9, 9)], [], Blockers(), TABLE) == (Point(9, 9),)


def test_around_a_rock_by_its_corners() -> None:
    """The nearer way round."""
    way = shortest_way(Point(300, 290), [Point(700, 290)], [], Blockers.of([ROCK]), TABLE)
    assert way == (Point(300, 290), Point(400, 200), Point(600, 200), Point(700, 290))


def test_around_the_end_of_a_wall() -> None:
    """And beside its bends, where nobody stands."""
    wall = Blockers(lines=[(Point(500, -9), Point(500, 300), Point(450, 300))])
    way = shortest_way(Point(400, 100), [Point(600, 100)], [], wall, TABLE)
    assert way is not None
    assert Point(450, 300) in way
    assert path_clear(way, [], wall, TABLE) is None
    assert path_length(way) <= 2062 + 500 + 2237 + 60


def test_around_an_enemy_at_half_an_inch() -> None:
    """Hardly longer than the round way of tangents and arc, which is 2,256."""
    way = shortest_way(Point(0, 100), [Point(200, 100)], [Point(100, 100)], Blockers(), TABLE)
    assert way is not None
    assert path_clear(way, [Point(100, 100)], Blockers(), TABLE) is None
    assert path_length(way) <= 2290


def test_the_nearest_of_several_goals() -> None:
    """By the way there, not by distance."""
    goals = [Point(620, 300), Point(100, 300)]
    way = shortest_way(Point(390, 300), goals, [], Blockers.of([ROCK]), TABLE)
    assert way == (Point(390, 300), Point(100, 300))


def test_no_way() -> None:
    """The goal lies within a closed wall."""
    ringed = Blockers(lines=[(Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100), Point(0, 0))])
    assert shortest_way(Point(500, 50), [Point(50, 50)], [], ringed, TABLE) is None
    assert shortest_way(Point(500, 50), [], [], ringed, TABLE) is None


def neighbours(
    enemies: list[Point], blocked: Blockers, table: Table, apart: int, at: tuple[int, int]
) -> list[tuple[tuple[int, int], int]]:
    """The points next to one that a step leads to, with its length."""
    here = Point(*at)
    near = [Point(at[0] + dx, at[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return [
        ((to.x, to.y), segment_length(here, to))
        for to in near
        if table.holds(to) and segment_clear(here, to, enemies, blocked, table, apart) is None
    ]


def test_ways_are_clear_and_no_longer_than_a_search_over_all_points_finds() -> None:
    """Small generated tables: king's steps over every whole point; each is clear by the same law of segments."""
    for rng in slow.tables(13):
        size, apart = 16, 3
        table = Table(size, size)
        blocked = Blockers([Region(slow.region(rng, size).parts)])
        enemies = [slow.point(rng, size) for _ in range(rng.randint(0, 2))]
        start, goal = slow.point(rng, size), slow.point(rng, size)
        way = shortest_way(start, [goal], enemies, blocked, table, apart)
        if way is not None:
            assert way[0] == start
            assert way[-1] == goal
            assert path_clear(way, enemies, blocked, table, apart) is None
        if rng.random() > 0.3:
            continue

        onward = partial(neighbours, enemies, blocked, table, apart)
        found = reached((start.x, start.y), onward, 10_000)
        cost = found.get((goal.x, goal.y))
        if cost is not None and way is not None:
            # Each step is rounded; rings around enemies lie up to four hundredths outside of what is barred.
            assert path_length(way) <= cost + cost // 20 + 120 * len(enemies)
        if cost is not None and not enemies:
            assert way is not None
        assert all(one != two for one, two in pairwise(way or ()))


def test_the_search_ends_whatever_the_table_is_like() -> None:
    """A goal within a closed wall, among rocks of a thousand corners."""
    rocks = [
        ring(*((x + dx, y + dy) for dx, dy in ((0, 0), (20, 0), (20, 20), (0, 20))))
        for x in range(100, 900, 40)
        for y in range(100, 500, 40)
    ]
    wall = (Point(900, 500), Point(990, 500), Point(990, 590), Point(900, 590), Point(900, 500))
    blocked = Blockers([Region((Part(rock),)) for rock in rocks], [wall])
    assert shortest_way(Point(10, 10), [Point(950, 550)], [], blocked, TABLE) is None
    way = shortest_way(Point(10, 10), [Point(890, 480)], [], blocked, TABLE)
    assert way is None or path_clear(way, [], blocked, TABLE) is None


def test_over_a_bridge() -> None:
    """Where a strip is taken away from water, straight or askew: the way turns at the ends of the bridge."""
    water = Part(ring((450, -100), (550, -100), (550, 700), (450, 700)))
    for strip in (((300, 100), (700, 100), (700, 150), (300, 150)), ((0, 90), (1000, 190), (1000, 240), (0, 140))):
        bridged = Blockers([Region((water,), (Part(ring(*strip)),))])
        way = shortest_way(Point(400, 500), [Point(600, 500)], [], bridged, TABLE)
        assert way is not None
        assert path_clear(way, [], bridged, TABLE) is None
        straight = path_length((Point(400, 500), Point(450, 185), Point(550, 195), Point(600, 500)))
        assert path_length(way) <= straight + 900
    without = Blockers([Region((water,))])
    assert shortest_way(Point(400, 500), [Point(600, 500)], [], without, TABLE) is None
