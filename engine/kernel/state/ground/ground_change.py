"""Applies a change to a ground, and completes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from msgspec import structs

from engine.kernel.state.ground.ground import Ground, GroundCells, GroundChange, GroundEdge, GroundEntry
from engine.kernel.state.ground.seen_ground import line_key, used_entries


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


K = TypeVar("K", bound=_Keyed)


def finished(ground: Ground, own: Iterable[GroundEntry] = ()) -> Ground:
    """A ground as it is kept: with the size of its rows, a key for each edge, and those entries that it names by key.

    own: entries that the rule system has without a legend.
    """
    space = ground.space
    if ground.rows and space.kind == "GRID" and not space.width and not space.height:
        space = structs.replace(space, width=max(map(len, ground.rows)), height=len(ground.rows))
    edges = ground.edges if all(edge.key for edge in ground.edges) else tuple(map(keyed, ground.edges))
    there = {entry.key for entry in ground.legend}
    used = used_entries(ground) - there
    legend = (*ground.legend, *(structs.replace(row, sign=None) for row in own if row.key in used))
    if space is ground.space and edges is ground.edges and len(legend) == len(ground.legend):
        return ground
    return structs.replace(ground, space=space, edges=edges, legend=legend)


def keyed(edge: GroundEdge) -> GroundEdge:
    """An edge with a key."""
    return edge if edge.key else structs.replace(edge, key=line_key(edge.entry, edge.line))


def changed(ground: Ground, change: GroundChange) -> Ground:
    """The ground after a change. What it removes need not be there; cells beyond the rows change nothing."""
    ground = change.ground or ground
    gone, changes = change.removed, dict[str, Any]()
    if gone is not None:
        for name in ("legend", "patches", "edges", "zones", "links"):
            keys = frozenset(getattr(gone, name))
            if keys:
                changes[name] = tuple(part for part in getattr(ground, name) if part.key not in keys)
        if gone.positions:
            named = {(position.side, position.rank) for position in gone.positions}
            changes["positions"] = tuple(
                position for position in ground.positions if (position.side, position.rank) not in named
            )
        ground = structs.replace(ground, **changes)
    rows = ground.rows if change.rows is None else change.rows
    positions = {(position.side, position.rank): position for position in (*ground.positions, *change.positions)}
    return structs.replace(
        ground,
        space=change.space or ground.space,
        rows=_laid(rows, change.cells),
        legend=_merged(ground.legend, change.legend),
        patches=_merged(ground.patches, change.patches),
        edges=_merged(ground.edges, change.edges),
        zones=_merged(ground.zones, change.zones),
        links=_merged(ground.links, change.links),
        positions=tuple(positions.values()) if change.positions else ground.positions,
    )


def _merged(before: tuple[K, ...], new: Iterable[K]) -> tuple[K, ...]:
    found: Mapping[str, K] = {part.key: part for part in new}
    if not found:
        return before
    there = {part.key for part in before}
    return (*(found.get(part.key, part) for part in before), *(p for k, p in found.items() if k not in there))


def _laid(rows: tuple[str, ...], cells: tuple[GroundCells, ...]) -> tuple[str, ...]:
    if not cells:
        return rows
    drawn: dict[int, list[str]] = {}
    for run in cells:
        if 0 <= run.y < len(rows) and 0 <= run.x < len(rows[run.y]):
            row = drawn.setdefault(run.y, list(rows[run.y]))
            length = min(run.length, len(row) - run.x)
            row[run.x : run.x + length] = run.sign * length
    return tuple("".join(drawn[y]) if y in drawn else row for y, row in enumerate(rows))
