"""What stands along the edges of a ground, as the geometry of boards takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.kernel.space.edges import ANYBODY, ENDLESS, NOWHERE, Barrier, Edges, along_sides, straight
from engine.kernel.state.ground import EdgeState, Ground, GroundEdge, GroundEntry, ScenePasses

OPENED: tuple[EdgeState, ...] = ("OPEN", "BROKEN")
"""States in which a door or window lets steps and sight pass, whatever its entry says."""

Widest = Callable[[GroundEntry], int]
"""Cells a side of the largest figure that passes an entry which lets somebody pass."""


def state_of(edge: GroundEdge, entry: GroundEntry) -> EdgeState:
    """The state that an edge is in: its own, else that of its entry."""
    return entry.state if edge.state == "NONE" else edge.state


def step_of(entry: GroundEntry, state: EdgeState) -> ScenePasses:
    """How something in a state passes a step: a door that is not open lets nobody pass, unless its entry says so."""
    return "FREE" if state in OPENED else entry.step or _usual(entry)


def sight_of(entry: GroundEntry, state: EdgeState) -> ScenePasses:
    """How something in a state passes sight: likewise."""
    return "FREE" if state in OPENED else entry.sight or _usual(entry)


def _usual(entry: GroundEntry) -> ScenePasses:
    return "NEVER" if entry.look == "DOOR" else "FREE"


def barrier(edge: GroundEdge, entry: GroundEntry, widest: int = ANYBODY) -> Barrier:
    """What an edge stops and hides. widest: cells a side of the largest figure that passes it where somebody does."""
    state = state_of(edge, entry)
    lets = 0 if step_of(entry, state) == "NEVER" else widest
    return Barrier(tuple((at.x, at.y) for at in edge.line), lets, hides(entry, state))


def hides(entry: GroundEntry, state: EdgeState) -> int:
    """The height up to which nobody sees through something in a state; NOWHERE: everybody does."""
    if sight_of(entry, state) != "NEVER":
        return NOWHERE
    return ENDLESS if entry.top is None else entry.height + entry.top


def off_sides(ground: Ground, known: Iterable[GroundEntry] = ()) -> tuple[int, ...]:
    """The numbers of the edges of a grid that would stop steps, but do not lie along whole sides of cells.

    known: as for `edges_of`. Such an edge stops nobody: a game that is played on cells refuses it.
    """
    entries, cell = {entry.key: entry for entry in (*known, *ground.legend)}, ground.space.cell

    def strays(edge: GroundEdge) -> bool:
        entry = entries.get(edge.entry)
        if entry is None or step_of(entry, "NONE") != "NEVER":
            return False
        line = [(at.x, at.y) for at in edge.line]
        return not all(along_sides(one, two, cell) for one, two in straight(line))

    return tuple([number for number, edge in enumerate(ground.edges) if strays(edge)])


def edges_of(
    ground: Ground,
    known: Iterable[GroundEntry] = (),
    widest: Widest | None = None,
    more: Callable[[], Iterable[Barrier]] | None = None,
) -> Edges:
    """The edges of a ground on a grid, kept with it: always ask with the same arguments.

    known: entries that its edges may name besides those of its legend. widest: None: whoever passes, passes at any
    size. more: what else blocks.
    """
    found: Edges | None = ground.kept.get("edges")
    if found is None:
        entries = {entry.key: entry for entry in (*known, *ground.legend)}
        named = ((edge, entries[edge.entry]) for edge in ground.edges)
        barriers = (barrier(edge, entry, widest(entry) if widest else ANYBODY) for edge, entry in named)
        found = ground.kept["edges"] = Edges((*barriers, *(more() if more else ())), ground.space.cell)
    return found
