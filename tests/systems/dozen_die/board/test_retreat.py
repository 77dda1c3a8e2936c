"""Where the pushed and the separated go."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.retreat import retreat, straight_away
from tests.systems.dozen_die.board.maps import group, land

OPEN = tuple("......." for _ in range(7))


def squares(found: tuple[Footprint, ...]) -> list[tuple[int, int]]:
    return [(s.x, s.y) for s in found]


@pytest.mark.rule("DD-PUSH-01", "DD-PUSH-03")
def test_a_push_goes_one_square_away() -> None:
    """To any square where the pusher is not touched."""
    pusher = Footprint(2, 3)
    found = retreat(land(*OPEN), group(foreign=(pusher,)), Footprint(3, 3), pusher)
    assert found.squares == 1
    assert squares(found.places) == [(4, 2), (4, 3), (4, 4)]
    assert straight_away(Footprint(3, 3), pusher) == (4, 3)
    assert straight_away(Footprint(1, 2), pusher) == (0, 1)


@pytest.mark.rule("DD-PUSH-03")
def test_no_square_that_touches_another_foreign_figure() -> None:
    """Nor one where somebody stands; the own may be touched."""
    pusher = Footprint(2, 3)
    others = group(own=(Footprint(4, 4),), foreign=(pusher, Footprint(5, 2)))
    found = retreat(land(*OPEN), others, Footprint(3, 3), pusher)
    assert found.squares == 2, "one square on he would touch the other foe, or stand on his friend"
    assert squares(found.places) == [(x, y) for y in (1, 4, 5) for x in {1: (1, 2, 3), 4: (5,), 5: (1, 2, 3, 4, 5)}[y]]


@pytest.mark.rule("DD-PUSH-05")
def test_never_off_the_board() -> None:
    """From its edge one goes along it."""
    pusher = Footprint(1, 0)
    found = retreat(land("...", "...", "..."), group(foreign=(pusher,)), Footprint(0, 0), pusher)
    assert found.squares == 2
    assert squares(found.places) == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.rule("DD-PUSH-06", "DD-PUSH-08")
def test_who_is_pocketed_goes_the_fewest_squares_through_enemies_too() -> None:
    """A ring of foes around him: out of it."""
    ring = tuple(Footprint(x, y) for x in (2, 3, 4) for y in (2, 3, 4) if (x, y) != (3, 3))
    board = land(*OPEN)
    found = retreat(board, group(foreign=ring), Footprint(3, 3), ring[0])
    assert found.squares == 3
    assert not found.crowded
    assert {max(abs(s.x - 3), abs(s.y - 3)) for s in found.places} == {3}


@pytest.mark.rule("DD-PUSH-04")
def test_bad_ground_will_do_and_so_does_the_drop_off_a_bridge() -> None:
    """But no wall, and never more than a level up."""
    pusher = Footprint(0, 1, 3)
    found = retreat(land("~~~~", "333~", "~~~~"), group(foreign=(pusher,)), Footprint(1, 1, 3), pusher)
    assert [(s.x, s.y, s.height) for s in found.places] == [(2, 0, 0), (2, 1, 3), (2, 2, 0)]
    beside = retreat(land("..#", "..2", "..1"), group(foreign=(Footprint(0, 1),)), Footprint(1, 1), Footprint(0, 1))
    assert [(s.x, s.y, s.height) for s in beside.places] == [(2, 2, 1)]


def test_further_down_is_not_further_away() -> None:
    """A push leads away from the pusher, not under him."""
    pusher = Footprint(1, 0, 3)
    found = retreat(land(".33.", "...."), group(foreign=(pusher,)), Footprint(2, 0, 3), pusher)
    assert [(s.x, s.y, s.height) for s in found.places] == [(3, 0, 0), (3, 1, 0)]


def test_on_a_crowded_board_the_fewest_contacts_do() -> None:
    """The nearest of those, staying put included."""
    full = retreat(land("..."), group(foreign=(Footprint(0, 0), Footprint(2, 0))), Footprint(1, 0), Footprint(0, 0))
    assert (full.squares, full.places, full.crowded) == (0, (Footprint(1, 0),), True)
    better = retreat(land("...."), group(foreign=(Footprint(0, 0), Footprint(2, 0))), Footprint(1, 0), Footprint(0, 0))
    assert (better.squares, better.places, better.crowded) == (2, (Footprint(3, 0),), True)


def test_who_is_separated_may_stay_where_nobody_touches_him() -> None:
    """A fallen figure that lands clear of all."""
    assert retreat(land(*OPEN), group(), Footprint(3, 3)).places == (Footprint(3, 3),)
    landed = retreat(land(*OPEN), group(own=(Footprint(3, 3),)), Footprint(3, 3))
    assert (landed.squares, len(landed.places)) == (1, 8)
