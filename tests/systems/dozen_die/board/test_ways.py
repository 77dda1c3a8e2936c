"""Whole ways."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.board.ways import Walker, Wanted, Way, onward
from engine.systems.dozen_die.content.kinds import Grade
from tests.systems.dozen_die.board.maps import astray, crowd, gone, land, leap, path, walker

OPEN = tuple("........" for _ in range(8))


@pytest.mark.rule("DD-MOVE-01", "DD-MOVE-02", "DD-EX-01")
def test_a_way_turns_freely_and_is_as_long_as_the_movement() -> None:
    """Three squares with a movement of 3, never four."""
    someone = walker(land(*OPEN), Stand(0, 0))
    assert gone(someone.follow(path((1, 0), (1, 1), (0, 1)))).cost == 3
    assert astray(someone.follow(path((1, 0), (1, 1), (0, 1), (0, 2)))) == (3, "TOO_FAR")
    ends = {way.steps[-1].to for way in someone.ways() if not way.steps[-1].leaves}
    assert len(ends) == 15


@pytest.mark.rule("DD-MOVE-09", "DD-MOVE-10")
def test_own_figures_let_pass_and_nobody_stops_on_them() -> None:
    """A way may lead through them, and not end there."""
    someone = walker(land("....", "####"), Stand(0, 0), among=crowd(own=(Stand(1, 0),)))
    assert gone(someone.follow(path((1, 0), (2, 0)))).cost == 2
    assert astray(someone.follow(path((1, 0)))) == (0, "TAKEN")
    assert [way.steps[-1].to.x for way in someone.ways() if not way.steps[-1].leaves] == [2, 3]


@pytest.mark.rule("DD-MOVE-11", "DD-MOVE-12", "DD-MOVE-13")
def test_a_way_ends_at_its_first_contact() -> None:
    """An empty square between them is enough to get by."""
    someone = walker(land(*OPEN), Stand(0, 0), 6, crowd(foreign=(Stand(2, 2),)))
    found = gone(someone.follow(path((1, 0), (2, 1), (3, 1))))
    assert (found.touches, found.steps[-1].to) == (("foe1",), Stand(2, 1))
    assert gone(someone.follow(path((1, 0), (2, 0), (3, 0), (4, 1)))).touches == ()
    for way in someone.ways():
        assert all(not someone.crowd.touching(someone.land, taken.to) for taken in way.steps[:-1])


@pytest.mark.rule("DD-MOVE-11")
def test_nobody_passes_through_a_foreign_figure_not_even_below_a_climber() -> None:
    """Contact is a matter of height, squares are not."""
    board = land("222", "...")
    someone = walker(board, Stand(0, 1), 3, crowd(foreign=(Stand(1, 1, 2),)))
    assert astray(someone.follow(path((1, 1), (2, 1)))) == (0, "FOREIGN")


def test_contact_from_the_start_counts_once_it_was_left() -> None:
    """Who begins in contact may step along it and away; not back."""
    someone = walker(land(*OPEN), Stand(3, 3), 3, crowd(foreign=(Stand(4, 4),)))
    assert someone.held == ("foe1",)
    assert gone(someone.follow(path((3, 4), (2, 4)))).touches == ()
    assert gone(someone.follow(path((2, 3), (3, 3)))).touches == ("foe1",)


def test_two_may_be_touched_at_once() -> None:
    """Whom to fight is another question."""
    someone = walker(land(*OPEN), Stand(0, 1), 3, crowd(foreign=(Stand(3, 0), Stand(3, 2))))
    assert gone(someone.follow(path((1, 1), (2, 1)))).touches == ("foe1", "foe2")


@pytest.mark.rule("DD-MOVE-08")
def test_a_plank_that_bears_no_charge_bears_a_move() -> None:
    """Contact beyond it, or on it, would make it one."""
    someone = walker(land(".p...", "#####"), Stand(0, 0), 4, crowd(foreign=(Stand(4, 0),)))
    assert gone(someone.follow(path((1, 0), (2, 0)))).cost == 2
    assert astray(someone.follow(path((1, 0), (2, 0), (3, 0)))) == (2, "NO_CHARGE")


def test_a_way_is_over_after_a_fall_or_beyond_the_edge() -> None:
    """Nothing follows there."""
    someone = walker(land("2..", "..."), Stand(0, 0, 2), 3)
    assert gone(someone.follow(path((1, 0, 0)))).over
    assert astray(someone.follow(path((1, 0, 0), (2, 0)))) == (1, "OVER")
    assert astray(someone.follow(path((-1, 0), (-2, 0)))) == (1, "OVER")
    assert gone(someone.follow(path((-1, 0)))).steps[-1].leaves


@pytest.mark.rule("DD-JUMP-03", "DD-ACT-11")
def test_a_jump_counts_against_the_movement_and_is_never_longer() -> None:
    """A step before it shortens it."""
    board = land("33...3..")
    someone = walker(board, Stand(1, 0, 3), 4)
    assert gone(someone.follow([leap(5, 0)])).cost == 4
    assert astray(walker(board, Stand(1, 0, 3), 3).follow([leap(5, 0)])) == (0, "TOO_FAR")
    assert astray(walker(board, Stand(0, 0, 3), 4).follow([*path((1, 0)), leap(5, 0)])) == (1, "TOO_FAR")


def test_no_jump_flies_through_contact() -> None:
    """Past whom it does not touch it does; what it lands beside it charges."""
    someone = walker(land(*OPEN), Stand(0, 0), 4, crowd(foreign=(Stand(2, 1),)))
    assert astray(someone.follow([leap(4, 0)])) == (0, "FLIES_PAST")
    below = walker(land("3..3", "...."), Stand(0, 0, 3), 4, crowd(foreign=(Stand(1, 0),)))
    assert gone(below.follow([leap(3, 0)])).touches == ()
    lands = walker(land("3..33"), Stand(0, 0, 3), 4, crowd(foreign=(Stand(4, 0, 3),)))
    assert gone(lands.follow([leap(3, 0)])).touches == ("foe1",)


def test_all_ways_lead_up_ladders_and_over_gaps() -> None:
    """Each end once, by a shortest way over the easiest ground."""
    board = land("L2.2", "####")
    ends = {(s.x, s.height): way.cost for way in walker(board, Stand(0, 0), 5).ways() for s in [way.steps[-1].to]}
    assert {key: ends[key] for key in ((0, 1), (0, 2), (1, 2), (3, 2))} == {(0, 1): 1, (0, 2): 2, (1, 2): 3, (3, 2): 5}
    detour = land("...", ".~.", "...")
    (across,) = [way for way in walker(detour, Stand(0, 1), 2).ways() if way.steps[-1].to == Stand(2, 1)]
    assert not any(taken.into for taken in across.steps)


def test_a_large_figure_goes_where_all_of_it_fits() -> None:
    """Two squares a side through a gap of one: no."""
    ends = [way.steps[-1].to for way in walker(land("..#..", "..#..", "....."), Stand(0, 0, size=2), 3).ways()]
    assert {s.x for s in ends if s.x >= 0 and 0 <= s.y <= 1} == {0}


def test_a_fall_beside_a_foe_is_no_contact() -> None:
    """Who falls comes to lie clear of everybody; a level less, and it is a step into contact."""
    board = land("21..", "....")
    fall = walker(board, Stand(0, 0, 2), among=crowd(foreign=(Stand(1, 1),)))
    assert gone(fall.follow(path((0, 1, 0)))).touches == ()
    drop = walker(board, Stand(1, 0, 1), among=crowd(foreign=(Stand(3, 1),)))
    assert gone(drop.follow(path((2, 1, 0)))).touches == ("foe1",)


def plainly(someone: Walker, most: int) -> list[Way]:
    """All ways, found without remembering anything and without leaving anything out."""
    edge: list[tuple[int, int, int, int, Way]] = [(0, 0, 0, 0, Way(held=someone.held))]
    found: list[Way] = []
    been, left, count = set(), False, 0
    while edge:
        _, hard, jumps, _, way = heappop(edge)
        here = way.steps[-1].to if way.steps else someone.start
        leaves = bool(way.steps) and way.steps[-1].leaves
        if (here, way.held) in been or (leaves and left):
            continue
        been.add((here, way.held))
        left = left or leaves
        if way.steps and someone.cannot_end(way) is None:
            found.append(way)
        if way.over:
            continue
        for taken, rank in onward.__wrapped__(someone.land, here, most):
            longer = someone.further(way, Wanted(taken.to.x, taken.to.y, taken.to.height, taken.jump))
            if isinstance(longer, Way) and (longer.steps[-1].to, longer.held) not in been:
                count += 1
                far = taken.jump and 2 * taken.cost > most + 1
                risk = max(hard, rank, Grade.HARD.rank if far else 0)
                heappush(edge, (longer.cost, risk, jumps + taken.jump, count, longer))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_out_of_the_search_changes_no_way(seed: int) -> None:
    """The same ways in the same order as by trying all of them; and the second time as the first."""
    rng = random.Random(seed)
    rows = ["".join(rng.choice("......#~,1123sLop") for _ in range(7)) for _ in range(6)]
    board, size, most = land(*rows, storm=rng.random() < 0.2), rng.choice((1, 1, 1, 2)), rng.randint(2, 5)
    places = [Stand(x, y, size=size) for x in range(7) for y in range(6)]
    free = [Stand(s.x, s.y, board.floor(s), size) for s in places if board.on_board(s) and board.bears(s)]
    if len(free) < 5:
        return
    start, one, *others = rng.sample(free, 5)
    someone = walker(board, start, most, crowd((one,), tuple(others)))
    expected = plainly(someone, most)
    assert list(someone.ways()) == expected
    assert list(someone.ways()) == expected
