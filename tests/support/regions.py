"""Where walls let a figure go, worked out slowly: every side of every cell asks every edge of the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from engine.kernel.scene.ground import ScenePatch
from engine.kernel.scene.scene import Scene
from engine.kernel.state.combatant import Cell, Point
from engine.kernel.state.ground import Ground, GroundPatch

Spot = tuple[int, int]
Shut = Callable[[Spot, Spot], bool]
"""Whether something that lets nobody pass stands between two cells of a row or a column."""


def _covers(line: Iterable[Point], one: Spot, other: Spot, cell: int) -> bool:
    """Whether a line along cells' sides covers the side between two neighbours."""
    x, y = max(one[0], other[0]) * cell, max(one[1], other[1]) * cell
    end = (x, y + cell) if one[1] == other[1] else (x + cell, y)
    return any(_on(start, stop, (x, y)) and _on(start, stop, end) for start, stop in pairwise(line))


def _on(start: Point, stop: Point, at: Spot) -> bool:
    """Whether a point lies on a straight piece of a line."""
    turn = (stop.x - start.x) * (at[1] - start.y) - (stop.y - start.y) * (at[0] - start.x)
    across = min(start.x, stop.x) <= at[0] <= max(start.x, stop.x)
    return turn == 0 and across and min(start.y, stop.y) <= at[1] <= max(start.y, stop.y)


def shut_in(ground: Ground) -> Shut:
    """By the ground itself."""
    legend = {entry.key: entry for entry in ground.legend}
    lines = []
    for edge in ground.edges:
        entry = legend[edge.entry]
        state = entry.state if edge.state == "NONE" else edge.state
        door = entry.look == "DOOR" and entry.step is None
        if state not in ("OPEN", "BROKEN") and (entry.step == "NEVER" or door):
            lines.append(edge.line)
    walls = _walls(ground.patches, {entry.key for entry in ground.legend if entry.step == "NEVER"})
    return lambda one, other: (
        one in walls or other in walls or any(_covers(line, one, other, ground.space.cell) for line in lines)
    )


def shut_in_scene(scene: Scene) -> Shut:
    """By what a scene calls NEVER."""
    never = {entry.key for entry in scene.ground.legend if entry.step == "NEVER"}
    lines = [edge.line for edge in scene.ground.edges if edge.entry in never]
    signs = {entry.sign for entry in scene.ground.legend if entry.key in never}
    walls = {(x, y) for y, row in enumerate(scene.ground.rows) for x, sign in enumerate(row) if sign in signs}
    walls |= _walls(scene.ground.patches, never)
    return lambda one, other: one in walls or other in walls or any(_covers(line, one, other, 100) for line in lines)


def _walls(patches: Iterable[GroundPatch | ScenePatch], never: set[str]) -> set[Spot]:
    """The cells that patches make walls of; none of them lies over another."""
    runs = [run for patch in patches if patch.entry in never for run in patch.area.runs]
    return {(run.x + n, run.y) for run in runs for n in range(run.length)}


def steps(shut: Shut, at: Spot, size: int, *, diagonals: bool) -> list[Spot]:
    """Where one step leads a figure, if there is nothing but these walls."""

    def whole(here: Spot) -> bool:
        cells = _cells(here, size)
        return not any(shut(one, other) for one in cells for other in _beside(one) if other in cells)

    def straight(here: Spot, dx: int, dy: int) -> bool:
        to = (here[0] + dx, here[1] + dy)
        there = _cells(here, size)
        ahead = [(one, (one[0] + dx, one[1] + dy)) for one in there]
        return whole(to) and not any(shut(one, other) for one, other in ahead if other not in there)

    found = [(at[0] + dx, at[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)) if straight(at, dx, dy)]
    if diagonals:
        for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            round_it = (((dx, 0), (0, dy)), ((0, dy), (dx, 0)))
            if any(straight(at, *one) and straight((at[0] + one[0], at[1] + one[1]), *two) for one, two in round_it):
                found.append((at[0] + dx, at[1] + dy))
    return found


def _cells(at: Spot, size: int) -> set[Spot]:
    return {(at[0] + x, at[1] + y) for x in range(size) for y in range(size)}


def _beside(at: Spot) -> tuple[Spot, Spot]:
    return (at[0] + 1, at[1]), (at[0], at[1] + 1)


def region(shut: Shut, start: Cell, size: int, extent: Spot, *, diagonals: bool) -> set[Spot]:
    """Every cell that a figure may ever come to from one."""
    found, rim = {(start.x, start.y)}, [(start.x, start.y)]
    while rim:
        for to in steps(shut, rim.pop(), size, diagonals=diagonals):
            inside = 0 <= to[0] <= extent[0] - size and 0 <= to[1] <= extent[1] - size
            if inside and to not in found:
                found.add(to)
                rim.append(to)
    return found
