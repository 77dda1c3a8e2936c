"""Techniques and powers of the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import ConditionGained
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Affinity, Element, Inflict, Relation, Source, Spread, Technique
from engine.systems.fantasia.events import AbilityLaunched, AttackRolled, DamageTaken, NoEffect
from engine.systems.fantasia.sheet import Granted
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet


def use(technique: str, *targets: str, weapon: str | None = "unarmed") -> o.UseTechnique:
    return o.UseTechnique(attacker="hero", technique=technique, weapon=weapon, targets=targets)


def rolled(bout: Bout) -> int:
    """The total of an attack of two threes on the foe."""
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 3, 3, *([1] if bout.hp("foe") else []))
    return bout.the(AttackRolled).total


# -- shield bash
@pytest.mark.rule("FF-STG-04", "FF-TURN-02")
def test_shield_bash_stuns_whom_it_hits_and_does_no_damage() -> None:
    """A roll against DE decides, nothing more is rolled."""
    bout = Bout(hero(figures=sheet(techniques=("shield_bash",))), foe())
    bout.order(use("shield_bash", "foe"), 3, 4)
    assert (bout.has("foe", "stunned"), bout.hp("foe"), bout.of(DamageTaken)) == (True, 20, [])
    bout = Bout(hero(figures=sheet(techniques=("shield_bash",))), foe())
    bout.order(use("shield_bash", "foe"), 3, 3)
    assert not bout.has("foe", "stunned")


@pytest.mark.rule("FF-CRIT-01")
def test_two_sixes_hit_with_it_and_double_nothing() -> None:
    """There is no damage to double, and nobody is asked."""
    bout = Bout(hero(figures=sheet(techniques=("shield_bash",))), foe(figures=sheet(defense=99)))
    bout.order(use("shield_bash", "foe"), 6, 6)
    assert (bout.has("foe", "stunned"), bout.asked) == (True, [])


@pytest.mark.rule("FF-REACT-01")
def test_who_evades_it_is_not_stunned_and_who_is_stunned_does_not_strike_back() -> None:
    """Evading comes before the status, striking back after it."""
    for evasion, stunned in ((5, False), (-9, True)):
        bout = Bout(
            hero(figures=sheet(techniques=("shield_bash",))),
            foe(figures=sheet(evasion=evasion, reactions=("evade", "counter"))),
        )
        bout.order(use("shield_bash", "foe"), 4, 4)
        bout.answer("foe-evade", 3, 3)
        if stunned:
            bout.answer("hold")
        assert (bout.has("foe", "stunned"), bout.asked) == (stunned, [])


@pytest.mark.rule("FF-REACT-01")
def test_who_takes_the_blow_over_is_the_one_who_is_stunned() -> None:
    """Cover moves the whole hit."""
    bout = Bout(hero(figures=sheet(techniques=("shield_bash",))), foe(), foe("guard", sheet(reactions=("cover",))))
    bout.order(use("shield_bash", "foe"), 4, 4)
    bout.answer("guard-cover-foe")
    bout.answer("hold")
    assert (bout.has("foe", "stunned"), bout.has("guard", "stunned")) == (False, True)
    while bout.asked:
        bout.answer("hold")


@pytest.mark.rule("FF-ELEM-04")
def test_ff_elem_04_immune_to_the_blade_immune_to_what_it_brings() -> None:
    """A fire sword bashes a creature immune to fire: nothing; a club would stun it."""
    immune = (Affinity(element=Element.FIRE, relation=Relation.IMMUNE),)
    for weapon, stunned in (("fire_sword", False), ("sword", True)):
        bout = Bout(
            hero(figures=sheet(weapons=(weapon,), techniques=("shield_bash",))), foe(figures=sheet(affinities=immune))
        )
        bout.order(use("shield_bash", "foe", weapon=weapon), 4, 4)
        assert (bout.has("foe", "stunned"), len(bout.of(NoEffect))) == (stunned, 0 if stunned else 1)


@pytest.mark.rule("FF-FUM-08")
def test_fumbled_it_stuns_the_ally_it_goes_for() -> None:
    """Row 6: the same technique, a new roll."""
    bout = Bout(hero(figures=sheet(techniques=("shield_bash",))), hero("friend"), foe())
    bout.order(use("shield_bash", "foe"), 1, 1)
    bout.answer("row-6", 4, 4)
    assert (bout.has("friend", "stunned"), bout.hp("friend")) == (True, 20)


@pytest.mark.rule("FF-STG-01")
def test_a_technique_may_hurt_and_bring_a_status() -> None:
    """One of one's own: damage first, then sleep, which that very damage does not end."""
    lull = Technique(id="lull", name="Lull", inflicts=(Inflict(status="asleep", turns=2),))
    bout = Bout(hero(figures=sheet(own_techniques=(lull,))), foe())
    bout.order(use("lull", "foe"), 4, 4, 3)
    assert (bout.hp("foe"), bout.has("foe", "asleep")) == (18, True)


# -- war cry
@pytest.mark.rule("FF-STK-04", "FF-TURN-02")
def test_ff_stk_04_war_cries_stack() -> None:
    """AT+1, and with a second one AT+2; each lasts three of his own turns. It needs neither weapon nor roll."""
    bout = Bout(hero(figures=sheet(techniques=("war_cry",))), foe(figures=sheet(hp=99, defense=99)))
    totals = []
    for turn in range(6):
        if turn in (0, 1):
            bout.order(use("war_cry", weapon=None))
            assert [g.kind for g in bout.of(ConditionGained)] == ["war_cry"]
        else:
            bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 3, 3)
            totals.append(bout.the(AttackRolled).total)
        bout.end("hero")
        bout.end("foe")
    assert totals == [8, 8, 7, 6]


