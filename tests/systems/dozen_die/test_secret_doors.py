"""Secret doors that others take for a wall: whoever is seen to go through one shows it, however he comes to do so."""

from __future__ import annotations

import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.state.combatant import Cell
from engine.kernel.state.events import CombatantJoined, CombatantOut, GroundSet, Moved
from engine.kernel.state.ground.ground import GroundEdge
from engine.systems.dozen_die.orders import BringIn, Move, Step
from engine.systems.dozen_die.rules.conflict import landing, push
from engine.systems.dozen_die.sheet import Wanderer
from engine.systems.dozen_die.state import DozenDieState
from tests.support.fights.walls import edge
from tests.systems.dozen_die.bout import BOOK, Bout, ana, at, ben, creature, sheet
from tests.systems.dozen_die.deed import answered, played
from tests.systems.dozen_die.laid import Setup


def door(*line: tuple[int, int], seen_by: tuple[str, ...] = ("ana",)) -> GroundEdge:
    """An open door that only some know of: a wall to the others."""
    return edge(*line, entry="door", key="secret", state="OPEN", seen_by=seen_by, shown_as="wall")


def entries(bout: Bout, seat: str) -> list[str]:
    """What a seat takes the edges for."""
    return [one.entry for one in BOOK.seen(bout.state, seat).fight.ground.edges]


def thrust(table: Table[DozenDieState]) -> None:
    """`a` pushes `x`."""
    push.push(table, "a", "x", rule="DD-PUSH-02", cause=1)


def down(table: Table[DozenDieState]) -> None:
    """`a` falls where `x` stands."""
    landing.land(table, "a", (2, 0), 1, rule="DD-FALL-08", cause=1)


# -- off the board, and onto it
@pytest.mark.rule("DD-MOVE-05", "DD-MOVE-14")
def test_dd_move_14_who_leaves_the_board_by_a_secret_door_shows_it() -> None:
    """Before he is out; beside it he leaves without showing anything."""
    for way, shown in (((), True), (((0, 0),), False)):
        doors = (door((0, 0), (0, 3)),)
        bout = Bout("...... a..... .....x", ana("a"), ben("x"), setup=Setup(restored=True), edges=doors)
        bout.start("a")
        bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(*cell)) for cell in way), off=True))
        assert bout.of(CombatantOut)
        assert entries(bout, "ben") == (["door"] if shown else ["wall"])
        assert ("GroundSet" in bout.kinds()) is shown
        if shown:
            assert bout.kinds().index("GroundSet") < bout.kinds().index("CombatantOut")


def with_wanderer(*edges: GroundEdge) -> Bout:
    setup = Setup(wanderers=(Wanderer(key="w", name="W", sheet=sheet()),))
    people = ana("a"), ben("x"), creature("k", place=at(4, 1))
    bout = Bout("...... .a.... ...... .....x", *people, setup=setup, edges=edges)
    bout.draw("heroes")
    return bout


@pytest.mark.rule("DD-ACT-15", "DD-MOVE-05")
def test_dd_act_15_who_comes_in_by_a_secret_door_in_the_rim_shows_it() -> None:
    """Where there is no other way in; at a corner he comes by the side that all take for open."""
    bout = with_wanderer(door((0, 0), (0, 3)))
    bout.order(BringIn(by="a", wanderer="w", to=at(0, 1)))
    assert bout.the(CombatantJoined).place == at(0, 1)
    assert entries(bout, "ben") == ["door"]
    bout = with_wanderer(door((0, 0), (0, 3)))
    bout.order(BringIn(by="a", wanderer="w", to=at(0, 0)))
    assert bout.of(GroundSet) == []
    assert entries(bout, "ben") == ["wall"]


# -- against one's will
@pytest.mark.rule("DD-PUSH-05", "DD-MOVE-05")
@pytest.mark.parametrize("seen_by", [("ana",), ()])
def test_dd_push_05_who_is_pushed_through_a_secret_door_shows_it(seen_by: tuple[str, ...]) -> None:
    """There is no other square; as it looked he stayed where he was."""
    bout = Bout(".ax..", ana("a"), ben("x"), setup=Setup(restored=True), edges=(door((3, 0), (3, 1), seen_by=seen_by),))
    bout.start("a")
    played(bout, "a", thrust)
    assert bout.place("x") == at(3, 0)
    assert "door" in entries(bout, "ben")
    assert len(bout.of(GroundSet)) == 2


@pytest.mark.rule("DD-PUSH-05")
def test_dd_push_05_a_push_past_a_secret_door_shows_nothing() -> None:
    """He goes to where he could be pushed as it looks."""
    bout = Bout("..... .ax.. .....", ana("a"), ben("x"), setup=Setup(restored=True), edges=(door((3, 1), (3, 2)),))
    bout.start("a")
    played(bout, "a", thrust)
    assert bout.choices == ["3-0", "3-2"]
    answered(bout, thrust, "3-0")
    assert bout.the(Moved).to == at(3, 0)
    assert entries(bout, "ben") == ["wall"]


@pytest.mark.rule("DD-FALL-08", "DD-MOVE-05")
def test_dd_fall_08_who_rolls_through_a_secret_door_as_he_falls_shows_it() -> None:
    """From a square that is taken to the next, the only one there is."""
    bout = Bout(
        "a.x...", ana("a"), ben("x"), setup=Setup(restored=True), edges=(edge((2, 0), (2, 1)), door((3, 0), (3, 1)))
    )
    bout.start("a")
    played(bout, "a", down)
    assert bout.place("a") == at(4, 0)
    assert "door" in entries(bout, "ben")
