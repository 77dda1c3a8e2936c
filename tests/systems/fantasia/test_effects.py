"""What statuses do to figures, damage and healing; what each of them forbids and ends by."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Condition
from engine.kernel.state.events import (
    CombatantOut,
    CombatantReturned,
    ConditionLost,
    VitalChanged,
    VitalLimitChanged,
)
from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.kinds import Attribute, Figure, Item, Source, Spell
from engine.systems.fantasia.events import (
    AttackRolled,
    CheckFailed,
    CheckMade,
    DamageTaken,
    Healed,
    MagicRolled,
    NoEffect,
    Outcome,
    Reflected,
    StatusFailed,
)
from engine.systems.fantasia.rules.basics.figures import attribute, figure
from engine.systems.fantasia.rules.basics.lookup import size_percent
from engine.systems.fantasia.sheet import Sheet, Stock
from tests.systems.fantasia.bout import BOOK, Bout, foe, hero, sheet
from tests.systems.fantasia.test_status import blow, cast, left, lying, mage

DEFENCES = (Figure.DEFENSE, Figure.MAGIC_DEFENSE)
ROBUST = (Attribute.STRENGTH, Attribute.AGILITY, Attribute.VITALITY)


def shown(bout: Bout, who: str, *which: Figure) -> list[int]:
    return [figure(bout.state, who, f) for f in which]


def attributes(bout: Bout, who: str) -> list[int]:
    return [attribute(bout.state, who, a) for a in ROBUST]


def round_on(bout: Bout, *faces: int) -> None:
    """The hero ends his turn, and the foe his, whose dice at its start these are."""
    bout.end("hero", *faces)
    if bout.acting == "foe":
        bout.end("foe")


# -- figures
@pytest.mark.rule("FF-ST-04")
def test_ff_st_04_blindness_takes_3_from_six_figures() -> None:
    """AT and MA on the rolls, the others on the sheet."""
    bout = Bout(hero(figures=mage("fire"), conditions=("blind",)), foe(figures=sheet(hp=99)))
    assert shown(bout, "hero", *DEFENCES, Figure.EVASION, Figure.MAGIC_BLOCK) == [4, 4, -3, -3]
    bout.order(blow(), 5, 5, 1)
    assert bout.the(AttackRolled).total == 7
    round_on(bout)
    bout.order(cast("fire", "foe"), 5, 4)
    assert (bout.the(MagicRolled).total, bout.the(MagicRolled).outcome) == (6, Outcome.MISS)


@pytest.mark.rule("FF-ST-40")
@pytest.mark.parametrize("sight", [True, False])
def test_ff_st_40_the_blind_fail_checks_that_need_sight_without_a_roll(sight: bool) -> None:
    """The game master says which those are; others are rolled."""
    bout = Bout(hero(conditions=("blind",)), foe())
    bout.order(o.CheckAttribute(combatant="hero", attribute=Attribute.MIND, purpose="look"))
    bout.answer("free", *(() if sight else (1, 2)), difficulty=3, sight=sight)
    if sight:
        assert (bout.the(CheckFailed).reason, bout.rule_of(CheckFailed)) == ("blind", "FF-ST-40")
        assert bout.rolls() == []
    else:
        assert bout.the(CheckMade).passed


@pytest.mark.rule("FF-ST-18", "FF-ST-58")
def test_ff_st_18_58_the_cursed_have_2_less_and_deal_half() -> None:
    """Also spells: 9 points are 4, with a rounding down."""
    bout = Bout(hero(figures=mage("fire", mind=2), conditions=("cursed",)), foe(figures=sheet(hp=99)))
    assert shown(bout, "hero", *DEFENCES) == [5, 5]
    bout.order(cast("fire", "foe"), 5, 4, 3, 4)
    assert (bout.the(MagicRolled).total, bout.the(DamageTaken).damage) == (9, 4)
    round_on(bout)
    bout.order(blow(), 5, 5, 5)
    assert (bout.the(AttackRolled).total, bout.the(DamageTaken).damage) == (8, 1)


@pytest.mark.rule("FF-ST-20")
def test_ff_st_20_fear_counts_only_towards_its_cause() -> None:
    """AT and MA in attacks on him, DE and DM against his; nothing towards another foe."""
    scared = (lying("fear", key="fear_foe", source="foe"),)
    figures = mage("fire", hp=99)
    bout = Bout(hero(figures=figures, conditions=scared), foe(figures=figures), foe("other", figures))
    bout.order(blow(), 5, 5, 1)
    assert bout.the(AttackRolled).total == 8
    bout.end("hero")
    bout.order(blow("foe", "hero"), 2, 3, 1)
    assert bout.the(AttackRolled).outcome is Outcome.HIT
    bout.end("foe")
    bout.order(blow("other", "hero"), 2, 3)
    bout.end("other")
    bout.order(cast("fire", "other"), 3, 4, 1, 1)
    assert bout.the(MagicRolled).total == 7
    for who in ("hero", "foe"):
        bout.end(who)
    bout.order(cast("fire", "hero", caster="other"), 2, 3)
    assert bout.the(MagicRolled).outcome is Outcome.MISS


@pytest.mark.rule("FF-ST-20")
def test_ff_st_20_fears_of_several_lie_side_by_side() -> None:
    """Each caster has his own; the same one's only lasts longer."""
    bout = Bout(hero(figures=mage("fear")), hero("friend", mage("fear")), foe())
    bout.order(cast("fear", "foe"), 6, 5)
    bout.end("hero")
    bout.order(cast("fear", "foe", caster="friend"), 6, 5)
    assert [c.source for c in bout.who("foe").conditions] == ["hero", "friend"]
    bout.end("friend")
    bout.end("foe")
    bout.order(cast("fear", "foe"), 6, 5)
    assert [(c.source, c.left) for c in bout.who("foe").conditions] == [("hero", 3), ("friend", 2)]


