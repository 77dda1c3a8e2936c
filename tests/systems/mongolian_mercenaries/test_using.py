"""Items, talents and prayers used in a fight, and creatures that help."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.kernel.state.events import Drawn
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    ArmourPiece,
    Category,
    CreatureType,
    Distance,
    Does,
    Effect,
    Figure,
    Formula,
    SkillLevel,
)
from engine.systems.mongolian_mercenaries.events import (
    AttackDeclared,
    AttackEnded,
    CardUsed,
    ItemSpent,
    PreparationKnown,
    RollOpened,
    RollSettled,
    WeaponTreated,
)
from engine.systems.mongolian_mercenaries.orders import Attack, CallOff, EndTurn, Pray, UseItem, UseTalent
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.sheet import Kind, Sheet
from engine.systems.mongolian_mercenaries.sides import PARTY
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, one, pc

HIT = Attack(combatant="ada", target="bob")


def fight(*others: Any, setup: Any = None, now: dict[str, int] | None = None, bob: Any = None, **figures: Any) -> Bout:
    """Ada acts first, with no Lucky Break left, against somebody hardy."""
    ada = pc("ada", rank=1, lucky=False, level=9, now=now, **figures)
    hardy: dict[str, Any] = {"health": 60, "toughness": 10, **(bob or {})}
    bout = Bout(ada, *others, foe("bob", rank=1, **hardy), setup=setup or at(Distance.CLOSE))
    bout.begin()
    assert bout.acting == ("ada",)
    return bout


def use(bout: Bout, item: str, *faces: int, **more: Any) -> None:
    """Ada uses an item."""
    bout.order(UseItem(combatant="ada", item=item, **more), *faces)


# -- potions
@pytest.mark.rule("MM-POT-01", "MM-POT-02", "MM-ACT-14")
def test_a_potion_is_drunk_once() -> None:
    """Four Health, a Minor action; the card is gone, and its maximum is not passed."""
    bout = fight(items=("healing", "mana"), now={"health": 12, "power": 12})
    use(bout, "healing")
    assert bout.health("ada") == 16
    assert bout.the(ItemSpent).item == "healing"
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 0)
    use(bout, "mana")
    assert bout.who("ada").vitals["power"].now == 13
    assert bout.refuse(UseItem(combatant="ada", item="mana")).rule == "MM-EQ-02"


@pytest.mark.rule("MM-ACT-14", "MM-GEN-04", "MM-ACT-17")
def test_an_item_is_used_on_whom_it_fits_within_reach() -> None:
    """Oil on an opponent at close; at medium, on oneself or on nobody it is refused."""
    bout = fight(items=("oil_flask", "water_flask"))
    assert bout.refuse(UseItem(combatant="ada", item="oil_flask")).rule == "MM-GEN-04"
    assert bout.refuse(UseItem(combatant="ada", item="oil_flask", target="ada")).rule == "MM-GEN-04"
    use(bout, "oil_flask", target="bob")
    assert bout.the(CardUsed).targets == ("bob",)
    use(bout, "water_flask", target="bob")
    assert bout.health("bob") == 59
    far = fight(items=("oil_flask",), setup=at(Distance.MEDIUM))
    assert far.refuse(UseItem(combatant="ada", item="oil_flask", target="bob")).rule == "MM-GEN-04"
    assert "use_item" not in far.keys("ada")


@pytest.mark.rule("MM-POT-03", "MM-RES-07", "MM-RES-09")
def test_oil_makes_fire_worse_for_two_rounds() -> None:
    """Half as much again of a fire sabre: 1 + 4 is 7."""
    bout = fight(weapons=("fire_sabre",), skills={"long_blade": 3}, items=("oil_flask",))
    use(bout, "oil_flask", target="bob")
    bout.order(HIT, 6, 2, 3)
    assert bout.the(AttackEnded).net == 7


@pytest.mark.rule("MM-POT-03", "MM-RES-09", "MM-SKILL-15")
@pytest.mark.parametrize(("face", "lost"), [(2, 0), (3, 3)])
def test_a_hostile_potion_can_be_resisted(face: int, lost: int) -> None:
    """TS(resistance) of 3: 3 > 2 resists it wholly, a tie does not. Who lacks the skill makes no test."""
    resisting = {"skills": (SkillLevel(skill="resistance", level=3),)}
    bout = fight(items=("acid_flask",), bob=resisting)
    use(bout, "acid_flask", face, target="bob")
    assert bout.rolls() == ["1d10 resistance"]
    assert bout.rule_of(RollOpened) == "MM-RES-09"
    assert bout.health("bob") == 60 - lost
    assert bout.the(ItemSpent).item == "acid_flask"
    plain = fight(items=("acid_flask",))
    use(plain, "acid_flask", target="bob")
    assert plain.rolls() == []


@pytest.mark.rule("MM-POT-04", "MM-DW-13")
def test_what_an_unidentified_potion_is_is_drawn_as_it_is_used() -> None:
    """From the whole Alchemy deck, provably; nobody knows before, and nothing in the state holds it."""
    deck = sorted(c.PREPARATIONS)
    bout = fight(items=("unknown_potion",), now={"health": 10})
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert figures.items["unknown_potion"].unidentified
    use(bout, "unknown_potion", deck.index("healing") + 1)
    assert (bout.the(Drawn).index, bout.the(Drawn).among) == (deck.index("healing"), len(deck))
    assert bout.the(PreparationKnown).card == "healing"
    assert bout.health("ada") == 14
    assert bout.the(ItemSpent).item == "unknown_potion"


@pytest.mark.rule("MM-POT-04")
@pytest.mark.parametrize(("drawn", "target", "works"), [("acid_flask", "bob", True), ("acid_flask", None, False)])
def test_without_a_fitting_target_it_is_spent_without_effect(drawn: str, target: str | None, works: bool) -> None:
    """Acid thrown at Bob works; drunk it does nothing. [RUL-79]"""
    deck = sorted(c.PREPARATIONS)
    bout = fight(items=("unknown_potion",))
    use(bout, "unknown_potion", deck.index(drawn) + 1, target=target)
    assert bout.health("bob") == (57 if works else 60)
    assert bout.the(ItemSpent).item == "unknown_potion"


@pytest.mark.rule("MM-POT-04", "MM-WE-18")
def test_what_a_text_names_is_identified() -> None:
    """A preparation named by its card is what it says; `a random potion` is another card, which says nothing."""
    assert not any(one.unidentified for one in c.PREPARATIONS.values())
    assert c.ITEMS["unknown_potion"].unidentified
    assert not c.ITEMS["unknown_potion"].abilities


@pytest.mark.rule("MM-POT-01", "MM-POT-06")
def test_ointments_and_powders_last_beyond_the_fight() -> None:
    """A salve works for two phases; a powder is not used in a fight; each says by its card what it comes to."""
    bout = fight(items=("fire_salve", "nerve_powder"))
    assert bout.refuse(UseItem(combatant="ada", item="nerve_powder")).rule == "MM-POT-01"
    use(bout, "fire_salve")
    assert bout.fighter("ada").large == 0
    (force,) = bout.own.forces
    assert (force.source, force.bearer, force.lasts.count) == ("fire_salve", "ada", 2)
    kinds = {one.category for one in c.PREPARATIONS.values()}
    assert kinds == {Category.POTION, Category.OINTMENT, Category.POWDER}


@pytest.mark.rule("MM-ATTR-06", "MM-ROUND-03")
def test_a_draught_makes_quicker_for_the_fight() -> None:
    """Speed 3 is 6."""
    bout = fight(items=("haste_draught",))
    use(bout, "haste_draught")
    assert lookup.attribute(bout.state, "ada", "speed") == 6


# -- tools
@pytest.mark.rule("MM-SKILL-02", "MM-SKILL-16", "MM-ACT-14")
def test_a_bandage_takes_first_aid() -> None:
    """A Large action on oneself or an ally beside: 1 and the skill. Without the skill it cannot be used at all."""
    without = fight(items=("bandage",))
    assert without.refuse(UseItem(combatant="ada", item="bandage", target="ada")).rule == "MM-SKILL-02"
    assert "use_item" not in without.keys("ada")
    cyd = pc("cyd", "ben", rank=2, now={"health": 1})
    bout = fight(cyd, items=("bandage",), skills={"long_blade": 2, "first_aid": 2})
    use(bout, "bandage", target="cyd")
    assert bout.health("cyd") == 4
    assert bout.fighter("ada").large == 0
    apart = fight(pc("cyd", "ben", rank=3), items=("bandage",), skills={"first_aid": 2}, now={"health": 5})
    assert apart.refuse(UseItem(combatant="ada", item="bandage", target="cyd")).rule == "MM-GEN-04"


@pytest.mark.rule("MM-ST-05")
def test_a_whetstone_sharpens_a_melee_weapon_until_the_fight_ends() -> None:
    """One more Damage [RUL-72]; the stone stays. A bow, and a weapon in the backpack, cannot be sharpened."""
    bout = fight(weapons=("sabre", "bow"), items=("whetstone",), skills={"long_blade": 2})
    assert bout.refuse(UseItem(combatant="ada", item="whetstone")).rule == "MM-ST-05"
    assert bout.refuse(UseItem(combatant="ada", item="whetstone", weapon="bow")).rule == "MM-ST-05"
    use(bout, "whetstone", weapon="sabre")
    assert bout.fighter("ada").sharpened == ("sabre",)
    assert "whetstone" in bout.fighter("ada").figures.items  # type: ignore[union-attr]
    bout.order(EndTurn(combatant="ada"))
    bout.order(EndTurn(combatant="bob"), seat="gm")
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 1 + 3 + 1


@pytest.mark.rule("MM-ST-05", "MM-ELM-06")
def test_poison_on_a_blade_goes_with_the_first_wound() -> None:
    """One more Damage and Poisoning on a wound, until one was dealt; a hit without a wound keeps it. [RUL-72]"""
    bout = fight(items=("blade_poison",), skills={"long_blade": 2}, bob={"toughness": 3, "armour": 3})
    use(bout, "blade_poison", weapon="sabre")
    assert bout.the(ItemSpent).item == "blade_poison"

    def next_turn() -> None:
        bout.order(EndTurn(combatant="ada"))
        bout.order(EndTurn(combatant="bob"), seat="gm")

    next_turn()
    bout.order(HIT, 6, 2)
    assert bout.the(AttackEnded).net == 1 + 3 + 1 - 3
    assert bout.fighter("ada").venomed == ("sabre",)
    next_turn()
    bout.order(HIT, 6, 7)
    assert bout.the(AttackEnded).net == 3
    assert bout.the(WeaponTreated).ended
    assert bout.who("bob").has("poisoned")
    assert bout.fighter("ada").venomed == ()


@pytest.mark.rule("MM-MAG-04", "MM-ITEM-01")
def test_a_scroll_is_cast_and_not_used() -> None:
    """Nor is a bag."""
    bout = fight(items=("scroll_of_ember", "belt_pouch"))
    assert bout.refuse(UseItem(combatant="ada", item="scroll_of_ember")).rule == "MM-MAG-04"
    assert bout.refuse(UseItem(combatant="ada", item="belt_pouch")).rule == "MM-EQ-02"


# -- talents
@pytest.mark.rule("MM-TAL-03", "MM-ACT-15")
def test_a_war_cry_is_an_action() -> None:
    """Minor; allies have one die more until the next round; alone it is right for nobody."""
    cyd = pc("cyd", "ben", rank=2, lucky=False)
    bout = fight(cyd, talents=("war_cry",))
    bout.order(UseTalent(combatant="ada", talent="war_cry"))
    assert bout.rule_of(CardUsed) == "MM-ACT-15"
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 0)
    bout.order(EndTurn(combatant="ada"))
    bout.order(Attack(combatant="cyd", target="bob"), 1, 2, 3, 4)
    assert bout.rolls() == ["4d8 hit"]
    alone = fight(talents=("war_cry",))
    assert alone.refuse(UseTalent(combatant="ada", talent="war_cry")).rule == "MM-ACT-17"


@pytest.mark.rule("MM-TAL-03", "MM-MULTI-01", "MM-ACT-15")
def test_a_sweep_strikes_two_at_close() -> None:
    """One roll for both, a Large action; at very close and at three it is refused, and by who has it not."""
    others = (foe("eve", rank=2, health=60, toughness=10), foe("fay", rank=3, health=60))
    bout = fight(*others, talents=("sweep",))
    three = UseTalent(combatant="ada", talent="sweep", targets=("bob", "eve", "fay"))
    assert bout.refuse(three).rule == "MM-GEN-04"
    assert bout.refuse(UseTalent(combatant="ada", talent="sweep")).rule == "MM-GEN-04"
    assert bout.refuse(UseTalent(combatant="ada", talent="parry")).rule == "MM-TAL-03"
    bout.order(UseTalent(combatant="ada", talent="sweep", targets=("bob", "eve")), 6, 2, 3)
    assert [one.target for one in bout.of(AttackEnded)] == ["bob", "eve"]
    assert bout.rolls() == ["3d8 hit"]
    assert bout.fighter("ada").large == 0
    near = fight(talents=("sweep",), setup=at(Distance.VERY_CLOSE))
    assert near.refuse(UseTalent(combatant="ada", talent="sweep", targets=("bob",))).rule == "MM-GEN-04"


def sweeps(bout: Bout) -> list[Any]:
    """What Ada is offered of talents."""
    return [offer.body for offer in bout.offers("ada") if offer.key == "use_talent"]


@pytest.mark.rule("MM-TAL-03", "MM-EQ-02", "MM-DW-13")
def test_the_weapon_of_a_sweep_is_a_choice_where_several_serve() -> None:
    """Each is offered; without a choice it is the first; with one weapon there is nothing to choose."""
    bout = fight(talents=("sweep",), weapons=("sabre", "dagger", "bow"), skills={"long_blade": 3, "short_blade": 2})
    sweep = UseTalent(combatant="ada", talent="sweep", targets=("bob",))
    offered = sweeps(bout)
    assert offered == [replace(sweep, means="sabre"), replace(sweep, means="dagger")]
    for wrong in ("bow", "axe"):
        assert bout.refuse(replace(sweep, means=wrong)).rule == "MM-EQ-02"
    bout.order(replace(sweep, means="dagger"), 1, 2)
    assert bout.rolls() == ["2d8 hit"]
    assert [one.means for one in bout.of(AttackDeclared)] == ["dagger"]
    first = fight(talents=("sweep",), weapons=("sabre", "dagger"), skills={"long_blade": 3, "short_blade": 2})
    first.order(sweep, 1, 2, 3)
    assert [one.means for one in first.of(AttackDeclared)] == ["sabre"]
    alone = fight(talents=("sweep",), weapons=("sabre",))
    assert sweeps(alone) == [sweep]
    assert fight(talents=("war_cry",)).refuse(replace(sweep, talent="war_cry", means="sabre")).rule == "MM-EQ-02"


@pytest.mark.rule("MM-TAL-01", "MM-TAL-02", "MM-TAL-05", "MM-SKILL-07")
def test_passive_talents_work_by_themselves_against_whom_they_name() -> None:
    """Grave bane adds 2 against Undead and nothing against others; access is on the card, and nobody is asked."""
    for kind, net in ((CreatureType.UNDEAD, 1 + 3 + 2), (CreatureType.HUMAN, 1 + 3)):
        bout = fight(talents=("grave_bane",), bob={"type": kind})
        bout.order(HIT, 6, 2, 3)
        assert bout.the(AttackEnded).net == net
    assert "use_talent" not in bout.keys("ada")
    assert {one.access.value for one in c.TALENTS.values()} <= {"GENERAL", "PROFESSIONAL", "NATIONAL"}


@pytest.mark.rule("MM-TAL-02", "MM-ACT-04")
def test_quick_hands_give_one_more_minor_action() -> None:
    """Two Minor ones beside the Large one."""
    bout = fight(talents=("quick_hands",), items=("healing", "mana"), now={"health": 3, "power": 3})
    assert (bout.fighter("ada").large, bout.fighter("ada").minor) == (1, 2)


# -- prayers
@pytest.mark.rule("MM-ACT-16", "MM-ACT-17", "MM-GEN-04", "MM-WE-07")
def test_a_prayer_needs_whom_it_is_against() -> None:
    """Undead on the field: 2 Light damage to each; without any it is refused, at no cost."""
    devout: dict[str, Any] = {"prayers": ("repel_undead",), "skills": {"piety": 1}}
    bout = fight(**devout, bob={"type": CreatureType.UNDEAD})
    bout.order(Pray(combatant="ada", prayer="repel_undead"))
    assert bout.health("bob") == 58
    assert bout.fighter("ada").large == 0
    without = fight(**devout)
    assert without.refuse(Pray(combatant="ada", prayer="repel_undead")).rule == "MM-ACT-17"
    assert "pray" not in without.keys("ada")


@pytest.mark.rule("MM-SKILL-23", "MM-SKILL-02")
def test_prayers_held_are_one_and_piety_and_need_it() -> None:
    """Two with Piety 1, and no third; with none a single card may be held and is of no use. [RUL-91]"""
    fight(prayers=("blessing", "repel_undead"), skills={"piety": 1})
    with pytest.raises(RuleRefusal) as caught:
        fight(prayers=("blessing", "repel_undead"))
    assert caught.value.rule == "MM-SKILL-23"
    none = fight(prayers=("blessing",))
    assert none.refuse(Pray(combatant="ada", prayer="blessing", target="ada")).rule == "MM-SKILL-02"


@pytest.mark.rule("MM-ACT-16", "MM-SKILL-23")
def test_a_prayer_is_used_up_for_the_day() -> None:
    """Blessed: one die more until the next round. A second time today it is refused, also in a later fight."""
    bout = fight(prayers=("blessing",), skills={"piety": 1, "long_blade": 2})
    bout.order(Pray(combatant="ada", prayer="blessing", target="ada"))
    assert bout.refuse(Pray(combatant="ada", prayer="blessing", target="ada")).rule == "RUL-91"
    bout.order(HIT, 1, 2, 3)
    assert bout.rolls() == ["3d8 hit"]
    later = fight(prayers=("blessing",), prayed=("blessing",), skills={"piety": 1})
    assert later.refuse(Pray(combatant="ada", prayer="blessing", target="ada")).rule == "RUL-91"


# -- creatures of a character
@pytest.mark.rule("MM-PET-01", "MM-PET-02", "MM-PET-04")
def test_a_pet_or_ally_that_fights_has_a_turn_of_its_own() -> None:
    """It belongs to a character, and acts by its card; the role says which it is."""
    dog = one("dog", PARTY, "ana", Sheet(ref="war_dog", patron="ada"), rank=2)
    guard = one("guard", PARTY, "ana", Sheet(ref="hired_guard", patron="ada"), rank=3)
    bout = fight(dog, guard)
    assert (bout.fighter("dog").kind, bout.fighter("guard").kind) == (Kind.PET, Kind.ALLY)
    bout.order(EndTurn(combatant="ada"))
    assert bout.acting == ("dog",)
    bout.order(Attack(combatant="dog", target="bob"), 6, 2, 2)
    assert bout.the(AttackEnded).net == 1 + 2


@pytest.mark.rule("MM-PET-02", "MM-PET-03")
def test_who_does_not_fight_helps_from_the_sheet() -> None:
    """A frog adds a die to its owner's spell tests, and stands on no position; nobody enters as one, or as a donkey."""
    bout = fight(companions=("talking_frog", "donkey_pack", "captive"))
    assert sums.figure(active_cards.moment(bout.state, "ada"), "ada", Figure.SPELL_DICE).total == 1
    for ref in ("talking_frog", "donkey_pack", "captive"):
        with pytest.raises(RuleRefusal) as caught:
            fight(one("pet", PARTY, "ana", Sheet(ref=ref), rank=2))
        assert caught.value.rule == "MM-PET-03"
    with pytest.raises(RuleRefusal) as caught:
        fight(companions=("war_dog",))
    assert caught.value.rule == "MM-PET-02"


