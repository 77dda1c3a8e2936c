"""Hard ground: the die that says how far an order goes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import Moved
from engine.systems.dozen_die.board.steps import Footing, Mode
from engine.systems.dozen_die.content.catalogue import GRADES
from engine.systems.dozen_die.content.kinds import Grade
from engine.systems.dozen_die.events import ChargeFellShort, ContactMade, TerrainTested, WayDeclared
from engine.systems.dozen_die.orders import Charge, Move
from engine.systems.dozen_die.rules.board import terrain
from engine.systems.dozen_die.rules.board.terrain import Trial
from engine.systems.dozen_die.sheet import Weather
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.grounds import ground, path

STRAIGHT = path(*((x, 0) for x in range(1, 4)))


def going(sign: str, *, dx: int = 3, mv: int = 3, **more: Any) -> Bout:
    """One of Ana's stands before ground of one kind, which fills the board."""
    bout = Bout("a........b", ana("a", dx=dx, mv=mv), ben("b"), setup=ground("." + sign * 8 + ".", **more))
    bout.start("a")
    return bout


def walked(bout: Bout) -> int:
    """How far he is along the row."""
    place = bout.place("a")
    assert place is not None
    assert place.cell is not None
    return place.cell.x


def gone(bout: Bout, face: int) -> int:
    """How many of three squares he goes, without a change of mind, if this face is rolled."""
    bout.order(Move(combatant="a", path=STRAIGHT), face)
    if bout.asked:
        bout.answer("keep")
    return walked(bout)


@pytest.mark.rule("DD-TERR-09", "DD-DICE-02", "DD-EX-02")
@pytest.mark.parametrize(("face", "squares"), [(1, 3), (9, 3), (10, 2), (12, 2)])
def test_easy_ground(face: int, squares: int) -> None:
    """Dexterity 3: up to 9 is the full way, else half of it, rounded up."""
    bout = going(",")
    assert gone(bout, face) == squares


@pytest.mark.rule("DD-TERR-09")
def test_an_event_says_what_was_rolled_against_and_why() -> None:
    """Ability and grade, and what the roll pays."""
    bout = going(",")
    bout.order(Move(combatant="a", path=STRAIGHT), 10)
    assert bout.the(TerrainTested) == TerrainTested(
        combatant="a", mode=Mode.WADING, grade=Grade.EASY, needed=9, passed=False, pays=2, allowance=2
    )
    numbers = bout.because_of(TerrainTested).numbers()
    assert [(t.source, t.amount) for t in numbers["needed"]] == [("dx", 3), ("easy", 6)]
    assert [(t.source, t.amount, t.over) for t in numbers["pays"]] == [("mv", 3, 2), ("rounding", 1, 2)]
    assert [(t.source, t.amount) for t in numbers["allowance"]] == [("wading", 2)]
    assert bout.rolls() == ["1d12 wading"]
    assert bout.rule_of(TerrainTested) == "DD-TERR-09"


@pytest.mark.rule("DD-TERR-10", "DD-EX-03")
@pytest.mark.parametrize(("face", "squares"), [(6, 3), (7, 2), (12, 2)])
def test_normal_ground(face: int, squares: int) -> None:
    """Dexterity 3: up to 6."""
    assert gone(going("~"), face) == squares


@pytest.mark.rule("DD-TERR-11", "DD-EX-04", "DD-EX-05")
@pytest.mark.parametrize(
    ("dx", "face", "squares"), [(3, 3, 3), (3, 4, 1), (4, 4, 3), (4, 2, 2), (4, 1, 1), (4, 5, 1), (4, 12, 1)]
)
def test_hard_ground(dx: int, face: int, squares: int) -> None:
    """As far as the die shows, never further than the movement; failed: one square."""
    assert gone(going("q", dx=dx), face) == squares


@pytest.mark.rule("DD-TERR-12", "DD-EX-06", "DD-EX-07")
@pytest.mark.parametrize(("dx", "face", "squares"), [(3, 2, 2), (3, 3, 0), (4, 3, 3), (4, 2, 2), (4, 4, 0), (4, 12, 0)])
def test_very_hard_ground(dx: int, face: int, squares: int) -> None:
    """Dexterity less one; failed: not a square."""
    assert gone(going("x", dx=dx), face) == squares


@pytest.mark.rule("DD-TERR-12")
def test_a_value_of_nothing_always_fails() -> None:
    """Dexterity 1 in thorns: even a 1 is too much."""
    bout = going("x", dx=1)
    bout.order(Move(combatant="a", path=STRAIGHT), 1)
    assert (bout.the(TerrainTested).needed, bout.the(TerrainTested).passed) == (0, False)


@pytest.mark.rule("DD-DICE-03")
def test_a_twelve_fails_whatever_the_value() -> None:
    """Dexterity 8 on easy ground: 14."""
    bout = going(",", dx=8)
    bout.order(Move(combatant="a", path=STRAIGHT), 12)
    assert (bout.the(TerrainTested).needed, bout.the(TerrainTested).passed) == (14, False)


