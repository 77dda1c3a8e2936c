"""Statuses in general: how they come, stack, last and end; a status of the table alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.data_files import entries
from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import ConditionGained, ConditionLost
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content import catalogue
from engine.systems.fantasia.content.kinds import Attribute, Figure, Inflict, Mod, Spell, Technique
from engine.systems.fantasia.content.statuses import ConditionKind
from engine.systems.fantasia.events import (
    AttackRolled,
    DamageTaken,
    HitAutomatic,
    MagicRolled,
    StatusFailed,
    StatusStated,
)
from engine.systems.fantasia.rules.basics.figures import attribute, figure, modifiers
from engine.systems.fantasia.sheet import Sheet
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def lying(
    kind: str, *, key: str = "", source: str | None = None, amount: int | None = None, left: int | None = None
) -> Condition:
    return Condition(key=key or kind, kind=kind, source=source, amount=amount, left=left)


def mage(*spells: str, **figures: Any) -> Sheet:
    return sheet(mp=99, spells=spells, **figures)


def cast(spell: str, *targets: str, caster: str = "hero") -> o.Cast:
    return o.Cast(caster=caster, spell=spell, targets=targets)


def blow(attacker: str = "hero", target: str = "foe", weapon: str = "unarmed") -> o.Attack:
    return o.Attack(attacker=attacker, target=target, weapon=weapon)


def left(bout: Bout, who: str, kind: str) -> int | None:
    found = bout.who(who).condition(kind)
    assert found is not None
    return found.left


# -- coming
@pytest.mark.rule("FF-STG-01", "FF-STG-04")
@pytest.mark.parametrize(("faces", "lands"), [((4, 3), True), ((3, 3), False)])
def test_ff_stg_04_a_harmful_status_lands_when_its_roll_succeeds(faces: tuple[int, int], lands: bool) -> None:
    """MA 0 against DM 7: one roll, and no other check."""
    bout = Bout(hero(figures=mage("blind")), foe())
    bout.order(cast("blind", "foe"), *faces)
    assert bout.rolls() == ["2d6 magic"]
    assert bout.has("foe", "blind") is lands


@pytest.mark.rule("FF-STG-02")
def test_ff_stg_02_stated_figures_take_the_place_of_the_default_ones() -> None:
    """Deep Blind: AT and DE fall by 5; the other figures as ever."""
    bout = Bout(hero(figures=mage("deep_blind", "blind")), foe())
    bout.order(cast("deep_blind", "foe"), 6, 5)
    changes = [sum(m.change for m in modifiers(bout.state, "foe", which)) for which in _SIX]
    assert changes == [-5, -3, -5, -3, -3, -3]
    assert bout.rule_of(StatusStated) == "FF-STG-02"
    bout.end("hero")
    bout.end("foe")
    bout.order(cast("blind", "foe"), 6, 5)
    assert figure(bout.state, "foe", Figure.DEFENSE) == 2
    assert left(bout, "foe", "blind") == 3


@pytest.mark.rule("FF-STG-02")
def test_ff_stg_02_stated_figures_end_with_the_status() -> None:
    """The next one is an ordinary one again."""
    bout = Bout(hero(figures=mage("deep_blind", "blind")), foe())
    bout.order(cast("deep_blind", "foe"), 6, 5)
    for _ in range(2):
        bout.end("hero")
        bout.end("foe")
    assert not bout.has("foe", "blind")
    bout.order(cast("blind", "foe"), 6, 5)
    assert figure(bout.state, "foe", Figure.DEFENSE) == 4


_SIX = (
    Figure.ATTACK,
    Figure.MAGIC_ATTACK,
    Figure.DEFENSE,
    Figure.MAGIC_DEFENSE,
    Figure.EVASION,
    Figure.MAGIC_BLOCK,
)


# -- lasting
@pytest.mark.rule("FF-STG-03")
def test_ff_stg_03_turns_are_the_bearers_own_and_count_at_their_ends() -> None:
    """Slow for 4 turns: four of the foe's turns end with it; the caster's do not count."""
    bout = Bout(hero(figures=mage("slow")), foe())
    bout.order(cast("slow", "foe"), 6, 5)
    for expected in (4, 3, 2, 1):
        bout.end("hero")
        assert left(bout, "foe", "slow") == expected
        bout.end("foe")
    assert not bout.has("foe", "slow")
    assert [e.reason for e in bout.of(ConditionLost)] == ["over"]


@pytest.mark.rule("FF-STG-03")
def test_ff_stg_03_the_turn_in_which_it_comes_does_not_count() -> None:
    """Protect on oneself for 4 turns is there in the four turns after this one."""
    bout = Bout(hero(figures=mage("protect")), foe())
    bout.order(cast("protect", "hero"))
    for expected in (4, 3, 2, 1):
        bout.end("hero")
        assert left(bout, "hero", "protect") == expected
        bout.end("foe")
    bout.end("hero")
    assert not bout.has("hero", "protect")


@pytest.mark.rule("FF-STG-03")
def test_ff_stg_03_turns_run_on_for_who_cannot_act() -> None:
    """Two of the stopped one's turns begin and end by themselves."""
    bout = Bout(hero(figures=mage("stop")), foe())
    bout.order(cast("stop", "foe"), 6, 5)
    bout.end("hero")
    assert (bout.acting, left(bout, "foe", "stop")) == ("hero", 1)
    bout.end("hero")
    assert (bout.acting, bout.has("foe", "stop")) == ("hero", False)


