"""Delaying a turn."""

from __future__ import annotations

import pytest

from engine.kernel.playing.entering import joined_event
from engine.kernel.state.events import OrderSet, RoundBegan, TurnBegan
from engine.kernel.state.orders import Begin
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.events import ActionsGiven, TurnEnded, TurnResumed
from engine.systems.fantasia.sheet import Initiative, Setup
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def four() -> Bout:
    return Bout(hero("a"), hero("b"), foe("c"), foe("d"))


@pytest.mark.rule("FF-DELAY-01")
def test_ff_delay_01_the_turn_passes_and_is_taken_later() -> None:
    """A waits, B acts and ends, A acts with all of his turn, then C."""
    bout = four()
    bout.order(o.Delay(combatant="a"))
    assert bout.acting == "b"
    assert bout.state.own.delaying == ("a",)
    bout.end("b")
    assert (bout.asked, bout.waiting[0].seats, bout.waiting[0].default) == (["ActNow"], ("ana",), "wait")
    assert bout.waiting[0].question == {"combatant": "a", "after": "b"}
    bout.answer("act")
    assert bout.acting == "a"
    assert (bout.state.own.turn.normal, bout.state.own.turn.movement) == (1, 1)
    bout.end("a")
    assert bout.asked == []
    assert bout.acting == "c"


@pytest.mark.rule("FF-DELAY-02")
def test_ff_delay_02_it_is_asked_between_turns_only() -> None:
    """Nothing is asked while somebody acts, nor as he delays; after each turn it is asked again."""
    bout = four()
    bout.order(o.Delay(combatant="a"))
    assert bout.opened() == []
    bout.order(o.Attack(attacker="b", target="c", weapon="unarmed"), 1, 2)
    assert bout.asked == []
    assert bout.refuse(o.Defend(combatant="a")).rule == "FF-INIT-01"
    bout.end("b")
    bout.answer("wait")
    assert bout.acting == "c"
    bout.end("c")
    assert bout.asked == ["ActNow"]
    bout.answer("act")
    assert bout.state.fight.turn_order == ("b", "c", "a", "d")


@pytest.mark.rule("FF-DELAY-03")
def test_ff_delay_03_the_new_place_stays() -> None:
    """Directly behind the one after whose turn he acted, with his number; next round in that order."""
    bout = four()
    bout.order(o.Delay(combatant="a"))
    bout.end("b")
    bout.answer("wait")
    bout.end("c")
    bout.answer("act")
    assert bout.the(TurnResumed).total == bout.fighter("c").initiative == bout.fighter("a").initiative
    assert bout.rule_of(OrderSet) == "FF-DELAY-03"
    bout.end("a")
    for who in ("d", "b", "c", "a", "d"):
        assert bout.acting == who
        bout.end(who)


@pytest.mark.rule("FF-DELAY-03")
def test_ff_delay_03_who_comes_later_stands_behind_the_number_taken_over() -> None:
    """A took B's number and is listed after B; a newcomer with less agility and the same roll is behind both."""
    bout = Bout(hero("a"), hero("b"), foe("c"), begin=False)
    bout.order(Begin(), 6, 6, 4, 4, 1, 1, seat="gm")
    bout.order(o.Delay(combatant="a"))
    bout.end("b")
    bout.answer("act")
    bout.end("a")
    bout.arena.fact(joined_event(system, foe("late"), bout.state.fight))
    bout.end("c", 4, 4)
    assert bout.state.fight.turn_order == ("b", "a", "late", "c")


@pytest.mark.rule("FF-DELAY-01")
def test_ff_delay_01_at_the_end_of_the_round_he_acts() -> None:
    """All who still wait, in their old order, behind the last; and no second delay."""
    bout = four()
    bout.order(o.Delay(combatant="a"))
    bout.order(o.Delay(combatant="b"))
    bout.end("c")
    assert [asked.question["combatant"] for asked in bout.waiting] == ["a"]
    bout.answer("wait")
    assert [asked.question["combatant"] for asked in bout.waiting] == ["b"]
    bout.answer("wait")
    bout.end("d")
    bout.answer("wait")
    bout.answer("wait")
    assert bout.acting == "a"
    assert bout.refuse(o.Delay(combatant="a")).rule == "FF-DELAY-01"
    assert "delay" not in bout.keys("a")
    bout.end("a")
    assert bout.asked == ["ActNow"]
    bout.answer("wait")
    assert bout.acting == "b"
    bout.end("b")
    assert bout.the(RoundBegan).round == 2
    assert bout.state.fight.turn_order == ("c", "d", "a", "b")


@pytest.mark.rule("FF-DELAY-02")
def test_ff_delay_02_the_first_yes_acts_and_the_rest_are_asked_again() -> None:
    """A and B wait; A waits on, B acts; then A is asked once more."""
    bout = four()
    bout.order(o.Delay(combatant="a"))
    bout.order(o.Delay(combatant="b"))
    bout.end("c")
    bout.answer("wait")
    bout.answer("act")
    assert bout.acting == "b"
    bout.end("b")
    assert bout.waiting[0].question == {"combatant": "a", "after": "b"}
    bout.answer("act")
    assert bout.state.fight.turn_order == ("c", "b", "a", "d")
    bout.end("a")
    assert bout.acting == "d"


