"""Whole ways."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ways import Walker, Wanted, Way, onward
from engine.systems.dozen_die.content.kinds import Grade
from tests.systems.dozen_die.board.maps import astray, gone, group, land, leap, path, walker

OPEN = tuple("........" for _ in range(8))


@pytest.mark.rule("DD-MOVE-01", "DD-MOVE-02", "DD-EX-01")
def test_a_way_turns_freely_and_is_as_long_as_the_movement() -> None:
    """Three squares with a movement of 3, never four."""
    someone = walker(land(*OPEN), Footprint(0, 0))
    assert gone(someone.follow(path((1, 0), (1, 1), (0, 1)))).cost == 3
    assert astray(someone.follow(path((1, 0), (1, 1), (0, 1), (0, 2)))) == (3, "TOO_FAR")
    ends = {way.steps[-1].to for way in someone.ways() if not way.steps[-1].leaves}
    assert len(ends) == 15


@pytest.mark.rule("DD-MOVE-09", "DD-MOVE-10")
def test_own_figures_let_pass_and_nobody_stops_on_them() -> None:
    """A way may lead through them, and not end there."""
    someone = walker(land("....", "####"), Footprint(0, 0), among=group(own=(Footprint(1, 0),)))
    assert gone(someone.follow(path((1, 0), (2, 0)))).cost == 2
    assert astray(someone.follow(path((1, 0)))) == (0, "TAKEN")
    assert [way.steps[-1].to.x for way in someone.ways() if not way.steps[-1].leaves] == [2, 3]


@pytest.mark.rule("DD-MOVE-11", "DD-MOVE-12", "DD-MOVE-13")
def test_a_way_ends_at_its_first_contact() -> None:
    """An empty square between them is enough to get by."""
    someone = walker(land(*OPEN), Footprint(0, 0), 6, group(foreign=(Footprint(2, 2),)))
    found = gone(someone.follow(path((1, 0), (2, 1), (3, 1))))
    assert (found.touches, found.steps[-1].to) == (("foe1",), Footprint(2, 1))
    assert gone(someone.follow(path((1, 0), (2, 0), (3, 0), (4, 1)))).touches == ()
    for way in someone.ways():
        assert all(not someone.group.touching(someone.land, taken.to) for taken in way.steps[:-1])


@pytest.mark.rule("DD-MOVE-11")
def test_nobody_passes_through_a_foreign_figure_not_even_below_a_climber() -> None:
    """Contact is a matter of height, squares are not."""
    board = land("222", "...")
    someone = walker(board, Footprint(0, 1), 3, group(foreign=(Footprint(1, 1, 2),)))
    assert astray(someone.follow(path((1, 1), (2, 1)))) == (0, "FOREIGN")


def test_contact_from_the_start_counts_once_it_was_left() -> None:
    """Who begins in contact may step along it and away; not back."""
    someone = walker(land(*OPEN), Footprint(3, 3), 3, group(foreign=(Footprint(4, 4),)))
    assert someone.held == ("foe1",)
    assert gone(someone.follow(path((3, 4), (2, 4)))).touches == ()
    assert gone(someone.follow(path((2, 3), (3, 3)))).touches == ("foe1",)


def test_two_may_be_touched_at_once() -> None:
    """Whom to fight is another question."""
    someone = walker(land(*OPEN), Footprint(0, 1), 3, group(foreign=(Footprint(3, 0), Footprint(3, 2))))
    assert gone(someone.follow(path((1, 1), (2, 1)))).touches == ("foe1", "foe2")


@pytest.mark.rule("DD-MOVE-08")
def test_a_plank_that_bears_no_charge_bears_a_move() -> None:
    """Contact beyond it, or on it, would make it one."""
    someone = walker(land(".p...", "#####"), Footprint(0, 0), 4, group(foreign=(Footprint(4, 0),)))
    assert gone(someone.follow(path((1, 0), (2, 0)))).cost == 2
    assert astray(someone.follow(path((1, 0), (2, 0), (3, 0)))) == (2, "NO_CHARGE")


def test_a_way_is_over_after_a_fall_or_beyond_the_edge() -> None:
    """Nothing follows there."""
    someone = walker(land("2..", "..."), Footprint(0, 0, 2), 3)
    assert gone(someone.follow(path((1, 0, 0)))).over
    assert astray(someone.follow(path((1, 0, 0), (2, 0)))) == (1, "OVER")
    assert astray(someone.follow(path((-1, 0), (-2, 0)))) == (1, "OVER")
    assert gone(someone.follow(path((-1, 0)))).steps[-1].leaves


@pytest.mark.rule("DD-JUMP-03", "DD-ACT-11")
def test_a_jump_counts_against_the_movement_and_is_never_longer() -> None:
    """A step before it shortens it."""
    board = land("33...3..")
    someone = walker(board, Footprint(1, 0, 3), 4)
    assert gone(someone.follow([leap(5, 0)])).cost == 4
    assert astray(walker(board, Footprint(1, 0, 3), 3).follow([leap(5, 0)])) == (0, "JUMPS_TOO_FAR")
    assert astray(walker(board, Footprint(0, 0, 3), 4).follow([*path((1, 0)), leap(5, 0)])) == (1, "JUMPS_TOO_FAR")


def test_no_jump_flies_through_contact() -> None:
    """Past whom it does not touch it does; what it lands beside it charges."""
    someone = walker(land(*OPEN), Footprint(0, 0), 4, group(foreign=(Footprint(2, 1),)))
    assert astray(someone.follow([leap(4, 0)])) == (0, "FLIES_PAST")
    below = walker(land("3..3", "...."), Footprint(0, 0, 3), 4, group(foreign=(Footprint(1, 0),)))
    assert gone(below.follow([leap(3, 0)])).touches == ()
    lands = walker(land("3..33"), Footprint(0, 0, 3), 4, group(foreign=(Footprint(4, 0, 3),)))
    assert gone(lands.follow([leap(3, 0)])).touches == ("foe1",)


def test_all_ways_lead_up_ladders_and_over_gaps() -> None:
    """Each end once, by a shortest way over the easiest ground."""
    board = land("L2.2", "####")
    ends = {(s.x, s.height): way.cost for way in walker(board, Footprint(0, 0), 5).ways() for s in [way.steps[-1].to]}
    assert {key: ends[key] for key in ((0, 1), (0, 2), (1, 2), (3, 2))} == {(0, 1): 1, (0, 2): 2, (1, 2): 3, (3, 2): 5}
    detour = land("...", ".~.", "...")
    (across,) = [way for way in walker(detour, Footprint(0, 1), 2).ways() if way.steps[-1].to == Footprint(2, 1)]
    assert not any(taken.into for taken in across.steps)


def test_a_large_figure_goes_where_all_of_it_fits() -> None:
    """Two squares a side through a gap of one: no."""
    ends = [way.steps[-1].to for way in walker(land("..#..", "..#..", "....."), Footprint(0, 0, size=2), 3).ways()]
    assert {s.x for s in ends if s.x >= 0 and 0 <= s.y <= 1} == {0}


def test_a_fall_beside_a_foe_is_no_contact() -> None:
    """Who falls comes to lie clear of everybody; a level less, and it is a step into contact."""
    board = land("21..", "....")
    fall = walker(board, Footprint(0, 0, 2), among=group(foreign=(Footprint(1, 1),)))
    assert gone(fall.follow(path((0, 1, 0)))).touches == ()
    drop = walker(board, Footprint(1, 0, 1), among=group(foreign=(Footprint(3, 1),)))
    assert gone(drop.follow(path((2, 1, 0)))).touches == ("foe1",)


def test_of_the_shortest_ways_the_straight_one_is_gone() -> None:
    """Not by a diamond: whoever stands aside of the line has no reaction to it."""
    someone = walker(land(*OPEN), Footprint(0, 3), 6)
    ways = {(way.steps[-1].to.x, way.steps[-1].to.y): way for way in someone.ways()}
    assert [(step.to.x, step.to.y) for step in someone.straightened(ways[6, 3]).steps] == [(x, 3) for x in range(1, 7)]


def strays(someone: Walker, way: Way) -> int:
    """How far the squares of a way lie from the line between its start and its end: areas, added up."""
    end = way.steps[-1].to
    dx, dy = end.x - someone.start.x, end.y - someone.start.y
    squares = [at for taken in way.steps for at in (*taken.over, taken.to)]
    return sum(abs(dx * (at.y - someone.start.y) - dy * (at.x - someone.start.x)) for at in squares)


def every(someone: Walker, most: int) -> Iterator[tuple[Way, int, int]]:
    """Every way there is, whatever it is worth: with its risk and its jumps."""
    edge = [(Way(held=someone.held), 0, 0)]
    while edge:
        way, hard, jumps = edge.pop()
        if way.steps:
            yield way, hard, jumps
        if way.over:
            continue
        here = way.steps[-1].to if way.steps else someone.start
        for taken, rank in onward.__wrapped__(someone.land, here, most):
            longer = someone.further(way, Wanted(taken.to.x, taken.to.y, taken.to.height, taken.jump))
            if isinstance(longer, Way):
                far = taken.jump and 2 * taken.cost > most + 1
                edge.append((longer, max(hard, rank, Grade.HARD.rank if far else 0), jumps + taken.jump))


@pytest.mark.parametrize("seed", range(40))
def test_of_all_ways_there_are_the_best_are_found(seed: int) -> None:
    """Short, then easy, then on foot, then straight; nearest first; the second time as the first."""
    rng = random.Random(seed)
    rows = ["".join(rng.choice(".........#~,1123sLop") for _ in range(7)) for _ in range(6)]
    board, size, most = land(*rows, storm=rng.random() < 0.2), rng.choice((1, 1, 1, 2)), rng.randint(2, 4)
    places = [Footprint(x, y, size=size) for x in range(7) for y in range(6)]
    free = [Footprint(s.x, s.y, board.floor(s), size) for s in places if board.on_board(s) and board.bears(s)]
    if len(free) < 5:
        return
    start, one, *others = rng.sample(free, 5)
    someone = walker(board, start, most, group((one,), tuple(others)))
    groups: dict[object, list[tuple[int, int, int, Way]]] = {}
    for way, hard, jumps in every(someone, most):
        key = "off" if way.steps[-1].leaves else (way.steps[-1].to, way.held)
        groups.setdefault(key, []).append((way.cost, hard, jumps, way))
    best: dict[object, tuple[int, int, int]] = {}
    for key, some in groups.items():
        price = min(one[:2] for one in some)
        may = [one for one in some if one[:2] == price and someone.cannot_end(one[3]) is None]
        if may and key != (start, someone.held):
            best[key] = min((cost, jumps, 0 if key == "off" else strays(someone, way)) for cost, _, jumps, way in may)
    found = [someone.straightened(way) for way in someone.ways()]
    told = {
        "off" if way.steps[-1].leaves else (way.steps[-1].to, way.held): (
            way.cost,
            sum(taken.jump for taken in way.steps),
            0 if way.steps[-1].leaves else strays(someone, way),
        )
        for way in found
    }
    assert told == best
    assert [way.cost for way in found] == sorted(way.cost for way in found)
    for way in found:
        again = someone.follow([Wanted(t.to.x, t.to.y, None if t.leaves else t.to.height, t.jump) for t in way.steps])
        assert again == way
    assert [someone.straightened(way) for way in someone.ways()] == found