@pytest.mark.rule("FF-STG-03")
def test_ff_stg_03_the_same_again_lasts_as_long_as_the_longer_one() -> None:
    """3 turns over 1 that is left make 3, not 4; over 3 nothing changes, and that is said."""
    bout = Bout(hero(figures=mage("blind")), foe(conditions=(lying("blind", left=1),)))
    bout.order(cast("blind", "foe"), 6, 5)
    assert left(bout, "foe", "blind") == 3
    assert figure(bout.state, "foe", Figure.DEFENSE) == 4
    bout = Bout(hero(figures=mage("blind")), foe(conditions=(lying("blind", left=3),)))
    bout.order(cast("blind", "foe"), 6, 5)
    assert bout.of(ConditionGained) == []
    assert bout.the(StatusFailed).reason == "kept"


@pytest.mark.rule("FF-STG-03")
def test_ff_stg_03_for_ever_is_longer_than_anything() -> None:
    """A blindness without an end keeps having none."""
    bout = Bout(hero(figures=mage("blind")), foe(conditions=("blind",)))
    bout.order(cast("blind", "foe"), 6, 5)
    assert left(bout, "foe", "blind") is None


@pytest.mark.rule("FF-STG-03")
def test_ff_stg_03_statuses_end_with_the_battle_and_a_fall_does_not_end_them() -> None:
    """The fallen keep theirs; what is not of magic, like lying there, stays."""
    bout = Bout(hero(conditions=("blind", "prone")), foe(figures=sheet(hp=1), conditions=("melt",)))
    bout.order(blow(), 6, 5, 1)
    assert bout.has("foe", "melt")
    bout.end("hero")
    bout.answer("over")
    assert [c.kind for c in bout.who("hero").conditions] == ["prone"]
    assert [c.kind for c in bout.who("foe").conditions] == ["prone", "unconscious"]


# -- stacking
@pytest.mark.rule("FF-STK-01")
def test_ff_stk_01_of_several_magics_only_the_best_adjustment_counts() -> None:
    """Bravery +1, Haste +1 and Vanish +3 on AT: 3."""
    bout = Bout(hero(conditions=("bravery", "haste", "vanish")), foe(figures=sheet(hp=99)))
    bout.order(blow(), 3, 3, 1)
    assert bout.the(AttackRolled).total == 9
    terms = modifiers(bout.state, "hero", Figure.ATTACK)
    assert [(t.change, t.source, t.carries) for t in terms] == [(3, "vanish", "FF-ST-09")]


@pytest.mark.rule("FF-STK-01")
def test_ff_stk_01_the_best_rise_and_the_worst_fall_add_up() -> None:
    """Vanish +3, Protect +2, Blind -3, Curse -2: DE is as on the sheet; defending is no magic and is added."""
    bout = Bout(foe(), hero(conditions=("vanish", "protect", "blind", "cursed", "defending")))
    assert figure(bout.state, "hero", Figure.DEFENSE) == 7 + 3 - 3 + 3