@pytest.mark.rule("FF-ST-08", "FF-ST-45", "FF-ST-46", "FF-INT-01")
def test_ff_st_08_the_melting_are_weak_slow_and_hurt_for_double() -> None:
    """Strength 2 is -1, so a sword +3 multiplies it no more; MO is 1, even with haste; half of what heals."""
    figures = sheet(strength=2, agility=1, vitality=0, weapons=("great_sword",), items=(Stock(item="potion"),))
    bout = Bout(hero(figures=figures, conditions=("melt", "haste"), vitals={"hp": 5}), foe(figures=sheet(hp=99)))
    assert attributes(bout, "hero") == [-1, -2, -3]
    assert shown(bout, "hero", Figure.MOVEMENT) == [1]
    bout.order(blow(weapon="great_sword"), 4, 4, 1, 2)
    assert (bout.the(AttackRolled).total, bout.the(DamageTaken).damage) == (11, 2)
    bout.order(o.UseItem(combatant="hero", item="potion", target="hero"))
    assert bout.the(Healed).healing == 5
    bout.end("hero")
    bout.order(blow("foe", "hero"), 6, 5, 3)
    assert bout.the(DamageTaken).damage == 4


@pytest.mark.rule("FF-INT-12", "FF-DEF-01", "FF-CRIT-01")
def test_ff_int_12_defending_stops_no_natural_12_and_changes_no_dm() -> None:
    """DE 99 and 3 more are hit by two sixes; a spell meets DM 7 as ever."""
    bout = Bout(hero(figures=mage("fire")), foe(figures=sheet(defense=99, hp=99), conditions=("defending",)))
    bout.order(blow(), 6, 6, 5)
    assert bout.the(AttackRolled).outcome is Outcome.CRITICAL
    bout.end("hero")
    bout.order(o.Defend(combatant="foe"))
    bout.end("foe")
    bout.order(cast("fire", "foe"), 4, 3, 1, 1)
    assert (bout.the(MagicRolled).against, bout.the(MagicRolled).outcome) == (7, Outcome.HIT)


@pytest.mark.rule("FF-INT-14", "FF-CONC-01")
@pytest.mark.parametrize(
    ("strength", "faces", "tested"), [(0, (6, 5, 1), True), (0, (1, 2), False), (-5, (6, 6, 1), False)]
)
def test_ff_int_14_only_damage_disturbs_a_caster(strength: int, faces: tuple[int, ...], tested: bool) -> None:
    """A readied blow that misses, or deals nothing, forces no check."""
    bout = Bout(hero(figures=sheet(strength=strength)), foe(figures=mage("fire")))
    bout.order(o.Ready(combatant="hero", action=o.Readied.ATTACK, trigger=o.Trigger.CASTS))
    bout.end("hero")
    bout.order(cast("fire", "hero", caster="foe"))
    magic = (6, 6, 1, 1) if not tested else (6, 1, 1, 2)
    bout.answer("attack-unarmed", *faces, *magic, target="foe")
    assert ("2d6 concentration" in bout.rolls()) is tested


@pytest.mark.rule("FF-ST-45", "FF-CRIT-02", "FF-DEF-02", "FF-INT-08")
def test_ff_int_08_factors_of_different_sources_multiply() -> None:
    """A critical on somebody melting: four times; on a defender: once."""
    bout = Bout(hero(figures=sheet(multi_attack=2)), foe(figures=sheet(hp=99), conditions=("melt",)))
    bout.order(blow(), 6, 6, 5)
    assert bout.the(DamageTaken).damage == 12
    bout = Bout(hero(), foe(conditions=("defending",)))
    bout.order(blow(), 6, 6, 5)
    assert bout.the(DamageTaken).damage == 3


@pytest.mark.rule("FF-ST-09", "FF-ST-47")
def test_ff_st_47_any_magic_that_affects_the_invisible_ends_it() -> None:
    """+3 on four figures; harmful or not; a miss does not, nor does a blow."""
    bout = Bout(hero(figures=mage("fire", "protect")), foe(conditions=("vanish",)))
    assert shown(bout, "foe", *DEFENCES) == [10, 10]
    bout.order(cast("fire", "foe"), 4, 5)
    assert bout.has("foe", "vanish")
    round_on(bout)
    bout.order(blow(), 4, 6, 1)
    assert bout.has("foe", "vanish")
    round_on(bout)
    bout.order(cast("protect", "foe"))
    bout.answer("willing")
    assert (bout.has("foe", "vanish"), bout.rule_of(ConditionLost)) == (False, "FF-ST-47")


@pytest.mark.rule("FF-ST-47")
def test_ff_st_47_the_spell_that_hides_does_not_unveil() -> None:
    """Nor once more."""
    bout = Bout(hero(figures=mage("vanish")), foe())
    for _ in range(2):
        bout.order(cast("vanish", "hero"))
        assert bout.has("hero", "vanish")
        round_on(bout)
    assert left(bout, "hero", "vanish") is None


@pytest.mark.rule("FF-ST-23", "FF-INT-10")
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ((6, 6, 6, 6), Outcome.CRITICAL),
        ((6, 6, 3, 4), Outcome.HIT),
        ((6, 6, 3, 3), Outcome.MISS),
        ((1, 1, 6, 6), Outcome.FUMBLE),
        ((6, 5, 1, 1), Outcome.FUMBLE),
    ],
)
def test_ff_st_23_the_lower_of_two_rolls_counts(faces: tuple[int, ...], outcome: Outcome) -> None:
    """Also for two sixes, which need two pairs of them, and two ones, of which one pair is enough."""
    bout = Bout(hero(), foe(figures=sheet(hp=99), conditions=("blink",)))
    hit = (1,) if outcome in (Outcome.HIT, Outcome.CRITICAL) else ()
    bout.order(blow(), *faces, *hit)
    assert bout.the(AttackRolled).outcome is outcome
    assert bout.asked == (["FumbleEffect"] if outcome is Outcome.FUMBLE else [])


@pytest.mark.rule("FF-ST-23")
def test_ff_st_23_magic_weapons_are_rolled_twice_too_and_spells_are_not() -> None:
    """What counts is that it goes against DE."""
    figures = mage("fire", weapons=("rod",))
    bout = Bout(hero(figures=figures), foe(figures=sheet(hp=99), conditions=("blink",)))
    bout.order(blow(weapon="rod"), 6, 5, 1, 2)
    assert bout.the(AttackRolled).total == 4
    round_on(bout)
    bout.order(cast("fire", "foe"), 6, 5, 1, 1)
    assert bout.rolls() == ["2d6 magic", "2d6 damage"]