@pytest.mark.rule("FF-DELAY-01")
def test_ff_delay_01_only_at_the_start_of_a_turn() -> None:
    """Not after a movement, and not after an action."""
    bout = four()
    assert "delay" in bout.keys("a")
    bout.order(o.Move(combatant="a", metres=1))
    assert "delay" not in bout.keys("a")
    assert bout.refuse(o.Delay(combatant="a")).rule == "FF-DELAY-01"


@pytest.mark.rule("FF-DELAY-01", "FF-READY-03")
def test_ff_delay_01_what_a_turn_begins_with_happens_once_when_it_came_up() -> None:
    """The defence ends as the turn comes up; the delayed turn begins with nothing, and ends when he has acted."""
    bout = Bout(hero("a", conditions=("defending",)), foe("b"))
    assert not bout.has("a", "defending")
    bout.order(o.Delay(combatant="a"))
    assert bout.of(TurnEnded) == []
    bout.lay("a", "defending")
    bout.end("b")
    bout.answer("act")
    assert bout.has("a", "defending")
    assert [type(r.event) for r in bout.last if isinstance(r.event, (TurnBegan, TurnResumed, ActionsGiven))] == [
        TurnBegan,
        TurnResumed,
        ActionsGiven,
    ]
    bout.end("a")
    assert bout.of(TurnEnded)[0].combatant == "a"


@pytest.mark.rule("FF-DELAY-01", "FF-KO-08")
def test_ff_delay_01_who_falls_while_waiting_keeps_his_place() -> None:
    """He is not asked, and his turn is over at once at the end of the round."""
    bout = four()
    bout.order(o.Delay(combatant="a"))
    bout.lay("a", "unconscious")
    bout.end("b")
    assert bout.asked == []
    bout.end("c")
    bout.end("d")
    assert [e.combatant for e in bout.of(TurnEnded)] == ["d", "a", "a"]
    assert bout.state.fight.turn_order == ("a", "b", "c", "d")
    assert bout.acting == "b"


@pytest.mark.rule("FF-DELAY-01")
def test_ff_delay_01_alone_he_acts_at_once_in_his_place() -> None:
    """Nobody's turn has ended in this round: nothing to stand behind."""
    bout = Bout(hero("a"), foe("b", sheet()), begin=True)
    bout.end("a")
    bout.lay("b", "dead")
    bout.answer("go-on")
    assert bout.acting == "a"
    bout.order(o.Delay(combatant="a"))
    assert bout.acting == "a"
    assert bout.state.fight.turn_order == ("a", "b")


@pytest.mark.rule("FF-DELAY-01")
def test_ff_delay_01_sides_do_not_delay() -> None:
    """They order their turns anyway."""
    bout = Bout(hero("a"), foe("b"), begin=False, setup=Setup(initiative=Initiative.SIDES))
    bout.order(Begin(), 6, 5, 1, 2, seat="gm")
    assert "delay" not in bout.keys("a")
    assert bout.refuse(o.Delay(combatant="a")).rule == "FF-DELAY-01"


@pytest.mark.rule("FF-DELAY-01", "FF-ST-37")
def test_ff_delay_01_not_while_berserk() -> None:
    """Who must attack does not wait."""
    bout = four()
    bout.lay("a", "berserk")
    assert "delay" not in bout.keys("a")
    assert bout.refuse(o.Delay(combatant="a")).rule == "FF-ST-37"


@pytest.mark.rule("FF-ST-42", "FF-DELAY-01")
@pytest.mark.parametrize("how", ["act", "end of the round"])
def test_ff_st_42_who_is_confused_while_his_turn_is_put_off_throws_the_die_as_he_takes_it(how: str) -> None:
    """The game master is asked for him, between turns; at the end of the round he must. Once, and nothing else."""
    bout = Bout(hero("a"), hero("b"), foe("c", sheet(mp=9, spells=("confuse",))))
    bout.order(o.Delay(combatant="a"))
    bout.end("b")
    bout.answer("wait")
    bout.order(o.Cast(caster="c", spell="confuse", targets=("a",)), 6, 5)
    if how == "act":
        bout.end("c")
        assert (bout.asked, bout.waiting[0].seats) == (["ActNow"], ("gm",))
        bout.answer("act", 3)
    else:
        bout.end("c")
        bout.answer("wait", 3)
    assert (bout.rolls(), bout.asked) == (["1d6 confusion"], ["ConfusedDeed"])
    bout.answer("attack-unarmed", 6, 5, 1)
    assert bout.hp("b") == 19
    assert (bout.state.fight.round, bout.acting) == (2, "b")
    assert bout.state.fight.turn_order == ("b", "c", "a")
