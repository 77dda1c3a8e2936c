"""Ground that not everybody knows of: what is offered, asked and refused is as it looks, what happens is as it is."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.system import Table
from engine.kernel.state.combatant import Cell
from engine.kernel.state.events import CombatantJoined, CommandAccepted, GroundSet, LineBarred, Moved, WayBarred
from engine.kernel.state.ground.areas import SceneArea, SceneRun
from engine.kernel.state.ground.ground import GroundEdge, GroundEntry, GroundPatch
from engine.kernel.state.redaction.audience import public_part
from engine.kernel.structs.messages import Event
from engine.systems.dozen_die.content.kinds import Ability, Effect, Grade, Reach, Skill, Use
from engine.systems.dozen_die.events import DoorOpened, WeaponUnloaded
from engine.systems.dozen_die.orders import Act, BringIn, Move, Shoot, Step
from engine.systems.dozen_die.rules.conflict import landing, push, reactions
from engine.systems.dozen_die.sheet import Wanderer
from engine.systems.dozen_die.state import DozenDieState
from tests.support.fights.walls import edge
from tests.support.secrecy.lockstep import asked_alike
from tests.support.secrecy.worlds import Leak
from tests.systems.dozen_die.bout import BOOK, Bout, ana, at, ben, creature, sheet
from tests.systems.dozen_die.deed import answered, played
from tests.systems.dozen_die.laid import Ground, Laid, Setup

GM: tuple[str, ...] = ()


def secret(*line: tuple[int, int], **more: Any) -> GroundEdge:
    """A wall of which only the game master knows."""
    return edge(*line, seen_by=GM, **more)


def pit(*spots: tuple[int, int]) -> tuple[GroundPatch, ...]:
    """Squares that nobody enters, of which only the game master knows."""
    runs = tuple(SceneRun(x=x, y=y) for x, y in spots)
    return (GroundPatch(key="chasm", entry="void", area=SceneArea(runs=runs), seen_by=GM),)


VOID = GroundEntry(key="void", look="PIT", step="NEVER")


def patched(width: int, depth: int, *spots: tuple[int, int]) -> Laid:
    """Plain ground with a hidden pit."""
    ground = Ground(width=width, depth=depth)
    return structs.replace(ground, legend=(*ground.legend, VOID), patches=pit(*spots) if spots else ())


def thrust(table: Table[DozenDieState]) -> None:
    """`a` pushes `x`."""
    push.push(table, "a", "x", rule="DD-PUSH-02", cause=1)


def apart(table: Table[DozenDieState]) -> None:
    """`a` has fought `x`, and must leave contact."""
    push.separate(table, ("a",), "x")


def down(table: Table[DozenDieState]) -> None:
    """`a` falls where `x` stands."""
    landing.land(table, "a", (2, 1), 1, rule="DD-FALL-08", cause=1)


def field(rows: str, *edges: GroundEdge, **more: Any) -> Bout:
    bout = Bout(rows, ana("a"), ben("x"), setup=Setup(restored=True), edges=edges, **more)
    bout.start("a")
    return bout


# -- leaving contact
@pytest.mark.parametrize("deed", [thrust, apart])
@pytest.mark.rule("DD-PUSH-03", "DD-PUSH-10")
def test_an_unseen_wall_does_not_show_in_where_somebody_may_leave_contact_to(deed: Any) -> None:
    """The same places are offered as without it."""
    bare, walled = (
        field("..... .ax.. ....."),
        field("..... .ax.. .....", secret((3, 0), (3, 3)), secret((1, 0), (1, 3))),
    )
    for bout in (bare, walled):
        played(bout, "a", deed)
    assert bare.waiting == walled.waiting


@pytest.mark.rule("DD-PUSH-05")
def test_dd_push_05_who_is_pushed_against_an_unseen_wall_goes_where_he_really_can() -> None:
    """Through it he does not go, whatever was picked."""
    bout = field("..... .ax.. .....", secret((3, 1), (3, 3)), secret((2, 2), (3, 2)))
    played(bout, "a", thrust)
    answered(bout, thrust, "3-1")
    assert bout.the(Moved).to == at(3, 0)


@pytest.mark.rule("DD-PUSH-04")
def test_dd_push_04_onto_a_square_that_lies_deeper_than_it_looks() -> None:
    """The square is as legal as any: he falls."""
    hole = GroundEntry(key="hole", look="PIT", height=-2)
    ground = Ground(width=5, depth=3)
    patch = GroundPatch(key="trap", entry="hole", area=SceneArea(runs=(SceneRun(x=3, y=1),)), seen_by=GM)
    ground = structs.replace(ground, legend=(*ground.legend, hole), patches=(patch,))
    bout = Bout("..... .ax.. .....", ana("a"), ben("x"), setup=Setup(restored=True, ground=ground))
    bout.start("a")
    played(bout, "a", thrust)
    assert bout.choices == ["3-0", "3-1", "3-2"]
    answered(bout, thrust, "3-1", 1, 1)
    assert bout.place("x") == at(3, 1, -2)


@pytest.mark.rule("DD-FALL-08")
def test_dd_fall_08_an_unseen_wall_does_not_show_in_where_somebody_may_land() -> None:
    """The nearest free squares are those that look free."""
    bare, hidden = (
        Bout("..... ..x.. ..... a....", ana("a"), ben("x"), setup=Setup(restored=True, ground=patched(5, 4, *spots)))
        for spots in ((), ((2, 3), (4, 0), (0, 0)))
    )
    for bout in (bare, hidden):
        bout.start("a")
        played(bout, "a", down)
    assert bare.waiting == hidden.waiting
    answered(hidden, down, "2-3")
    assert hidden.place("a") != at(2, 3)


# -- ways
@pytest.mark.rule("DD-MOVE-05")
def test_dd_move_05_who_walks_into_unseen_ground_that_nobody_enters_stands_before_it() -> None:
    """It is offered, his way ends before it, and an event says at which square; nothing says so before."""
    bout = Bout("a....", ana("a"), ben("x", place=at(4, 4)), setup=Setup(restored=True, ground=patched(5, 5, (2, 0))))
    bare = Bout("a....", ana("a"), ben("x", place=at(4, 4)), setup=Setup(restored=True, ground=patched(5, 5)))
    for one in (bout, bare):
        one.start("a")
    assert bout.offers("a") == bare.offers("a")
    bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2, 3))))
    assert bout.place("a") == at(1)
    assert bout.the(WayBarred) == WayBarred(combatant="a", ahead=at(2))
    bare.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2, 3))))
    assert bare.of(WayBarred) == []


@pytest.mark.rule("DD-MOVE-05")
def test_dd_move_05_a_way_that_ends_for_another_reason_says_nothing_of_the_ground() -> None:
    """Nobody is told of a wall that he sees, nor where he was stopped by somebody."""
    bout = field("a..x.", secret((5, 0), (5, 1)))
    bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2))), 1, 1, 12)
    assert bout.of(WayBarred) == []


# -- shots, skills, reactions
BOW: dict[str, Any] = {"skills": {"melee": 1, "shooting": 2}, "weapons": ("longbow",), "dx": 4}
SHOT = Shoot(combatant="a", target="x", weapon="longbow")


@pytest.mark.rule("DD-GAP-16", "DD-REA-22")
def test_dd_gap_16_a_shot_at_somebody_behind_an_unseen_wall_is_spent_without_a_roll() -> None:
    """It is offered as without the wall; the weapon is unloaded, and an event says that nothing arrives."""
    walled, bare = (
        Bout("a....x", ana("a", **BOW), ben("x"), setup=Setup(restored=True), edges=edges)
        for edges in ((secret((3, 0), (3, 1)),), ())
    )
    for bout in (walled, bare):
        bout.start("a")
    assert walled.offers("a") == bare.offers("a")
    walled.order(SHOT)
    assert walled.the(LineBarred) == LineBarred(combatant="a", target="x")
    assert walled.the(WeaponUnloaded).weapon == "longbow"
    assert walled.rolls() == []
    bare.order(SHOT, 12, 12)
    assert bare.of(LineBarred) == []


@pytest.mark.rule("DD-GAP-16")
def test_dd_gap_16_who_knows_of_the_wall_is_refused_as_ever() -> None:
    """His orders are judged by what he sees."""
    wall = edge((3, 0), (3, 1), seen_by=("ana",))
    bout = Bout("a....x", ana("a", **BOW), ben("x"), setup=Setup(restored=True), edges=(wall,))
    bout.start("a")
    assert bout.refuse(SHOT).field == "target"


@pytest.mark.rule("DD-CON-02", "DD-GAP-16")
def test_dd_con_02_a_skill_does_not_reach_through_an_unseen_wall() -> None:
    """Nobody rolls, nobody resists."""
    jab = Skill(
        id="jab",
        name="Jab",
        use=Use.ACTION,
        ability=Ability.CH,
        grade=Grade.HARD,
        reach=Reach.SQUARES,
        range_squares=9,
        effect=Effect.HIT,
    )
    walled, bare = (
        Bout(
            "a....x",
            ana("a", own_skills=(jab,), skills={"melee": 1, "jab": 1}),
            ben("x"),
            setup=Setup(restored=True),
            edges=edges,
        )
        for edges in ((secret((3, 0), (3, 1)),), ())
    )
    for bout in (walled, bare):
        bout.start("a")
    assert walled.offers("a") == bare.offers("a")
    walled.order(Act(combatant="a", skill="jab", targets=("x",)))
    assert walled.the(LineBarred) == LineBarred(combatant="a", target="x")
    assert walled.rolls() == []


@pytest.mark.rule("DD-REA-10", "DD-REA-22")
def test_dd_rea_10_a_reaction_through_an_unseen_wall_is_offered_and_does_not_arrive() -> None:
    """Its weapon is unloaded, the mover goes on; where nothing stands it is rolled."""
    archer: dict[str, Any] = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("longbow",), "aw": 1}
    walled, bare = (
        Bout("a....x", ana("a"), ben("x", **archer), setup=Setup(restored=True), edges=edges)
        for edges in ((secret((5, 0), (5, 1)),), ())
    )
    for bout in (walled, bare):
        bout.start("a")
        bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2))))
    assert walled.waiting == bare.waiting
    walled.answer("shoot:x:longbow")
    assert walled.the(LineBarred) == LineBarred(combatant="x", target="a")
    assert walled.the(WeaponUnloaded).weapon == "longbow"
    assert walled.rolls() == []
    bare.answer("shoot:x:longbow", 12)
    assert bare.of(LineBarred) == []
    assert walled.choices == bare.choices


@pytest.mark.parametrize("planted", [True, False])
def test_a_question_made_from_the_true_ground_is_found(planted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the comparison of two worlds: who may react is asked by a wall of which nobody knows."""
    if planted:
        monkeypatch.setattr(reactions, "on_known_ground", lambda state: state)
    archer: dict[str, Any] = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("longbow",), "aw": 1}
    steps = []
    for edges in ((secret((5, 0), (5, 1)),), ()):
        bout = Bout("a....x", ana("a"), ben("x", **archer), setup=Setup(restored=True), edges=edges)
        bout.start("a")
        bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2))))
        steps.append(bout.last)
    with pytest.raises(Leak) if planted else nullcontext():
        asked_alike(*steps)


