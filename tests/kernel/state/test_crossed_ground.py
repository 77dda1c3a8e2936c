"""Which hidden parts of a ground a step leads through."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.crossed_ground import crossed
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry, GroundPatch, Space

WALL = GroundEntry(key="wall", look="WALL", step="NEVER", sight="NEVER")
Spot = tuple[int, int]


def edge(key: str, *line: Spot, hidden: bool = True) -> GroundEdge:
    """A wall that the game master alone knows."""
    return GroundEdge(key=key, entry="wall", line=tuple(Point(*at) for at in line), seen_by=("gm",) if hidden else None)


GROUND = Ground(
    space=Space(kind="GRID", width=9, height=9),
    edges=(
        edge("side", (200, 0), (200, 100)),
        edge("known", (200, 0), (200, 100), hidden=False),
        edge("third", (233, 100), (233, 300)),
        edge("slanting", (400, 0), (700, 300)),
        edge("post", (590, 590), (610, 610)),
        edge("post-across", (590, 610), (610, 590)),
    ),
    patches=(
        GroundPatch(key="pit", entry="wall", area=SceneArea(runs=(SceneRun(x=7, y=7, length=2),)), seen_by=("gm",)),
        GroundPatch(key="rock", entry="wall", area=SceneArea(runs=(SceneRun(x=7, y=8),))),
    ),
)


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        ((1, 0), (2, 0), ["side"]),
        ((2, 0), (1, 0), ["side"]),
        ((1, 1), (2, 1), ["third"]),
        ((2, 1), (3, 1), []),
        ((1, 0), (2, 1), ["side", "third"]),
        ((4, 0), (5, 0), []),
        ((4, 0), (4, 1), ["slanting"]),
        ((5, 0), (4, 1), ["slanting"]),
        ((5, 5), (6, 6), ["post-across"]),
        ((5, 5), (6, 5), []),
        ((6, 7), (7, 7), ["pit"]),
        ((7, 7), (8, 7), ["pit"]),
        ((7, 7), (7, 8), []),
    ],
)
def test_edges_that_a_step_crosses_and_patches_that_it_enters(start: Spot, end: Spot, found: list[str]) -> None:
    """Those that not everybody knows, wherever they stand; those of a corner where the step is a diagonal one."""
    assert [part.key for _, part in crossed(GROUND, [start], [end], [WALL])] == found


def test_each_cell_of_a_large_figure_is_asked() -> None:
    """The wall that one of them crosses."""
    start, end = [(1, 1), (1, 2), (0, 1), (0, 2)], [(2, 1), (2, 2), (1, 1), (1, 2)]
    assert [part.key for _, part in crossed(GROUND, start, end, [WALL])] == ["third"]