@pytest.mark.rule("FF-STK-01", "FF-STK-02")
def test_ff_stk_01_equipment_is_added_to_magic() -> None:
    """Ring and boots +2, poison -1 and melt -3: only the melting counts."""
    figures = sheet(agility=2, armor=("ring", "boots"))
    bout = Bout(foe(), hero(figures=figures, conditions=("poison", "melt")))
    assert attribute(bout.state, "hero", Attribute.AGILITY) == 2 + 2 - 3


@pytest.mark.rule("FF-STK-04")
def test_ff_stk_04_what_says_so_is_added() -> None:
    """Two war cries and Bravery: 1 + 1 + 1."""
    roused = (lying("war_cry"), lying("war_cry", key="war_cry_2"), "bravery")
    bout = Bout(hero(conditions=roused), foe())
    assert [m.change for m in modifiers(bout.state, "hero", Figure.ATTACK)] == [1, 1, 1]


# -- a status that only the table knows
CHILLED = {
    "id": "chilled",
    "name": "Chilled",
    "carries": "FF-STG-01",
    "magic": True,
    "mods": [{"figure": "DEFENSE", "change": -4}],
    "times": [{"figure": "MOVEMENT", "over": 2}],
    "taken": [{"times": 3}],
    "dealt": [{"over": 2, "of": "WEAPON"}],
    "forbids": [{"deeds": ["DEFEND"]}],
    "most": 1,
    "starts": {"effect": "HURT", "dice": 1},
    "ends": [{"on": "MAGIC"}],
    "turns": 2,
}