# -- turns: another way after a test or a reaction
@pytest.mark.rule("DD-GAP-11", "DD-GAP-18")
def test_dd_gap_11_an_unseen_wall_does_not_show_in_the_other_ways_of_a_turn() -> None:
    """They are those of the ground as all know it; the way that is picked ends before the wall."""
    archer: dict[str, Any] = {"skills": {"melee": 1, "shooting": 1}, "weapons": ("longbow",), "aw": 1}
    walled, bare = (
        Bout("a....... ........ .......x", ana("a"), ben("x", **archer), setup=Setup(restored=True), edges=edges)
        for edges in ((secret((2, 0), (2, 3)),), ())
    )
    for bout in (walled, bare):
        bout.start("a")
        bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2, 3))))
    walled.answer("shoot:x:longbow")
    bare.answer("shoot:x:longbow", 12)
    assert [one.offers for one in walled.waiting] == [one.offers for one in bare.waiting]
    walled.answer("keep")
    assert walled.place("a") == at(1)
    assert walled.the(WayBarred).ahead == at(2)


# -- wanderers
def with_wanderer(*edges: GroundEdge, ground: Laid | None = None) -> Bout:
    wanderer = Wanderer(key="w", name="W", sheet=sheet())
    setup = Setup(wanderers=(wanderer,), ground=ground)
    bout = Bout(
        "...... .a.... ...... .....x", ana("a"), ben("x"), creature("k", place=at(4, 1)), setup=setup, edges=edges
    )
    bout.draw("heroes")
    return bout