@pytest.mark.rule("DD-TERR-08", "DD-TERR-17")
@pytest.mark.parametrize("sign", [".", '"', "t"])
def test_very_easy_ground_is_no_test(sign: str) -> None:
    """Open ground, tall grass, a sparse forest."""
    bout = going(sign)
    bout.order(Move(combatant="a", path=STRAIGHT))
    assert walked(bout) == 3
    assert bout.rolls() == []


@pytest.mark.rule("DD-TERR-16")
def test_in_a_hurricane_all_ground_is_easy_at_best() -> None:
    """One test for the whole order."""
    bout = going(".", weather=Weather.HURRICANE)
    assert gone(bout, 10) == 2


@pytest.mark.rule("DD-TERR-07")
def test_every_order_that_begins_in_hard_ground_is_tested_anew() -> None:
    """And the first that leads into it; out of it too."""
    bout = Bout("a........b", ana("a", mv=1), ben("b"), setup=ground("~~........"))
    bout.start("a")
    bout.order(Move(combatant="a", to=at(1)), 1)
    bout.order(Move(combatant="a", to=at(2)), 1, draws="foes")
    assert bout.rolls()[0] == "1d12 wading"
    assert walked(bout) == 2


@pytest.mark.rule("DD-TERR-13")
def test_what_was_walked_before_the_edge_counts() -> None:
    """Two squares to the edge; a failure pays two: he stops there. One to it: he goes one on."""
    for edge, squares in ((2, 2), (1, 2), (0, 2)):
        row = "." * (edge + 1) + "~" * (8 - edge) + "."
        bout = Bout("a........b", ana("a"), ben("b"), setup=ground(row))
        bout.start("a")
        bout.order(Move(combatant="a", path=STRAIGHT), 9)
        moved = len(bout.of(Moved))
        assert moved == edge, "the roll is made at the edge"
        if bout.asked:
            bout.answer("keep")
        assert walked(bout) == squares


@pytest.mark.rule("DD-TERR-13")
def test_who_stops_at_the_edge_does_not_roll() -> None:
    """He goes up to it and no further."""
    bout = Bout("a........b", ana("a"), ben("b"), setup=ground("...~~~~~~."))
    bout.start("a")
    bout.order(Move(combatant="a", to=at(2)))
    assert bout.rolls() == []


@pytest.mark.rule("DD-TERR-13")
def test_a_lower_allowance_than_what_was_walked_ends_the_move() -> None:
    """Thorns after two squares: nothing is left, nothing is taken back, and there is nothing to ask."""
    bout = Bout("a........b", ana("a"), ben("b"), setup=ground("...xxxxxx."))
    bout.start("a")
    bout.order(Move(combatant="a", path=STRAIGHT), 9)
    assert walked(bout) == 2
    assert bout.the(TerrainTested).allowance == 0
    assert bout.asked == []


@pytest.mark.rule("DD-TERR-14")
def test_the_hardest_ground_decides_up_or_down() -> None:
    """A failed river pays 2, thorns after it by a 3 pay 3; easier ground is not tested again."""
    bout = Bout("a........b", ana("a", dx=4, mv=4), ben("b"), setup=ground(".~x,~....."))
    bout.start("a")
    bout.order(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0), (4, 0))), 8)
    assert bout.the(TerrainTested).allowance == 2
    bout.answer("keep", 3)
    assert [t.allowance for t in bout.of(TerrainTested)] == [3]
    bout.answer("keep")
    assert walked(bout) == 3
    again = Bout("a........b", ana("a", dx=4, mv=4), ben("b"), setup=ground(".~x,~....."))
    again.start("a")
    again.order(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0), (4, 0))), 7, 2)
    assert [t.allowance for t in again.of(TerrainTested)] == [4, 2]
    again.answer("keep")
    assert walked(again) == 2


@pytest.mark.rule("DD-TERR-14")
def test_two_modes_of_one_grade_give_the_lower_result() -> None:
    """Climbing and wading are tested apart."""
    wade, climb = Footing(Mode.WADING, Grade.HARD), Footing(Mode.CLIMBING, Grade.HARD)
    easy = Trial(Footing(Mode.WADING, Grade.EASY), 1)
    tests = (easy, Trial(wade, 3), Trial(climb, 2))
    assert terrain.allowance(tests, 4) == 2
    assert terrain.allowance((), 4) == 4
    assert terrain.untested((Trial(wade, 3),), (wade, climb)) == (climb,)
    assert terrain.untested((Trial(wade, 3),), (Footing(Mode.WADING, Grade.NORMAL),)) == ()
    assert terrain.untested((easy,), (wade,)) == (wade,)


def test_no_grade_pays_more_than_the_movement() -> None:
    """A movement of none stays none, even where failure would pay a square."""
    for difficulty in GRADES.values():
        for passed in (True, False):
            assert terrain.pays(difficulty, passed, 11, 0).total == 0
            assert terrain.pays(difficulty, passed, 11, 2).total <= 2


