"""Walls, doors and windows between cells, for fights of any game: lines between corners of cells."""

from __future__ import annotations

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import EdgeState, Ground, GroundEdge, GroundEntry, Space

CELL = 100
LEGEND = (
    GroundEntry(key="wall", look="WALL", step="NEVER", sight="NEVER"),
    GroundEntry(key="fence", look="WALL", step="NEVER", sight="NEVER", top=1),
    GroundEntry(key="window", look="WINDOW", step="NEVER", sight="FREE"),
    GroundEntry(key="curtain", look="OTHER", step="FREE", sight="NEVER"),
    GroundEntry(key="door", look="DOOR", state="SHUT"),
)


def edge(
    *corners: tuple[int, int],
    entry: str = "wall",
    key: str = "",
    state: EdgeState = "NONE",
    seen_by: tuple[str, ...] | None = None,
    shown_as: str | None = None,
) -> GroundEdge:
    """A line from corner to corner. seen_by: who knows what it is. shown_as: what others take it for; None: nothing."""
    line = tuple(Point(x * CELL, y * CELL) for x, y in corners)
    name = key or f"{entry}-{'-'.join(str(number) for corner in corners for number in corner)}"
    return GroundEdge(key=name, entry=entry, line=line, state=state, seen_by=seen_by, shown_as=shown_as)


def walled(*edges: GroundEdge, width: int = 0, height: int = 0) -> Ground:
    """A grid of plain cells with these edges. width, height: 0: without a rim."""
    return Ground(space=Space(kind="GRID", width=width, height=height), legend=LEGEND, edges=edges)
