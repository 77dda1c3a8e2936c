"""Blocks of cells, against what counting cell by cell gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.space.blocks import cells, gap, king_distance, squared_distance, taxicab_distance

PLACES = st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.integers(1, 4))


def test_the_cells_of_a_block_come_row_by_row() -> None:
    """From the cell of least column and row."""
    assert list(cells(2, 5, 2)) == [(2, 5), (3, 5), (2, 6), (3, 6)]


@given(one=PLACES, other=PLACES)
def test_distances_are_those_of_the_nearest_cells(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    """Every pair of cells is tried."""
    columns, rows = gap(one[0], one[2], other[0], other[2]), gap(one[1], one[2], other[1], other[2])
    pairs = [(abs(a - c), abs(b - d)) for a, b in cells(*one) for c, d in cells(*other)]
    assert king_distance(columns, rows) == min(max(pair) for pair in pairs)
    assert taxicab_distance(columns, rows) == min(sum(pair) for pair in pairs)
    assert squared_distance(columns, rows) == min(x * x + y * y for x, y in pairs)
