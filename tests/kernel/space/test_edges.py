"""Lines on a board of cells: steps, corners, contact; against a slow reference that asks every line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.space.crossings import crossed_sides
from engine.kernel.space.edges import ANYBODY, NO_EDGES, NOWHERE, Barrier, Edges, along_sides, straight
from engine.kernel.space.sight_lines import Piece, SightLines

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


def test_lines_along_whole_sides() -> None:
    """A slanting wall, one a little off, and one that ends in the middle of a side do not lie so."""
    assert along_sides((0, 100), (300, 100), CELL)
    for line in (((100, 0), (200, 100)), ((90, 0), (90, 100)), ((100, 0), (100, 150))):
        assert not along_sides(*line, CELL)


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


ANYWHERE = st.tuples(st.integers(0, 500), st.integers(0, 500))
PIECES = st.lists(
    st.tuples(st.one_of(ANYWHERE, ANYWHERE.map(lambda at: (at[0] // 50 * 50, at[1] // 50 * 50))), ANYWHERE)
    .filter(lambda ends: ends[0] != ends[1]),
    max_size=5,
)  # fmt: skip


@given(drawn=PIECES, at=CORNERS, size=st.integers(1, 2), step=st.sampled_from(STEPS))
def test_a_step_is_stopped_by_what_crosses_the_lines_between_middles(
    drawn: list[tuple[tuple[int, int], tuple[int, int]]], at: tuple[int, int], size: int, step: tuple[int, int]
) -> None:
    """Wherever it stands and however it slants; of a large figure each cell is asked, and where it stands."""
    closed = {
        (sides.upright, sides.line, n)
        for one, two in drawn
        for sides in crossed_sides(one, two, CELL)
        for n in range(sides.start, sides.end)
    }
    lines = SightLines([Piece(2 * a, 2 * b, 2 * c, 2 * d, 0) for (a, b), (c, d) in drawn])

    def straight_on(x: int, y: int, dx: int, dy: int) -> bool:
        side = (True, max(x, x + dx), y) if dx else (False, max(y, y + dy), x)
        return side not in closed

    def stands(x: int, y: int) -> bool:
        inner = [(x + m, y + n, dx, 1 - dx) for m in range(size) for n in range(size) for dx in (0, 1)]
        return all(straight_on(*one) for one in inner if one[0] + one[2] < x + size and one[1] + one[3] < y + size)

    def goes(x: int, y: int, dx: int, dy: int) -> bool:
        block = [(x + m, y + n) for m in range(size) for n in range(size)]
        if not stands(x + dx, y + dy):
            return False
        if not dx or not dy:
            ahead = [one for one in block if (one[0] + dx, one[1] + dy) not in block]
            return all(straight_on(*one, dx, dy) for one in ahead)
        middles = [tuple(2 * CELL * n + CELL for n in (*one, one[0] + dx, one[1] + dy)) for one in block]
        if not all(lines.clear((a, b), (c, d), 0) for a, b, c, d in middles):
            return False
        return (goes(x, y, 0, dy) and goes(x, y + dy, dx, 0)) or (goes(x, y, dx, 0) and goes(x + dx, y, 0, dy))

    edges = Edges([Barrier(line) for line in drawn])
    assert edges.step(*at, size, *step) == goes(*at, *step)
    if size == 1:
        assert edges.parts(at, (at[0] + step[0], at[1] + step[1])) != goes(*at, *step)
        assert edges.joined(at, (at[0] + step[0], at[1] + step[1])) == goes(*at, *step)


def test_walls_off_the_grid_stop_steps() -> None:
    """A third of a cell off, slanting, in the middle of cells; what no step crosses, such as a post, stops none."""
    third = Edges([Barrier(((133, 0), (133, 500)))])
    assert not any(third.step(0, y, 1, 1, dy) for y in range(1, 4) for dy in (-1, 0, 1))
    assert third.step(0, 0, 1, 0, 1)
    assert third.step(1, 0, 1, 1, 0)
    slanting = Edges([Barrier(((0, 0), (400, 400)))])
    assert not slanting.step(1, 1, 1, 0, 1)
    assert not slanting.step(2, 1, 1, -1, 1)
    assert slanting.step(2, 1, 1, 1, 1)
    middles = Edges([Barrier(((0, 150), (500, 150)))])
    assert [middles.step(2, y, 1, 0, 1) for y in range(4)] == [False, True, True, True]
    post = Edges([Barrier(((190, 190), (210, 190), (210, 210), (190, 210), (190, 190)))])
    assert post.step(1, 1, 1, 1, 0)
    assert not post.step(1, 1, 1, 1, 1)
    assert post.parts((1, 2), (2, 1))


def test_a_door_in_the_middle_of_a_corridor_two_wide_stands_in_both_rows() -> None:
    """Open it lets through in both, shut in neither; a door of a width asks the size; the walls beside it give way."""
    beside = [Barrier(((300, 0), (300, 50))), Barrier(((300, 150), (300, 200)))]
    for lets, passes in ((0, (False, False)), (ANYBODY, (True, True)), (1, (True, True))):
        edges = Edges([*beside, Barrier(((300, 50), (300, 150)), lets, door=True)])
        assert (edges.step(2, 0, 1, 1, 0), edges.step(2, 1, 1, 1, 0)) == passes
        assert edges.step(2, 0, 1, 1, 1) is passes[0]
    assert not Edges([*beside, Barrier(((300, 50), (300, 150)), 1, door=True)]).step(1, 0, 2, 1, 0)
    assert Edges([*beside, Barrier(((300, 50), (300, 150)), 2, door=True)]).step(1, 0, 2, 1, 0)
    along = Barrier(((200, 150), (300, 150)), ANYBODY, door=True)
    assert not Edges([beside[1], along]).step(2, 1, 1, 1, 0), "a door along the way gives nothing"


def test_what_a_step_cannot_cross_nobody_sees_through_from_a_wall_in_the_middle_of_his_cell() -> None:
    """He is on one side of it: south and east of what runs through his middle."""
    edges = Edges([Barrier(((0, 150), (500, 150)))])
    assert not edges.sight((2, 1, 1), (2, 0, 1), 0)
    assert edges.sight((2, 1, 1), (2, 2, 1), 0)
    assert not edges.sight((0, 0, 1), (4, 1, 1), 0)
    assert edges.sight((0, 1, 1), (4, 1, 1), 0)
    assert not edges.joined((2, 1), (2, 0))
    assert not edges.joined((0, 0), (4, 1))


def test_a_wall_that_is_drawn_in_parts_of_a_side_closes_it() -> None:
    """A point in the middle of a side is no gap; half a side closes it where it has the line between the middles."""
    assert not Edges([Barrier(((100, 0), (100, 30), (100, 100)))]).step(0, 0, 1, 1, 0)
    assert Edges([Barrier(((100, 0), (100, 30)))]).step(0, 0, 1, 1, 0)
    assert not Edges([Barrier(((100, 30), (100, 60)))]).step(0, 0, 1, 1, 0)
    parts = [Barrier(((100, 0), (100, 30))), Barrier(((100, 30), (100, 70))), Barrier(((100, 70), (100, 100)))]
    assert not Edges(parts).step(0, 0, 1, 1, 0)


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
