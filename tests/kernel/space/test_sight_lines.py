"""Sight among straight pieces, against a slow reference: a way past them along either side of the line."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.kernel.space.sight_lines import Piece, SightLines

POINTS = st.tuples(st.integers(0, 6), st.integers(0, 6))
PIECES = st.lists(st.tuples(POINTS, POINTS).filter(lambda ends: ends[0] != ends[1]), max_size=14)

Ends = tuple[tuple[int, int], tuple[int, int]]


def sight(one: tuple[int, int], other: tuple[int, int], pieces: list[Ends], low: int = 0) -> bool:
    """Whether it is clear, with pieces that have no top."""
    return SightLines([Piece(*start, *end, 1000) for start, end in pieces]).clear(one, other, low)


def _side(one: tuple[int, int], other: tuple[int, int], at: tuple[int, int]) -> int:
    turn = (other[0] - one[0]) * (at[1] - one[1]) - (other[1] - one[1]) * (at[0] - one[0])
    return (turn > 0) - (turn < 0)


def by_lanes(one: tuple[int, int], other: tuple[int, int], pieces: list[Ends]) -> bool:
    """The slow reference: somebody goes along the line, close to its left or to its right, and may change between.

    A piece that touches the line from one side closes that lane there, one that crosses it both; one that runs along
    it keeps the lanes apart for so long. What the line begins or ends on closes nothing.
    """
    dx, dy = other[0] - one[0], other[1] - one[1]

    def far(at: tuple[int, int]) -> Fraction:
        return Fraction((at[0] - one[0]) * dx + (at[1] - one[1]) * dy, dx * dx + dy * dy)

    closed: dict[Fraction, set[int]] = {}
    runs: list[tuple[Fraction, Fraction]] = []
    for start, end in pieces:
        mine, theirs = _side(one, other, start), _side(one, other, end)
        if mine == theirs == 0:
            runs.append((min(far(start), far(end)), max(far(start), far(end))))
        elif mine != theirs:
            across = Fraction((start[0] - one[0]) * dy - (start[1] - one[1]) * dx)
            slope = Fraction((end[0] - start[0]) * dy - (end[1] - start[1]) * dx)
            share = -across / slope
            met = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            at = ((met[0] - one[0]) * dx + (met[1] - one[1]) * dy) / (dx * dx + dy * dy)
            if 0 < at < 1:
                closed.setdefault(at, set()).update({mine, theirs} - {0})
    lanes = {1, -1}
    stops = sorted({Fraction(0), Fraction(1), *closed, *(at for run in runs for at in run if 0 < at < 1)})
    for before, after in itertools.pairwise(stops):
        middle = (before + after) / 2
        lanes -= closed.get(before, set())
        if lanes and not any(start < middle < end for start, end in runs):
            lanes = {1, -1}
    return bool(lanes)


@given(one=POINTS, other=POINTS, pieces=PIECES)
def test_sight_is_clear_where_a_way_leads_past_close_to_the_line(
    one: tuple[int, int], other: tuple[int, int], pieces: list[Ends]
) -> None:
    """From either end."""
    assume(one != other)
    assert sight(one, other, pieces) == by_lanes(one, other, pieces)
    assert sight(other, one, pieces) == by_lanes(one, other, pieces)


@given(one=POINTS, other=POINTS, pieces=PIECES, low=st.integers(0, 3), tops=st.lists(st.integers(0, 3), min_size=14))
def test_lower_pieces_hide_nothing(
    one: tuple[int, int], other: tuple[int, int], pieces: list[Ends], low: int, tops: list[int]
) -> None:
    """As if they were not there."""
    lines = SightLines([Piece(*start, *end, top) for (start, end), top in zip(pieces, tops, strict=False)])
    high = [piece for piece, top in zip(pieces, tops, strict=False) if top >= low]
    assert lines.clear(one, other, low) == sight(one, other, high)


SCALE = 10**12
"""A hair to the east is a millionth, and one to the south a millionth of that."""


@given(one=POINTS, other=POINTS, pieces=PIECES)
def test_a_line_that_begins_on_a_piece_is_moved_by_a_hair(
    one: tuple[int, int], other: tuple[int, int], pieces: list[Ends]
) -> None:
    """To the east and south: then nothing only touches it. Where none of its ends lies on a piece it stays."""
    assume(one != other)

    def on(at: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> bool:
        return _side(start, end, at) == 0 and all(
            min(a, b) <= c <= max(a, b) for a, b, c in zip(start, end, at, strict=True)
        )

    lines = SightLines([Piece(*start, *end, 1000) for start, end in pieces])
    if not any(on(at, *piece) for at in (one, other) for piece in pieces):
        assert lines.clear(one, other, 0, nudged=True) == lines.clear(one, other, 0)
        return
    (a, b), (c, d) = ((x * SCALE + 10**6, y * SCALE + 1) for x, y in (one, other))
    crossed = False
    for piece in pieces:
        (p, q), (r, s) = ((x * SCALE, y * SCALE) for x, y in piece)
        apart = _side((a, b), (c, d), (p, q)) != _side((a, b), (c, d), (r, s))
        crossed |= apart and _side((p, q), (r, s), (a, b)) != _side((p, q), (r, s), (c, d))
    assert lines.clear(one, other, 0, nudged=True) is not crossed


@pytest.mark.parametrize(
    ("pieces", "clear"),
    [
        ([((2, 2), (2, 0))], True),
        ([((2, 2), (2, 0)), ((2, 2), (2, 4))], False),
        ([((2, 2), (2, 0)), ((2, 2), (0, 2))], False),
        ([((2, 2), (2, 0)), ((2, 2), (4, 2))], True),
        ([((2, 2), (2, 0)), ((3, 3), (3, 6))], True),
        ([((2, 2), (2, 0)), ((2, 2), (3, 3)), ((3, 3), (3, 6))], False),
        ([((0, 0), (6, 6))], True),
        ([((1, 1), (1, 0)), ((1, 1), (0, 1))], True),
    ],
    ids=[
        "the end of a wall", "a wall in two parts", "into the corner of a room", "past the corner of a house",
        "two ends apart", "two ends joined along the line", "all along", "at the foot of the viewer",
    ],
)  # fmt: skip
def test_what_touches_the_line_does_not_block_it_unless_it_closes_it(pieces: list[Ends], clear: bool) -> None:
    """Seen diagonally, from (1, 1) to (5, 5)."""
    assert sight((1, 1), (5, 5), pieces) is clear


def test_of_many_pieces_only_those_near_the_line_are_tried() -> None:
    """A hundred thousand walls, and a line that crosses none or the last."""
    lines = SightLines([Piece(x, y, x + 1, y, 9) for x in range(0, 1000, 2) for y in range(0, 400, 2)])
    near = list(lines._near((1, 1), (21, 3)))
    assert len(near) < 200
    assert lines.clear((1, 1), (21, 1), 0)
    assert not lines.clear((0, 397), (1, 399), 0)
