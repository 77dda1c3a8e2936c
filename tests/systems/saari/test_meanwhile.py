"""What the game master may order while a decision is open: late factors of the roll at hand, an ally's reaction."""

from __future__ import annotations

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.saari.content.kinds import EffectPrice, Weapon
from engine.systems.saari.events import FactorChanged, MindPointReturned, RollApplied
from engine.systems.saari.orders import AdjustInitiative, Attack, Hold, MarkRoll, Move, PlaceAlly
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone

HOOK = Weapon(id="hook", name="Hook", melee=True, damage=1, effects=(EffectPrice(effect="stagger"),))


def striking(*faces: int, kn: int = 1) -> Bout:
    """Ada strikes at gob with a hook, four dice."""
    bout = Bout(pc("ada", might=4, weapons=(), own_weapons=(HOOK,)), npc("gob", kp=9, melee=kn))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob", means="hook"), *faces)
    return bout


@pytest.mark.rule("SA-EDGE-05", "G-13", "SA-MP-02")
def test_a_factor_is_noticed_while_a_mind_point_is_asked_for() -> None:
    """The roll is marked then; with an advantage it is a success by itself, and the point comes back."""
    bout = striking(3, 2, 2, 2)
    assert bout.asked == ["AskMindPoint"]
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    assert bout.asked == ["AskMindPoint"]
    bout.answer("spend")
    assert bout.asked == ["AskLateFactor"]
    bout.answer("change", advantages=["surroundings"])
    assert bout.of(MindPointReturned) != []
    assert bout.asked == ["AskAttackExtras"]
    bout.answer("damage")
    assert (bout.the(RollApplied).success, bout.mp("ada"), bout.kp("gob")) == (True, 4, 8)


@pytest.mark.rule("SA-EDGE-05", "G-13", "SA-XATK-03")
def test_what_is_spent_is_settled_by_the_number_as_it_is_then() -> None:
    """Three extras were to be spent; with a disadvantage there is one, and she is asked anew."""
    bout = striking(4, 4, 5, 5)
    assert (bout.asked, bout.waiting[0].question["extras"]) == (["AskAttackExtras"], 3)
    bout.order(MarkRoll(), seat="gm")
    bout.answer("mix", uses={"stagger": 3})
    bout.answer("change", disadvantages=["surroundings"])
    assert (bout.asked, bout.waiting[0].question["extras"]) == (["AskAttackExtras"], 1)
    bout.answer("mix", uses={"damage": 1})
    assert (bout.kp("gob"), bout.actions("gob")) == (7, 2)


@pytest.mark.rule("SA-EDGE-05", "G-13", "SA-XATK-03")
def test_a_hit_that_turns_out_a_miss_spends_nothing() -> None:
    bout = striking(4, 4, 2, 2, kn=1)
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    bout.answer("damage")
    bout.answer("change", disadvantages=["surroundings"])
    assert bout.asked == ["AskMindPoint"]
    bout.answer("keep")
    assert (bout.the(RollApplied).success, bout.kp("gob")) == (False, 9)


@pytest.mark.rule("SA-EDGE-05", "SA-DICE-02", "G-66")
def test_a_mark_for_the_roll_at_hand_is_a_secret_and_is_made_once() -> None:
    bout = striking(3, 2, 2, 2)
    before = bout.arena.book.seen(bout.state, "ana")
    bout.order(MarkRoll(combatant="ada"), seat="gm")
    assert bout.arena.book.seen(bout.state, "ana") == before
    assert {(one.draft.to, one.draft.whole) for one in bout.last} == {(("gm",), True)}
    assert "already" in bout.refuse(MarkRoll(combatant="ada"), seat="gm").reason
    bout.answer("keep")
    bout.answer("none")
    assert bout.of(FactorChanged) == []


@pytest.mark.rule("SA-DICE-02")
def test_any_other_order_waits_for_the_decision() -> None:
    bout = striking(3, 2, 2, 2)
    assert bout.refuse(AdjustInitiative(combatant="ada"), seat="gm").code == "DECISION_OPEN"
    assert bout.refuse(Hold(combatant="ada")).code == "DECISION_OPEN"
    with pytest.raises(RuleRefusal):
        bout.order(MarkRoll(combatant="ada"), seat="ana")


@pytest.mark.rule("SA-ALLY-03", "SA-ALLY-07", "SA-SUP-06")
def test_an_ally_reacts_before_a_free_strike() -> None:
    """Ada leaves; while Gob is asked whether it strikes a veteran comes to her, and another is elsewhere."""
    vet = one("vet", HEROES, "ana", ref="veteran", at="middle")
    bout = Bout(pc("ada"), vet, npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 4, 2)
    bout.order(Move(combatant="ada", to=zone("middle")))
    assert bout.asked == ["AskNpcFreeStrike"]
    bout.order(PlaceAlly(ally="vet", to=zone("west"), beside="ada"), seat="gm")
    assert bout.who("vet").place == zone("west")
    assert [set(one.members) for one in bout.own.engagements.values()] == [{"ada", "gob", "vet"}]
    assert bout.asked == ["AskNpcFreeStrike"]
    assert bout.refuse(PlaceAlly(ally="ada", to=zone("east")), seat="gm").field == "ally"
    bout.answer("let-go")
    assert bout.who("ada").place == zone("middle")
    assert [set(one.members) for one in bout.own.engagements.values()] == [{"gob", "vet"}]


@pytest.mark.rule("SA-ALLY-03", "G-46")
def test_an_ally_comes_and_goes_while_a_parry_is_asked_for() -> None:
    vet = one("vet", HEROES, "ana", ref="veteran")
    bout = Bout(pc("ada"), vet, npc("gob", initiative=5, kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"))
    bout.answer("alone", 2, 2)
    assert bout.asked == ["AskParry"]
    bout.order(PlaceAlly(ally="vet", beside="gob"), seat="gm")
    bout.order(PlaceAlly(ally="vet"), seat="gm")
    assert [set(one.members) for one in bout.own.engagements.values()] == [{"ada", "gob"}]