@pytest.mark.rule("FF-ST-23")
def test_ff_st_23_of_several_only_the_blinking_are_rolled_twice() -> None:
    """One roll for all, and a second one for him: it hits the other, and misses him."""
    figures = sheet(techniques=("sweep",), weapons=("sword",))
    bout = Bout(hero(figures=figures), foe(conditions=("blink",)), foe("other"))
    use = o.UseTechnique(attacker="hero", technique="sweep", weapon="sword", targets=("foe", "other"))
    bout.order(use, 6, 5, 1, 2, 1, 1)
    assert [(e.target, e.outcome) for e in bout.of(AttackRolled)] == [("foe", Outcome.MISS), ("other", Outcome.HIT)]


# -- maxi and mini
@pytest.mark.rule("FF-ST-19", "FF-ST-59")
def test_ff_st_19_59_maxi_makes_larger_in_everything() -> None:
    """Twice the size, MO 5 is 6, weapon damage 3/2, AT+1 and three figures less; 15 of 21 points are 22 of 31."""
    bout = Bout(hero(figures=mage("maxi", hp=21, strength=2), vitals={"hp": 15}), foe(figures=sheet(hp=99)))
    bout.order(cast("maxi", "hero"))
    vital = bout.who("hero").vitals["hp"]
    assert (vital.now, vital.max, size_percent(bout.state, "hero")) == (22, 31, 200)
    assert shown(bout, "hero", Figure.MOVEMENT, *DEFENCES) == [6, 6, 6]
    round_on(bout)
    bout.order(blow(), 4, 4, 5)
    assert (bout.the(AttackRolled).total, bout.the(DamageTaken).damage) == (11, 7)


@pytest.mark.rule("FF-ST-60", "FF-ST-59")
def test_ff_st_60_a_second_maxi_ends_the_first() -> None:
    """The old maximum is back, and what is above it is gone; below it nothing changes."""
    bout = Bout(hero(figures=mage("maxi", hp=20)), foe())
    bout.order(cast("maxi", "hero"))
    assert bout.hp("hero") == 30
    round_on(bout)
    bout.order(cast("maxi", "hero"))
    assert (bout.hp("hero"), bout.who("hero").vitals["hp"].max, bout.has("hero", "maxi")) == (20, 20, False)
    assert bout.rule_of(ConditionLost) == "FF-ST-60"
    bout = Bout(hero(figures=mage("maxi", hp=20), vitals={"hp": 4}), foe())
    bout.order(cast("maxi", "hero"))
    round_on(bout)
    bout.order(cast("maxi", "hero"))
    assert (bout.hp("hero"), len(bout.of(VitalLimitChanged)), bout.of(VitalChanged)[1:]) == (6, 1, [])


@pytest.mark.rule("FF-ST-21", "FF-ST-61")
def test_ff_st_21_61_mini_makes_smaller_and_doubles_what_he_takes() -> None:
    """A quarter of size, MO and weapon damage; AT-1 and three figures more; spells deal the whole."""
    bout = Bout(hero(figures=mage("fire", strength=5), conditions=("mini",)), foe(figures=sheet(hp=99)))
    assert (size_percent(bout.state, "hero"), *shown(bout, "hero", Figure.MOVEMENT, *DEFENCES)) == (25, 1, 8, 8)
    bout.order(blow(), 2, 3, 3)
    assert (bout.the(AttackRolled).total, bout.the(DamageTaken).damage) == (9, 1)
    round_on(bout)
    bout.order(cast("fire", "foe"), 3, 3, 3, 4)
    assert (bout.the(MagicRolled).total, bout.the(DamageTaken).damage) == (7, 7)
    bout.end("hero")
    bout.order(blow("foe", "hero"), 6, 5, 3)
    assert bout.the(DamageTaken).damage == 4


@pytest.mark.rule("FF-ST-62", "FF-ST-60", "FF-ST-71", "FF-ST-74")
@pytest.mark.parametrize(
    ("spell", "rule"),
    [("mini", "FF-ST-62"), ("maxi", "FF-ST-60"), ("imp", "FF-ST-71"), ("toad", "FF-ST-74"), ("pig", "FF-ST-74")],
)
def test_the_same_magic_again_ends_a_transformation(spell: str, rule: str) -> None:
    """It is not renewed."""
    bout = Bout(hero(figures=mage(spell)), foe(conditions=(lying(spell, left=1),)))
    bout.order(cast(spell, "foe"), *(() if spell == "maxi" else (6, 6)))
    if spell == "maxi":
        bout.answer("willing")
    assert not bout.has("foe", spell)
    assert bout.rule_of(ConditionLost) == rule


@pytest.mark.rule("FF-ST-19", "FF-ST-21", "FF-ST-59")
def test_maxi_and_mini_end_each_other() -> None:
    """Mini on somebody enlarged makes him as he was, and takes the points."""
    bout = Bout(hero(figures=mage("maxi")), foe(figures=mage("mini")))
    bout.order(cast("maxi", "hero"))
    bout.end("hero")
    bout.order(cast("mini", "hero", caster="foe"), 6, 5)
    assert (bout.who("hero").conditions, bout.hp("hero")) == ((), 20)
    bout.end("foe")
    bout.end("hero")
    bout.order(cast("mini", "hero", caster="foe"), 6, 5)
    bout.end("foe")
    bout.order(cast("maxi", "hero"))
    assert (bout.who("hero").conditions, bout.hp("hero")) == ((), 20)


@pytest.mark.rule("FF-INT-09", "FF-GRAP-05")
def test_ff_int_09_who_is_twice_as_large_moves_freely() -> None:
    """Held by somebody his own size, then enlarged; and held fast again by somebody enlarged too."""
    held = Condition(key="grappled", kind="grappled", source="hero")
    for mine, theirs, free in (
        ((), (), False),
        ((), ("maxi",), True),
        (("mini",), (), True),
        (("maxi",), ("maxi",), False),
    ):
        bout = Bout(foe(conditions=(held, *theirs)), hero(conditions=mine))
        assert ("move-walk" in bout.keys("foe")) is free


