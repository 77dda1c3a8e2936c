"""Where walls let a figure go, worked out slowly: every step asks every edge of the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from engine.kernel.scene.ground import ScenePatch
from engine.kernel.scene.scene import Scene
from engine.kernel.state.combatant import Cell, Point
from engine.kernel.state.ground.ground import Ground, GroundPatch

Spot = tuple[int, int]
Shut = Callable[[Spot, Spot], bool]
"""Whether something that lets nobody pass stands between the middles of two neighbouring cells."""


def _covers(line: Iterable[Point], one: Spot, other: Spot, cell: int) -> bool:
    """Whether a line crosses the one between two neighbours' middles. None may end on that, nor run through one."""
    (a, b), (c, d) = (((2 * x + 1) * cell, (2 * y + 1) * cell) for x, y in (one, other))
    for start, stop in pairwise(line):
        p, q, r, s = 2 * start.x, 2 * start.y, 2 * stop.x, 2 * stop.y
        if (
            _turn(a, b, c, d, p, q) * _turn(a, b, c, d, r, s) < 0
            and _turn(p, q, r, s, a, b) * _turn(p, q, r, s, c, d) < 0
        ):
            return True
    return False


def _turn(a: int, b: int, c: int, d: int, x: int, y: int) -> int:
    """The side of a line from (a, b) to (c, d) that (x, y) is on."""
    found = (c - a) * (y - b) - (d - b) * (x - a)
    return (found > 0) - (found < 0)


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
            if any(shut(one, (one[0] + dx, one[1] + dy)) for one in _cells(at, size)):
                continue
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
