"""Shortest paths over a board: what is in reach, and the straightest of all shortest paths."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from typing import TypeVar

from engine.kernel.structs.budget import spend

N = TypeVar("N", bound=Hashable)
S = TypeVar("S")

NODE = 5
"""Units of a budget that each node of a search takes."""

At = tuple[int, int]
"""Column and row of a square."""


def astray(start: At, end: At, at: At) -> int:
    """How far a square lies from the straight line between two others: the distance times the length of the line."""
    return abs((end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0]))


def reached(start: N, onward: Callable[[N], Iterable[tuple[N, int]]], most: int) -> dict[N, int]:
    """Every node within a cost of `most`, nearest first, with the cost of the shortest path there.

    onward: where a step leads from a node, with its cost (0 or more), in a fixed order. Nodes at equal cost are in
    order of discovery, so the order is the same in every process.
    """
    found: dict[N, int] = {}
    queue: list[tuple[int, int, N]] = [(0, 0, start)]
    met = 0
    while queue:
        cost, _, node = heappop(queue)
        if node in found:
            continue
        found[node] = cost
        spend(NODE)
        for there, step in onward(node):
            if there not in found and cost + step <= most:
                met += 1
                heappush(queue, (cost + step, met, there))
    return found


def straightest(
    start: N, end: N, before: Callable[[N], Iterable[tuple[N, S]]], weight: Callable[[S], tuple[int, ...]]
) -> tuple[S, ...]:
    """The steps of the path of least weight, the first of equal ones; empty where no path leads from start to end.

    before: the steps that reach a node on some shortest path, each with the node it comes from, in a fixed order; they
    form no cycle. weight: of a step; those of a path are added up, and compared number by number.
    """
    found: dict[N, tuple[tuple[int, ...], N, S] | None] = {}

    def best(node: N) -> tuple[int, ...] | None:
        """The weight of the best path to a node; () for the start; None where there is none."""
        if node == start:
            return ()
        if node not in found:
            found[node] = None
            spend(NODE)
            for source, step in before(node):
                so_far = best(source)
                if so_far is None:
                    continue
                more = weight(step)
                total = tuple(a + b for a, b in zip(so_far, more, strict=True)) if so_far else more
                known = found[node]
                if known is None or total < known[0]:
                    found[node] = (total, source, step)
        known = found[node]
        return known[0] if known else None

    if best(end) is None:
        return ()
    steps: list[S] = []
    while end != start:
        known = found[end]
        assert known is not None
        _, end, step = known
        steps.append(step)
    return tuple(reversed(steps))
