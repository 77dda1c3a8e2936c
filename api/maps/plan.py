"""What stands on the ground of a scene, as lines: what every file format for maps is made of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from api.maps.conversion import lines_of_sides
from engine.kernel.scene.ground import SceneEntry, SceneGround
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneGrid, ScenePlane
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.state.ground.ground import EdgeState, SceneLook, ScenePasses
from engine.kernel.structs.errors import RuleRefusal

Kind = Literal["WALL", "OBJECT", "DOOR", "WINDOW"]
Box = tuple[float, float, float, float]
"""x, y, width, height in cells."""

MARGIN = 2
"""Cells around what stands on a ground that has no edge."""
CORNERS = 16
"""Corners that a disc has as lines."""
PLANE_CELL = 100
"""Hundredths of the unit of length that count as a cell on an open table."""

DOORS = ("DOOR", "WINDOW")
SOLID = ("WALL", "DOOR", "WINDOW")


class PlanLine(Struct, frozen=True):
    """A straight piece, in cells from the corner of the cell (0, 0)."""

    kind: Kind
    x1: float
    y1: float
    x2: float
    y2: float
    step: ScenePasses
    sight: ScenePasses
    state: EdgeState = "NONE"


class Plan(Struct, frozen=True):
    """A ground as lines. box: what is shown of it. cell: in hundredths of the unit. looks: of cells that have one."""

    box: Box
    cell: int
    unit: str
    lines: tuple[PlanLine, ...]
    looks: dict[tuple[int, int], SceneLook]


def check_map(scene: Scene) -> SceneGrid | ScenePlane:
    """The space of a scene that has a map. RuleRefusal where it has neither squares nor an open table."""
    if not isinstance(scene.space, SceneGrid | ScenePlane):
        raise RuleRefusal(
            "zones, ranks and fights without places have no map of walls: only squares and open tables do"
        )
    return scene.space


def plan_of(scene: Scene) -> Plan:
    """The plan of a scene. RuleRefusal as of `check_map`."""
    space = check_map(scene)
    cell = space.cell if isinstance(space, SceneGrid) else PLANE_CELL
    legend = {entry.key: entry for entry in scene.ground.legend}
    solid, looks = _cells(scene.ground, legend)
    lines = [
        *_edges(scene.ground, legend, cell),
        *_rims(solid),
        *_doors(solid),
        *_outlines(scene.ground, legend, cell),
    ]
    width, height = (space.width, space.height) if isinstance(space, SceneGrid) else _inches(space, cell)
    box = (0.0, 0.0, float(width), float(height)) if width and height else _around(scene, lines, looks, cell)
    return Plan(box, cell, space.unit, tuple(lines), looks)


def _inches(space: ScenePlane, cell: int) -> tuple[float, float]:
    return space.width / cell, space.height / cell


def _edges(ground: SceneGround, legend: Mapping[str, SceneEntry], cell: int) -> Iterator[PlanLine]:
    for edge in ground.edges:
        entry = legend[edge.entry]
        state: EdgeState = edge.state if edge.state != "NONE" else entry.state
        kind: Kind = entry.look if entry.look in SOLID else "OBJECT"  # type: ignore[assignment]
        if kind != "WALL" and kind not in DOORS and (entry.step, entry.sight) == ("FREE", "FREE"):
            continue  # a line to look at
        for point, other in pairwise(edge.line):
            yield _line(kind, point, other, cell, entry, state)


def _line(kind: Kind, point: Point, other: Point, cell: int, entry: SceneEntry, state: EdgeState = "NONE") -> PlanLine:
    return PlanLine(
        kind, point.x / cell, point.y / cell, other.x / cell, other.y / cell, entry.step, entry.sight, state
    )


Cells = dict[tuple[int, int], SceneEntry]


def _cells(ground: SceneGround, legend: Mapping[str, SceneEntry]) -> tuple[Cells, dict[tuple[int, int], SceneLook]]:
    """What stops a step or sight, or may be shut, by cell; and the look of every cell that has one."""
    signs = {entry.sign: entry for entry in ground.legend if entry.sign is not None}
    found: Cells = {
        (x, y): signs[sign] for y, row in enumerate(ground.rows) for x, sign in enumerate(row) if sign in signs
    }
    for patch in ground.patches:
        for run in patch.area.runs:
            for x in range(run.x, run.x + run.length):
                found[x, run.y] = legend[patch.entry]
    solid = {
        place: entry for place, entry in found.items() if entry.look in DOORS or "NEVER" in (entry.step, entry.sight)
    }
    return solid, {place: entry.look for place, entry in found.items() if entry.look != "FLOOR"}


def _stops(entry: SceneEntry | None) -> tuple[bool, bool]:
    """Whether a cell stops a step, and sight. The jambs of a door are its neighbours'; it is a line of its own."""
    if entry is None or entry.look in DOORS:
        return False, False
    return entry.step == "NEVER", entry.sight == "NEVER"