def entries(bout: Bout) -> set[tuple[int, int]]:
    (offer,) = [one for one in bout.offers("a") if one.key == "bring-in-w"]
    return {(place.cell.x, place.cell.y) for place in offer.fields[0].picks}


@pytest.mark.rule("DD-ACT-15")
def test_dd_act_15_nobody_comes_in_through_a_wall_along_the_rim() -> None:
    """Past a corner he comes by the side that is open."""
    bout = with_wanderer(edge((0, 0), (0, 3)))
    assert {(0, 1), (0, 2)}.isdisjoint(entries(bout))
    assert {(0, 0), (0, 3)} <= entries(bout)
    assert bout.refuse(BringIn(by="a", wanderer="w", to=at(0, 1))).field == "to"


@pytest.mark.rule("DD-ACT-15")
def test_dd_act_15_an_unseen_wall_is_no_ground_for_a_refusal() -> None:
    """He comes in at the nearest square where he really can."""
    bout, bare = with_wanderer(secret((0, 0), (0, 3))), with_wanderer()
    assert entries(bout) == entries(bare)
    bout.order(BringIn(by="a", wanderer="w", to=at(0, 2)))
    assert bout.the(CombatantJoined).place == at(0, 3)
    closed = with_wanderer(secret((0, 0), (6, 0), (6, 4), (0, 4), (0, 0)))
    assert entries(closed) == entries(bare)
    closed.order(BringIn(by="a", wanderer="w", to=at(0, 2)), draws="heroes")
    assert closed.the(WayBarred).ahead == at(0, 2)