@pytest.mark.rule("FF-STG-01")
def test_ff_stg_01_a_new_status_needs_the_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes by a spell, changes figures and damage, forbids, hurts each turn, and ends by magic or by itself."""
    entry = entries([CHILLED], ConditionKind)["chilled"]
    monkeypatch.setitem(catalogue.TABLE_OF_CONDITIONS, "chilled", entry)
    chill = Spell(id="chill", name="Chill", inflicts=(Inflict(status="chilled"),))
    cold = Spell(id="cold", name="Cold", inflicts=(Inflict(status="chilled", turns=9, mods=(_DEEP,)),))
    figures = mage("fire", strength=4, own_spells=(chill, cold))
    bout = Bout(hero(figures=figures), foe(figures=sheet(hp=99, strength=4)))
    bout.order(cast("chill", "foe"), 6, 5)
    assert (left(bout, "foe", "chilled"), figure(bout.state, "foe", Figure.DEFENSE)) == (2, 3)
    bout.end("hero", 2)
    assert bout.hp("foe") == 99 - 6
    assert bout.refuse(o.Defend(combatant="foe")).rule == "FF-STG-01"
    assert bout.refuse(o.Move(combatant="foe", metres=3)).field == "metres"
    bout.order(blow("foe", "hero"), 6, 5, 1)
    assert bout.the(DamageTaken).damage == 2
    assert bout.keys("foe") == ["lie-down", "check", "end-turn"]
    bout.end("foe")
    bout.order(cast("cold", "foe"), 6, 5)
    assert (left(bout, "foe", "chilled"), figure(bout.state, "foe", Figure.DEFENSE)) == (9, 1)
    bout.end("hero", 1)
    bout.end("foe")
    bout.order(cast("fire", "foe"), 6, 5, 1, 1)
    assert bout.the(DamageTaken).damage == 6
    assert not bout.has("foe", "chilled")


_DEEP = Mod(figure=Figure.DEFENSE, change=-6)


# -- what stops somebody
@pytest.mark.rule("FF-ST-10", "FF-ST-67")
def test_ff_st_10_the_stopped_have_no_actions_and_are_hit_for_double() -> None:
    """No roll to hit, 1d3 × 2; and damage does not end it."""
    bout = Bout(hero(), foe(conditions=(lying("stop", left=2),)), foe("other"))
    bout.order(blow(), 5)
    assert bout.rule_of(HitAutomatic) == "FF-ST-67"
    assert (bout.the(DamageTaken).damage, bout.has("foe", "stop")) == (6, True)
    bout.end("hero")
    assert bout.acting == "other"


@pytest.mark.rule("FF-ST-07", "FF-ST-67")
def test_ff_st_07_the_frozen_likewise() -> None:
    """Without a roll, doubled; a fist does not thaw."""
    bout = Bout(hero(), foe(conditions=("frozen",)))
    bout.order(blow(), 1)
    assert (bout.the(DamageTaken).damage, bout.has("foe", "frozen")) == (2, True)


@pytest.mark.rule("FF-ST-44")
def test_ff_st_44_fire_magic_deals_half_and_thaws() -> None:
    """9 points: 4, not 18, without a roll; once thawed the next one is an ordinary one."""
    bout = Bout(hero(figures=mage("fire", "blizzard", mind=2)), foe(figures=sheet(hp=99), conditions=("frozen",)))
    bout.order(cast("fire", "foe"), 3, 4)
    assert (bout.the(DamageTaken).damage, bout.rule_of(ConditionLost)) == (4, "FF-ST-44")
    assert bout.of(MagicRolled) == []


@pytest.mark.rule("FF-ST-44")
def test_ff_st_44_other_magic_and_fire_swords_do_not_thaw() -> None:
    """Both deal double."""
    figures = mage("blizzard", weapons=("fire_sword",))
    bout = Bout(hero(figures=figures), foe(figures=sheet(hp=99), conditions=("frozen",)))
    bout.order(cast("blizzard", "foe"), 1, 2)
    bout.end("hero")
    assert bout.hp("foe") == 93
    bout.order(blow(weapon="fire_sword"), 1, 2)
    assert (bout.hp("foe"), bout.has("foe", "frozen")) == (87, True)


@pytest.mark.rule("FF-ST-29", "FF-ST-65", "FF-ST-66")
def test_ff_st_29_sleep_lays_down_and_damage_wakes() -> None:
    """The waking hit is doubled, the next is rolled and is not; he lies there still."""
    bout = Bout(hero(figures=mage("sleep", multi_attack=2)), foe(figures=sheet(hp=99)))
    bout.order(cast("sleep", "foe"), 6, 5)
    assert bout.has("foe", "prone")
    bout.end("hero")
    assert bout.acting == "hero"
    bout.order(blow(), 3)
    assert (bout.the(DamageTaken).damage, bout.has("foe", "asleep")) == (4, False)
    assert bout.rule_of(HitAutomatic) == "FF-ST-65"
    assert [e.kind for e in bout.of(ConditionLost)] == ["asleep"]
    bout.answer("same", 6, 5, 3)
    assert bout.the(DamageTaken).damage == 2
    assert bout.has("foe", "prone")


@pytest.mark.rule("FF-ST-66")
def test_ff_st_66_a_blow_without_damage_wakes_nobody() -> None:
    """0 points are no damage."""
    bout = Bout(hero(figures=sheet(strength=-5)), foe(conditions=("asleep",)))
    bout.order(blow(), 1)
    assert bout.has("foe", "asleep")


@pytest.mark.rule("FF-ST-02")
def test_ff_st_02_stunned_until_the_end_of_the_next_turn() -> None:
    """DE and DM 2 lower, no actions, and the turn that is spent so ends it; a reaction held ready is lost."""
    stun = Spell(id="stun", name="Stun", inflicts=(Inflict(status="stunned"),))
    bout = Bout(hero(figures=mage(own_spells=(stun,))), foe())
    bout.order(cast("stun", "foe"), 6, 5)
    assert [figure(bout.state, "foe", f) for f in (Figure.DEFENSE, Figure.MAGIC_DEFENSE)] == [5, 5]
    bout.order(o.Move(combatant="hero", metres=1))
    bout.end("hero")
    assert (bout.acting, bout.has("foe", "stunned")) == ("hero", False)


@pytest.mark.rule("FF-ST-02")
def test_ff_st_02_stunned_in_ones_own_turn() -> None:
    """The rest of that turn is lost, and the whole next one; stunned again it starts anew."""
    stun = Spell(id="stun", name="Stun", inflicts=(Inflict(status="stunned"),))
    ready = o.Ready(combatant="hero", action=o.Readied.CAST)
    bout = Bout(hero(figures=mage(own_spells=(stun,))), foe())
    bout.order(ready)
    bout.end("hero")
    bout.order(o.Move(combatant="foe", metres=1))
    bout.answer("cast-stun", 6, 5, targets=["foe"])
    assert (bout.acting, left(bout, "foe", "stunned")) == ("hero", 1)
    bout.end("hero")
    assert (bout.acting, bout.has("foe", "stunned")) == ("hero", False)


@pytest.mark.rule("FF-ST-01")
def test_ff_st_01_amnesia_leaves_weapons_items_and_movement() -> None:
    """Neither spells nor techniques; attacks, items, defending, drawing and grappling remain."""
    figures = sheet(mp=9, spells=("fire",), techniques=("sweep",), weapons=("sword",))
    bout = Bout(hero(figures=figures, conditions=("amnesia",)), foe())
    assert bout.refuse(cast("fire", "foe")).rule == "FF-ST-01"
    assert not [key for key in bout.keys("hero") if key.startswith(("cast", "technique"))]
    assert {"attack-sword", "defend", "grapple", "ready", "move-walk"} <= {*bout.keys("hero")}
    (ready,) = [offer for offer in bout.offers("hero") if offer.key == "ready"]
    assert ready.fields[0].among == (o.Readied.ATTACK, o.Readied.DEFEND)


@pytest.mark.rule("FF-ST-28", "FF-INT-13")
def test_ff_st_28_silence_stops_magic_and_leaves_weapons() -> None:
    """Also techniques that need the voice; others remain."""
    song = Technique(id="song", name="Song", requires_voice=True)
    figures = sheet(mp=9, spells=("fire",), techniques=("sweep",), own_techniques=(song,), weapons=("sword",))
    bout = Bout(hero(figures=figures, conditions=("silence",)), foe())
    assert bout.refuse(cast("fire", "foe")).rule == "FF-ST-28"
    use = o.UseTechnique(attacker="hero", technique="song", weapon="sword", targets=("foe",))
    assert bout.refuse(use).rule == "FF-ST-28"
    assert {"technique-sweep-sword", "attack-sword"} <= {*bout.keys("hero")}


@pytest.mark.rule("FF-ST-28", "FF-CONC-04")
def test_ff_st_28_silence_takes_away_a_spell_in_the_making() -> None:
    """Without a check, and it costs no magic points."""
    bout = Bout(hero(figures=mage("silence")), foe(figures=mage("fire")))
    bout.order(o.Ready(combatant="hero", action=o.Readied.CAST, trigger=o.Trigger.CASTS))
    bout.end("hero")
    bout.order(cast("fire", "hero", caster="foe"))
    bout.answer("cast-silence", 6, 5, targets=["foe"])
    assert bout.mp("foe") == 99
    assert bout.rolls() == ["2d6 magic"]


@pytest.mark.rule("FF-ST-15")
def test_ff_st_15_the_disabled_have_one_movement_to_move() -> None:
    """No normal action, no drawing or reloading; standing up is moving. No reactions."""
    figures = sheet(weapons=("sword", "dagger"), mp=9, spells=("fire",))
    bout = Bout(hero(figures=figures, conditions=("disabled",)), foe())
    moves = {"move-walk", "move-climb", "move-stealth", "jump-far", "jump-high"}
    assert {*bout.keys("hero")} - {"delay"} == {*moves, "lie-down", "end-turn"}
    assert bout.refuse(o.Draw(combatant="hero", weapon="dagger")).rule == "FF-ST-15"
    assert bout.refuse(blow(weapon="sword")).rule == "FF-ST-15"
    bout.order(o.Move(combatant="hero", metres=5))
    assert bout.keys("hero") == ["lie-down", "end-turn"]


@pytest.mark.rule("FF-ST-16")
def test_ff_st_16_the_immobilized_do_not_move() -> None:
    """Nor with the normal action; from the ground he may get up with that."""
    bout = Bout(hero(conditions=("immobilized", "prone")), foe())
    assert bout.refuse(o.Move(combatant="hero", metres=1, manner=o.Manner.CRAWL)).rule == "FF-ST-16"
    assert not [key for key in bout.keys("hero") if key.startswith("move")]
    bout.order(o.StandUp(combatant="hero"))
    assert "attack-unarmed" not in bout.keys("hero")


@pytest.mark.rule("FF-ST-17")
def test_ff_st_17_the_slow_have_one_action() -> None:
    """Of either kind; half of the movement rounded down; AT, DE and EV 1 lower. Ready is among them."""
    bout = Bout(hero(conditions=("slow",)), foe())
    assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.EVASION, Figure.MOVEMENT)] == [6, -1, 2]
    assert "ready" in bout.keys("hero")
    bout.order(o.Move(combatant="hero", metres=2))
    assert bout.keys("hero") == ["lie-down", "check", "end-turn"]
    bout.end("hero")
    bout.end("foe")
    bout.order(blow(), 6, 2, 1)
    assert bout.the(AttackRolled).total == 7
    assert bout.keys("hero") == ["lie-down", "check", "end-turn"]


@pytest.mark.rule("FF-ST-17", "FF-PRONE-01", "FF-INT-11")
def test_ff_int_11_for_the_slow_standing_up_is_the_whole_turn() -> None:
    """Nothing is left."""
    bout = Bout(hero(conditions=("slow", "prone")), foe())
    bout.order(o.StandUp(combatant="hero"))
    assert bout.refuse(blow()).rule == "FF-TURN-01"


@pytest.mark.rule("FF-ST-26")
def test_ff_st_26_haste_gives_an_extra_action_of_either_kind() -> None:
    """Three movements of twice the metres, or a second attack; AT, DE and EV 1 higher."""
    bout = Bout(hero(conditions=("haste",)), foe(figures=sheet(hp=99)))
    assert [figure(bout.state, "hero", f) for f in (Figure.DEFENSE, Figure.EVASION, Figure.MOVEMENT)] == [8, 1, 10]
    for pay in (o.Pay.EXTRA, o.Pay.MOVEMENT, o.Pay.NORMAL):
        bout.order(o.Move(combatant="hero", metres=10, pay=pay))
    assert bout.keys("hero") == ["lie-down", "check", "end-turn"]
    bout.end("hero")
    bout.end("foe")
    bout.order(blow(), 3, 3, 1)
    bout.order(blow(), 3, 3, 1)
    assert bout.refuse(blow()).rule == "FF-TURN-01"
    bout.order(o.Move(combatant="hero", metres=10))


@pytest.mark.rule("FF-ST-63", "FF-ATK-11")
def test_ff_st_63_the_extra_action_holds_a_single_attack() -> None:
    """Two attacks with the normal action, one with the extra one; also after a spell."""
    bout = Bout(hero(figures=mage("fire", multi_attack=2), conditions=("haste",)), foe(figures=sheet(hp=99)))
    bout.order(blow(), 6, 5, 1)
    bout.answer("same", 6, 5, 1)
    bout.order(blow(), 6, 5, 1)
    assert bout.asked == []
    bout.end("hero")
    bout.end("foe")
    bout.order(cast("fire", "foe"), 6, 5, 1, 1)
    bout.order(blow(), 6, 5, 1)
    assert bout.asked == []


@pytest.mark.rule("FF-ST-17", "FF-ST-26")
@pytest.mark.parametrize(("there", "spell"), [("slow", "haste"), ("haste", "slow")])
def test_ff_st_17_26_slow_and_haste_end_each_other(there: str, spell: str) -> None:
    """The new one ends the old one and is not itself there."""
    bout = Bout(hero(figures=mage(spell)), foe(conditions=(there,)))
    bout.order(cast(spell, "foe"), *(() if spell == "haste" else (6, 5)))
    if spell == "haste":
        bout.answer("willing")
    assert bout.who("foe").conditions == ()


@pytest.mark.rule("FF-ST-63")
@pytest.mark.parametrize("extra", [True, False])
def test_ff_st_63_held_ready_it_holds_a_single_attack_too(extra: bool) -> None:
    """Readied with the extra action; with the normal one there are two."""
    bout = Bout(hero(figures=sheet(multi_attack=2), conditions=("haste",)), foe(figures=sheet(hp=99)))
    if extra:
        bout = Bout(hero(figures=mage("protect", multi_attack=2), conditions=("haste",)), foe(figures=sheet(hp=99)))
        bout.order(cast("protect", "hero"))
    bout.order(o.Ready(combatant="hero", action=o.Readied.ATTACK))
    bout.end("hero")
    bout.order(o.Move(combatant="foe", metres=1))
    bout.answer("attack-unarmed", 6, 5, 1, target="foe")
    assert bout.asked == ([] if extra else ["NextAttack"])


@pytest.mark.rule("FF-STG-01")
@pytest.mark.parametrize("status", ["nonsense", "dead", "unconscious"])
def test_ff_stg_01_a_sheet_brings_no_status_that_does_not_exist(status: str) -> None:
    """Nor what has rules of its own."""
    spell = Spell(id="odd", name="Odd", inflicts=(Inflict(status=status),))
    with pytest.raises(RuleRefusal) as refused:
        Bout(hero(figures=sheet(own_spells=(spell,))))
    assert refused.value.field == "combatants.0.sheet.ownSpells"
