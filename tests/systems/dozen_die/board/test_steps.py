"""Single steps and jumps."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.steps import Barred, Footing, Mode, Step, ground_at, jump, step
from engine.systems.dozen_die.content.kinds import Grade
from tests.systems.dozen_die.board.maps import land


def taken(found: Step | Barred) -> Step:
    assert isinstance(found, Step), found
    return found


@pytest.mark.rule("DD-MOVE-03")
@pytest.mark.parametrize(("x", "y"), [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)])
def test_a_step_goes_in_all_eight_directions_for_one_square(x: int, y: int) -> None:
    """Aslant too."""
    assert taken(step(land("...", "...", "..."), Footprint(1, 1), Footprint(x, y))) == Step(Footprint(x, y))


def test_a_step_goes_to_the_next_square_alone() -> None:
    """Neither two on, nor where one is."""
    board = land("...")
    assert (
        step(board, Footprint(0, 0), Footprint(2, 0))
        is step(board, Footprint(0, 0), Footprint(0, 0))
        is Barred.NOT_NEXT
    )


@pytest.mark.rule("DD-MOVE-05", "DD-MOVE-07", "DD-MOVE-08")
def test_walls_shut_doors_and_low_tunnels_are_no_way() -> None:
    """For whom they are too narrow."""
    board = land(".#+'u", ".....")
    assert step(board, Footprint(0, 0), Footprint(1, 0)) is Barred.SHUT
    assert step(board, Footprint(1, 1), Footprint(2, 0)) is Barred.SHUT
    assert taken(step(board, Footprint(3, 1), Footprint(3, 0))).cost == 1
    assert step(land("''.", "''."), Footprint(1, 0, size=2), Footprint(0, 0, size=2)) is Barred.SHUT
    assert step(land("uu.", "uu."), Footprint(1, 0, size=2), Footprint(0, 0, size=2)) is Barred.SHUT


@pytest.mark.rule("DD-MOVE-05")
def test_a_slanting_step_needs_one_open_square_beside_it() -> None:
    """Two walls bar it, one does not; nor do two rocks a level high."""
    assert step(land(".#", "#."), Footprint(0, 0), Footprint(1, 1)) is Barred.CORNER
    assert step(land(".+", "2."), Footprint(0, 0), Footprint(1, 1)) is Barred.CORNER
    assert taken(step(land("..", "#."), Footprint(0, 0), Footprint(1, 1)))
    assert taken(step(land(".1", "1."), Footprint(0, 0), Footprint(1, 1)))
    large = land("....", "..#.", "#...", "....")
    assert step(large, Footprint(0, 0, size=2), Footprint(1, 1, size=2)) is Barred.SHUT
    assert step(land("..#.", "....", "#...", "...."), Footprint(0, 0, size=2), Footprint(1, 1, size=2)) is Barred.CORNER


@pytest.mark.rule("DD-TERR-07")
def test_a_step_says_which_ground_it_leads_into() -> None:
    """Very easy ground is none."""
    board = land('."x')
    assert taken(step(board, Footprint(0, 0), Footprint(1, 0))).into == ()
    assert taken(step(board, Footprint(1, 0), Footprint(2, 0))).into == (Footing(Mode.WADING, Grade.VERY_HARD),)
    assert ground_at(board, Footprint(2, 0)) == (Footing(Mode.WADING, Grade.VERY_HARD),)
    assert ground_at(board, Footprint(1, 0)) == ()


@pytest.mark.rule("DD-TERR-05", "DD-TERR-15")
def test_a_climber_stays_at_the_foot_and_steps_onto_the_top() -> None:
    """Each level costs a square; there is no way up but by a climb."""
    board = land(".2", "..")
    hard = (Footing(Mode.CLIMBING, Grade.HARD),)
    assert step(board, Footprint(0, 0), Footprint(1, 0, 2)) is Barred.TOO_HIGH
    assert taken(step(board, Footprint(0, 0), Footprint(0, 0, 1))) == Step(Footprint(0, 0, 1), into=hard)
    assert taken(step(board, Footprint(0, 0, 1), Footprint(0, 0, 2))).into == hard
    assert step(board, Footprint(0, 0, 2), Footprint(0, 0, 3)) is Barred.NO_PROGRESS
    assert taken(step(board, Footprint(0, 0, 2), Footprint(1, 0, 2))) == Step(Footprint(1, 0, 2))
    assert step(board, Footprint(0, 0, 1), Footprint(1, 0, 2)) is Barred.TOO_HIGH
    assert ground_at(board, Footprint(0, 0, 1)) == hard
    flat = land("..")
    assert step(flat, Footprint(0, 0), Footprint(0, 0, 1)) is Barred.NO_PROGRESS
    assert step(board, Footprint(0, 0, 1), Footprint(0, 1, 1)) is Barred.IN_THE_AIR


@pytest.mark.rule("DD-TERR-05", "DD-FALL-08")
def test_down_a_face_one_goes_over_its_edge_or_drops() -> None:
    """A level is dropped for a square; from higher up it is a fall."""
    board = land("2.1.", "....")
    assert taken(step(board, Footprint(0, 0, 2), Footprint(1, 0, 2))) == Step(
        Footprint(1, 0, 2), into=(Footing(Mode.CLIMBING, Grade.HARD),)
    )
    assert step(board, Footprint(0, 0, 2), Footprint(1, 1, 2)) is Barred.NO_PROGRESS, "no face straight beside"
    assert taken(step(board, Footprint(0, 0, 2), Footprint(1, 0))) == Step(Footprint(1, 0), down=2)
    assert taken(step(board, Footprint(2, 0, 1), Footprint(3, 0))) == Step(Footprint(3, 0))
    assert taken(step(board, Footprint(1, 0, 1), Footprint(1, 0))) == Step(Footprint(1, 0)), "the last level is a drop"
    assert taken(step(board, Footprint(1, 0, 2), Footprint(1, 0))).down == 2


def test_stairs_and_nothing_else_lead_up_by_ordinary_steps() -> None:
    """Up to a roof by a stair between; rocks of one level are climbed."""
    board = land(".s2", ".1.")
    assert taken(step(board, Footprint(0, 0), Footprint(1, 0, 1))) == Step(Footprint(1, 0, 1))
    assert taken(step(board, Footprint(1, 0, 1), Footprint(2, 0, 2))) == Step(Footprint(2, 0, 2))
    assert taken(step(board, Footprint(2, 0, 2), Footprint(1, 0, 1))) == Step(Footprint(1, 0, 1))
    assert step(board, Footprint(0, 1), Footprint(1, 1, 1)) is Barred.TOO_HIGH
    assert taken(step(board, Footprint(0, 1), Footprint(0, 1, 1))).into == (Footing(Mode.CLIMBING, Grade.EASY),)


def test_a_ladder_makes_a_sheer_wall_easy() -> None:
    """The easiest way up counts."""
    board = land("R3", "L3", ".3")
    grades = [taken(step(board, Footprint(0, y), Footprint(0, y, 1))).into[0].grade for y in range(3)]
    assert grades == [Grade.NORMAL, Grade.EASY, Grade.VERY_HARD]


def test_a_step_off_the_board_leaves_it() -> None:
    """Over any edge."""
    assert taken(step(land(".."), Footprint(0, 0), Footprint(-1, 0))).leaves
    assert taken(step(land("..", ".."), Footprint(0, 0, size=2), Footprint(0, 1, size=2))).leaves


@pytest.mark.rule("DD-JUMP-01")
def test_a_jump_counts_from_take_off_to_landing() -> None:
    """Over a gap of two squares it is three."""
    board = land("2..2", "2.11")
    found = taken(jump(board, Footprint(0, 0, 2), Footprint(3, 0, 2)))
    assert (found.cost, found.jump, found.down, found.into) == (3, True, 0, ())
    assert [(s.x, s.y, s.height) for s in found.over] == [(1, 0, 2), (2, 0, 2)]
    assert taken(jump(board, Footprint(0, 1, 2), Footprint(2, 1, 1))).down == 0
    assert taken(jump(board, Footprint(0, 1, 2), Footprint(1, 1, 0))).down == 2


def test_a_jump_goes_over_nothing_higher_and_ends_no_higher() -> None:
    """Nor through walls, between shut corners, off the board, out of a tunnel or off a face."""
    assert jump(land(".1."), Footprint(0, 0), Footprint(2, 0)) is Barred.SHUT
    assert jump(land("..1"), Footprint(0, 0), Footprint(2, 0, 1)) is Barred.SHUT
    assert jump(land(".#."), Footprint(0, 0), Footprint(2, 0)) is Barred.SHUT
    assert jump(land("..."), Footprint(0, 0), Footprint(3, 0)) is Barred.SHUT
    assert jump(land(".#.", "#..", "..."), Footprint(0, 0), Footprint(2, 2)) is Barred.CORNER
    assert jump(land(".u."), Footprint(0, 0), Footprint(2, 0)) is Barred.NO_JUMP
    assert jump(land(".2."), Footprint(0, 0, 1), Footprint(2, 0)) is Barred.HANGING
    assert jump(land("..."), Footprint(0, 0), Footprint(2, 0, 1)) is Barred.IN_THE_AIR


@pytest.mark.rule("DD-JUMP-01")
def test_what_is_jumped_over_is_not_waded_in() -> None:
    """The ground one lands in is."""
    found = taken(jump(land(".~q"), Footprint(0, 0), Footprint(2, 0)))
    assert found.into == (Footing(Mode.WADING, Grade.HARD),)
    assert taken(jump(land(".~."), Footprint(0, 0), Footprint(2, 0))).into == ()