# -- transformations
@pytest.mark.rule("FF-ST-30", "FF-ST-68", "FF-ST-69", "FF-ST-70")
def test_ff_st_30_an_imp_is_weak_and_casts_nothing_but_imp() -> None:
    """AT, DE and DM 3 lower; a tenth of 29 is 2; what it takes is doubled; magic attacks keep their MA."""
    figures = mage("fire", "imp", strength=27, hp=99)
    bout = Bout(hero(figures=figures, conditions=("imp",)), foe(figures=sheet(hp=99)))
    assert shown(bout, "hero", *DEFENCES) == [4, 4]
    assert bout.refuse(cast("fire", "foe")).rule == "FF-ST-68"
    assert "cast-imp" in bout.keys("hero")
    bout.order(blow(), 5, 6, 3)
    assert (bout.the(AttackRolled).total, bout.the(DamageTaken).damage) == (35, 2)
    bout.end("hero")
    bout.order(blow("foe", "hero"), 1, 3, 3)
    assert bout.the(DamageTaken).damage == 4
    bout.end("foe")
    bout.order(cast("imp", "foe"), 4, 3)
    assert bout.has("foe", "imp")


@pytest.mark.rule("FF-ST-31", "FF-ST-32", "FF-ST-72")
@pytest.mark.parametrize(("animal", "rule"), [("toad", "FF-ST-31"), ("pig", "FF-ST-32")])
def test_ff_st_31_32_toads_and_pigs_neither_attack_nor_cast(animal: str, rule: str) -> None:
    """Nor use items, techniques or hands; they move, defend and cast their own magic. They take double."""
    figures = mage("fire", "toad", "pig", weapons=("sword",), techniques=("sweep",), items=(Stock(item="potion"),))
    bout = Bout(hero(figures=figures, conditions=(animal,)), foe())
    assert bout.refuse(cast("fire", "foe")).rule == rule
    assert bout.refuse(blow()).rule == rule
    keys = {*bout.keys("hero")} - {"delay"}
    moves = {"move-walk", "move-climb", "move-stealth", "jump-far", "jump-high"}
    mine = {f"cast-{animal}", "defend", "ready", *moves, "lie-down"}
    assert keys == mine | {"check", "other", "end-turn"}
    bout.end("hero")
    bout.order(blow("foe", "hero"), 6, 5, 3)
    assert bout.the(DamageTaken).damage == 4


@pytest.mark.rule("FF-ST-73", "FF-INT-13")
def test_ff_st_73_the_equipment_of_a_toad_is_gone_and_comes_back() -> None:
    """Neither armour nor ring count while it lasts; then the sword is in hand again."""
    figures = sheet(armor=("light_armor", "ring", "heavy_armor"), weapons=("sword",))
    bout = Bout(foe(figures=mage("toad")), hero(figures=figures))
    worn = [*shown(bout, "hero", Figure.DEFENSE, Figure.MOVEMENT), attribute(bout.state, "hero", Attribute.AGILITY)]
    bout.order(cast("toad", "hero", caster="foe"), 6, 5)
    assert shown(bout, "hero", Figure.DEFENSE, Figure.MOVEMENT) == [7, 5]
    assert attribute(bout.state, "hero", Attribute.AGILITY) == 0
    bout.end("foe")
    bout.end("hero")
    bout.order(cast("toad", "hero", caster="foe"), 6, 5)
    back = [*shown(bout, "hero", Figure.DEFENSE, Figure.MOVEMENT), attribute(bout.state, "hero", Attribute.AGILITY)]
    assert back == worn == [11, 4, 1]
    bout.end("foe")
    assert "attack-sword" in bout.keys("hero")


@pytest.mark.rule("FF-ST-74")
@pytest.mark.parametrize(("there", "spell"), [("toad", "pig"), ("pig", "toad")])
def test_ff_st_74_the_other_animal_does_nothing(there: str, spell: str) -> None:
    """A toad stays a toad."""
    bout = Bout(hero(figures=mage(spell)), foe(conditions=(there,)))
    bout.order(cast(spell, "foe"), 6, 5)
    assert [c.kind for c in bout.who("foe").conditions] == [there]
    assert bout.the(StatusFailed).reason == "transformed"


# -- what runs on
@pytest.mark.rule("FF-ST-34", "FF-ST-75", "FF-INT-01")
def test_ff_st_34_75_poison_weakens_and_hurts_each_turn() -> None:
    """Strength and agility 1 lower, once; 1d as his turn starts, before he acts."""
    bout = Bout(hero(figures=mage("bio")), foe(figures=sheet(hp=99, strength=1, agility=1)))
    bout.order(cast("bio", "foe"), 6, 5, 4)
    assert attributes(bout, "foe") == [0, 0, 0]
    bout.end("hero", 5)
    taken = bout.the(DamageTaken)
    assert (taken.damage, taken.cause, bout.rule_of(DamageTaken)) == (5, "poison", "FF-ST-75")
    assert bout.acting == "foe"
    bout.end("foe")
    bout.end("hero", 6)
    assert (bout.hp("foe"), attributes(bout, "foe")) == (99 - 4 - 5 - 6, [0, 0, 0])


@pytest.mark.rule("FF-ST-76")
def test_ff_st_76_stronger_poison_states_its_dice() -> None:
    """Venom: 2d; of the two on somebody the higher damage counts, whichever comes first."""
    bout = Bout(hero(figures=mage("bio", "venom")), foe(figures=sheet(hp=99)))
    bout.order(cast("bio", "foe"), 6, 5, 1)
    bout.end("hero", 1)
    bout.end("foe")
    bout.order(cast("venom", "foe"), 6, 5)
    bout.end("hero", 6, 5)
    assert bout.the(DamageTaken).damage == 11
    bout.end("foe")
    bout.order(cast("bio", "foe"), 6, 5, 1)
    bout.end("hero", 2, 2)
    assert bout.the(DamageTaken).damage == 4


@pytest.mark.rule("FF-ST-75", "FF-ELEM-04")
def test_ff_st_75_who_is_immune_to_poison_is_not_poisoned() -> None:
    """A ghost: neither the damage nor the status."""
    bout = Bout(hero(figures=mage("bio", "venom")), foe(figures=Sheet(ref="ghost")))
    bout.order(cast("bio", "foe"), 6, 5, 4)
    assert not bout.has("foe", "poison")
    round_on(bout)
    bout.order(cast("venom", "foe"), 6, 5)
    assert bout.of(NoEffect)
    assert not bout.has("foe", "poison")


