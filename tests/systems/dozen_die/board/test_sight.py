"""Lines of sight."""

from __future__ import annotations

import pytest

from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.sight import between, sees
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from tests.systems.dozen_die.board.maps import land
from tests.systems.dozen_die.laid import Ground, Sign


def test_a_line_crosses_squares_not_corners() -> None:
    """Straight, aslant, and a knight's jump."""
    assert between(Footprint(0, 0), Footprint(3, 0)) == ((1, 0), (2, 0))
    assert between(Footprint(3, 3), Footprint(0, 0)) == ((2, 2), (1, 1))
    assert between(Footprint(0, 0), Footprint(1, 2)) == ((0, 1), (1, 1))
    assert between(Footprint(0, 0), Footprint(1, 1)) == ()


@pytest.mark.rule("DD-MOVE-04")
@pytest.mark.parametrize(
    "other", [Footprint(0, 0), Footprint(4, 0), Footprint(0, 4), Footprint(4, 4), Footprint(2, 0), Footprint(1, 3)]
)
def test_everybody_sees_all_round(other: Footprint) -> None:
    """No figure has a back."""
    board = land(*("....." for _ in range(5)))
    assert sees(board, Footprint(2, 2), other)
    assert sees(board, other, Footprint(2, 2))


@pytest.mark.rule("DD-REA-10")
def test_a_wall_blocks_and_a_grazed_corner_does_not() -> None:
    """From middle to middle."""
    assert not sees(land("..#.."), Footprint(0, 0), Footprint(4, 0))
    assert sees(land(".#.", "...", "..."), Footprint(0, 0), Footprint(2, 2))
    assert sees(land(".#", "#."), Footprint(0, 0), Footprint(1, 1)), "the line touches corners alone"
    assert not sees(land("...", ".#.", "..."), Footprint(0, 0), Footprint(2, 2))


def test_who_stands_in_what_hides_the_view_sees_out_of_it() -> None:
    """The squares of the two never count."""
    wood = Sign(sign="W", terrain="dense_forest", blocks_sight=True)
    board = TerrainMap(Ground(rows=("W.WW",), legend=(wood,)))
    assert sees(board, Footprint(0, 0), Footprint(2, 0))
    assert not sees(board, Footprint(0, 0), Footprint(3, 0))


def test_sight_passes_over_what_is_lower_than_both_figures() -> None:
    """A hedge two levels high; a wall without an end."""
    signs = (Sign(sign="h", height=2, blocks_sight=True), Sign(sign="w", wall=True, height=2))
    board = TerrainMap(Ground(rows=("..h..", "..w..", "..#.."), legend=signs))
    for y in (0, 1):
        assert sees(board, Footprint(0, y, 3), Footprint(4, y, 3))
        assert not sees(board, Footprint(0, y, 2), Footprint(4, y, 3)), "as high is not lower"
        assert not sees(board, Footprint(0, y, 3), Footprint(4, y, 0))
    assert not sees(board, Footprint(0, 2, 9), Footprint(4, 2, 9))


def test_a_line_between_two_squares_is_blocked_by_both_of_them() -> None:
    """The middle of a large figure lies on the line between squares."""
    one, other = Footprint(0, 0, size=2), Footprint(4, 0, size=2)
    assert sees(land("...#..", "......"), one, other)
    assert not sees(land("...#..", "...#.."), one, other)
