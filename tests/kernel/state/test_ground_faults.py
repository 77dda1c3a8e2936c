"""How many sides of cells the edges of a ground may cross."""

from __future__ import annotations

from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.ground import Ground, GroundEdge, GroundEntry, Space
from engine.kernel.state.ground.ground_faults import Known, faults_of

WALL = GroundEntry(key="wall", look="WALL", step="NEVER", sight="NEVER")
FAR = 10_000_000


def ground(*lines: tuple[Point, ...], kind: str = "GRID") -> Ground:
    edges = tuple(GroundEdge(key=f"e{number}", entry="wall", line=line) for number, line in enumerate(lines))
    return Ground(space=Space(kind=kind), legend=(WALL,), edges=edges)  # type: ignore[arg-type]


def test_slanting_walls_may_not_cross_more_sides_than_can_be_looked_at() -> None:
    """A long wall along a row costs nothing, nor does any on an open table."""
    slanting = (Point(0, 0), Point(FAR, FAR - 1))
    (fault,) = faults_of(ground(slanting), Known())
    assert (fault.field, fault.reason) == ("edges", "edges: they cross more than 100000 sides of cells")
    assert faults_of(ground((Point(0, 33), Point(FAR, 33))), Known()) == []
    assert faults_of(ground(slanting, kind="PLANE"), Known()) == []
    short = tuple((Point(n * 97, 40), Point(n * 97 + 900, 1020)) for n in range(5000))
    assert faults_of(ground(*short), Known()) == []
