"""What the game master sets is followed through: hit points, places, loads, and whose die it is."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import CommandAccepted, Corrected, TurnBegan
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded, plain
from engine.service.proof.audit_replay import replay
from engine.systems.dozen_die.rules.board.hiding import HIDDEN
from engine.systems.dozen_die.rules.conflict.damage import CASUALTY, INJURED
from tests.systems.dozen_die.bout import BOOK, FOES, HEROES, Bout, ana, at, ben


def correct(bout: Bout, path: str, value: Any, *faces: int) -> list[Recorded]:
    """The game master sets a field; the new events. Every step is decided again by the audit, to the same events."""
    assert bout.arena.fed is not None
    bout.arena.feed(*faces)
    new = bout.arena.correct(path, plain(value))
    assert bout.arena.fed.spent
    assert bout.arena.at(len(bout.arena.stream)).state == bout.state
    verdict = replay(BOOK, bout.arena.stream, explain=True, progress=lambda _: None).verdict
    assert verdict.state == "PROVEN", verdict
    return new


def hp(bout: Bout, who: str, value: int, *faces: int) -> list[Recorded]:
    return correct(bout, f"combatants.{who}.vitals.hp.now", value, *faces)


def yard(side: str = HEROES, **more: Any) -> Bout:
    bout = Bout("ab..xy", ana("a", **more), ana("b", co=4), ben("x", co=4), ben("y", co=4))
    bout.draw(side)
    return bout


@pytest.mark.rule("DD-HP-05")
def test_set_to_zero_he_is_a_casualty_at_once() -> None:
    """The event names the correction as its cause; he has no part in the fight, till his points are set back."""
    bout = yard()
    cause, fact = hp(bout, "x", 0)
    assert isinstance(cause.event, Corrected)
    assert fact.draft.because is not None
    assert (fact.foreign, fact.draft.rule, fact.draft.because.causes) == (True, "DD-HP-05", (cause.version,))
    assert bout.who("x").out == CASUALTY
    hp(bout, "x", 2)
    assert (bout.who("x").out, bout.has("x", INJURED)) == (None, False)


@pytest.mark.rule("DD-HP-02")
@pytest.mark.parametrize(("points", "injured"), [(4, False), (3, False), (2, False), (1, True)])
def test_injury_comes_and_goes_with_the_points(points: int, injured: bool) -> None:
    """At exactly half of four nobody is injured; healed to half he is no longer."""
    bout = yard()
    hp(bout, "b", points)
    assert bout.has("b", INJURED) is injured
    hp(bout, "b", 2)
    assert not bout.has("b", INJURED)


@pytest.mark.rule("DD-HP-02", "DD-REA-09")
def test_of_somebody_activated_too() -> None:
    """The game master's word is no reaction, for which the end of the activation is waited."""
    bout = yard()
    bout.activate("b", by="a")
    hp(bout, "b", 1)
    assert bout.has("b", INJURED)
    hp(bout, "b", 3)
    assert not bout.has("b", INJURED)


@pytest.mark.rule("DD-HP-03")
def test_grit_cancels_it_here_too() -> None:
    bout = yard(skills={"melee": 1, "grit": 1})
    assert len(hp(bout, "a", 1)) == 1


@pytest.mark.parametrize(("path", "value"), [("now", -1), ("now", 5), ("max", 3)])
def test_points_are_from_zero_to_their_maximum(path: str, value: int) -> None:
    bout = yard()
    with pytest.raises(RuleRefusal, match="hp is 0 to"):
        bout.arena.correct(f"combatants.b.vitals.hp.{path}", value)


def test_an_unknown_condition_is_refused_with_those_there_are() -> None:
    """In a correction and at the entrance."""
    bout = yard()
    with pytest.raises(RuleRefusal, match="there is no condition 'wet': injured, taunted, hidden"):
        bout.arena.correct("combatants.a.conditions", plain([Condition(key="wet", kind="wet")]))
    with pytest.raises(RuleRefusal, match="there is no condition 'wet'"):
        Bout("a.x", ana("a", conditions=("wet",)), ben("x"))


@pytest.mark.rule("DD-ACT-02", "DD-HP-05")
def test_the_activation_of_a_casualty_is_over() -> None:
    """By the game master's own order, in the same step; the next die is drawn."""
    bout = yard()
    bout.activate("a")
    new = hp(bout, "a", 0, bout.face(FOES))
    (order,) = [r.event for r in new if isinstance(r.event, CommandAccepted)]
    assert (order.by, order.order) == ("gm", {"dozenDie": {"endActivation": {"combatant": "a"}}})
    assert bout.state.fight.acting == ("x", "y")


@pytest.mark.rule("DD-ACT-02")
def test_a_casualty_of_the_side_with_the_die_speaks_for_it_no_more() -> None:
    """The others go on with the die."""
    bout = yard()
    turns = [(r.event.acting, r.draft.rule) for r in hp(bout, "a", 0) if isinstance(r.event, TurnBegan)]
    assert turns == [(("b",), "DD-ACT-02")]
    assert bout.state.fight.acting == ("b",)
    bout.activate("b")


@pytest.mark.rule("DD-ACT-05")
def test_a_casualty_of_an_activated_pack_has_no_order_more() -> None:
    """The rest of the pack goes on with the activation."""
    bout = Bout("rs..x", *(ana(who, pack="rats") for who in "rs"), ben("x"))
    bout.start("r")
    turns = [(r.event.acting, r.draft.rule) for r in hp(bout, "r", 0) if isinstance(r.event, TurnBegan)]
    assert turns == [(("s",), "DD-ACT-05")]


@pytest.mark.rule("DD-GAP-27")
@pytest.mark.parametrize("activated", [True, False])
def test_the_last_of_a_side_is_set_to_zero_and_the_fight_is_decided(activated: bool) -> None:
    """At once: with the die in hand, and in an activation."""
    bout = yard()
    hp(bout, "x", 0)
    if activated:
        bout.activate("a")
    hp(bout, "y", 0)
    assert (bout.state.fight.outcome, bout.state.fight.acting) == (HEROES, ())


def test_the_last_of_the_side_with_the_die_is_set_to_zero() -> None:
    """Then the other side has won."""
    bout = yard()
    hp(bout, "a", 0)
    hp(bout, "b", 0)
    assert (bout.state.fight.outcome, bout.state.fight.acting) == (FOES, ())


def test_who_is_put_elsewhere_hides_no_more_and_drops_what_two_carried() -> None:
    """As after any movement."""
    bout = Bout("ab..xy", ana("a", load="chest"), ana("b", load="chest"), ben("x"), ben("y"))
    bout.draw(HEROES)
    correct(bout, "combatants.x.conditions", [Condition(key=HIDDEN, kind=HIDDEN)])
    assert bout.has("x", HIDDEN)
    correct(bout, "combatants.x.place", at(3, 0))
    assert not bout.has("x", HIDDEN)
    hp(bout, "b", 0)
    assert bout.figure("a").load is None
