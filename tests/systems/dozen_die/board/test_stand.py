"""Squares and distances."""

from __future__ import annotations

import pytest

from engine.kernel.combatant import Cell, Place
from engine.systems.dozen_die.board.stand import Stand, distance, king_steps, stand_at


@pytest.mark.rule("DD-MOVE-03", "DD-MARCH-02")
@pytest.mark.parametrize(
    ("other", "squares"),
    [(Stand(0, 0), 0), (Stand(1, 1), 1), (Stand(6, 2), 6), (Stand(-7, 7), 7), (Stand(1, 0, height=9), 1)],
)
def test_distance_counts_in_king_steps_and_not_in_height(other: Stand, squares: int) -> None:
    """A slanting square is one; levels are none."""
    assert distance(Stand(0, 0), other) == distance(other, Stand(0, 0)) == squares


def test_distance_of_large_figures_runs_between_their_nearest_squares() -> None:
    """Two squares a side: from 0 to 1."""
    assert distance(Stand(0, 0, size=2), Stand(2, 1)) == 1
    assert distance(Stand(0, 0, size=2), Stand(4, 0, size=2)) == 3
    assert king_steps(Stand(0, 0, size=2), Stand(4, 0, size=2)) == 4


def test_a_stand_is_the_kernels_place() -> None:
    """There and back; who has no square stands nowhere."""
    assert stand_at(Stand(2, 3, 1, 2).place, 2) == Stand(2, 3, 1, 2)
    assert Stand(2, 3, 1).place == Place(cell=Cell(2, 3), height=1)
    assert stand_at(None) is stand_at(Place(zone="tower")) is None