# -- another way
@pytest.mark.rule("DD-MOVE-02")
def test_whoever_is_not_paid_for_may_take_another_way() -> None:
    """Within what is left; or stop; or go on as far as it goes, which is the default."""
    bout = Bout("a........b\n..........", ana("a"), ben("b"), setup=ground(".~~~~~~~~.", ".........."))
    bout.start("a")
    bout.order(Move(combatant="a", path=STRAIGHT), 7)
    asked = bout.waiting[0]
    assert (asked.kind, asked.default, asked.seats) == ("GoOnHow", "keep", ("ana",))
    assert bout.choices == ["keep", "stop", "turn", "turn-path"]
    assert (asked.question["allowance"], asked.question["walked"]) == (2, 0)
    bout.answer("turn-path", path=[{"cell": {"x": 1, "y": 1}}, {"cell": {"x": 2, "y": 1}}])
    assert bout.place("a") == at(2, 1)
    assert len(bout.of(WayDeclared)) == 1
    assert bout.rolls() == []


def test_another_way_that_is_too_long_is_refused_and_the_question_stays() -> None:
    """Three squares with two left."""
    bout = Bout("a........b\n..........", ana("a"), ben("b"), setup=ground(".~~~~~~~~.", ".........."))
    bout.start("a")
    bout.order(Move(combatant="a", path=STRAIGHT), 7)
    with pytest.raises(Exception, match="further than he goes"):
        bout.answer("turn-path", path=[{"cell": {"x": x, "y": 1}} for x in (1, 2, 3)])
    with pytest.raises(Exception, match="not among the choices"):
        bout.answer("turn", to={"cell": {"x": 3, "y": 1}})
    bout.answer("turn", to={"cell": {"x": 1, "y": 1}})
    assert bout.place("a") == at(1, 1)


def test_whoever_is_not_paid_for_may_stop() -> None:
    """Where he is."""
    bout = going("~")
    bout.order(Move(combatant="a", path=STRAIGHT), 7)
    bout.answer("stop")
    assert walked(bout) == 0


@pytest.mark.rule("DD-MOVE-13")
def test_another_way_into_contact_is_a_charge() -> None:
    """From there on."""
    bout = Bout("a.....\n......\n..b...", ana("a"), ben("b"), setup=ground(".~~~~~", "......", "......"))
    bout.start("a")
    bout.order(Move(combatant="a", path=STRAIGHT), 12)
    bout.answer("turn-path", 12, 12, path=[{"cell": {"x": 1, "y": 1}}])
    assert bout.the(ContactMade).defender == "b"
    assert bout.the(WayDeclared).charged == "b"


@pytest.mark.rule("DD-MOVE-10")
def test_nobody_runs_out_on_a_figure_of_his_own() -> None:
    """At the edge of thorns, on his friend's square: he goes back to the last free one."""
    bout = Bout("a.c......b", ana("a"), ana("c"), ben("b"), setup=ground("...xxxxxx."))
    bout.start("a")
    bout.order(Move(combatant="a", path=STRAIGHT), 12)
    assert walked(bout) == 1
    assert [m.to for m in bout.of(Moved)] == [at(1), at(2), at(1)]


@pytest.mark.rule("DD-MOVE-10")
def test_a_way_that_is_cut_ends_before_a_figure_of_ones_own() -> None:
    """Two squares are paid for, and a friend stands on the second."""
    bout = Bout("a.c......b", ana("a"), ana("c"), ben("b"), setup=ground(".~~~~~~~~."))
    bout.start("a")
    bout.order(Move(combatant="a", path=STRAIGHT), 7)
    bout.answer("keep")
    assert walked(bout) == 1


# -- charges
@pytest.mark.rule("DD-CHG-02", "DD-CHG-03")
def test_a_charge_that_the_ground_stops_is_only_a_move() -> None:
    """As far as it goes, and nobody fights."""
    bout = Bout("a....b", ana("a", mv=4), ben("b"), setup=ground(".~~~~~"))
    bout.start("a")
    bout.order(Charge(combatant="a", target="b"), 12)
    assert walked(bout) == 2
    assert bout.the(ChargeFellShort) == ChargeFellShort(combatant="a", target="b")
    assert bout.of(ContactMade) == []
    assert bout.asked == []


@pytest.mark.rule("DD-CHG-02")
def test_a_charge_that_pays_reaches_its_target() -> None:
    """Next to it, and they fight."""
    bout = Bout("a....b", ana("a", mv=4), ben("b"), setup=ground(".~~~~~"))
    bout.start("a")
    bout.order(Charge(combatant="a", target="b"), 6, 12, 12)
    assert bout.the(ContactMade).defender == "b"


@pytest.mark.rule("DD-MOVE-08")
def test_no_charge_over_a_rickety_plank() -> None:
    """A move over it is fine."""
    bout = Bout("a....b", ana("a", mv=4), ben("b"), setup=ground(".p...."))
    bout.start("a")
    assert bout.refuse(Charge(combatant="a", target="b")).rule == "DD-CHG-02"
    assert bout.refuse(Move(combatant="a", path=path((1, 0), (2, 0), (3, 0), (4, 0)))).rule == "DD-MOVE-08"
    bout.order(Move(combatant="a", to=at(3)))
    assert walked(bout) == 3