@pytest.mark.rule("FF-INT-04", "FF-ST-66", "FF-ST-43", "FF-ST-51", "FF-KO-04")
def test_ff_int_04_poison_is_damage() -> None:
    """It wakes sleepers in time for their turn, clears the confused, fells the feverish, and counts on the fallen."""
    bout = Bout(hero(), foe(conditions=("poison", "asleep")), foe("other"))
    bout.end("hero", 1)
    assert (bout.acting, bout.has("foe", "asleep")) == ("foe", False)
    bout = Bout(hero(), foe(conditions=("poison", "confused")), foe("other"))
    bout.end("hero", 1)
    assert (bout.acting, bout.has("foe", "confused")) == ("foe", False)
    bout = Bout(hero(), foe(conditions=("poison", "fever")), foe("other"))
    bout.end("hero", 1)
    assert (bout.acting, bout.has("foe", "unconscious"), bout.hp("foe")) == ("other", True, 19)
    down = Condition(key="unconscious", kind="unconscious", amount=3)
    bout = Bout(hero(), foe(conditions=(down, "poison"), vitals={"hp": 0}), foe("other"))
    bout.end("hero", 4)
    assert bout.who("foe").condition("unconscious").amount == 1  # type: ignore[union-attr]


@pytest.mark.rule("FF-ST-27", "FF-ST-64", "FF-INT-15")
def test_ff_st_27_64_regeneration_heals_at_turn_start_and_ends_at_no_points() -> None:
    """1d as his turn starts; poison comes first, and what it fells regenerates no more, healed or not."""
    cure = Stock(item="potion")
    bout = Bout(
        foe(),
        hero(conditions=(lying("regen", left=3), "poison"), vitals={"hp": 3}),
        hero("friend", sheet(items=(cure,))),
    )
    bout.end("foe", 1, 4)
    assert (bout.hp("hero"), bout.rule_of(Healed)) == (6, "FF-ST-27")
    bout.end("hero")
    bout.end("friend")
    bout.end("foe", 6)
    assert (bout.hp("hero"), bout.has("hero", "unconscious"), bout.has("hero", "regen")) == (0, True, False)
    assert "FF-ST-64" in [r.draft.rule for r in bout.last if isinstance(r.event, ConditionLost)]
    bout.order(o.UseItem(combatant="friend", item="potion", target="hero"))
    assert not bout.has("hero", "regen")


@pytest.mark.rule("FF-ST-33")
def test_ff_st_33_aging_takes_one_more_each_turn_down_to_minus_3() -> None:
    """1 at the start of each own turn; -3 at the least, and -5 is left as it is; over with the status."""
    bout = Bout(hero(figures=mage("age")), foe(figures=sheet(strength=1, agility=-2, vitality=-5)))
    bout.order(cast("age", "foe"), 6, 5)
    assert attributes(bout, "foe") == [1, -2, -5]
    for expected in ([0, -3, -5], [-1, -3, -5], [-2, -3, -5]):
        bout.end("hero")
        assert attributes(bout, "foe") == expected
        bout.end("foe")
    assert attributes(bout, "foe") == [1, -2, -5]


@pytest.mark.rule("FF-ST-33", "FF-STK-01")
def test_ff_st_33_aging_and_melting_do_not_add_up() -> None:
    """The worse of the two: -3 by melting, and later -4 by aging, which stops at -3."""
    bout = Bout(hero(), foe(figures=sheet(strength=1), conditions=("melt", lying("aging", amount=2))))
    assert attribute(bout.state, "foe", Attribute.STRENGTH) == -2
    bout = Bout(hero(), foe(figures=sheet(strength=1), conditions=("melt", lying("aging", amount=9))))
    assert attribute(bout.state, "foe", Attribute.STRENGTH) == -3


@pytest.mark.rule("FF-ST-05")
def test_ff_st_05_doom_takes_all_points_after_2d_turns() -> None:
    """2 turns by two ones: after the second one ends nothing is left; a second spell keeps the first countdown."""
    bout = Bout(hero(figures=mage("doom")), foe(), foe("other"))
    bout.order(cast("doom", "foe"), 6, 5, 1, 1)
    assert left(bout, "foe", "doom") == 2
    bout.end("hero")
    bout.end("foe")
    bout.end("other")
    bout.order(cast("doom", "foe"), 6, 5)
    assert (left(bout, "foe", "doom"), bout.the(StatusFailed).reason) == (1, "kept")
    bout.end("hero")
    assert bout.hp("foe") == 20
    bout.end("foe")
    assert (bout.hp("foe"), bout.has("foe", "doom")) == (0, False)
    assert bout.who("foe").condition("unconscious").amount == 3  # type: ignore[union-attr]
    assert bout.of(DamageTaken) == []


@pytest.mark.rule("FF-ST-41", "FF-INT-07")
@pytest.mark.parametrize("undead", ["by nature", "as a zombie"])
def test_ff_st_41_doom_is_nothing_to_the_undead(undead: str) -> None:
    """No dice for its turns."""
    figures = Sheet(ref="ghost") if undead == "by nature" else sheet()
    bout = Bout(
        hero(figures=mage("doom")), foe(figures=figures, conditions=() if undead == "by nature" else ("zombie",))
    )
    bout.order(cast("doom", "foe"), 6, 5)
    assert not bout.has("foe", "doom")
    assert (bout.the(StatusFailed).reason, bout.rule_of(StatusFailed)) == ("undead", "FF-ST-41")


@pytest.mark.rule("FF-ST-05")
def test_ff_st_05_doom_ends_if_he_falls_before() -> None:
    """Healed he has no countdown."""
    bout = Bout(hero(figures=sheet(strength=20)), foe(conditions=(lying("doom", left=5),)), foe("other"))
    bout.order(blow(), 6, 5, 1)
    assert not bout.has("foe", "doom")