# -- secret doors
LOCK: dict[str, Any] = {"skills": {"lockpicking": 2}}


def public(bout: Bout) -> list[Event]:
    """The last step as a reader without a seat gets it."""
    told = [r.draft for r in bout.last if not r.draft.whole]
    return [one.event if one.to is None else public_part(one.event) for one in told]


@pytest.mark.rule("DD-CON-04")
def test_dd_con_04_the_order_to_pick_a_secret_lock_does_not_name_it_to_who_does_not_know_it() -> None:
    """They read the order without the door; then the door is shown, which is an event."""
    secret_door = edge((2, 0), (2, 3), entry="door", key="secret", seen_by=("ben",), shown_as="wall")
    bout = Bout("...... a.x... ......", ana("a"), ben("x", **LOCK), edges=(secret_door,))
    bout.start("x")
    before = BOOK.seen(bout.state, "ana").fight.ground
    assert [one.entry for one in before.edges] == ["wall"]
    bout.order(Act(combatant="x", skill="lockpicking", door="secret"))
    (accepted,) = [one for one in public(bout) if isinstance(one, CommandAccepted)]
    assert accepted.order == {
        "dozenDie": {"act": {"combatant": "x", "skill": "lockpicking", "targets": [], "place": None}}
    }
    assert bout.the(CommandAccepted).withheld == {"door": "secret"}
    gone, come = bout.of(GroundSet)
    assert gone.told is not None
    assert gone.told.removed is not None
    assert gone.told.removed.edges == (before.edges[0].key,)
    assert come.told is not None
    assert [(one.key, one.seen_by, one.shown_as) for one in come.told.edges] == [("secret", None, None)]


