"""Ways on squares."""

from __future__ import annotations

from engine.kernel.state.combatant import Cell
from engine.kernel.state.ground.ways import ways

ROOM = ("...", ".#.", "...")


def is_free(cell: Cell) -> bool:
    """Whether a square of the room has no wall."""
    return 0 <= cell.x < 3 and 0 <= cell.y < 3 and ROOM[cell.y][cell.x] == "."


def test_the_nearest_squares_come_first_with_a_shortest_way() -> None:
    found = ways(Cell(0, 0), is_free, 3)
    assert [*found][:2] == [Cell(1, 0), Cell(0, 1)]
    assert found[Cell(2, 2)] == (Cell(1, 0), Cell(2, 1), Cell(2, 2))
    assert {len(way) for way in found.values()} == {1, 2, 3}


def test_nobody_goes_farther_than_it_may() -> None:
    assert set(ways(Cell(0, 0), is_free, 1)) == {Cell(1, 0), Cell(0, 1)}
    assert ways(Cell(0, 0), is_free, 0) == {}