@pytest.mark.rule("FF-ST-24", "FF-ST-25")
@pytest.mark.parametrize(("vitality", "turns"), [(1, 2), (0, 1), (-2, 1)])
def test_ff_st_24_after_vitality_plus_one_turns_a_statue(vitality: int, turns: int) -> None:
    """At least one. Six figures are 2 lower, half of the movement; then out of the fight, and not dead."""
    soft = Item(id="soft", name="Soft", cures=("statue", "petrifying"))
    figures = mage("petrify", "fire", own_items=(soft,))
    bout = Bout(hero(figures=figures), foe(figures=sheet(vitality=vitality)), foe("other"))
    bout.order(cast("petrify", "foe"), 6, 5)
    assert left(bout, "foe", "petrifying") == turns
    assert shown(bout, "foe", *DEFENCES, Figure.EVASION, Figure.MAGIC_BLOCK, Figure.MOVEMENT) == [5, 5, -2, -2, 2]
    for turn in range(turns):
        assert not bout.has("foe", "statue")
        if turn:
            bout.end("other")
        bout.end("hero")
        bout.end("foe")
    assert bout.has("foe", "statue")
    assert bout.the(CombatantOut).reason == "statue"
    assert not bout.has("foe", "dead")
    bout.end("other")
    assert bout.refuse(cast("fire", "foe")).field == "targets"
    bout.order(o.UseItem(combatant="hero", item="soft", target="foe"))
    assert bout.of(CombatantReturned)
    bout.end("hero")
    assert bout.acting == "foe"


@pytest.mark.rule("FF-ST-25")
def test_ff_st_25_a_side_of_statues_stands_no_more() -> None:
    """The game master is asked whether it is over."""
    bout = Bout(hero(), foe(conditions=(lying("petrifying", left=1),)))
    bout.end("hero")
    bout.end("foe")
    assert bout.asked == ["EndBattle"]


# -- fever
@pytest.mark.rule("FF-ST-13", "FF-ST-51")
def test_ff_st_13_51_an_attack_in_fever_is_the_last_deed() -> None:
    """Weak and at half the pace; the blow lands, then he faints with all his points, and has no death counter."""
    bout = Bout(hero(conditions=("fever",)), foe(figures=sheet(hp=99)), hero("friend"))
    assert attributes(bout, "hero") == [-3, -3, -3]
    assert shown(bout, "hero", Figure.MOVEMENT) == [2]
    bout.order(o.Move(combatant="hero", metres=2))
    assert not bout.has("hero", "unconscious")
    bout.order(blow(), 6, 6, 5)
    assert (bout.has("hero", "unconscious"), bout.hp("hero"), bout.acting) == (True, 20, "foe")
    bout.end("foe")
    bout.end("friend")
    assert bout.who("hero").condition("unconscious").amount is None  # type: ignore[union-attr]


@pytest.mark.rule("FF-ST-51", "FF-KO-01", "FF-KO-05")
def test_ff_st_51_damage_fells_at_once_and_at_no_points_the_counter_begins() -> None:
    """Lying there he loses points, not turns to live, until none are left; healing wakes him and the fever stays."""
    bout = Bout(foe(figures=sheet(multi_attack=3)), hero(conditions=("fever",), vitals={"hp": 9}), hero("friend"))
    bout.order(blow("foe", "hero"), 6, 5, 1)
    assert (bout.has("hero", "unconscious"), bout.hp("hero")) == (True, 8)
    bout.answer("same" if "same" in bout.choices else "attack-unarmed", 1, target="hero")
    assert (bout.hp("hero"), bout.who("hero").condition("unconscious").amount) == (6, None)  # type: ignore[union-attr]
    bout.answer("attack-unarmed", 6, target="hero")
    assert bout.hp("hero") == 0
    assert bout.who("hero").condition("unconscious").amount == 3  # type: ignore[union-attr]


@pytest.mark.rule("FF-ST-51")
@pytest.mark.parametrize("counts", [True, False])
def test_ff_st_51_the_game_master_judges_other_efforts(counts: bool) -> None:
    """Something the rules do not list: by default it counts."""
    bout = Bout(hero(conditions=("fever",)), foe(), hero("friend"))
    bout.order(o.OtherAction(combatant="hero", purpose="lift the gate"))
    bout.answer("allow")
    assert bout.waiting[0].default == "counts"
    bout.answer("counts" if counts else "does-not")
    assert bout.has("hero", "unconscious") is counts


@pytest.mark.rule("FF-ST-52")
@pytest.mark.parametrize("spell", ["water", "blizzard"])
def test_ff_st_52_magic_of_water_or_ice_deals_half_and_ends_the_fever(spell: str) -> None:
    """It does not fell him; and who lies there for the fever alone wakes."""
    bout = Bout(hero(figures=mage(spell)), foe(conditions=("fever",)))
    bout.order(cast(spell, "foe"), 6, 5, 3, 4)
    assert (bout.the(DamageTaken).damage, bout.who("foe").conditions) == (3, ())
    bout = Bout(hero(figures=mage(spell)), foe(conditions=("fever", "unconscious")), foe("other"))
    bout.order(cast(spell, "foe"), 3, 4)
    assert (bout.the(DamageTaken).damage, [c.kind for c in bout.who("foe").conditions]) == (7, ["prone"])


@pytest.mark.rule("FF-ST-52")
def test_ff_st_52_other_magic_does_not_end_it() -> None:
    """Fire fells him."""
    bout = Bout(hero(figures=mage("fire")), foe(conditions=("fever",)), foe("other"))
    bout.order(cast("fire", "foe"), 6, 5, 3, 4)
    assert (bout.the(DamageTaken).damage, bout.has("foe", "fever"), bout.has("foe", "unconscious")) == (7, True, True)


# -- mirrors and floating
@pytest.mark.rule("FF-ST-12", "FF-INT-05")
def test_ff_st_12_magic_goes_back_to_its_caster_against_his_own_dm() -> None:
    """One roll: MA 0 against the caster's 9, not the mirror's 7; the invisible stay so."""
    bout = Bout(hero(figures=mage("fire", magic_defense=9, hp=30)), foe(conditions=("reflect", "vanish")))
    bout.order(cast("fire", "foe"), 4, 5, 2, 2)
    assert (bout.the(Reflected).target, bout.rule_of(Reflected)) == ("foe", "FF-ST-12")
    rolled = bout.the(MagicRolled)
    assert (rolled.target, rolled.against) == ("hero", 9)
    assert (bout.hp("hero"), bout.hp("foe"), bout.has("foe", "vanish")) == (26, 20, True)


