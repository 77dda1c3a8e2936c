"""From a hit to life points: resistances, halves, armour, falling."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut
from engine.systems.minis.content.catalogue import ARMOR, WEAPONS
from engine.systems.minis.content.kinds import Armor, DamageType, Resistance, ShieldKind, Weapon
from engine.systems.minis.events import HarmDone
from engine.systems.minis.orders import Attack
from engine.systems.minis.rules.basics.armor import Pierces, protects
from engine.systems.minis.rules.basics.sums import Sum
from engine.systems.minis.rules.combat import damage
from engine.systems.minis.rules.combat.damage import Hit, half, with_weapon
from tests.systems.minis.bout import Bout, ana, ben

METAL, NON_METAL, NOTHING = Pierces.METAL, Pierces.NON_METAL, Pierces.NOTHING


def harm(hit: Hit, **figures: Any) -> int:
    """The damage that a hit does to Bob."""
    return damage.damage(Bout(ana(at=(0, 0)), ben(at=(80, 0), **figures)).state, "bob", hit).total


def weapon(name: str, *, flank: bool = False) -> Hit:
    """A hit with a weapon of the catalogue."""
    return with_weapon(WEAPONS[name], flank=flank)


def spell(base: int, kind: DamageType | None = None, pierces: Pierces = NOTHING, *, flank: bool = False) -> Hit:
    """A hit of a spell."""
    return Hit("spell", Sum().plus("spell", base, "MN-SPL-01"), flank, kind, spell=True, pierces=pierces)


# -- resistances
@pytest.mark.rule("MN-RES-01", "MN-GAP-15", "MN-ARM-01")
def test_non_magic_weapons_do_half_damage() -> None:
    """Rounded down, but not below 1; magic weapons do all of it."""
    resists = {"resistances": (Resistance.NON_MAGIC_WEAPONS,)}
    assert harm(weapon("long_sword"), **resists) == 3
    assert harm(weapon("long_bow"), **resists) == 2
    assert harm(weapon("fists"), **resists) == 1
    assert harm(weapon("fire_arrows"), **resists) == 2
    assert harm(weapon("enchanted_sword"), **resists) == 7
    assert harm(weapon("elf_bow"), **resists) == 6
    assert harm(spell(9), **resists) == 9


@pytest.mark.rule("MN-RES-02", "MN-RES-03", "MN-RES-04", "MN-RES-07")
@pytest.mark.parametrize(
    ("resistance", "means", "kind"),
    [
        (Resistance.FIRE, "burning_claws", DamageType.FIRE),
        (Resistance.ELECTRICITY, "shock_lash", DamageType.ELECTRICITY),
        (Resistance.POISON, "spider_bite", DamageType.POISON),
    ],
)
def test_what_is_resisted_does_nothing(resistance: Resistance, means: str, kind: DamageType) -> None:
    """By weapons and spells; the others of the three do all their damage."""
    for other in (Resistance.FIRE, Resistance.ELECTRICITY, Resistance.POISON):
        whole = 0 if other is resistance else WEAPONS[means].damage
        assert harm(weapon(means), resistances=(other,)) == whole
        assert harm(spell(8, kind), resistances=(other,)) == (0 if other is resistance else 8)


@pytest.mark.rule("MN-RES-05", "MN-GAP-15")
def test_spells_do_half_damage() -> None:
    """Weapons do not change, magic ones neither."""
    resists = {"resistances": (Resistance.SPELLS,)}
    assert [harm(spell(base), **resists) for base in (13, 7, 1)] == [6, 3, 1]
    assert harm(weapon("enchanted_sword"), **resists) == 7


@pytest.mark.rule("MN-RES-06", "MN-GAP-15")
def test_halves_are_rounded_down_but_not_to_nothing() -> None:
    """Of durations alike: 0 and less stay as they are."""
    assert [half(number) for number in (5, 4, 3, 2, 1, 0)] == [2, 2, 1, 1, 1, 0]
    assert half(-1) == -1


# -- armour
PIECES = {
    "metal": Armor(id="m", name="M", protection=1, metal=True),
    "other": Armor(id="o", name="O", protection=1),
    "magic": Armor(id="g", name="G", protection=1, magic=True),
    "magic metal": Armor(id="g", name="G", protection=1, magic=True, metal=True),
}


@pytest.mark.rule("MN-ARM-02", "MN-ARM-03", "MN-ARM-04", "MN-ARM-01")
@pytest.mark.parametrize(
    ("piece", "bolt", "ball"),
    [("metal", False, True), ("other", True, False), ("magic", True, True), ("magic metal", True, True)],
)
def test_what_lightning_and_fire_go_through(piece: str, bolt: bool, ball: bool) -> None:
    """Plain metal does not stop lightning, what is not metal does not stop fire; magic stops both."""
    found = PIECES[piece]
    assert protects(found, flank=False, pierces=METAL) is bolt
    assert protects(found, flank=False, pierces=NON_METAL) is ball
    assert protects(found, flank=False, pierces=NOTHING)
    assert protects(found, flank=True, pierces=NOTHING)


@pytest.mark.rule("MN-FLK-03", "MN-ARM-04", "MN-GAP-17", "MN-GAP-18")
@pytest.mark.parametrize(("name", "pierces"), list(itertools.product(ARMOR, Pierces)))
def test_shields_and_forward_facing_armour_cover_the_front(name: str, pierces: Pierces) -> None:
    """Against everything that comes from the flank they give nothing; other armour does."""
    piece = ARMOR[name]
    front = protects(piece, flank=False, pierces=pierces)
    assert protects(piece, flank=True, pierces=pierces) is (front and not piece.front_only)
    assert piece.front_only is (piece.forward_facing or piece.shield is not ShieldKind.NONE)


@pytest.mark.rule("MN-ARM-05", "MN-GAP-14", "MN-GAP-16")
def test_the_best_body_armour_and_the_best_shield_are_subtracted() -> None:
    """One of each, among those that protect against this hit."""
    worn = {"armor": ("leather", "plate_mail", "small_shield")}
    assert harm(weapon("two_handed_sword"), **worn) == 8 - 3 - 1
    assert harm(weapon("two_handed_sword", flank=True), **worn) == 8 - 3
    assert harm(spell(8, pierces=METAL), **worn) == 8 - 1 - 1
    assert harm(spell(8, pierces=NON_METAL), **worn) == 8 - 3
    assert harm(weapon("two_handed_sword", flank=True), armor=("breastplate",)) == 8


@pytest.mark.rule("MN-GAP-14")
def test_a_hit_does_1_at_least() -> None:
    """However heavy the armour; but what a resistance has stopped does nothing."""
    worn = {"armor": ("large_shield", "magical_plate_mail")}
    assert harm(weapon("dagger"), **worn) == 1
    assert harm(weapon("long_sword"), **worn) == 1
    assert harm(weapon("enchanted_sword"), **worn) == 1
    assert harm(weapon("two_handed_sword"), **worn) == 2
    assert harm(weapon("spider_bite"), **worn, resistances=(Resistance.POISON,)) == 0


@pytest.mark.rule("MN-GAP-16", "MN-GAP-14")
def test_the_half_comes_before_the_armour() -> None:
    """8 halved is 4, less 3 is 1: not 8 less 3, halved."""
    resists = {"resistances": (Resistance.NON_MAGIC_WEAPONS,), "armor": ("plate_mail",)}
    assert harm(weapon("two_handed_sword"), **resists) == 1
    assert harm(weapon("two_handed_sword"), resistances=resists["resistances"], armor=("chain_mail",)) == 2


@pytest.mark.rule("MN-GAP-14", "MN-SPL-03", "MN-SPL-08")
def test_spells_that_act_as_armour() -> None:
    """Magic shield as a large shield, Protection as magical plate mail; each only where it is the best."""
    assert harm(weapon("two_handed_sword"), conditions=("magic_shield",)) == 6
    assert harm(weapon("two_handed_sword", flank=True), conditions=("magic_shield",)) == 8
    assert harm(weapon("two_handed_sword"), conditions=("protection",), armor=("leather",)) == 4
    assert harm(spell(8, pierces=METAL), conditions=("protection", "magic_shield")) == 2


# -- life
@pytest.mark.rule("MN-GAP-45", "MN-GAP-16", "MN-FLK-03")
def test_whoever_has_no_life_left_leaves_play() -> None:
    """Its place in the order goes with it; life is 0, not below."""
    bout = Bout(ana(at=(0, 0), weapons=("two_handed_sword",)), ben(at=(80, 0), life=3), ben("bea", at=(900, 0)))
    bout.begin()
    bout.declare("ada", "bob", "bea", faces=(90, 50, 10))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert (bout.the(HarmDone).damage, bout.life("bob"), bout.the(CombatantOut).reason) == (8, 0, "fallen")
    assert [slot.combatant for slot in bout.own.slots] == ["bea"]
    bout.end("ada")
    assert bout.acting == "bea"


@pytest.mark.rule("MN-GAP-45")
def test_the_activation_of_a_mini_that_falls_is_over() -> None:
    """The next place follows at once."""
    bout = Bout(ana(at=(0, 0), life=1, attacks=2), ana("amy", at=(0, 300)), ben(at=(80, 0)))
    bout.begin()
    bout.declare("ada", "amy", faces=(90, 10))
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "thrust")
    assert bout.who("ada").out == "fallen"
    assert bout.acting == "amy"


@pytest.mark.rule("MN-GAP-16")
def test_the_terms_of_damage_are_told() -> None:
    """Weapon, resistance and each piece of armour."""
    bout = Bout(
        ana(at=(0, 0), weapons=("two_handed_sword",)),
        ben(at=(80, 0), armor=("leather", "small_shield"), resistances=(Resistance.NON_MAGIC_WEAPONS,)),
    )
    bout.begin()
    bout.declare("ada")
    bout.order(Attack(combatant="ada", target="bob"))
    bout.choose("head", "parry")
    assert bout.terms(HarmDone) == [
        ("two_handed_sword", 8),
        ("resistance", -4),
        ("leather", -1),
        ("small_shield", -1),
    ]


def test_a_weapon_in_full_is_as_good_as_one_of_the_catalogue() -> None:
    """With all its figures."""
    own = Weapon(id="pike", name="Pike", damage=5, magic=True)
    bout = Bout(ana(at=(0, 0), weapons=(), own_weapons=(own,)), ben(at=(80, 0)))
    assert bout.mini("ada").arms == {"pike": own}
