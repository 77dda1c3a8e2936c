"""Straight lines over cells, against a slow reference that samples each line with fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.kernel.space.lines import HalfCells, crossed, is_clear, middle, runs_along

POINTS = st.tuples(st.integers(0, 16), st.integers(0, 16))


def _by_sampling(one: HalfCells, other: HalfCells) -> set[tuple[int, int]]:
    """The cells that hold a point of the line in their inside: between any two crossings of grid lines there is one."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    at = {Fraction(0), Fraction(1)}
    at |= {Fraction(2 * n - one[0], dx) for n in range(10) if dx}
    at |= {Fraction(2 * n - one[1], dy) for n in range(10) if dy}
    stops = sorted(t for t in at if 0 <= t <= 1)
    found = set()
    for before, after in pairwise(stops):
        x, y = (Fraction(p + d * (before + after) / 2) / 2 for p, d in ((one[0], dx), (one[1], dy)))
        if x.denominator != 1 and y.denominator != 1:
            found.add((int(x), int(y)))
    return found


@given(one=POINTS, other=POINTS)
def test_a_line_crosses_the_cells_that_its_points_lie_in(one: HalfCells, other: HalfCells) -> None:
    """Points on a rim or a corner lie in no cell."""
    assume(one != other)
    assert set(crossed(one, other)) == _by_sampling(one, other)


@given(one=POINTS, other=POINTS, screens=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12))
def test_a_line_is_clear_where_no_screen_lies_on_it(
    one: HalfCells, other: HalfCells, screens: set[tuple[int, int]]
) -> None:
    """From either end; along a rim both sides have to be screens."""
    assume(one != other)
    on_it = bool(screens & _by_sampling(one, other))
    along = {at for at in screens if runs_along(one, other, at)}
    across = (1, 0) if one[0] == other[0] else (0, 1)
    walled = any((x + across[0], y + across[1]) in along for x, y in along)
    assert is_clear(one, other, sorted(screens)) == (not on_it and not walled)
    assert is_clear(other, one, sorted(screens)) == (not on_it and not walled)


def test_a_middle_is_a_whole_number_of_half_cells() -> None:
    """Of blocks of even and odd size."""
    assert middle(0, 0, 1) == (1, 1)
    assert middle(2, 3, 2) == (6, 8)
