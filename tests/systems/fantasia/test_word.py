"""The game master's word: the end of a battle, surrender, leaving and coming back."""

from __future__ import annotations

import pytest

from engine.kernel.state.events import CombatantOut, OutcomeReached
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import TurnEnded
from tests.systems.fantasia.bout import Bout, foe, hero, one


@pytest.mark.rule("FF-TURN-01")
def test_the_gm_may_end_a_battle_at_any_time_and_go_on_all_the_same() -> None:
    """The turn that goes on is over; afterwards the next one begins."""
    bout = Bout(hero("a"), foe("x"))
    assert bout.refuse(o.CallOff(winner="nobody"), seat="gm").field == "winner"
    bout.order(o.CallOff(winner="foes"), seat="gm")
    assert (bout.the(OutcomeReached).result, bout.state.fight.acting) == ("foes", ())
    assert bout.the(TurnEnded).combatant == "a"
    assert bout.refuse(o.CallOff(), seat="gm").rule == "FF-TURN-01"
    bout.order(o.GoOn(), seat="gm")
    assert bout.acting == "x"


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_surrender_ends_the_battle_of_two_sides_and_berserk() -> None:
    """All who stand are out of the fight; the fury of the others is over, with its check."""
    bout = Bout(hero("a"), hero("b"), foe("x"), foe("low", vitals={"hp": 0}))
    bout.lay("a", "berserk")
    bout.order(o.Surrender(side="foes"), 6, 6, seat="gm")
    assert [(e.combatant, e.reason) for e in bout.of(CombatantOut)] == [("x", "surrendered")]
    assert bout.the(OutcomeReached).result == "heroes"
    assert not bout.has("a", "berserk")


@pytest.mark.rule("FF-ST-38")
def test_ff_st_38_among_three_sides_the_others_fight_on() -> None:
    """In the turn of one who surrenders the next begins; in another's, that goes on."""
    bout = Bout(hero("a"), foe("x"), one("w", "wolves"), foe("y"))
    bout.order(o.Surrender(side="foes"), seat="gm")
    assert bout.acting == "a"
    assert bout.of(OutcomeReached) == []
    bout.order(o.ComeBack(combatant="y"), seat="gm")
    bout.end("a")
    assert bout.acting == "w"
    bout.order(o.Surrender(side="wolves"), seat="gm")
    assert bout.acting == "y"
    assert bout.refuse(o.Surrender(side="wolves"), seat="gm").field == "side"


@pytest.mark.rule("FF-TURN-01")
def test_who_leaves_is_out_and_his_turn_is_over() -> None:
    """His readied action and his hold are gone; he may come back, the dead may not."""
    bout = Bout(hero("a"), hero("b"), foe("x"), foe("y"))
    bout.lay("a", "readied")
    bout.order(o.Leave(combatant="a"), seat="gm")
    assert bout.acting == "b"
    assert not bout.has("a", "readied")
    assert bout.refuse(o.Leave(combatant="a"), seat="gm").field == "combatant"
    bout.order(o.Leave(combatant="x"), seat="gm")
    assert bout.acting == "b"
    bout.end("b")
    assert bout.acting == "y"
    bout.order(o.ComeBack(combatant="a"), seat="gm")
    assert bout.refuse(o.ComeBack(combatant="b"), seat="gm").field == "combatant"
    bout.end("y")
    assert bout.acting == "a"


@pytest.mark.rule("FF-TURN-01")
def test_the_last_of_a_side_leaves_in_his_turn_and_the_gm_is_asked() -> None:
    """As after every turn in which one side stands alone; in another's turn he is asked when that is over."""
    bout = Bout(hero("a"), foe("x"))
    bout.order(o.Leave(combatant="a"), seat="gm")
    assert bout.asked == ["EndBattle"]
    bout.answer("over")
    assert bout.state.fight.outcome == "foes"
    bout = Bout(hero("a"), foe("x"))
    bout.order(o.Leave(combatant="x"), seat="gm")
    assert bout.asked == []
    bout.end("a")
    assert bout.asked == ["EndBattle"]


@pytest.mark.rule("FF-TURN-01")
def test_nobody_leaves_before_it_begins_and_players_have_no_say() -> None:
    """These are the game master's orders."""
    bout = Bout(hero("a"), foe("x"), begin=False)
    assert bout.refuse(o.Leave(combatant="a"), seat="gm").rule == "FF-TURN-01"
    bout = Bout(hero("a"), foe("x"))
    for order in (o.Leave(combatant="a"), o.CallOff(), o.Surrender(side="foes")):
        assert bout.refuse(order, seat="ana").code == "NOT_YOURS"
