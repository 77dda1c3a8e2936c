"""Ill effects: what they do, how long they last, and who strikes unseen."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import ConditionGained, ConditionLost, VitalChanged
from engine.kernel.structs.messages import plain
from engine.systems.saari.content.kinds import EffectPrice, EnemyAttack, Purpose, Trait, Weapon
from engine.systems.saari.events import ActionsLost, AttackDeclared, RollOpened
from engine.systems.saari.orders import Attack, EndScene, Hold, Move
from tests.systems.saari.bout import Bout, npc, pc, zone


def struck(*effects: str, damage: int = 0, initiative: int = 4, foe: dict[str, Any] | None = None, **more: Any) -> Bout:
    """Gob, who acts first, hits Ada with an attack that has these effects."""
    attack = EnemyAttack(id="club", name="Club", kn=2, damage=damage, effects=effects)
    entries = (pc("ada", **more), npc("gob", initiative=initiative, kp=9, attacks=(attack,), **(foe or {})))
    bout = Bout(*entries)
    bout.begin(4, 2)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    while bout.asked and bout.asked != ["AskPush"]:
        bout.answer("let-pass" if bout.asked == ["AskParry"] else "keep")
    return bout


@pytest.mark.rule("SA-DEF-02", "SA-COMP-06")
def test_a_staggered_victim_loses_an_action() -> None:
    """A rider of the attack takes effect with its damage."""
    bout = struck("stagger", damage=1)
    assert bout.the(ActionsLost).lost == 1
    assert (bout.actions("ada"), bout.kp("ada")) == (2, 6)


@pytest.mark.rule("G-46")
def test_a_push_provokes_nobody_and_leaves_the_engagement() -> None:
    """From an end of the ground there is one way only: nobody is asked."""
    bout = struck("push")
    assert bout.who("ada").place == zone("middle")
    assert bout.own.engagements == {}


@pytest.mark.rule("G-46")
def test_whoever_pushes_chooses_the_zone() -> None:
    """The attacker's seat is asked, and may take any adjacent zone."""
    attack = EnemyAttack(id="club", name="Club", kn=1, damage=0, effects=("push",))
    bout = Bout(pc("ada", at="middle", discipline=0), npc("gob", at="middle", initiative=9, attacks=(attack,)))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    bout.answer("let-pass")
    if bout.asked == ["AskMindPoint"]:
        bout.answer("keep")
    assert (bout.asked, bout.waiting[0].seats) == (["AskPush"], ("gm",))
    bout.answer("push", to=plain(zone("east")))
    assert bout.who("ada").place == zone("east")


@pytest.mark.rule("SA-DEF-06")
def test_who_is_pinned_neither_dodges_nor_moves_until_its_next_count() -> None:
    """A second blow is met with armour alone, here with no dice at all."""
    bout = struck("pin", initiative=6)
    bout.order(Attack(combatant="gob", target="ada"))
    assert bout.the(RollOpened).purpose is Purpose.ARMOR_DEFENSE
    bout.answer("let-pass")
    bout.answer("keep")
    assert bout.acting == ("ada",)
    assert not bout.who("ada").has("pin")
    assert Move(combatant="ada", to=zone("middle")) in [offer.body for offer in bout.offers("ada")]


@pytest.mark.rule("SA-DEF-06")
def test_a_pinned_combatant_does_not_move() -> None:
    """Refused while it lasts, where a correction lays it on who acts; nor is it offered."""
    bout = Bout(pc("ada"), npc("gob"))
    bout.begin(4, 4)
    bout.correct("combatants.ada.conditions", [Condition(key="pin", kind="pin", until="count")])
    assert bout.refuse(Move(combatant="ada", to=zone("middle"))).rule == "SA-DEF-06"
    assert "move" not in bout.keys("ada")


@pytest.mark.rule("G-58")
def test_a_burn_lasts_two_round_ends() -> None:
    """One body point at each."""
    bout = struck("burn")
    assert bout.the(ConditionGained).left == 2
    for left, kp in ((1, 6), (None, 5)):
        while bout.acting:
            before = bout.state.fight.round
            who = bout.acting[0]
            bout.order(Hold(combatant=who), *((4, 2) if _last(bout) else ()))
            if bout.state.fight.round > before:
                break
        burn = next((one for one in bout.who("ada").conditions if one.kind == "burn"), None)
        assert (None if burn is None else burn.left, bout.kp("ada")) == (left, kp)


def _last(bout: Bout) -> bool:
    """Whether with the next hold nobody is left to act."""
    able = [who for who, one in bout.own.fighters.items() if one.actions and not one.holding]
    return len(able) == 1


