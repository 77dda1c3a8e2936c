"""What stands on the edges of a ground: what it stops and hides by the rules, and what a scene says of that.

Both are derived here, for every game that is played on cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.kernel.space.crossings import Sides, crossed_sides
from engine.kernel.space.edges import ANYBODY, ENDLESS, NOWHERE, Barrier, Edges, straight
from engine.kernel.space.turns import Spot
from engine.kernel.state.ground.ground import EdgeState, Ground, GroundEdge, GroundEntry, ScenePasses

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


def passes(entry: GroundEntry, state: EdgeState, widest: int = ANYBODY) -> tuple[ScenePasses, ScenePasses]:
    """What a scene says of steps and of sight past something in a state.

    NEVER: nobody passes, by `barrier`; SOME: it depends on how large he is, or from how high he looks.
    widest: as there.
    """
    step, sight = step_of(entry, state), sight_of(entry, state)
    if step != "NEVER" and widest < ANYBODY:
        step = "SOME"
    if sight == "NEVER" and hides(entry, state) < ENDLESS:
        sight = "SOME"
    return step, sight


def barrier(edge: GroundEdge, entry: GroundEntry, widest: int = ANYBODY) -> Barrier:
    """What an edge stops and hides. widest: cells a side of the largest figure that passes it where somebody does."""
    state = state_of(edge, entry)
    lets = 0 if step_of(entry, state) == "NEVER" else widest
    return Barrier(line_of(edge), lets, hides(entry, state), is_door(edge, entry))


def line_of(edge: GroundEdge) -> tuple[Spot, ...]:
    """The points of an edge."""
    return tuple([(at.x, at.y) for at in edge.line])


def is_door(edge: GroundEdge, entry: GroundEntry) -> bool:
    """Whether an edge can be open and shut."""
    return entry.look == "DOOR" or state_of(edge, entry) != "NONE"


def hides(entry: GroundEntry, state: EdgeState) -> int:
    """The height up to which nobody sees through something in a state; NOWHERE: everybody does."""
    if sight_of(entry, state) != "NEVER":
        return NOWHERE
    return ENDLESS if entry.top is None else entry.height + entry.top


def steps_across(edge: GroundEdge, entry: GroundEntry, cell: int) -> Iterator[Sides]:
    """The sides of cells over which an edge is crossed: those that a wall closes, on which a door is one.

    cell: the side of a cell in hundredths.
    """
    for square, two in straight(line_of(edge)):
        yield from crossed_sides(square, two, cell, closed=is_door(edge, entry))


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