@pytest.mark.rule("FF-STK-04", "FF-STK-01")
def test_ff_stk_04_a_war_cry_adds_to_magic_while_magics_do_not_add_up() -> None:
    """Bravery and haste are the better of the two, AT+1; the cry goes on top."""
    bout = Bout(
        hero(figures=sheet(mp=30, techniques=("war_cry",), spells=("bravery", "haste"))),
        foe(figures=sheet(hp=99, defense=99)),
    )
    bout.lay("hero", "bravery", "haste", "war_cry")
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 3, 3)
    assert bout.the(AttackRolled).total == 8


def test_a_power_names_neither_weapon_nor_targets() -> None:
    """It is offered without, and refused with either; a technique with a weapon is refused without."""
    bout = Bout(hero(figures=sheet(techniques=("war_cry", "shield_bash"))), foe())
    assert {"technique-war_cry", "technique-shield_bash-unarmed"} <= {*bout.keys("hero")}
    assert bout.refuse(use("war_cry")).field == "weapon"
    assert bout.refuse(use("war_cry", "hero", weapon=None)).field == "targets"
    assert bout.refuse(use("shield_bash", "foe", weapon=None)).field == "weapon"


# -- sing
@pytest.mark.rule("FF-TURN-02")
def test_singing_reaches_ones_own_within_five_metres() -> None:
    """Himself and those at 5 m; not those at 6 m, nor an enemy beside him."""
    bout = Bout(
        hero(figures=sheet(techniques=("sing",)), place=at(0)),
        hero("near", place=at(5)),
        hero("far", place=at(6)),
        foe(place=at(1)),
    )
    bout.order(use("sing", weapon=None))
    assert bout.the(AbilityLaunched).targets == ("hero", "near")
    assert {c for c in ("hero", "near", "far", "foe") if bout.has(c, "bravery")} == {"hero", "near"}


@pytest.mark.rule("FF-MAG-06")
def test_ff_mag_06_a_bards_song_is_arcane() -> None:
    """In heavy armour a bard does not sing; whom his tribe taught it does."""
    plate: dict[str, Any] = {"armor": ("heavy_armor",), "profession": "bard"}
    bout = Bout(hero(figures=sheet(techniques=("sing",), **plate)), foe())
    assert bout.refuse(use("sing", weapon=None)).rule == "FF-MAG-06"
    assert "technique-sing" not in bout.keys("hero")
    tribal = (Granted(ability="sing", granted_by=Source.TRIBE),)
    bout = Bout(hero(figures=sheet(granted_techniques=tribal, **plate)), foe())
    bout.order(use("sing", weapon=None))
    assert bout.has("hero", "bravery")


@pytest.mark.rule("FF-ST-28")
def test_ff_st_28_nobody_sings_in_silence() -> None:
    """It needs a voice; a bash does not."""
    bout = Bout(hero(figures=sheet(techniques=("sing", "shield_bash"))), foe())
    bout.lay("hero", "silence")
    assert bout.refuse(use("sing", weapon=None)).rule == "FF-ST-28"
    assert "technique-sing" not in bout.keys("hero")
    bout.order(use("shield_bash", "foe"), 4, 4)
    assert bout.has("foe", "stunned")


@pytest.mark.rule("FF-CONC-01")
def test_a_power_in_the_making_can_be_interrupted() -> None:
    """Somebody who waited for a technique strikes first; the song fails, and nobody hears it."""
    bout = Bout(foe(), hero(figures=sheet(techniques=("sing",))), hero("friend"))
    bout.order(o.Ready(combatant="foe", action=o.Readied.ATTACK, trigger=o.Trigger.USES_TECHNIQUE))
    bout.end("foe")
    bout.order(use("sing", weapon=None))
    bout.answer("attack-unarmed", 4, 4, 3, 1, 2, target="hero")
    assert not bout.has("hero", "bravery")
    assert not bout.has("friend", "bravery")


# -- reactions under statuses
@pytest.mark.rule("FF-ST-01", "FF-REACT-01")
@pytest.mark.parametrize(("condition", "can"), [("amnesia", False), ("silence", True)])
def test_ff_st_01_reaction_abilities_are_forgotten_too(condition: str, can: bool) -> None:
    """With amnesia there is nothing to choose; in silence there is."""
    bout = Bout(foe("brute"), hero(figures=sheet(reactions=("evade",))))
    bout.lay("hero", condition)
    bout.order(o.Attack(attacker="brute", target="hero", weapon="unarmed"), 4, 4)
    assert ("hero-evade" in bout.choices) is can
    bout.answer("hold", 1)


@pytest.mark.rule("FF-STK-04")
def test_a_war_cry_rouses_nobody_else() -> None:
    """A friend beside him is as he was, also where there are no places."""
    bout = Bout(hero(figures=sheet(techniques=("war_cry",))), hero("friend"), foe())
    bout.order(use("war_cry", weapon=None))
    assert (bout.has("hero", "war_cry"), bout.has("friend", "war_cry")) == (True, False)


@pytest.mark.rule("FF-CRIT-03")
def test_where_there_is_no_damage_nobody_is_picked_for_double() -> None:
    """Two sixes at two, who are only stunned: no question."""
    daze = Technique(
        id="daze", name="Daze", damage=False, spread=Spread.NAMED, targets=2, inflicts=(Inflict(status="stunned"),)
    )
    bout = Bout(hero(figures=sheet(own_techniques=(daze,))), foe(), foe("other"))
    bout.order(use("daze", "foe", "other"), 6, 6)
    assert (bout.asked, bout.has("foe", "stunned"), bout.has("other", "stunned")) == ([], True, True)
