"""How much there is to a scene: what a reader pays for one, by its cells and figures."""

from __future__ import annotations

from engine.kernel.state.fight import Fight
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.ground import Ground

FIGURE, EDGE = 50, 5
"""The cost of a figure with its bars, badges and marks, and of an edge, zone or entry; a cell of the rows costs 1."""
LONG_RUN = 1000
"""A run may be a million cells long, and is told as one line."""


def size_of_scene(seen: Fight) -> int:
    """The cost of a scene, in units of `api.graphql.cost`: some microseconds each. seen: as its reader sees it."""
    return FIGURE * len(seen.combatants) + (0 if seen.ground is None else _ground(seen.ground))


def corners_of(ground: Ground | None) -> int:
    """How many corners the lines and outlines of a ground have: ways and sight are judged by them."""
    if ground is None:
        return 0
    return sum(len(edge.line) for edge in ground.edges) + sum(_corners(patch.area) for patch in ground.patches)


def _corners(area: SceneArea) -> int:
    return _points(area) + (2 * len(area.strip.line) if area.strip is not None else 0)


def _points(area: SceneArea) -> int:
    return sum(len(outline.points) + sum(len(hole.points) for hole in outline.holes) for outline in area.outlines)


def _ground(ground: Ground) -> int:
    parts = len(ground.zones) + len(ground.links) + len(ground.positions) + len(ground.legend) + len(ground.edges)
    return sum(map(len, ground.rows)) + sum(_area(patch.area) for patch in ground.patches) + EDGE * parts


def _area(area: SceneArea) -> int:
    return EDGE + _corners(area) + sum(min(run.length, LONG_RUN) for run in area.runs)
