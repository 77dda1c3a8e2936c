"""Squares and distances."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Cell, Place
from engine.systems.dozen_die.board.footprint import Footprint, distance, footprint_at, king_steps


@pytest.mark.rule("DD-MOVE-03", "DD-MARCH-02")
@pytest.mark.parametrize(
    ("other", "squares"),
    [
        (Footprint(0, 0), 0),
        (Footprint(1, 1), 1),
        (Footprint(6, 2), 6),
        (Footprint(-7, 7), 7),
        (Footprint(1, 0, height=9), 1),
    ],
)
def test_distance_counts_in_king_steps_and_not_in_height(other: Footprint, squares: int) -> None:
    """A slanting square is one; levels are none."""
    assert distance(Footprint(0, 0), other) == distance(other, Footprint(0, 0)) == squares


def test_distance_of_large_figures_runs_between_their_nearest_squares() -> None:
    """Two squares a side: from 0 to 1."""
    assert distance(Footprint(0, 0, size=2), Footprint(2, 1)) == 1
    assert distance(Footprint(0, 0, size=2), Footprint(4, 0, size=2)) == 3
    assert king_steps(Footprint(0, 0, size=2), Footprint(4, 0, size=2)) == 4


def test_a_stand_is_the_kernels_place() -> None:
    """There and back; who has no square stands nowhere."""
    assert footprint_at(Footprint(2, 3, 1, 2).place, 2) == Footprint(2, 3, 1, 2)
    assert Footprint(2, 3, 1).place == Place(cell=Cell(2, 3), height=1)
    assert footprint_at(None) is footprint_at(Place(zone="tower")) is None
