"""What is in reach, and the straight one of all shortest ways."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.space.paths import astray, reached, straightest


def test_a_square_on_the_line_is_not_astray_and_others_are_by_their_distance() -> None:
    """Whole numbers: the area that the square spans with the line."""
    assert [astray((1, 1), (5, 3), at) for at in ((1, 1), (3, 2), (5, 3))] == [0, 0, 0]
    assert [astray((0, 0), (6, 0), (3, y)) for y in (-2, -1, 1, 2)] == [12, 6, 6, 12]


def test_the_lightest_way_is_taken_and_of_equal_ones_the_first() -> None:
    """Weights are compared number by number; a node that leads nowhere is left out."""
    graph = {
        "end": [("far", "far-end"), ("near", "near-end"), ("also", "also-end"), ("lost", "lost-end")],
        "far": [("start", "start-far")],
        "near": [("start", "start-near")],
        "also": [("start", "start-also")],
        "lost": [("nowhere", "nowhere-lost")],
        "nowhere": [],
    }
    weights = {"far-end": (1, 0), "start-far": (0, 0), "near-end": (0, 5), "also-end": (0, 3), "start-also": (0, 2)}
    found = straightest("start", "end", graph.__getitem__, lambda step: weights.get(step, (0, 0)))
    assert found == ("start-near", "near-end")
    assert straightest("start", "lost", graph.__getitem__, lambda step: (0,)) == ()
    assert straightest("start", "start", graph.__getitem__, lambda step: (0,)) == ()


@given(
    walls=st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=14),
    most=st.integers(0, 9),
    slow=st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=10),
)
def test_what_is_in_reach_is_what_repeated_relaxation_finds(
    walls: set[tuple[int, int]], most: int, slow: set[tuple[int, int]]
) -> None:
    """With steps that cost 1 or 3; nearest first."""

    def onward(at: tuple[int, int]) -> Iterator[tuple[tuple[int, int], int]]:
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            there = (at[0] + dx, at[1] + dy)
            if there not in walls and 0 <= there[0] < 6 and 0 <= there[1] < 6:
                yield there, 3 if there in slow else 1

    costs = {(0, 0): 0}
    for _ in range(36):
        for at, cost in list(costs.items()):
            for there, step in onward(at):
                if cost + step < costs.get(there, most + 1):
                    costs[there] = cost + step
    found = reached((0, 0), onward, most)
    assert found == costs
    assert list(found.values()) == sorted(found.values())