@pytest.mark.rule("MM-SKILL-03")
def test_a_skill_that_starts_negative_is_never_acquired() -> None:
    """No item helps it; a skill of 0 may be helped."""
    helps = Ability(effects=(Effect(does=Does.SKILL, skill="long_blade", amount=Formula(points=2)),))
    glove = ArmourPiece(id="zq7_glove", name="Glove", slot=c.ARMOUR["ring_of_embers"].slot, abilities=(helps,))
    for start, now in ((0, 2), (-1, -1)):
        bout = fight(skills={"long_blade": start}, own_armour=(glove,))
        assert lookup.skill(bout.state, "ada", "long_blade") == now
        assert any(offer.key == "attack" and offer.body.means == "sabre" for offer in bout.offers("ada")) is (now > 0)


def test_settled_tests_name_their_purpose() -> None:
    """A resistance test of a potion is told as one."""
    bout = fight(items=("acid_flask",), bob={"skills": (SkillLevel(skill="resistance", level=3),)})
    use(bout, "acid_flask", 1, target="bob")
    assert bout.the(RollSettled).purpose.value == "RESISTANCE"


@pytest.mark.rule("MM-PET-05", "MM-PET-01")
def test_nobody_is_left_behind_in_a_fight() -> None:
    """A fight is in one place: whoever belongs to a character still does after it. Camps are outside of fights."""
    bout = fight(companions=("talking_frog",))
    bout.order(CallOff(), seat="gm")
    figures = bout.fighter("ada").figures
    assert figures is not None
    assert figures.companions == ("talking_frog",)


@pytest.mark.rule("MM-ST-04", "MM-POT-02", "MM-SKILL-16")
def test_a_dying_ally_is_healed_back() -> None:
    """Wherever it fell: Health above 0 again, and at the start of the next round it is on the field. [RUL-56]"""
    cyd = pc("cyd", "ben", rank=2)
    bout = fight(cyd, items=("bandage",), skills={"first_aid": 2})
    bout.correct("combatants.cyd.vitals.health.now", 0)
    assert bout.who("cyd").out == "dying"
    use(bout, "bandage", target="cyd")
    assert (bout.health("cyd"), bout.who("cyd").out, bout.rank("cyd")) == (3, None, None)