@pytest.mark.rule("SA-DEF-10", "SA-EDGE-03")
def test_fear_makes_attacks_on_its_source_harder() -> None:
    """One disadvantage: a four is no success any more."""
    bout = struck("fear")
    (fear,) = bout.who("ada").conditions
    assert (fear.kind, fear.source, fear.amount, fear.until) == ("fear", "gob", 2, "scene")
    while bout.acting != ("ada",):
        bout.order(Hold(combatant=bout.acting[0]))
    bout.order(Attack(combatant="ada", target="gob"), 4, 4, 4)
    assert [one.source for one in bout.the(RollOpened).factors] == ["fear"]


def test_poison_hurts_at_every_round_end() -> None:
    """Until it is shaken off; it is told against which number."""
    bout = struck("poison")
    (poison,) = bout.who("ada").conditions
    assert (poison.left, poison.until, poison.amount) == (None, "shaken", 2)
    bout.order(Hold(combatant="ada"))
    bout.order(Hold(combatant="gob"), 2, 2)
    assert bout.kp("ada") == 6
    assert [one.change for one in bout.of(VitalChanged)] == [-1]
    assert bout.who("ada").has("poison")


@pytest.mark.rule("SA-PARRY-09", "SA-AMB-04", "G-52")
def test_the_first_strike_of_an_invisible_enemy_is_not_parried() -> None:
    """It keeps its defence, and the second one can be parried."""
    bout = struck(initiative=6, foe={"traits": (Trait.INVISIBLE,)})
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    assert bout.asked == ["AskParry"]
    assert [one.surprise for one in (bout.the(AttackDeclared),)] == [False]


@pytest.mark.rule("G-66", "SA-PARRY-09")
def test_who_is_hidden_strikes_as_a_surprise_and_stays_hidden() -> None:
    """Nobody parries; who it was its target learns when the game master shows it."""
    bout = Bout(pc("ada"), npc("orc"), npc("gob", initiative=9, seen_by=()))
    bout.begin(4, 4)
    bout.order(Attack(combatant="gob", target="ada"), 2, 2)
    assert bout.the(AttackDeclared).surprise
    assert bout.asked == ["AskMindPoint"]
    assert bout.waiting[0].seats == ("gm",)  # the question names what it interrupts
    assert "gob" not in bout.arena.book.seen(bout.state, "ana").fight.combatants


def test_conditions_end_with_the_scene() -> None:
    """Fear does; poison is still there to be shaken off."""
    bout = struck("fear", "poison", damage=9)
    assert bout.who("ada").conditions == ()  # who falls is past the effects
    bout = struck("fear", "poison")
    bout.order(EndScene(), seat="gm")
    assert [one.kind for one in bout.of(ConditionLost)] == ["fear"]
    assert [one.kind for one in bout.who("ada").conditions] == ["poison"]


@pytest.mark.rule("G-58")
def test_of_one_kind_each_source_brings_one_condition() -> None:
    """The same again renews it; another enemy's is a second one."""
    attack = EnemyAttack(id="club", name="Club", kn=2, damage=0, effects=("burn",))
    foes = (npc("gob", initiative=9, attacks=(attack,)), npc("orc", initiative=8, attacks=(attack,)))
    bout = Bout(pc("ada", now={"mp": 0}), *foes)
    bout.begin(4, 2)
    for enemy, renewed in (("gob", False), ("orc", False), ("gob", True)):
        while bout.acting != (enemy,):
            bout.order(Hold(combatant=bout.acting[0]))
        bout.order(Attack(combatant=enemy, target="ada"), 2, 2)
        bout.answer("let-pass")
        assert bout.the(ConditionGained).renewed is renewed
    assert [(one.key, one.source) for one in bout.who("ada").conditions] == [("burn", "gob"), ("burn-2", "orc")]


@pytest.mark.rule("G-58", "SA-XATK-02")
@pytest.mark.parametrize(
    ("effect", "left", "until"), [("burn", 2, ""), ("poison", 2, ""), ("fear", None, "next_count_end")]
)
def test_on_an_opponent_an_effect_has_an_end_of_its_own(effect: str, left: int | None, until: str) -> None:
    """It rolls nothing, and so shakes nothing off: poison lasts two rounds, fear till the end of its next count."""
    weapon = Weapon(id="hook", name="Hook", melee=True, effects=(EffectPrice(effect=effect),))
    bout = Bout(pc("ada", weapons=(), own_weapons=(weapon,)), npc("gob", kp=9))
    bout.begin(4, 4)
    bout.order(Attack(combatant="ada", target="gob"), 4, 4)
    bout.answer("mix", uses={effect: 1})
    gained = bout.the(ConditionGained)
    assert (gained.combatant, gained.left, gained.until) == ("gob", left, until)
