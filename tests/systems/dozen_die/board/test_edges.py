"""Walls, doors and windows along the sides of squares: steps, corners, jumps, climbs, contact, sight, pushes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.space.edges import NOWHERE, Barrier, Edges
from engine.systems.dozen_die.board.contact import in_contact
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.retreat import retreat
from engine.systems.dozen_die.board.sight import sees
from engine.systems.dozen_die.board.steps import Barred, Step, jump, step
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from tests.systems.dozen_die.board.maps import SIGNS, gone, group, path, walker
from tests.systems.dozen_die.laid import Ground

INCH = 100
Line = tuple[tuple[int, int], ...]


def wall(*line: tuple[int, int], lets: int = 0, hides: int = 1000) -> Barrier:
    """A line between corners of squares."""
    return Barrier(tuple((x * INCH, y * INCH) for x, y in line), lets, hides)


def land(*rows: str, walls: tuple[Barrier, ...] = ()) -> TerrainMap:
    """A drawn board with lines on it."""
    return TerrainMap(Ground(rows=rows, legend=SIGNS), edges=Edges(walls))


OPEN = ("....", "....", "....", "....")
HERE = Footprint(1, 1)


@pytest.mark.rule("DD-MOVE-05")
def test_dd_move_05_nobody_steps_through_a_wall_between_two_squares() -> None:
    """From neither side; beside it the way is free, and an open door or gate stops nobody who fits."""
    board = land(*OPEN, walls=(wall((2, 1), (2, 2)),))
    assert step(board, HERE, Footprint(2, 1)) is Barred.SHUT
    assert step(board, Footprint(2, 1), HERE) is Barred.SHUT
    assert isinstance(step(board, HERE, Footprint(1, 0)), Step)
    assert isinstance(step(board, HERE, Footprint(2, 2)), Step)
    assert isinstance(step(land(*OPEN, walls=(wall((2, 1), (2, 2), lets=9),)), HERE, Footprint(2, 1)), Step)


@pytest.mark.rule("DD-MOVE-06", "DD-MOVE-07", "DD-GAP-31")
def test_dd_gap_31_a_large_figure_fits_through_a_gate_of_its_width_only() -> None:
    """It stands across no door that is narrower than itself either."""
    ogre, to = Footprint(0, 1, size=2), Footprint(1, 1, size=2)
    for width, fits in ((1, False), (2, True)):
        assert isinstance(step(land(*OPEN, walls=(wall((2, 1), (2, 3), lets=width),)), ogre, to), Step) is fits
        assert land(*OPEN, walls=(wall((1, 1), (1, 3), lets=width),)).fits(ogre) is fits
    beside = land(*OPEN, walls=(wall((2, 1), (2, 2)),))
    assert step(beside, ogre, to) is Barred.SHUT
    assert step(beside, Footprint(1, 2, size=2), Footprint(1, 1, size=2)) is Barred.SHUT


@pytest.mark.rule("DD-GAP-36")
def test_dd_gap_36_a_diagonal_step_needs_one_way_round_the_corner() -> None:
    """Walls and shut squares together bar it too; one wall alone does not."""
    to = Footprint(2, 2)
    one, two = wall((2, 1), (2, 2)), wall((1, 2), (2, 2))
    assert isinstance(step(land(*OPEN, walls=(one,)), HERE, to), Step)
    assert step(land(*OPEN, walls=(one, two)), HERE, to) is Barred.CORNER
    assert step(land(*OPEN, walls=(wall((2, 1), (2, 3)),)), HERE, to) is Barred.CORNER
    across, down = ("....", "..#.", "....", "...."), ("....", "....", ".#..", "....")
    assert isinstance(step(land(*across, walls=(one,)), HERE, to), Step)
    assert step(land(*across, walls=(two,)), HERE, to) is Barred.CORNER
    assert step(land(*down, walls=(one,)), HERE, to) is Barred.CORNER
    ogre = Footprint(0, 0, size=2)
    assert isinstance(step(land(*OPEN, walls=(wall((2, 0), (2, 1)),)), ogre, Footprint(1, 1, size=2)), Step)
    both = (wall((2, 0), (2, 1)), wall((0, 2), (1, 2)))
    assert step(land(*OPEN, walls=both), ogre, Footprint(1, 1, size=2)) is Barred.CORNER


@pytest.mark.rule("DD-JUMP-01", "DD-MOVE-05")
def test_dd_jump_01_nobody_jumps_through_a_wall() -> None:
    """Wherever on the line it stands, also diagonally past its corner."""
    pit = ("....", ".oo.", "....", "....")
    start, to = Footprint(0, 1), Footprint(3, 1)
    assert isinstance(jump(land(*pit), start, to), Step)
    for x in (1, 2, 3):
        assert jump(land(*pit, walls=(wall((x, 1), (x, 2)),)), start, to) is Barred.SHUT
    corner = land(*OPEN, walls=(wall((2, 1), (2, 2), (1, 2)),))
    assert jump(corner, Footprint(0, 0), Footprint(3, 3)) is Barred.CORNER


@pytest.mark.rule("DD-GAP-35")
def test_dd_gap_35_a_wall_along_the_rim_of_a_roof_keeps_climbers_off_it() -> None:
    """Nobody climbs up to it from that side, nor down."""
    house = ("..2", "..2")
    free, railed = land(*house), land(*house, walls=(wall((2, 0), (2, 1)),))
    foot, top = Footprint(1, 0), Footprint(2, 0, height=2)
    assert isinstance(step(free, foot, Footprint(1, 0, height=1)), Step)
    assert step(railed, foot, Footprint(1, 0, height=1)) is Barred.NO_PROGRESS
    assert isinstance(step(free, top, Footprint(1, 0, height=2)), Step)
    assert step(railed, top, Footprint(1, 0, height=2)) is Barred.SHUT
    assert isinstance(step(railed, Footprint(1, 1), Footprint(1, 1, height=1)), Step)


@pytest.mark.rule("DD-MOVE-14")
def test_dd_move_14_nobody_leaves_the_board_through_a_wall_along_its_rim() -> None:
    """A gap in it lets figures out, also diagonally."""
    board = land("...", walls=(wall((0, 0), (0, 1)), wall((0, 0), (2, 0)), wall((0, 1), (3, 1))))
    assert step(board, Footprint(0, 0), Footprint(-1, 0)) is Barred.SHUT
    assert step(board, Footprint(1, 0), Footprint(1, -1)) is Barred.SHUT
    assert isinstance(step(board, Footprint(2, 0), Footprint(2, -1)), Step)
    assert isinstance(step(board, Footprint(1, 0), Footprint(2, -1)), Step)


@pytest.mark.rule("DD-GAP-07", "DD-CHG-04")
def test_dd_gap_07_no_contact_through_a_wall_or_a_shut_door() -> None:
    """Beside its end there is contact, round one side of the corner; behind two walls that meet there is none."""
    one, other, aslant = HERE, Footprint(2, 1), Footprint(2, 2)
    board = land(*OPEN, walls=(wall((2, 1), (2, 2)),))
    assert not in_contact(board, one, other)
    assert not in_contact(board, other, one)
    assert in_contact(board, one, aslant)
    assert not in_contact(land(*OPEN, walls=(wall((2, 1), (2, 2), (1, 2)),)), one, aslant)
    assert in_contact(land(*OPEN, walls=(wall((2, 1), (2, 2), lets=1),)), one, other)
    ogre = Footprint(2, 0, size=2)
    assert in_contact(board, one, ogre)
    assert not in_contact(land(*OPEN, walls=(wall((2, 0), (2, 3)),)), one, ogre)
    assert group(foreign=(other,)).touching(board, one) == ()


@pytest.mark.rule("DD-GAP-16")
def test_dd_gap_16_walls_and_shut_doors_between_squares_block_sight() -> None:
    """A window and an open door do not, nor what is lower than both; past the end of a wall one sees."""
    one, other = Footprint(0, 1), Footprint(3, 1)
    assert not sees(land(*OPEN, walls=(wall((2, 1), (2, 2)),)), one, other)
    assert sees(land(*OPEN, walls=(wall((2, 1), (2, 2), hides=NOWHERE),)), one, other)
    low = land(*OPEN, walls=(wall((2, 1), (2, 2), hides=1),))
    assert not sees(low, one, Footprint(3, 1, height=2))
    assert sees(low, Footprint(0, 1, height=2), Footprint(3, 1, height=2))
    end = land(*OPEN, walls=(wall((2, 2), (2, 4)),))
    assert sees(end, HERE, Footprint(2, 2))
    assert not sees(land(*OPEN, walls=(wall((2, 0), (2, 4)),)), HERE, Footprint(2, 2))
    assert not sees(land(*OPEN, walls=(wall((2, 1), (2, 2)), wall((2, 2), (2, 3)))), HERE, Footprint(2, 2))


@pytest.mark.rule("DD-PUSH-05", "DD-GAP-34")
def test_dd_push_05_nobody_is_pushed_through_a_wall() -> None:
    """The places behind it are none."""
    board = land("...", "...", "...", walls=(wall((2, 0), (2, 3)),))
    free = retreat(land("...", "...", "..."), group(foreign=(Footprint(0, 1),)), HERE, Footprint(0, 1))
    found = retreat(board, group(foreign=(Footprint(0, 1),)), HERE, Footprint(0, 1))
    assert {at.x for at in free.places} == {2}
    assert all(at.x < 2 for at in found.places)


BITS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=16)


def crosses(bits: list[tuple[int, int, bool]], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """The slow reference: whether one of the walls, each a side long, stands between two squares of a row or column."""
    if one[0] != other[0]:
        return (max(one[0], other[0]), one[1], True) in bits
    return (one[0], max(one[1], other[1]), False) in bits


@pytest.mark.rule("DD-MOVE-05", "DD-GAP-36")
@given(bits=BITS, at=st.tuples(st.integers(0, 4), st.integers(0, 4)))
def test_every_way_leads_past_all_walls_and_every_place_left_out_is_behind_them(
    bits: list[tuple[int, int, bool]], at: tuple[int, int]
) -> None:
    """Against a search by hand over single squares."""
    lines = tuple(wall((x, y), (x, y + 1) if down else (x + 1, y)) for x, y, down in bits)
    board = land(*["....."] * 5, walls=lines)

    def free(one: tuple[int, int], other: tuple[int, int]) -> bool:
        if one[0] == other[0] or one[1] == other[1]:
            return not crosses(bits, one, other)
        round_it = ((one[0], other[1]), (other[0], one[1]))
        return any(not crosses(bits, one, by) and not crosses(bits, by, other) for by in round_it)

    reached, rim = {at}, [at]
    for _ in range(3):
        rim = [
            (x, y)
            for one in rim
            for x in range(max(0, one[0] - 1), min(5, one[0] + 2))
            for y in range(max(0, one[1] - 1), min(5, one[1] + 2))
            if (x, y) != one and free(one, (x, y))
        ]
        reached |= set(rim)
    ways = [way for way in walker(board, Footprint(*at)).ways() if not way.steps[-1].leaves]
    assert {(way.steps[-1].to.x, way.steps[-1].to.y) for way in ways} | {at} == reached
    for way in ways:
        gone(walker(board, Footprint(*at)).follow(path(*((s.to.x, s.to.y) for s in way.steps))))
