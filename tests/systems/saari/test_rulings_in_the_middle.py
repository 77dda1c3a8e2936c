"""What a ruling does to an action that has begun: who has fallen or is gone does nothing more."""

from __future__ import annotations

import pytest

from engine.kernel.overruling.gm_tools import Remove
from engine.kernel.state.events import DecisionWithdrawn, DiceRolled, OutcomeReached
from engine.kernel.state.fight import Asked
from engine.systems.saari.content.kinds import Trait
from engine.systems.saari.events import ActionSpoiled, AttackDeclared, AttackEnded
from engine.systems.saari.orders import Attack, Move, Readied, Ready, Trigger
from tests.systems.saari.bout import Bout, npc, pc, zone


def _ready_for(*more: object) -> Bout:
    """Ada is ready to strike whatever anybody does; a goblin comes to her."""
    bout = Bout(pc("ada"), npc("gob", at="middle", initiative=1, kp=9), *more)
    bout.begin(4, 2)
    bout.order(Ready(combatant="ada", action=Readied.ATTACK, trigger=Trigger.ANYTHING))
    bout.answer("stay-ready")
    bout.answer("stay-ready")
    bout.order(Move(combatant="gob", to=zone("west")))
    assert bout.asked == ["AskFireReadied"]
    return bout


def _targets(asked: Asked) -> set[tuple[object, ...]]:
    return {field.among for offer in asked.offers for field in offer.fields if field.name == "target"}


@pytest.mark.rule("SA-READY-04", "SA-KP-02")
def test_who_falls_while_asked_does_not_fire_what_was_readied() -> None:
    """The question is withdrawn, and names the ruling; nothing is struck."""
    bout = _ready_for()
    bout.correct("combatants.ada.vitals.kp.now", 0)
    new = bout.last
    (withdrawn,) = [one for one in new if isinstance(one.event, DecisionWithdrawn)]
    assert withdrawn.draft.because is not None
    assert withdrawn.draft.because.causes == (new[0].version,)
    assert "AskFireReadied" not in bout.asked
    assert bout.arena.events(AttackDeclared) == []


@pytest.mark.rule("SA-READY-04")
def test_who_is_gone_is_no_target_any_more() -> None:
    """Who could be struck is taken off the table: the offers are those of the fight as it is."""
    bout = _ready_for(npc("orc", initiative=0, kp=9))
    asked = bout.waiting[0]
    assert _targets(asked) == {("orc",)}  # the goblin is not yet there
    bout.last = bout.arena.rule(Remove(combatants=("orc",)))
    (again,) = bout.waiting
    assert again.decision != asked.decision
    assert _targets(again) == {("gob",)}  # and now he has come
    bout.answer("attack-sword", 5, 2, 2, 2, 2, target="gob")


@pytest.mark.rule("G-02", "G-30")
@pytest.mark.parametrize("who", ["ada", "gob"])
def test_who_falls_before_the_dice_neither_strikes_nor_is_struck(who: str) -> None:
    """While the enemy is asked for a parry the attacker, or he himself, is set to 0: no dice fall."""
    more = npc("orc", kp=9, initiative=1), pc("bea", seat="ben")
    bout = Bout(pc("ada"), npc("gob", kp=9, traits=(Trait.PARRY,)), *more)
    bout.begin(4, 4, 2, 2)
    assert bout.acting == ("ada",)
    bout.order(Attack(combatant="ada", target="gob"))
    assert bout.asked == ["AskNpcParry"]
    rolled = len(bout.arena.events(DiceRolled))
    bout.correct(f"combatants.{who}.vitals.kp.now", 0)
    assert len(bout.arena.events(DiceRolled)) == rolled
    assert bout.arena.events(ActionSpoiled)[-1] == ActionSpoiled(combatant="ada")
    assert bout.arena.events(AttackEnded) == []


@pytest.mark.rule("SA-KP-02", "G-37")
def test_who_comes_without_points_falls_as_the_fight_begins() -> None:
    """As who enters so, or is corrected so: with nobody else on his side the fight is decided."""
    bout = Bout(pc("ada", now={"kp": 0}), pc("bea", seat="ben"), npc("gob"))
    bout.begin(4, 4, 4, 4)  # the unconscious roll too
    assert bout.who("ada").out == "unconscious"
    assert "ada" not in bout.acting
    alone = Bout(pc("ada", now={"kp": 0}), npc("gob"))
    alone.begin()
    assert alone.who("ada").out == "unconscious"
    assert alone.arena.events(OutcomeReached)
