"""From the edges of a ground to what stops steps and hides."""

from __future__ import annotations

import pytest

from engine.kernel.space.edges import ANYBODY, ENDLESS, NOWHERE
from engine.kernel.state.combatant import Point
from engine.kernel.state.ground.barriers import barrier, edges_of, passes, sight_of, step_of, steps_across
from engine.kernel.state.ground.ground import EdgeState, Ground, GroundEdge, GroundEntry, Space
from tests.support.fights.walls import edge, walled

WALL = GroundEntry(key="wall", look="WALL", step="NEVER", sight="NEVER")


@pytest.mark.parametrize(
    ("state", "passes"),
    [("NONE", "NEVER"), ("SHUT", "NEVER"), ("LOCKED", "NEVER"), ("OPEN", "FREE"), ("BROKEN", "FREE")],
)
def test_a_door_passes_when_it_is_open_or_broken(state: EdgeState, passes: str) -> None:
    """Steps and sight alike, also where its entry says nothing of either; an entry that says more is heeded."""
    for door in (GroundEntry(key="door", look="DOOR"), GroundEntry(key="gate", step="NEVER", sight="NEVER")):
        assert (step_of(door, state), sight_of(door, state)) == (passes, passes)
    grate = GroundEntry(key="grate", look="DOOR", sight="FREE")
    assert (step_of(grate, state), sight_of(grate, state)) == (passes, "FREE")


def test_the_state_of_an_edge_comes_before_that_of_its_entry() -> None:
    """An entry's own counts where the edge has none."""
    shut = GroundEntry(key="door", look="DOOR", state="SHUT")
    assert barrier(edge((0, 0), (1, 0), entry="door"), shut).lets == 0
    assert barrier(edge((0, 0), (1, 0), entry="door", state="OPEN"), shut).lets == ANYBODY
    assert barrier(edge((0, 0), (1, 0), entry="door", state="OPEN"), shut, widest=2).lets == 2


def test_a_barrier_hides_up_to_its_top() -> None:
    """Counted from its floor; without one without end; what lets sight pass hides nothing."""
    line = edge((0, 0), (1, 0))
    assert barrier(line, WALL).hides == ENDLESS
    assert barrier(line, GroundEntry(key="wall", step="NEVER", sight="NEVER", height=2, top=1)).hides == 3
    for sight in ("FREE", "HARD", "SOME"):
        assert barrier(line, GroundEntry(key="wall", step="NEVER", sight=sight)).hides == NOWHERE  # type: ignore[arg-type]


def test_a_scene_says_what_the_barrier_does() -> None:
    """SOME where it depends on a size or a height."""
    fence = GroundEntry(key="fence", step="NEVER", sight="NEVER", top=1)
    door = GroundEntry(key="door", look="DOOR", state="SHUT")
    assert passes(WALL, "NONE") == ("NEVER", "NEVER")
    assert passes(fence, "NONE") == ("NEVER", "SOME")
    assert passes(door, "SHUT", 1) == ("NEVER", "NEVER")
    assert passes(door, "OPEN", 1) == ("SOME", "FREE")
    assert passes(door, "OPEN") == ("FREE", "FREE")


def test_an_edge_is_crossed_where_steps_lead_over_it() -> None:
    """A door also where it only ends; a line with corners is so in each of its pieces."""
    line = (Point(133, 20), Point(133, 150), Point(260, 150))
    wall = GroundEdge(key="w", entry="wall", line=line)
    assert [(s.upright, s.line, s.start, s.end) for s in steps_across(wall, WALL, 100)] == [
        (True, 1, 0, 1),
        (False, 1, 1, 3),
    ]
    door = GroundEdge(key="d", entry="door", line=line[:2])
    assert [(s.line, s.start, s.end) for s in steps_across(door, GroundEntry(key="door", look="DOOR"), 100)] == [
        (1, 0, 2)
    ]


def test_the_edges_of_a_ground_are_worked_out_once() -> None:
    """Entries that a system has by itself may be named too; those of the legend come first."""
    ground = walled(edge((1, 0), (1, 1)))
    edges = edges_of(ground)
    assert edges is edges_of(ground)
    assert not edges.step(0, 0, 1, 1, 0)
    bare = Ground(space=Space(kind="GRID"), edges=(edge((1, 0), (1, 1)),))
    assert not edges_of(bare, [WALL]).step(0, 0, 1, 1, 0)