@pytest.mark.rule("FF-INT-06", "FF-ST-12")
def test_ff_int_06_healing_goes_back_to_the_healer() -> None:
    """Without a question to the mirror and without a roll; his own spell on himself he keeps."""
    bout = Bout(
        hero(figures=mage("cure"), vitals={"hp": 5}), hero("friend", conditions=("reflect",), vitals={"hp": 5}), foe()
    )
    bout.order(cast("cure", "friend"), 3, 3)
    assert (bout.hp("hero"), bout.hp("friend")) == (11, 5)
    bout = Bout(hero(figures=mage("cure"), vitals={"hp": 5}, conditions=("reflect",)), foe())
    bout.order(cast("cure", "hero"), 3, 3)
    assert (bout.hp("hero"), bout.of(Reflected)) == (11, [])


@pytest.mark.rule("FF-ST-12")
def test_ff_st_12_a_spell_comes_back_once() -> None:
    """Between two mirrors it stays with the caster."""
    bout = Bout(hero(figures=mage("fire"), conditions=("reflect",)), foe(conditions=("reflect",)))
    bout.order(cast("fire", "foe"), 6, 5, 2, 2)
    assert (bout.hp("hero"), len(bout.of(Reflected))) == (16, 1)


@pytest.mark.rule("FF-ST-49", "FF-INT-05", "FF-ST-47")
@pytest.mark.parametrize(("level", "through"), [(4, True), (3, False)])
def test_ff_st_49_three_levels_more_cast_through_a_mirror(level: int, through: bool) -> None:
    """And end with it that he is invisible."""
    figures = mage("fire", level=level, hp=40)
    bout = Bout(hero(figures=figures), foe(figures=sheet(hp=40), conditions=("reflect", "vanish")))
    bout.order(cast("fire", "foe"), 6, 5, 2, 2)
    assert (bout.hp("foe") < 40, bout.has("foe", "vanish")) == (through, not through)
    assert bout.has("foe", "reflect")


@pytest.mark.rule("FF-ST-50")
def test_ff_st_50_what_comes_back_of_an_area_affects_the_caster_alone() -> None:
    """One roll: the other one in it is hit as ever, and so is the caster, once for two mirrors."""
    figures = mage("firaga", hp=40)
    mirror = {"conditions": ("reflect",)}
    bout = Bout(hero(figures=figures), hero("friend"), foe(**mirror), foe("twin", **mirror), foe("other"))  # type: ignore[arg-type]
    bout.order(cast("firaga", "foe", "twin", "other"), 4, 4, 2, 2)
    assert [bout.hp(who) for who in ("hero", "friend", "foe", "twin", "other")] == [36, 20, 20, 20, 16]


@pytest.mark.rule("FF-ST-12")
def test_ff_st_12_weapons_and_techniques_are_not_thrown_back() -> None:
    """They are no magic."""
    bout = Bout(hero(figures=sheet(weapons=("staff",))), foe(conditions=("reflect",)))
    bout.order(blow(weapon="staff"), 6, 5, 3)
    assert bout.the(DamageTaken).target == "foe"


@pytest.mark.rule("FF-ST-14")
def test_ff_st_14_magic_along_the_ground_passes_below_who_floats() -> None:
    """Quake strikes only the one on his feet; alone he is not struck at all."""
    bout = Bout(hero(figures=mage("quake")), foe(conditions=("float",)), foe("other"))
    bout.order(cast("quake", "foe", "other"), 4, 4, 2, 2)
    assert (bout.hp("foe"), bout.hp("other")) == (20, 16)
    bout.end("hero")
    bout.end("foe")
    bout.end("other")
    bout.order(cast("quake", "foe"))
    assert bout.rolls() == []


@pytest.mark.rule("FF-ST-56")
@pytest.mark.parametrize(("weight", "level", "floats"), [(110, 2, True), (111, 2, False), (100, 1, True)])
def test_ff_st_56_only_who_is_light_enough_floats(weight: int, level: int, floats: bool) -> None:
    """90 kg and 10 for each of his own levels."""
    friend = hero("friend", sheet(weight_kg=weight, level=level))
    bout = Bout(hero(figures=mage("float")), friend, foe())
    bout.order(cast("float", "friend"))
    bout.answer("willing")
    assert bout.has("friend", "float") is floats
    if not floats:
        assert (bout.the(StatusFailed).reason, bout.rule_of(StatusFailed)) == ("heavy", "FF-ST-56")


# -- zombies and the dead
@pytest.mark.rule("FF-ST-35", "FF-ST-78", "FF-INT-07")
def test_ff_st_35_78_what_heals_harms_a_zombie() -> None:
    """AT, DE and DM 3 lower, half of the movement; Cure needs its roll, a potion none; 2d and 10 points of damage."""
    figures = mage("cure", items=(Stock(item="potion"),))
    bout = Bout(hero(figures=figures), foe(figures=sheet(hp=40, magic_defense=10), conditions=("zombie",)))
    assert shown(bout, "foe", *DEFENCES, Figure.MOVEMENT) == [4, 7, 2]
    bout.order(cast("cure", "foe"), 3, 3)
    assert bout.the(MagicRolled).outcome is Outcome.MISS
    round_on(bout)
    bout.order(cast("cure", "foe"), 3, 4, 2, 3)
    assert (bout.the(DamageTaken).damage, bout.rule_of(DamageTaken)) == (5, "FF-ST-78")
    round_on(bout)
    bout.order(o.UseItem(combatant="hero", item="potion", target="foe"))
    assert bout.the(DamageTaken).damage == 10


@pytest.mark.rule("FF-ST-78")
def test_ff_st_78_natural_undead_and_regeneration() -> None:
    """A ghost is harmed by Cure, and by what makes others whole each turn."""
    bout = Bout(hero(figures=mage("cure")), foe(figures=Sheet(ref="ghost"), conditions=("regen",)))
    bout.order(cast("cure", "foe"), 6, 5, 2, 3)
    assert bout.hp("foe") == 13
    bout.end("hero", 4)
    assert bout.hp("foe") == 9


@pytest.mark.rule("FF-ST-79", "FF-INT-07")
@pytest.mark.parametrize("how", ["feather", "life"])
def test_ff_st_79_life_and_feathers_fell_a_zombie_and_free_him(how: str) -> None:
    """No points, a full counter, and he is himself: the next feather wakes him."""
    figures = mage("life", items=(Stock(item="phoenix_feather", count=2),))
    bout = Bout(hero(figures=figures), foe(conditions=("zombie",)), foe("other"))
    feather = o.UseItem(combatant="hero", item="phoenix_feather", target="foe")
    if how == "feather":
        bout.order(feather)
    else:
        bout.order(cast("life", "foe"), 6, 5, 3)
    assert (bout.hp("foe"), [c.kind for c in bout.who("foe").conditions]) == (0, ["prone", "unconscious"])
    assert bout.who("foe").condition("unconscious").amount == 3  # type: ignore[union-attr]
    bout.end("hero")
    bout.end("other")
    bout.order(feather)
    assert bout.hp("foe") == 5