def _rims(solid: Cells) -> Iterator[PlanLine]:
    """The sides between cells that stop different things, joined."""
    sides: dict[tuple[bool, int, int], str] = {}
    for (x, y), entry in solid.items():
        for across, at, neighbour in (
            (True, (x, y), (x, y - 1)),
            (True, (x, y + 1), (x, y + 1)),
            (False, (x, y), (x - 1, y)),
            (False, (x + 1, y), (x + 1, y)),
        ):
            mine, other = _stops(entry), _stops(solid.get(neighbour))
            if mine != other:
                step, sight = mine[0] or other[0], mine[1] or other[1]
                wall = "WALL" if "WALL" in (entry.look, getattr(solid.get(neighbour), "look", "")) else "OBJECT"
                sides[across, *at] = f"{wall} {'NEVER' if step else 'FREE'} {'NEVER' if sight else 'FREE'}"
    for (x1, y1, x2, y2), told in lines_of_sides(sides):
        kind, passes, seen = told.split()
        yield PlanLine(kind, x1, y1, x2, y2, passes, seen)  # type: ignore[arg-type]


def _doors(solid: Cells) -> Iterator[PlanLine]:
    """Doors and windows that fill a cell: a line through its middle, from wall to wall."""
    for (x, y), entry in solid.items():
        if entry.look not in DOORS:
            continue
        kind: Kind = "DOOR" if entry.look == "DOOR" else "WINDOW"
        if (x - 1, y) in solid or (x + 1, y) in solid:
            yield PlanLine(kind, x, y + 0.5, x + 1, y + 0.5, entry.step, entry.sight, entry.state)
        else:
            yield PlanLine(kind, x + 0.5, y, x + 0.5, y + 1, entry.step, entry.sight, entry.state)


def _outlines(ground: SceneGround, legend: Mapping[str, SceneEntry], cell: int) -> Iterator[PlanLine]:
    """The rims of patches that are no cells, such as a wood on an open table, where they stop something."""
    for patch in ground.patches:
        entry = legend[patch.entry]
        if "NEVER" not in (entry.step, entry.sight):
            continue
        for ring in _rings(patch.area):
            for point, other in pairwise(ring):
                yield _line("WALL" if entry.look == "WALL" else "OBJECT", point, other, cell, entry)


def _rings(area: SceneArea) -> Iterator[tuple[Point, ...]]:
    for outline in area.outlines:
        for ring in (outline.points, *(hole.points for hole in outline.holes)):
            yield (*ring, ring[0])
    if area.strip is not None:
        yield area.strip.line
    if area.disc is not None:
        centre, radius = area.disc.centre, area.disc.radius
        turns = [2 * math.pi * corner / CORNERS for corner in range(CORNERS + 1)]
        yield tuple(
            Point(centre.x + round(radius * math.cos(turn)), centre.y + round(radius * math.sin(turn)))
            for turn in turns
        )


def _around(scene: Scene, lines: Iterable[PlanLine], looks: Iterable[tuple[int, int]], cell: int) -> Box:
    """The part of a ground without an edge where anything is."""
    spots = [spot for line in lines for spot in ((line.x1, line.y1), (line.x2, line.y2))]
    spots += [spot for x, y in looks for spot in ((x, y), (x + 1, y + 1))]
    for token in scene.tokens:
        if token.place is not None and token.place.cell is not None:
            x, y = token.place.cell.x, token.place.cell.y
            spots += [(x, y), (x + 1, y + 1)]
        elif token.place is not None and token.place.point is not None:
            spots.append((token.place.point.x / cell, token.place.point.y / cell))
    if not spots:
        spots = [(0, 0), (1, 1)]
    left, top = (math.floor(min(spot[at] for spot in spots)) - MARGIN for at in (0, 1))
    right, bottom = (math.ceil(max(spot[at] for spot in spots)) + MARGIN for at in (0, 1))
    return float(left), float(top), float(right - left), float(bottom - top)
