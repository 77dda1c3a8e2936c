"""Geometry of squares: what holds for all blocks, found by trying many."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.state.combatant import Cell
from engine.systems.fantasia.ground import Facing
from engine.systems.fantasia.rules.board.grid import (
    Block,
    behind,
    counted,
    direction,
    in_back_arc,
    offset,
    squared,
    stepped,
)

CELLS = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))
BLOCKS = st.builds(Block, CELLS, st.integers(1, 4))
FACINGS = st.sampled_from(Facing)


@given(BLOCKS, BLOCKS)
def test_the_offset_is_that_of_the_nearest_cells(one: Block, other: Block) -> None:
    """Measured again cell by cell; it is the same both ways, and (0, 0) exactly for blocks that overlap."""
    pairs = [(a, b) for a in one.cells() for b in other.cells()]
    assert offset(one, other) == (min(abs(a.x - b.x) for a, b in pairs), min(abs(a.y - b.y) for a, b in pairs))
    assert offset(one, other) == offset(other, one)
    assert (offset(one, other) == (0, 0)) is bool({*one.cells()} & {*other.cells()})


@given(BLOCKS, BLOCKS)
def test_counting_diagonals_twice_is_walking(one: Block, other: Block) -> None:
    """A diagonal cell counted 2 is two orthogonal steps; counted 1 it never makes a distance longer."""
    steps = min(abs(a.x - b.x) + abs(a.y - b.y) for a in one.cells() for b in other.cells())
    assert counted(one, other, twice=True) == steps
    assert counted(one, other, twice=False) <= counted(one, other, twice=True)
    assert counted(one, other, twice=False) ** 2 <= squared(one, other) <= counted(one, other, twice=True) ** 2


@given(CELLS, FACINGS, st.integers(1, 9))
def test_a_step_and_its_direction_are_a_pair(cell: Cell, facing: Facing, steps: int) -> None:
    """Somebody who goes straight on lies in that direction; nothing aslant lies in any."""
    there = stepped(cell, facing, steps)
    assert direction(cell, there) is facing
    assert direction(cell, cell) is None
    assert direction(cell, Cell(cell.x + steps, cell.y - steps)) is None


@given(BLOCKS, FACINGS, BLOCKS)
def test_who_is_behind_is_behind_one_side_only(target: Block, facing: Facing, other: Block) -> None:
    """Straight behind looking one way is not straight behind looking another, and those who overlap are not."""
    ways = [f for f in Facing if behind(target, f, other)]
    columns, rows = offset(target, other)
    assert len(ways) == (1 if (columns == 0) is not (rows == 0) else 0)
    if behind(target, facing, other):
        assert any(
            stepped(cell, facing, steps) in {*target.cells()}
            for cell in other.cells()
            for steps in range(1, columns + rows + 1)
        )


@given(CELLS, CELLS)
def test_the_four_quarters_cover_everything_but_the_middle(one: Cell, other: Cell) -> None:
    """Each other cell lies in one quarter, on an exact diagonal in two."""
    quarters = [f for f in Facing if in_back_arc(Block(one), f, Block(other))]
    aslant = abs(one.x - other.x) == abs(one.y - other.y)
    assert len(quarters) == (0 if one == other else 2 if aslant else 1)


@pytest.mark.parametrize(
    ("where", "inside"),
    [
        ((0, 1), True),
        ((0, 5), True),
        ((3, 3), True),
        ((-3, 3), True),
        ((4, 3), False),
        ((-4, 3), False),
        ((0, -1), False),
        ((1, 0), False),
        ((0, 0), False),
    ],
)
def test_the_quarter_behind_has_90_degrees(where: tuple[int, int], inside: bool) -> None:
    """Of somebody who looks north: 45 degrees to each side of due south, edges included."""
    assert in_back_arc(Block(Cell(0, 0)), Facing.NORTH, Block(Cell(*where))) is inside


def test_the_quarter_of_a_large_one_is_taken_from_its_middle() -> None:
    """Behind 3 by 3 cells, the middle at (1, 1): (4, 4) lies on the edge, (4, 3) just outside it."""
    giant = Block(Cell(0, 0), 3)
    assert in_back_arc(giant, Facing.NORTH, Block(Cell(4, 4)))
    assert not in_back_arc(giant, Facing.NORTH, Block(Cell(4, 3)))


def test_behind_a_large_one_are_all_cells_behind_its_side() -> None:
    """Three columns for 3 by 3; the corner beyond them is not."""
    giant = Block(Cell(0, 0), 3)
    found = [x for x in range(-2, 5) if behind(giant, Facing.NORTH, Block(Cell(x, 3)))]
    assert found == [0, 1, 2]
