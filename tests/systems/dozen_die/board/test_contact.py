"""Contact."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.board.contact import in_contact
from engine.systems.dozen_die.board.footprint import Footprint
from tests.systems.dozen_die.board.maps import group, land


@pytest.mark.rule("DD-CHG-04", "DD-MOVE-12")
@pytest.mark.parametrize(
    ("other", "touches"),
    [
        (Footprint(2, 1), True),
        (Footprint(2, 2), True),
        (Footprint(3, 1), False),
        (Footprint(2, 1, height=1), True),
        (Footprint(2, 1, height=2), False),
        (Footprint(2, 2, size=2), True),
        (Footprint(3, 3, size=2), False),
    ],
)
def test_neighbours_at_most_a_level_apart_touch(other: Footprint, touches: bool) -> None:
    """Aslant too."""
    board = land("......", "......", "......", "......", "......")
    assert in_contact(board, Footprint(1, 1), other) is in_contact(board, other, Footprint(1, 1)) is touches


@pytest.mark.rule("DD-CHG-04")
def test_walls_on_both_sides_of_a_corner_keep_two_apart() -> None:
    """One of them does not; a door is a wall till it opens; a roof two levels up is like one."""
    one, other = Footprint(0, 0), Footprint(1, 1)
    assert not in_contact(land(".#", "#."), one, other)
    assert in_contact(land("..", "#."), one, other)
    assert not in_contact(land(".+", "#."), one, other)
    assert in_contact(land(".'", "#."), one, other)
    assert not in_contact(land(".2", "2."), one, other)
    assert in_contact(land(".1", "1."), one, other)


def test_a_crowd_says_who_is_touched_and_who_is_in_the_way() -> None:
    """Own figures let pass, but nobody stops on them."""
    board = land("......", "......")
    others = group(own=(Footprint(1, 0),), foreign=(Footprint(3, 0), Footprint(3, 1)))
    assert others.touching(board, Footprint(2, 0)) == ("foe1", "foe2")
    assert not others.bars(Footprint(1, 0))
    assert not others.free(Footprint(1, 0))
    assert others.bars(Footprint(3, 0))
    assert others.free(Footprint(5, 0))
