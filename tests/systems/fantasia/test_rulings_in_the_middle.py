"""What a ruling does to an action that has begun: who has fallen or is gone does nothing more, and is no target."""

from __future__ import annotations

import pytest

from engine.kernel.overruling.gm_tools import Remove
from engine.kernel.state.events import VitalChanged
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import ActionLost, AttackRolled
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


@pytest.mark.rule("FF-ATK-11")
@pytest.mark.parametrize("gone", [False, True])
def test_the_next_attack_is_at_nobody_who_has_fallen_or_is_gone(gone: bool) -> None:
    """While the second attack is chosen its target is set to 0, or removed: the same is no longer offered."""
    bout = Bout(hero(figures=sheet(multi_attack=2, strength=3)), foe(), foe("other", figures=sheet(hp=30)))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 2, 1)
    assert bout.asked == ["NextAttack"]
    assert bout.waiting[0].default == "same"
    if gone:
        bout.arena.rule(Remove(combatants=("foe",)))
    else:
        bout.correct("combatants.foe.vitals.hp.now", 0)
    (asked,) = bout.waiting
    assert (asked.kind, asked.default) == ("NextAttack", "hold")
    targets = {one for offer in asked.offers for field in offer.fields for one in field.among}
    targets |= {offer.body["target"] for offer in asked.offers if "target" in offer.body}
    assert "same" not in bout.choices
    assert not gone or "foe" not in targets  # who lies unconscious may be attacked, if that is chosen
    bout.answer("hold")
    assert len(bout.arena.events(AttackRolled)) == 1


@pytest.mark.rule("FF-MAG-04", "FF-KO-08")
def test_a_caster_who_falls_while_its_target_is_asked_heals_nobody() -> None:
    """The question is withdrawn: the action is lost."""
    mage = sheet(mp=99, spells=("cure",), hp=9)
    bout = Bout(hero(figures=mage), hero("friend", sheet(hp=30), seat="bea", vitals={"hp": 5}), foe())
    bout.order(o.Cast(caster="hero", spell="cure", targets=("friend",)))
    assert bout.asked == ["Willing"]
    bout.correct("combatants.hero.vitals.hp.now", 0)
    assert bout.asked == []
    assert bout.arena.events(ActionLost) == [ActionLost(combatant="hero", reason="unable")]
    assert bout.hp("friend") == 5
    assert not [one for one in bout.arena.events(VitalChanged) if one.combatant == "friend"]
