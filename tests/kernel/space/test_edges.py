"""Lines along the sides of cells: steps, corners, contact; against a slow reference that asks every line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.space.edges import ANYBODY, NO_EDGES, NOWHERE, Barrier, Edges, along_sides, straight

CELL = 100
CORNERS = st.tuples(st.integers(0, 5), st.integers(0, 5))
WALLS = st.lists(st.tuples(CORNERS, st.booleans(), st.integers(1, 4), st.sampled_from((0, 0, 0, 1, 2, ANYBODY))))
STEPS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)

Drawn = list[tuple[tuple[int, int], bool, int, int]]


def wall(*line: tuple[int, int], lets: int = 0) -> Barrier:
    """A wall between corners of cells."""
    return Barrier(tuple((x * CELL, y * CELL) for x, y in line), lets)


def built(drawn: Drawn) -> Edges:
    """Walls: where they begin, whether they run down, how far, whom they let pass."""
    return Edges([wall((x, y), (x, y + far) if down else (x + far, y), lets=let) for (x, y), down, far, let in drawn])


def lets(drawn: Drawn, at: tuple[int, int], to: tuple[int, int]) -> int:
    """The slow reference: the least of all walls that stand on the side between two cells."""
    found = [ANYBODY]
    for (x, y), down, far, let in drawn:
        if down and at[1] == to[1]:
            found += [let] if x == max(at[0], to[0]) and y <= at[1] < y + far else []
        if not down and at[0] == to[0]:
            found += [let] if y == max(at[1], to[1]) and x <= at[0] < x + far else []
    return min(found)


def may_stand(drawn: Drawn, x: int, y: int, size: int) -> bool:
    """The slow reference: every two neighbours among the cells of a figure let it pass."""
    cells = [(x + m, y + n) for m in range(size) for n in range(size)]
    beside = [(at, (at[0] + dx, at[1] + dy)) for at in cells for dx, dy in ((1, 0), (0, 1))]
    return all(lets(drawn, at, to) >= size for at, to in beside if to in cells)


def may_step(drawn: Drawn, x: int, y: int, size: int, dx: int, dy: int) -> bool:
    """The slow reference: every cell of the figure is let into its next one; diagonally one way round or the other."""
    if not may_stand(drawn, x + dx, y + dy, size):
        return False
    if dx and dy:
        ways = (((0, dy), (dx, 0)), ((dx, 0), (0, dy)))
        return any(
            may_step(drawn, x, y, size, *one) and may_step(drawn, x + one[0], y + one[1], size, *two)
            for one, two in ways
        )
    rim = [(x + m, y + n) for m in range(size) for n in range(size)]
    ahead = [(at, (at[0] + dx, at[1] + dy)) for at in rim]
    return all(lets(drawn, at, to) >= size for at, to in ahead if to not in rim)


@given(drawn=WALLS, at=CORNERS, size=st.integers(1, 3), step=st.sampled_from(STEPS))
def test_a_step_is_stopped_by_what_stands_on_the_sides_that_it_crosses(
    drawn: Drawn, at: tuple[int, int], size: int, step: tuple[int, int]
) -> None:
    """For figures of any size, straight and diagonally; nobody ends up across a wall."""
    assert built(drawn).step(*at, size, *step) == may_step(drawn, *at, size, *step)
    assert built(drawn).astride(*at, size) != may_stand(drawn, *at, size)


@given(drawn=WALLS, at=CORNERS, step=st.sampled_from(STEPS))
def test_a_step_back_is_stopped_by_the_same(drawn: Drawn, at: tuple[int, int], step: tuple[int, int]) -> None:
    """Walls stop from both sides; and who may step from one cell to another is not parted from it."""
    edges, to = built(drawn), (at[0] + step[0], at[1] + step[1])
    assert edges.step(*at, 1, *step) == edges.step(*to, 1, -step[0], -step[1])
    assert edges.parts(at, to) == edges.parts(to, at)
    assert not (edges.parts(at, to) and edges.step(*at, 1, *step))


@given(drawn=WALLS, at=CORNERS, step=st.sampled_from(STEPS))
def test_cells_are_parted_where_nobody_of_any_size_passes(
    drawn: Drawn, at: tuple[int, int], step: tuple[int, int]
) -> None:
    """What lets some figures pass parts nobody."""
    solid = [(where, down, far, 0) for where, down, far, let in drawn if let == 0]
    to = (at[0] + step[0], at[1] + step[1])
    assert built(drawn).parts(at, to) == (not may_step(solid, *at, 1, *step))
    assert built(drawn).joined(at, to) != built(drawn).parts(at, to)


def test_one_wall_at_a_corner_bars_no_diagonal_step() -> None:
    """Two that meet there do; one that goes on straight beyond it does too."""
    assert Edges([wall((1, 0), (1, 1))]).step(0, 0, 1, 1, 1)
    assert not Edges([wall((1, 0), (1, 1), (0, 1))]).step(0, 0, 1, 1, 1)
    assert not Edges([wall((1, 0), (1, 2))]).step(0, 0, 1, 1, 1)
    assert not Edges([wall((1, 0), (1, 2))]).step(1, 0, 1, -1, 1)
    assert Edges([wall((1, 0), (1, 2))]).step(0, 2, 1, 1, 1)


def test_a_figure_is_not_parted_from_itself() -> None:
    """Also between walls on all sides."""
    cell = Edges([wall((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))])
    assert not cell.parts((0, 0), (0, 0))
    assert all(cell.parts((0, 0), step) for step in STEPS)


def test_cells_further_apart_are_joined_where_no_wall_crosses_the_line_between_them() -> None:
    """A door that lets somebody pass joins them."""
    assert not Edges([wall((2, 0), (2, 1))]).joined((0, 0), (3, 0))
    assert Edges([wall((2, 0), (2, 1), lets=1)]).joined((0, 0), (3, 0))
    assert Edges([wall((2, 1), (2, 2))]).joined((0, 0), (3, 0))


def test_a_wide_gate_lets_large_figures_pass_and_a_narrow_one_small_ones() -> None:
    """Of two things on one side the narrower counts."""
    gate = Edges([wall((1, 0), (1, 2), lets=2)])
    assert gate.step(0, 0, 1, 1, 0)
    assert gate.step(-1, 0, 2, 1, 0)
    assert not gate.step(-2, 0, 3, 1, 0)
    assert not Edges([wall((1, 0), (1, 1), lets=2), wall((1, 0), (1, 1), lets=1)]).step(-1, 0, 2, 1, 0)


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        (((0, 0), (100, 0)), 1),
        (((0, 0), (50, 0), (100, 0)), 1),
        (((0, 0), (0, 0), (100, 0), (100, 0), (100, 100)), 2),
        (((0, 0), (100, 0), (0, 0)), 2),
        (((5, 5), (5, 5)), 0),
    ],
)
def test_a_line_has_as_many_pieces_as_it_has_turns(line: tuple[tuple[int, int], ...], pieces: int) -> None:
    """Points in between, and the same point again, make none."""
    found = list(straight(line))
    assert len(found) == pieces
    assert all(one != two for one, two in found)


def test_what_does_not_lie_on_whole_sides_stops_no_step_but_blocks_sight() -> None:
    """A slanting wall, one a little off, and one that ends in the middle of a side."""
    assert along_sides((0, 100), (300, 100), CELL)
    for line in (((100, 0), (200, 100)), ((90, 0), (90, 100)), ((100, 0), (100, 150))):
        assert not along_sides(*line, CELL)
        edges = Edges([Barrier(line)])
        assert edges.step(0, 0, 1, 1, 0)
        assert edges.step(1, 0, 1, -1, 0)
        assert not edges.sight((0, 0, 1), (2, 0, 1), 0)


def test_a_wall_that_is_drawn_in_parts_of_a_side_closes_it_only_as_one_line() -> None:
    """A point in the middle of a side is no gap; the half of a side closes nothing."""
    assert not Edges([Barrier(((100, 0), (100, 30), (100, 100)))]).step(0, 0, 1, 1, 0)
    assert Edges([Barrier(((100, 0), (100, 30)))]).step(0, 0, 1, 1, 0)


def test_sight_runs_from_middle_to_middle() -> None:
    """Of large figures too, and on cells of any side; what is lower than both viewers hides nothing."""
    low = Edges([Barrier(((1 * 25, 0), (1 * 25, 3 * 25)), hides=1)], cell=25)
    assert not low.sight((0, 0, 1), (1, 0, 1), 0)
    assert not low.sight((0, 0, 1), (1, 0, 1), 1)
    assert low.sight((0, 0, 1), (1, 0, 1), 2)
    assert low.sight((0, 3, 1), (1, 3, 1), 0)
    assert not low.sight((-2, 0, 3), (2, 1, 2), 0)
    window = Edges([Barrier(((100, 0), (100, 100)), hides=NOWHERE)])
    assert window.sight((0, 0, 1), (1, 0, 1), 0)
    assert not window.step(0, 0, 1, 1, 0)


def test_a_board_without_lines_asks_nothing() -> None:
    """Nor does one on which everything is open."""
    assert NO_EDGES.none
    assert not Edges([wall((0, 0), (1, 0))]).none
    assert Edges([wall((0, 0), (1, 0), lets=ANYBODY)]).sight((0, 0, 1), (0, 0, 1), 0)
    assert NO_EDGES.step(0, 0, 2, 1, 1)
    assert NO_EDGES.sight((0, 0, 1), (9, 4, 2), 0)
    assert not NO_EDGES.parts((0, 0), (1, 0))


def test_a_very_long_wall_costs_no_more_than_a_short_one() -> None:
    """What is kept grows with the number of lines, not with the cells that they pass."""
    edges = Edges([wall((1, -1_000_000), (1, 1_000_000)), wall((1, -5), (1, 5), lets=1)])
    assert not edges.step(0, 999_999, 1, 1, 0)
    assert edges.step(0, 1_000_000, 1, 1, 0)
