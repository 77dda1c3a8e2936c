"""Runs of cells."""

from __future__ import annotations

import random
import time

from engine.kernel.space.runs import Runs


def test_of_two_on_a_cell_the_later_counts() -> None:
    """As if every cell were painted by itself, whatever overlaps."""
    for seed in range(60):
        rng = random.Random(seed)
        laid = [(rng.randint(0, 3), rng.randint(-5, 12), rng.randint(1, 9), rng.randint(1, 4)) for _ in range(12)]
        painted: dict[tuple[int, int], int] = {}
        for y, x, length, value in laid:
            painted |= {(x + n, y): value for n in range(length)}
        runs = Runs(laid)
        assert all(runs.at(x, y) == painted.get((x, y)) for x in range(-8, 25) for y in range(-1, 5))
        pieces = [((x, y), value) for y, start, end, value in runs.pieces() for x in range(start, end)]
        assert dict(pieces) == painted
        assert len(pieces) == len(painted)


def test_long_runs_over_each_other_cost_little() -> None:
    """Ten thousand runs of a million cells each, on one row."""
    began = time.process_time()
    runs = Runs([(0, n, 1_000_000, n) for n in range(10_000)])
    assert runs.at(500_000, 0) == 9_999
    assert time.process_time() - began < 2
