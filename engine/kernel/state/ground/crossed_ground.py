"""Which hidden parts of a grid a step leads through."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from engine.kernel.space.edges import straight
from engine.kernel.space.sight_lines import Piece, SightLines
from engine.kernel.state.ground.barriers import line_of, steps_across
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry, GroundPatch

Spot = tuple[int, int]
"""Column and row of a cell."""
Named = tuple[str, GroundEdge | GroundPatch]
"""A part of a ground, after the name of the list that it is in."""


def crossed(
    ground: Ground, start: Collection[Spot], end: Collection[Spot], known: Iterable[GroundEntry] = ()
) -> Iterator[Named]:
    """The parts that not everybody knows: edges between the cells of a step, patches on those that are entered.

    start, end: the cells of a figure before the step and after it. A diagonal step leads past all four sides at its
    corner. known: entries that edges may name besides those of the legend.
    """
    cells = {*start, *end}
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    about = {(x, y) for x in range(min(columns), max(columns) + 1) for y in range(min(rows), max(rows) + 1)}
    near = [(True, x, y) for x, y in about if (x - 1, y) in about] + [
        (False, y, x) for x, y in about if (x, y - 1) in about
    ]
    by_side = _hidden_edges(ground, known)
    found = {number for side in near for number in _on(by_side, *side)}
    for number, edge in enumerate(ground.edges):
        if edge.seen_by is not None and (number in found or _on_corner(edge, start, end, ground.space.cell)):
            yield "edges", edge
    entered = {*end}.difference(start)
    for patch in ground.patches:
        if patch.seen_by is not None and any(
            run.y == y and run.x <= x < run.x + run.length for run in patch.area.runs for x, y in entered
        ):
            yield "patches", patch


Hidden = dict[tuple[bool, int], list[tuple[int, int, int]]]
"""Upright or not, and the line of the grid -> from where to where an edge is crossed over it, with its number."""


def _hidden_edges(ground: Ground, known: Iterable[GroundEntry]) -> Hidden:
    """Where the edges stand that not everybody knows, kept with the ground."""
    found: Hidden | None = ground.kept.get("hidden edges")
    if found is None:
        found = ground.kept["hidden edges"] = {}
        entries = {entry.key: entry for entry in (*known, *ground.legend)}
        for number, edge in enumerate(ground.edges):
            for sides in steps_across(edge, entries[edge.entry], ground.space.cell) if edge.seen_by is not None else ():
                found.setdefault((sides.upright, sides.line), []).append((sides.start, sides.end, number))
    return found


def _on(hidden: Hidden, upright: bool, line: int, at: int) -> Iterator[int]:
    return (number for start, end, number in hidden.get((upright, line), ()) if start <= at < end)


def _on_corner(edge: GroundEdge, start: Collection[Spot], end: Collection[Spot], cell: int) -> bool:
    """Whether an edge crosses a diagonal step between the middles of cells, though no step along a row or a column."""
    (x, y), (to_x, to_y) = min(start), min(end)
    if abs(to_x - x) != 1 or abs(to_y - y) != 1:
        return False
    lines = SightLines([Piece(2 * a, 2 * b, 2 * c, 2 * d, 0) for (a, b), (c, d) in straight(line_of(edge))])
    middles = [tuple((2 * n + 1) * cell for n in (*at, at[0] + to_x - x, at[1] + to_y - y)) for at in start]
    return not all(lines.clear((a, b), (c, d), 0) for a, b, c, d in middles)
