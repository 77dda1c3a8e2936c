"""The live path: reverts as jumps, against a slow and obvious reading of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.state.stored.history import Jump, live_versions, segments


@pytest.mark.parametrize(
    ("jumps", "version", "live"),
    [
        ([], 0, []),
        ([], 3, [1, 2, 3]),
        ([Jump(4, 2)], 3, [1, 2, 3]),
        ([Jump(4, 2)], 4, [1, 2]),
        ([Jump(4, 2)], 6, [1, 2, 5, 6]),
        ([Jump(6, 2, (4,))], 6, [1, 2, 4]),
        ([Jump(6, 2, (4,)), Jump(8, 6)], 9, [1, 2, 4, 9]),
        ([Jump(6, 2, (4,)), Jump(8, 7)], 8, [1, 2, 4, 7]),
        ([Jump(4, 2), Jump(7, 5), Jump(9, 1)], 10, [1, 10]),
        ([Jump(4, 3)], 4, [1, 2, 3]),
        ([Jump(3, 0)], 5, [4, 5]),
    ],
)
def test_a_jump_keeps_the_named_later_versions(jumps: list[Jump], version: int, live: list[int]) -> None:
    """A jump goes back to a version, keeps some of the later ones, and is itself no live event."""
    assert live_versions(jumps, version) == live


def test_segments_are_told_newest_first() -> None:
    """A loader reads backwards and may stop at the first snapshot it meets."""
    assert list(segments([Jump(6, 2, (4, 5))], 8)) == [(7, 8), (5, 5), (4, 4), (1, 2)]


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_the_live_path_is_what_a_reader_from_the_front_would_keep(seed: int, length: int) -> None:
    """Random jumps, to jumps too, with kept versions out of what they undo."""
    rng = random.Random(seed)
    paths: list[list[int]] = [[]]
    jumps: list[Jump] = []
    for version in range(1, length + 1):
        if version > 1 and rng.random() < 0.3:
            to = rng.randint(1, version - 1)
            undone = [v for v in paths[-1] if v > max(paths[to], default=0)]
            kept = tuple(sorted(rng.sample(undone, rng.randint(0, len(undone)))))
            jumps.append(Jump(version, to, kept))
            paths.append([*paths[to], *kept])
        else:
            paths.append([*paths[-1], version])
    for version in range(length + 1):
        assert live_versions([j for j in jumps if j.at <= version], version) == paths[version]
        assert live_versions(jumps, version) == paths[version]