@pytest.mark.rule("FF-ST-77")
def test_ff_st_77_a_zombie_has_no_abilities_of_profession_or_tribe() -> None:
    """Those of an item remain."""
    spells = (
        Spell(id="learned", name="Learned", damage=1),
        Spell(id="found", name="Found", damage=1, granted_by=Source.ITEM),
    )
    bout = Bout(
        hero(figures=sheet(own_spells=spells, techniques=("sweep",), weapons=("sword",)), conditions=("zombie",)), foe()
    )
    assert bout.refuse(cast("learned", "foe"), seat="gm").rule == "FF-ST-77"
    keys = [offer.key for offer in bout.offers("hero", seat="gm")]
    assert "cast-found" in keys
    assert not [k for k in keys if k.startswith(("technique", "cast-learned"))]


@pytest.mark.rule("FF-ST-80")
def test_ff_st_80_the_game_master_commands_a_zombie() -> None:
    """While it lasts; then his player does again."""
    bout = Bout(foe(figures=mage("zombie", items=(Stock(item="phoenix_feather"),))), hero(), hero("friend"))
    bout.order(cast("zombie", "hero", caster="foe"), 6, 5)
    assert bout.state.fight.holders("hero") == ("gm",)
    bout.end("foe")
    bout.end("hero")
    bout.end("friend")
    bout.order(o.UseItem(combatant="foe", item="phoenix_feather", target="hero"))
    assert bout.state.fight.holders("hero") == ("ana",)


@pytest.mark.rule("FF-ST-22", "FF-KO-06")
def test_ff_st_22_the_dead_neither_act_nor_heal() -> None:
    """Cure is refused; Life brings back. A dead one has no turn."""
    bout = Bout(hero(figures=mage("cure", "life")), hero("friend", conditions=("dead",), vitals={"hp": 0}), foe())
    assert bout.refuse(cast("cure", "friend")).field == "targets"
    bout.order(cast("life", "friend"), 4)
    assert bout.hp("friend") == 4


# -- charm
@pytest.mark.rule("FF-ST-11", "FF-ST-48")
def test_ff_st_11_48_the_charmed_obey_until_the_charmer_attacks_them() -> None:
    """Whoever commands the charmer commands them; a miss is enough to lose them, and an ally's blow is not."""
    bout = Bout(hero(figures=mage("charm")), hero("friend"), foe(figures=sheet(hp=99)), foe("other"))
    bout.order(cast("charm", "foe"), 6, 5)
    assert bout.state.fight.holders("foe") == ("ana",)
    bout.end("hero")
    bout.order(blow("friend"), 6, 5, 1)
    assert bout.has("foe", "charmed")
    bout.end("friend")
    bout.order(blow("foe", "other"), 6, 5, 1, seat="ana")
    bout.end("foe")
    bout.end("other")
    bout.order(blow(), 1, 2)
    assert (bout.has("foe", "charmed"), bout.rule_of(ConditionLost)) == (False, "FF-ST-48")
    assert bout.state.fight.holders("foe") == ("gm",)


@pytest.mark.rule("FF-ST-11")
def test_ff_st_11_another_charmer_takes_him_over() -> None:
    """And a zombie, whoever charmed him, is the game master's."""
    rival = foe("rival", mage("charm", "zombie"), seat="bea")
    bout = Bout(hero(figures=mage("charm")), rival, hero("third"))
    bout.order(cast("charm", "rival"), 6, 5)
    assert bout.state.fight.holders("rival") == ("ana",)
    bout.end("hero")
    bout.order(cast("charm", "third", caster="rival"), 6, 5, seat="ana")
    assert bout.state.fight.holders("third") == ("ana",)
    bout = Bout(
        hero(figures=mage("charm")), rival, foe(figures=sheet(), conditions=(lying("charmed", source="rival"),))
    )
    bout.order(cast("charm", "foe"), 6, 5)
    assert (bout.who("foe").condition("charmed").source, bout.state.fight.holders("foe")) == ("hero", ("ana",))  # type: ignore[union-attr]
    bout.end("hero")
    bout.order(cast("zombie", "foe", caster="rival"))
    bout.answer("unwilling", 6, 5)
    assert bout.state.fight.holders("foe") == ("gm",)


@pytest.mark.rule("FF-ST-11")
def test_ff_st_11_charm_ends_with_its_turns() -> None:
    """Then he is his owner's."""
    bout = Bout(hero(figures=mage("charm")), foe(seat="bea"))
    bout.order(cast("charm", "foe"), 6, 5)
    for _ in range(3):
        bout.end("hero")
        assert bout.state.fight.holders("foe") == ("ana",)
        bout.end("foe")
    assert bout.state.fight.holders("foe") == ("bea",)


@pytest.mark.rule("FF-ST-11")
def test_ff_st_11_whoever_charms_one_does_not_read_his_whole_side() -> None:
    """His own sheet, and what he holds ready, for he commands him; of his comrades nothing more than before."""
    rival = foe("rival", seat="bea")
    bout = Bout(rival, hero(figures=mage("charm")), foe(seat="bea"))
    bout.order(o.Ready(combatant="rival", action=o.Readied.DEFEND))
    bout.end("rival")
    bout.order(cast("charm", "foe"))
    bout.answer("hold", 6, 5)
    seen = BOOK.seen(bout.state, "ana").own.fighters
    assert seen["foe"].figures is not None
    assert (seen["rival"].figures, seen["rival"].waiting) == (None, None)
    assert BOOK.seen(bout.state, "bea").own.fighters["hero"].figures is None
    bout.end("hero")
    assert "ready" in bout.keys("foe")
    bout.order(o.Ready(combatant="foe", action=o.Readied.DEFEND))
    bout.answer("hold")
    for seat in ("ana", "bea"):
        assert BOOK.seen(bout.state, seat).own.fighters["foe"].waiting is not None
    assert BOOK.seen(bout.state, "eye").own.fighters["foe"].waiting is None
