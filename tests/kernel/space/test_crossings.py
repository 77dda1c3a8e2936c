"""Steps that a piece crosses, against a slow reference that moves every middle by a hair."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from engine.kernel.space.crossings import count, crossed_sides

CELL = 4
SPOTS = st.tuples(st.integers(-4, 24), st.integers(-4, 24))
SCALE = 10**12
"""Of the reference: a hair to the east is a millionth, one to the south a millionth of that."""
CELLS = [(x, y) for x in range(-3, 8) for y in range(-3, 8)]

Exact = tuple[int, int]


def middle(at: tuple[int, int]) -> Exact:
    return (2 * at[0] + 1) * CELL // 2 * SCALE + 10**6, (2 * at[1] + 1) * CELL // 2 * SCALE + 1


def turned(one: Exact, other: Exact, at: Exact) -> int:
    found = (other[0] - one[0]) * (at[1] - one[1]) - (other[1] - one[1]) * (at[0] - one[0])
    return (found > 0) - (found < 0)


def crosses(one: Exact, other: Exact, start: Exact, end: Exact) -> bool:
    """Whether two lines that nowhere only touch cross."""
    return turned(one, other, start) != turned(one, other, end) and turned(start, end, one) != turned(start, end, other)


def reference(start: tuple[int, int], end: tuple[int, int]) -> set[tuple[bool, int, int]]:
    """Each step along a row or column that the piece crosses, by its side."""
    ends = [(x * SCALE, y * SCALE) for x, y in (start, end)]
    found = set[tuple[bool, int, int]]()
    for x, y in CELLS:
        for upright, to in ((True, (x + 1, y)), (False, (x, y + 1))):
            if crosses(middle((x, y)), middle(to), *ends):
                found.add((True, to[0], y) if upright else (False, to[1], x))
    return found


def told(start: tuple[int, int], end: tuple[int, int], *, closed: bool = False) -> list[tuple[bool, int, int]]:
    return [
        (sides.upright, sides.line, at)
        for sides in crossed_sides(start, end, CELL, closed=closed)
        for at in range(sides.start, sides.end)
    ]


@given(start=SPOTS, end=SPOTS)
@example(start=(6, 0), end=(6, 24))
@example(start=(0, 6), end=(24, 6))
@example(start=(2, 2), end=(22, 22))
@example(start=(2, 22), end=(22, 2))
def test_a_piece_crosses_the_steps_that_lead_from_one_side_of_it_to_the_other(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    """From either end; none of them twice; and about as many as `count` says."""
    found = told(start, end)
    assert set(found) == reference(start, end)
    assert sorted(found) == sorted(told(end, start))
    assert len(found) == len(set(found))
    assert len(list(crossed_sides(start, end, CELL))) <= count(start, end, CELL) + 2


@given(corners=st.lists(SPOTS, min_size=3, max_size=6))
def test_a_closed_line_lets_nobody_in(corners: list[tuple[int, int]]) -> None:
    """Going round any four cells one crosses it an even number of times, through corners and middles too."""
    crossed: dict[tuple[bool, int, int], int] = {}
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for side in told(start, end):
            crossed[side] = crossed.get(side, 0) + 1
    for x, y in CELLS:
        round_ = ((True, x + 1, y), (False, y + 1, x + 1), (True, x + 1, y + 1), (False, y + 1, x))
        assert sum(crossed.get(side, 0) for side in round_) % 2 == 0


def test_what_runs_through_middles_stands_on_one_side_of_them() -> None:
    """A wall half a cell off bars one step a row, and not two or none."""
    assert told((6, 0), (6, 8)) == [(True, 1, 0), (True, 1, 1)]
    assert told((0, 6), (8, 6)) == [(False, 1, 0), (False, 1, 1)]


def test_a_gap_as_wide_as_a_cell_lets_one_row_through() -> None:
    """Wherever it begins."""
    for begin in range(5):
        wall = [*told((4, 0), (4, begin)), *told((4, begin + CELL), (4, 12))]
        assert len({(True, 1, row) for row in range(3)} - {*wall}) == 1


def test_what_is_closed_counts_where_it_only_ends() -> None:
    """A door in the middle of a corridor two cells wide stands in both rows."""
    assert told((4, 2), (4, 6)) == [(True, 1, 0)]
    assert told((4, 2), (4, 6), closed=True) == [(True, 1, 0), (True, 1, 1)]


def test_a_very_long_piece_along_a_row_is_one() -> None:
    """Also one off the grid."""
    found = list(crossed_sides((3, -(10**8)), (3, 10**8), CELL))
    assert [(sides.upright, sides.line) for sides in found] == [(True, 1)]
    assert count((3, -(10**8)), (3, 10**8), CELL) == 1
