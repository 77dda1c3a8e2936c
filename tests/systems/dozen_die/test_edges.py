"""Fights among walls, doors and windows that stand between squares."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.state.combatant import Cell, Point
from engine.kernel.state.events import GroundSet, Moved
from engine.kernel.state.ground.ground import EdgeState, Ground, GroundEdge, GroundEntry, Space
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.dozen_die.board.edges import edges_on
from engine.systems.dozen_die.board.ground import faults
from engine.systems.dozen_die.dice import Color
from engine.systems.dozen_die.events import DoorOpened, MeleeFought, Pushed, WayDeclared
from engine.systems.dozen_die.orders import Act, Charge, Move, Shoot, Special
from engine.systems.dozen_die.rules.board import board
from engine.systems.dozen_die.rules.conflict import push
from engine.systems.dozen_die.sheet import Setup, SpecialAction
from engine.systems.dozen_die.state import DozenDieState
from tests.support.fights.walls import LEGEND, edge
from tests.support.laws.scene_laws import lawful
from tests.systems.dozen_die.bout import BOOK, Bout, ana, at, ben
from tests.systems.dozen_die.deed import played
from tests.systems.dozen_die.grounds import path

BESIDE = Setup(restored=True)


def across(entry: str = "wall", state: EdgeState = "NONE") -> tuple[GroundEdge, ...]:
    """A line between the columns x = 1 and x = 2, over a board of three lines."""
    return (edge((2, 0), (2, 3), entry=entry, state=state),)


def ends(bout: Bout, who: str = "a") -> set[tuple[int, int]]:
    """Where an offered move of a figure may end."""
    found = [f for offer in bout.offers(who) if offer.key == "move" for f in offer.fields if f.name == "to"]
    return {(place.cell.x, place.cell.y) for field in found for place in field.picks}


def activated(rows: str, *entries: Any, edges: tuple[GroundEdge, ...], setup: Setup | None = None) -> Bout:
    """`a` is activated."""
    bout = Bout(rows, *entries, setup=setup, edges=edges)
    bout.start("a")
    return bout


@pytest.mark.rule("DD-MOVE-05", "DD-MOVE-17")
@pytest.mark.parametrize(
    ("entry", "state", "lets"),
    [
        ("wall", "NONE", False),
        ("door", "NONE", False),
        ("door", "LOCKED", False),
        ("door", "OPEN", True),
        ("door", "BROKEN", True),
        ("window", "NONE", False),
        ("curtain", "NONE", True),
    ],
)
def test_dd_move_05_what_lets_nobody_pass_is_in_no_offer_and_refused(entry: str, state: Any, lets: bool) -> None:
    """A door by its state; a declared path through the line is refused in the words of a shut square."""
    bout = activated(".....x a..... ......", ana("a"), ben("x"), edges=across(entry, state))
    assert ((2, 1) in ends(bout)) is lets
    order = Move(combatant="a", path=path((1, 1), (2, 1)))
    if lets:
        bout.order(order)
        assert bout.place("a") == at(2, 1)
        return
    refusal = bout.refuse(order)
    assert (refusal.rule, refusal.field) == ("DD-MOVE-05", "path")
    assert "there is no way through" in refusal.reason


@pytest.mark.rule("DD-MOVE-07", "DD-GAP-31")
def test_dd_move_07_an_open_door_lets_figures_of_one_square_pass() -> None:
    """A large one is stopped."""
    door = (edge((2, 0), (2, 1)), edge((2, 1), (2, 2), entry="door", state="OPEN"), edge((2, 2), (2, 3)))
    for size, lets in ((1, True), (2, False)):
        bout = activated(".....x a..... ......", ana("a", size=size), ben("x"), edges=door)
        assert any(x > 1 for x, _ in ends(bout)) is lets


@pytest.mark.rule("DD-GAP-36")
def test_dd_gap_36_a_corner_of_two_walls_bars_a_diagonal_step() -> None:
    """The refusal says that it leads between squares that are shut; one wall does not bar it."""
    corner = (edge((2, 1), (2, 2), (1, 2)),)
    bout = activated("....x. .a.... ...... ......", ana("a"), ben("x"), edges=corner)
    assert bout.refuse(Move(combatant="a", path=path((2, 2)))).rule == "DD-MOVE-05"
    bout = activated("....x. .a.... ...... ......", ana("a"), ben("x"), edges=(edge((2, 1), (2, 2)),))
    bout.order(Move(combatant="a", path=path((2, 2))))
    assert bout.place("a") == at(2, 2)


@pytest.mark.rule("DD-GAP-07", "DD-CHG-04")
def test_dd_gap_07_nobody_fights_through_a_wall() -> None:
    """They may begin beside each other and move along it; no charge is offered. An open door leaves them in contact."""
    bout = activated(".ax... ...... ......", ana("a"), ben("x"), edges=across())
    assert not any(offer.key.startswith("charge") for offer in bout.offers("a"))
    assert bout.refuse(Charge(combatant="a", target="x")).rule
    assert not board.touches(bout.state, "a", "x")
    bout.order(Move(combatant="a", to=at(1, 2)))
    assert bout.of(MeleeFought) == []
    with pytest.raises(RuleRefusal) as beside:
        Bout(".ax... ...... ......", ana("a"), ben("x"), edges=across("door", "OPEN"))
    assert beside.value.rule == "DD-PUSH-01"


@pytest.mark.rule("DD-GAP-16")
@pytest.mark.parametrize(("entry", "sees"), [("wall", False), ("door", False), ("window", True), ("curtain", False)])
def test_dd_gap_16_a_shot_needs_sight_past_the_walls(entry: str, sees: bool) -> None:
    """A window gives it, without letting anybody through."""
    archer = ana("a", skills={"shooting": 1}, weapons=("longbow",))
    bout = activated("...... a...x. ......", archer, ben("x"), edges=across(entry))
    assert any(offer.key.startswith("shoot") for offer in bout.offers("a")) is sees
    if not sees:
        assert bout.refuse(Shoot(combatant="a", target="x", weapon="longbow")).field == "target"


@pytest.mark.rule("DD-PUSH-05")
def test_dd_push_05_a_push_leads_through_no_wall() -> None:
    """Whoever is pushed against one goes along it."""

    def thrust(table: Table[DozenDieState]) -> None:
        push.push(table, "a", "x", rule="DD-PUSH-02", cause=1)

    bout = activated("...... ax.... ......", ana("a"), ben("x"), edges=across(), setup=BESIDE)
    played(bout, "a", thrust)
    assert bout.of(Pushed) or bout.waiting
    places = {offer.key for asked in bout.waiting for offer in asked.offers}
    assert all(int(key.split("-")[0]) < 2 for key in places)


@pytest.mark.rule("DD-GAP-41")
def test_dd_gap_41_a_large_figure_is_not_set_up_across_a_wall() -> None:
    """One of a single square stands beside any wall."""
    with pytest.raises(RuleRefusal) as refused:
        Bout(".a.... ...... .....x", ana("a", size=2), ben("x"), edges=across())
    assert refused.value.rule == "DD-GAP-41"


# -- what only some know of
@pytest.mark.rule("DD-MOVE-05")
def test_dd_move_05_a_secret_door_is_a_wall_to_those_who_do_not_know_it() -> None:
    """Ana's figures are refused as by a wall; Ben's, who know of it, go through."""
    secret = edge((2, 0), (2, 3), entry="door", key="secret", state="OPEN", seen_by=("ben",), shown_as="wall")
    hidden = activated(".....x a..... ......", ana("a"), ben("x"), edges=(secret,))
    plain = activated(".....x a..... ......", ana("a"), ben("x"), edges=across())
    assert ends(hidden) == ends(plain)
    order = Move(combatant="a", path=path((1, 1), (2, 1)))
    one, other = hidden.refuse(order), plain.refuse(order)
    assert (one.reason, one.rule) == (other.reason, other.rule)
    bout = Bout("...x.. ...... a.....", ana("a"), ben("x"), edges=(secret,))
    bout.start("x")
    bout.order(Move(combatant="x", path=path((2, 0), (1, 0))))
    assert bout.place("x") == at(1, 0)


@pytest.mark.rule("DD-MOVE-05")
def test_dd_move_05_a_wall_that_nobody_knew_of_stops_a_figure_without_a_refusal() -> None:
    """It declares its whole way, and stops before the wall."""
    force = edge((2, 0), (2, 3), key="force", seen_by=("gm",))
    bout = activated(".....x a..... ......", ana("a"), ben("x"), edges=(force,))
    assert (3, 1) in ends(bout)
    bout.order(Move(combatant="a", path=path((1, 1), (2, 1), (3, 1))))
    assert len(bout.the(WayDeclared).way) == 3
    assert [moved.to for moved in bout.of(Moved)] == [at(1, 1)]
    assert bout.place("a") == at(1, 1)


def test_the_scene_shows_edges_as_each_seat_knows_them() -> None:
    """A secret door is a wall to Ana and an open door to Ben; what nobody else knows of is shown to the GM alone."""
    secret = edge((2, 0), (2, 2), entry="door", key="secret", state="OPEN", seen_by=("ben",), shown_as="wall")
    force = edge((3, 0), (3, 2), key="force", seen_by=("gm",))
    bout = Bout(".....x a.....", ana("a"), ben("x"), edges=(secret, force))

    def drawn(seat: str) -> list[tuple[str, str, str]]:
        ground = lawful(bout.arena.book, bout.state, seat).ground
        legend = {one.key: one for one in ground.legend}
        return [(legend[one.entry].look, one.state, legend[one.entry].step) for one in ground.edges]

    assert drawn("ana") == drawn("eye") == [("WALL", "NONE", "NEVER")]
    assert drawn("ben") == [("DOOR", "OPEN", "SOME")]
    assert drawn("gm") == [("DOOR", "OPEN", "SOME"), ("WALL", "NONE", "NEVER")]


def lines(*edges: GroundEdge, legend: tuple[GroundEntry, ...] = LEGEND) -> Ground:
    """A board of six by six with these edges."""
    return Ground(space=Space(kind="GRID", width=6, height=6), legend=legend, edges=edges)


@pytest.mark.rule("DD-MOVE-06", "DD-GAP-31")
def test_dd_gap_31_edges_may_name_the_usual_walls_and_doors_and_a_width_of_their_own() -> None:
    """Without a legend; a door of two squares lets an ogre pass when it is open."""
    usual = edges_on(lines(edge((1, 0), (1, 1)), edge((2, 0), (2, 1), entry="door-shut"), legend=()))
    assert not usual.step(0, 0, 1, 1, 0)
    assert not usual.step(1, 0, 1, 1, 0)
    gate = GroundEntry(key="gate", look="DOOR", state="OPEN", game={"dozenDie": {"width": 2}})
    wide = edges_on(lines(edge((2, 0), (2, 3), entry="gate"), legend=(gate,)))
    assert wide.step(0, 0, 2, 1, 0)
    assert not wide.step(-1, 0, 3, 1, 0)


@pytest.mark.rule("DD-MOVE-05", "DD-TERR-01")
@pytest.mark.parametrize(
    ("wrong", "field", "rule"),
    [
        (edge((1, 0), (2, 1)), "", ""),
        (GroundEdge(key="half", entry="wall", line=(Point(100, 0), Point(100, 50))), "", ""),
        (edge((1, 0), (2, 1), entry="door", state="OPEN"), "", ""),
        (edge((1, 0), (1, 1), entry="window", state="BROKEN"), "edges.0.state", "DD-MOVE-06"),
        (edge((1, 0), (1, 1), entry="river"), "edges.0.entry", "DD-TERR-01"),
        (edge((1, 0), (2, 1), entry="curtain"), "", ""),
        (edge((1, 0), (1, 5), entry="door", state="OPEN"), "", ""),
        (edge((1, 0), (1, 5), (5, 5), entry="door", state="OPEN"), "edges.0.line", "DD-MOVE-06"),
    ],
)
def test_what_stands_between_squares_stands_anywhere(wrong: GroundEdge, field: str, rule: str) -> None:
    """Terrain lies on squares; only doors have a state, and a door is straight."""
    assert [(fault.field, fault.rule) for fault in faults(lines(wrong))] == ([(field, rule)] if field else [])


@pytest.mark.rule("DD-MOVE-05", "DD-GAP-36", "DD-GAP-16")
def test_dd_move_05_a_slanting_wall_stops_the_steps_that_cross_it() -> None:
    """Diagonal ones too, and contact and sight across it."""
    wall = GroundEdge(key="w", entry="wall", line=(Point(0, 40), Point(260, 300)))
    bout = activated("...... .a...x ......", ana("a"), ben("x"), edges=(wall,))
    assert ends(bout)
    assert all(x >= y for x, y in ends(bout))
    near = activated(".a.... x..... ......", ana("a"), ben("x"), edges=(wall,))
    assert not board.in_sight(near.state, "a", "x")
    assert not board.touches(near.state, "a", "x")


@pytest.mark.rule("DD-MOVE-17", "DD-CON-04")
@pytest.mark.parametrize("row", [0, 1])
def test_dd_move_17_a_door_off_the_grid_is_one_door_on_every_side_that_it_crosses(row: int) -> None:
    """In the middle of a corridor two wide its lock is picked from either row, and then both let through."""
    edges = (
        GroundEdge(key="north", entry="wall", line=(Point(230, 0), Point(230, 50))),
        GroundEdge(key="gate", entry="door", line=(Point(230, 50), Point(230, 150))),
        GroundEdge(key="south", entry="wall", line=(Point(230, 150), Point(230, 200))),
    )
    rows = [".a...x" if at == row else "......" for at in (0, 1)]
    bout = activated(" ".join(rows), ana("a", skills={"lockpicking": 2}), ben("x"), edges=edges)
    assert all(x < 2 for x, _ in ends(bout))
    bout.order(Act(combatant="a", skill="lockpicking", door="gate"))
    bout.answer("NORMAL", 1, 1)
    assert {(2, 0), (2, 1)} <= ends(bout)
    assert lawful(BOOK, bout.state, "ana").ground.edges[1].state == "OPEN"


# -- opening doors
GATE = edge((2, 0), (2, 1), entry="door", key="gate")


@pytest.mark.rule("DD-ACT-12", "DD-ACT-13")
def test_dd_act_12_a_special_action_opens_a_door_between_squares_by_its_key() -> None:
    """Everybody sees it stand open, and figures pass it from then on."""
    special = SpecialAction(key="latch", name="Lift the latch", door="gate")
    bout = Bout("a....x", ana("a"), ben("x"), setup=Setup(specials=(special,)), edges=(GATE,))
    bout.draw("heroes", Color.YELLOW)
    bout.order(Special(by="a", special="latch"))
    assert bout.the(GroundSet).told is not None
    assert bout.the(DoorOpened) == DoorOpened(at=at(1, 0), beyond=at(2, 0))
    assert bout.state.own.opened == ()
    assert edges_on(BOOK.seen(bout.state, "eye").fight.ground).step(1, 0, 1, 1, 0)
    bout.activate("a")
    assert (2, 0) in ends(bout)
    assert lawful(BOOK, bout.state, "ana").ground.edges[0].state == "OPEN"


@pytest.mark.rule("DD-ACT-12")
def test_dd_act_12_a_special_action_names_a_door_that_everybody_knows() -> None:
    """None that is not there, none that is secret, and not a square as well."""
    for key, seen_by in (("other", None), ("gate", ("gm",))):
        special = SpecialAction(key="latch", name="Latch", door=key)
        door = edge((2, 0), (2, 1), entry="door", key="gate", seen_by=seen_by, shown_as="wall" if seen_by else None)
        with pytest.raises(RuleRefusal) as unfit:
            Bout("a....x", ana("a"), ben("x"), setup=Setup(specials=(special,)), edges=(door,))
        assert (unfit.value.rule, unfit.value.field) == ("DD-ACT-12", "setup.dozenDie.specials.0.door")
    for wrong in (SpecialAction(key="l", name="L"), SpecialAction(key="l", name="L", opens=Cell(1, 0), door="gate")):
        with pytest.raises(RuleRefusal) as refused:
            Bout("a....x", ana("a"), ben("x"), setup=Setup(specials=(wrong,)), edges=(GATE,))
        assert "specials.0.opens" in refused.value.field


@pytest.mark.rule("DD-CON-04")
def test_dd_con_04_the_lock_of_a_door_between_squares_is_picked_from_beside_it() -> None:
    """From either side; the door is named by its key; what the map does not grade the game master does."""
    bout = activated("...... .a...x ......", ana("a", skills={"lockpicking": 2}), ben("x"), edges=across("door"))
    key = across("door")[0].key
    (offer,) = [offer for offer in bout.offers("a") if offer.key == "act-lockpicking-door"]
    assert offer.fields[0].among == (key,)
    assert bout.refuse(Act(combatant="a", skill="lockpicking", door="other")).field == "door"
    bout.order(Act(combatant="a", skill="lockpicking", door=key))
    assert bout.asked == ["HowHard"]
    bout.answer("NORMAL", 1, 1)
    assert bout.rule_of(GroundSet) == bout.rule_of(DoorOpened) == "DD-CON-04"
    assert (2, 1) in ends(bout)
    assert bout.refuse(Act(combatant="a", skill="lockpicking", door=key)).field == "door"
    far = activated("...... a....x ......", ana("a", skills={"lockpicking": 2}), ben("x"), edges=across("door"))
    assert far.refuse(Act(combatant="a", skill="lockpicking", door=key)).field == "door"


@pytest.mark.rule("DD-CON-04")
def test_dd_con_04_who_does_not_know_of_a_door_does_not_pick_its_lock() -> None:
    """The refusal is that of a wall; who knows of it, and is seen at it, shows it to all who see him."""
    secret = edge((2, 0), (2, 3), entry="door", key="secret", seen_by=("ben", "gm"), shown_as="wall")
    thief: dict[str, Any] = {"skills": {"lockpicking": 2}}
    bout = activated("...... .a...x ......", ana("a", **thief), ben("x"), edges=(secret,))
    assert not any(offer.key == "act-lockpicking-door" for offer in bout.offers("a"))
    assert bout.refuse(Act(combatant="a", skill="lockpicking", door="secret")).field == "door"
    bout = Bout("...... a.x... ......", ana("a"), ben("x", **thief), edges=(secret,))
    bout.start("x")
    bout.order(Act(combatant="x", skill="lockpicking", door="secret"))
    assert [edge.key for edge in BOOK.seen(bout.state, "ana").fight.ground.edges] == ["secret"]
    bout.answer("NORMAL", 1, 1)
    assert bout.the(GroundSet).told is not None
    for seat in ("ben", "ana", "eye"):
        assert edges_on(BOOK.seen(bout.state, seat).fight.ground).step(1, 0, 1, 1, 0)