@pytest.mark.rule("DD-CON-04")
def test_dd_con_04_only_who_sees_a_figure_sees_at_which_secret_door_it_is() -> None:
    """The others read the same as of anything hidden, and see the wall."""
    door = edge((2, 0), (2, 3), entry="door", key="secret", seen_by=("ben",), shown_as="wall")
    bout = Bout("...... a.x... ......", ana("a"), ben("x", seen_by=("ben", "eye"), **LOCK), edges=(door,))
    bout.draw("foes")
    bout.activate("x")
    wall = BOOK.seen(bout.state, "ana").fight.ground
    bout.order(Act(combatant="x", skill="lockpicking", door="secret"))
    bout.answer("NORMAL", 1, 1)
    assert BOOK.seen(bout.state, "ana").fight.ground == wall
    assert BOOK.seen(bout.state, "eye").fight.ground.edges[0].state == "OPEN"
    (opened,) = [one for one in bout.last if isinstance(one.event, DoorOpened)]
    assert set(opened.draft.to or ()) == {"ben", "eye", "gm"}
    assert public(bout) == []


@pytest.mark.rule("DD-MOVE-06")
def test_dd_move_06_a_secret_door_that_is_a_square_is_shown_by_who_picks_its_lock() -> None:
    """To all who see him; until then nobody else reads of it."""
    door = GroundEntry(key="hatch", look="DOOR", state="SHUT")
    hatch = GroundPatch(key="p", entry="hatch", area=SceneArea(runs=(SceneRun(x=3, y=1),)), seen_by=("ben",))
    ground = Ground(width=6, depth=3)
    ground = structs.replace(ground, legend=(*ground.legend, door), patches=(hatch,))
    bout = Bout("...... a.x... ......", ana("a"), ben("x", **LOCK), setup=Setup(ground=ground))
    bout.start("x")
    assert BOOK.seen(bout.state, "ana").fight.ground.patches == ()
    bout.order(Act(combatant="x", skill="lockpicking", place=at(3, 1)))
    assert [one.key for one in BOOK.seen(bout.state, "ana").fight.ground.patches] == ["p"]
    bout.answer("NORMAL", 1, 1)
    assert bout.the(DoorOpened).at == at(3, 1)
    assert BOOK.seen(bout.state, "ana").own.opened == (Cell(3, 1),)


@pytest.mark.rule("DD-MOVE-05")
def test_dd_move_05_who_goes_through_a_secret_door_shows_it_to_all_who_see_him() -> None:
    """Once he is through; a step beside it shows nothing."""
    door = edge((1, 0), (1, 3), entry="door", key="secret", state="OPEN", seen_by=("ana",), shown_as="wall")
    bout = Bout("a..... ...... .....x", ana("a"), ben("x"), setup=Setup(restored=True), edges=(door,))
    bout.start("a")
    bout.order(Move(combatant="a", path=(Step(cell=Cell(0, 1)),)))
    assert bout.of(GroundSet) == []
    bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 2 - x)) for x in (1, 2))), draws="heroes")
    assert bout.place("a") == at(2, 0)
    assert len(bout.of(GroundSet)) == 2
    assert [one.entry for one in BOOK.seen(bout.state, "ben").fight.ground.edges] == ["door"]


@pytest.mark.rule("DD-MOVE-06")
def test_dd_move_06_a_secret_door_that_is_a_square_is_shown_by_who_goes_through_it() -> None:
    """Others take it for the wall that it is laid on."""
    door = GroundEntry(key="hatch", look="DOOR", state="OPEN")
    hatch = GroundPatch(key="p", entry="hatch", area=SceneArea(runs=(SceneRun(x=1, y=0),)), seen_by=("ana",))
    ground = Ground(rows=(".#....", ".#....", ".#...."))
    ground = structs.replace(ground, legend=(*ground.legend, door), patches=(hatch,))
    bout = Bout("a..... ...... .....x", ana("a"), ben("x"), setup=Setup(restored=True, ground=ground))
    bout.start("a")
    assert BOOK.seen(bout.state, "ben").fight.ground.patches == ()
    bout.order(Move(combatant="a", path=tuple(Step(cell=Cell(x, 0)) for x in (1, 2))))
    assert bout.place("a") == at(2, 0)
    assert [one.key for one in BOOK.seen(bout.state, "ben").fight.ground.patches] == ["p"]
