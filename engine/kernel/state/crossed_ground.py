"""Which hidden parts of a grid a step leads through."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.space.edges import along_sides, straight
from engine.kernel.state.ground import Ground, GroundEdge, GroundPatch

Spot = tuple[int, int]
"""Column and row of a cell."""
Named = tuple[str, GroundEdge | GroundPatch]
"""A part of a ground, after the name of the list that it is in."""


def crossed(ground: Ground, start: Collection[Spot], end: Collection[Spot]) -> Iterator[Named]:
    """The parts that not everybody knows: edges between the cells of a step, patches on those that are entered.

    start, end: the cells of a figure before the step and after it. A diagonal step leads past all four sides at its
    corner.
    """
    cells = {*start, *end}
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    about = {(x, y) for x in range(min(columns), max(columns) + 1) for y in range(min(rows), max(rows) + 1)}
    for edge in ground.edges:
        if edge.seen_by is not None and any(one in about and other in about for one, other in _parted(edge, ground)):
            yield "edges", edge
    entered = {*end}.difference(start)
    for patch in ground.patches:
        if patch.seen_by is not None and any(
            run.y == y and run.x <= x < run.x + run.length for run in patch.area.runs for x, y in entered
        ):
            yield "patches", patch


def _parted(edge: GroundEdge, ground: Ground) -> Iterator[tuple[Spot, Spot]]:
    """The pairs of cells on either side of an edge."""
    cell = ground.space.cell
    for one, two in straight([(at.x, at.y) for at in edge.line]):
        if not along_sides(one, two, cell):
            continue
        (x, y), (to_x, to_y) = sorted(((one[0] // cell, one[1] // cell), (two[0] // cell, two[1] // cell)))
        for n in range(max(to_x - x, to_y - y)):
            yield ((x - 1, y + n), (x, y + n)) if x == to_x else ((x + n, y - 1), (x + n, y))
