"""Outlines of sets of cells."""

from __future__ import annotations

import random

from api.drawing.cells import outlines


def inside(rings: list[list[tuple[int, int]]], x: float, y: float) -> bool:
    """Whether a point lies inside, by the even-odd rule: lines crossed on the way to the left."""
    crossed = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            assert (ax == bx) != (ay == by), "a line runs along the cells"
            crossed += ax == bx and ax < x and min(ay, by) < y < max(ay, by)
    return crossed % 2 == 1


def test_a_block_is_one_ring_of_four_corners() -> None:
    """Corners only, whatever the size."""
    assert sorted(outlines({(x, y) for x in range(5) for y in range(3)})[0]) == [(0, 0), (0, 3), (5, 0), (5, 3)]


def test_a_hole_and_corners_that_touch() -> None:
    """A ring around a hole; two cells that touch in a corner."""
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert len(outlines(ring)) == 2
    assert sorted(map(len, outlines({(0, 0), (1, 1)}))) == [4, 4]


def test_outlines_hold_exactly_their_cells() -> None:
    """Sets drawn by chance: a cell lies inside if and only if it belongs to the set."""
    chance = random.Random(7)
    for _ in range(200):
        cells = {(x, y) for x in range(7) for y in range(6) if chance.random() < 0.55}
        rings = outlines(set(cells))
        found = {(x, y) for x in range(-1, 8) for y in range(-1, 7) if inside(rings, x + 0.5, y + 0.5)}
        assert found == cells
