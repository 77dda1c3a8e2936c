"""Magic."""

from __future__ import annotations

import pytest

from engine.systems.fantasia import orders as o
from engine.systems.fantasia.content.catalogue import PROFESSIONS
from engine.systems.fantasia.content.kinds import Armor, Figure, Mod, Paradigm, Protection, Source, Spell, Spread
from engine.systems.fantasia.events import (
    AbilityLaunched,
    DamageTaken,
    Healed,
    HitAutomatic,
    MagicRolled,
    Nature,
    Outcome,
)
from engine.systems.fantasia.sheet import Granted
from tests.systems.fantasia.bout import Bout, at, foe, hero, sheet


def cast(spell: str, *targets: str) -> o.Cast:
    return o.Cast(caster="hero", spell=spell, targets=targets)


@pytest.mark.rule("FF-MAG-01")
@pytest.mark.parametrize(("faces", "outcome"), [((4, 3), Outcome.HIT), ((3, 3), Outcome.MISS)])
def test_ff_mag_01_reaching_dm_hits(faces: tuple[int, int], outcome: Outcome) -> None:
    """Mind 1 against DM 8; DE 99 does not matter. A miss costs its points too."""
    bout = Bout(hero(figures=sheet(mind=1, mp=4, spells=("fire",))), foe(figures=sheet(defense=99, magic_defense=8)))
    bout.order(cast("fire", "foe"), *faces, *((2, 3) if outcome is Outcome.HIT else ()))
    rolled = bout.the(MagicRolled)
    assert (rolled.total, rolled.against, rolled.outcome) == (sum(faces) + 1, 8, outcome)
    assert bout.hp("foe") == (14 if outcome is Outcome.HIT else 20)
    assert bout.mp("hero") == 0


@pytest.mark.rule("FF-MAG-01")
def test_ff_mag_01_what_cannot_be_cast() -> None:
    """Unknown spells, targets out of range, the dead, too many or none."""
    bout = Bout(
        hero(figures=sheet(mp=99, spells=("fire",)), place=at(0)),
        foe(place=at(10)),
        foe("far", place=at(10, 1)),
        foe("gone", conditions=("dead",), place=at(1)),
    )
    assert bout.refuse(cast("water", "foe")).field == "spell"
    for targets in (("far",), ("gone",), (), ("foe", "foe"), ("foe", "gone")):
        assert bout.refuse(cast("fire", *targets)).field == "targets"
    bout.order(cast("fire", "foe"), 1, 2)


@pytest.mark.rule("FF-MAG-02", "FF-ATK-08")
@pytest.mark.parametrize(("weapon", "times"), [(None, 1), ("rod", 1), ("staff", 2), ("grand_staff", 3)])
def test_ff_mag_02_damage_is_dice_and_mind_times_the_weapons_bonus(weapon: str | None, times: int) -> None:
    """2d + 3 × 1, 2 or 3; damage of a spell is magic."""
    own = (weapon,) if weapon else ()
    bout = Bout(hero(figures=sheet(mind=3, mp=4, weapons=own, spells=("fire",))), foe(figures=sheet(hp=99)))
    bout.order(cast("fire", "foe"), 4, 4, 2, 3)
    taken = bout.the(DamageTaken)
    assert (taken.damage, taken.nature) == (5 + 3 * times, Nature.MAGIC)


@pytest.mark.rule("FF-MAG-02", "FF-MAG-03", "FF-ATK-09")
@pytest.mark.parametrize("mind", [0, -1])
def test_ff_mag_02_03_a_mind_of_zero_or_less_is_added_once(mind: int) -> None:
    """Also with a staff +3, for damage and for healing."""
    figures = sheet(mind=mind, mp=9, weapons=("grand_staff",), spells=("fire", "cure"))
    bout = Bout(hero(figures=figures, vitals={"hp": 1}), foe(figures=sheet(hp=99)))
    bout.order(cast("fire", "foe"), 6, 5, 2, 3)
    assert bout.the(DamageTaken).damage == 5 + mind
    bout.end("hero")
    bout.end("foe")
    bout.order(cast("cure", "hero"), 2, 3)
    assert bout.the(Healed).healing == 5 + mind


@pytest.mark.rule("FF-MAG-02")
@pytest.mark.parametrize(("mind", "damage"), [(-1, 1), (-2, 0), (-3, 0)])
def test_ff_mag_02_damage_of_nothing_is_no_damage(mind: int, damage: int) -> None:
    """Two ones on the dice and a bad mind: at 0 and below nothing happens."""
    bout = Bout(hero(figures=sheet(mind=mind, mp=4, spells=("fire",))), foe())
    bout.order(cast("fire", "foe"), 6, 5, 1, 1)
    assert [e.damage for e in bout.of(DamageTaken)] == [damage] * (damage > 0)
    assert bout.hp("foe") == 20 - damage


@pytest.mark.rule("FF-MAG-03", "FF-ATK-08")
def test_ff_mag_03_healing_is_dice_and_mind_times_the_weapons_bonus() -> None:
    """2d + 2 × 2 with a staff, and not above the maximum."""
    bout = Bout(hero(figures=sheet(mind=2, mp=3, weapons=("staff",), spells=("cure",)), vitals={"hp": 15}), foe())
    bout.order(cast("cure", "hero"), 1, 1)
    assert (bout.the(Healed).healing, bout.hp("hero")) == (6, 20)


@pytest.mark.rule("FF-MAG-04")
def test_ff_mag_04_a_willing_ally_needs_no_roll() -> None:
    """He is asked, and willing by default; the only dice are those of healing."""
    bout = Bout(hero(figures=sheet(mp=3, spells=("cure",))), hero("friend", vitals={"hp": 1}), foe())
    bout.order(cast("cure", "friend"))
    assert (bout.asked, bout.waiting[0].default) == (["Willing"], "willing")
    bout.answer("willing", 2, 3)
    assert bout.rolls() == ["2d6 healing"]
    assert bout.hp("friend") == 6


@pytest.mark.rule("FF-MAG-05")
@pytest.mark.parametrize(("faces", "hp"), [((4, 4), 6), ((2, 2), 1)])
def test_ff_mag_05_an_unwilling_target_must_be_overcome(faces: tuple[int, int], hp: int) -> None:
    """MA against DM, also for what would do him good; an enemy is unwilling by default."""
    bout = Bout(hero(figures=sheet(mp=3, spells=("cure",))), foe(vitals={"hp": 1}))
    bout.order(cast("cure", "foe"))
    assert (bout.waiting[0].seats, bout.waiting[0].default) == (("gm",), "unwilling")
    bout.answer("unwilling", *faces, *((2, 3) if hp == 6 else ()))
    assert bout.the(MagicRolled).outcome is (Outcome.HIT if hp == 6 else Outcome.MISS)
    assert bout.hp("foe") == hp


@pytest.mark.rule("FF-MAG-05")
def test_ff_mag_05_an_enemy_may_be_willing_too() -> None:
    """Then there is no roll."""
    bout = Bout(hero(figures=sheet(mp=3, spells=("cure",))), foe(vitals={"hp": 1}))
    bout.order(cast("cure", "foe"))
    bout.answer("willing", 2, 3)
    assert bout.of(MagicRolled) == []
    assert bout.hp("foe") == 6


@pytest.mark.rule("FF-MAG-04", "FF-MAG-05")
def test_ff_mag_05_the_caster_and_the_unconscious_are_not_asked() -> None:
    """Cure on oneself, and on a fallen friend, works at once."""
    bout = Bout(hero(figures=sheet(mp=9, spells=("cure",))), hero("friend", vitals={"hp": 0}), foe())
    bout.order(cast("cure", "friend"), 2, 3)
    assert (bout.hp("friend"), bout.has("friend", "unconscious")) == (5, False)


@pytest.mark.rule("FF-MAG-05")
def test_ff_mag_05_several_are_asked_together_and_only_the_unwilling_are_rolled_for() -> None:
    """A healing rain on two friends: one window, one roll against the one who does not want it."""
    rain = Spell(id="rain", name="Rain", mp=3, heal=1, beneficial=True, spread=Spread.AREA, radius_metres=2)
    bout = Bout(
        hero(figures=sheet(mp=3, own_spells=(rain,))),
        hero("a", vitals={"hp": 1}),
        hero("b", sheet(magic_defense=99), vitals={"hp": 1}),
        foe(),
    )
    bout.order(cast("rain", "a", "b"))
    assert bout.asked == ["Willing", "Willing"]
    bout.answer("willing")
    assert bout.asked == ["Willing"]
    bout.answer("unwilling", 5, 5, 3)
    assert bout.the(MagicRolled).target == "b"
    assert (bout.hp("a"), bout.hp("b")) == (4, 1)


@pytest.mark.rule("FF-MAG-06", "FF-MAG-07", "FF-EQ-05")
@pytest.mark.parametrize("profession", [p.id for p in PROFESSIONS.values() if p.paradigm is Paradigm.ARCANE])
def test_ff_mag_06_07_arcane_magic_is_refused_in_heavy_armour(profession: str) -> None:
    """All twelve arcane professions; in light armour it goes."""
    heavy = sheet(mp=9, profession=profession, spells=("fire",), armor=("heavy_armor",))
    bout = Bout(hero(figures=heavy), foe())
    assert bout.refuse(cast("fire", "foe")).rule == "FF-MAG-06"
    assert "cast-fire" not in bout.keys("hero")
    light = sheet(mp=9, profession=profession, spells=("fire",), armor=("light_armor",))
    Bout(hero(figures=light), foe()).order(cast("fire", "foe"), 1, 2)


@pytest.mark.rule("FF-MAG-07")
def test_ff_mag_07_there_are_twelve_arcane_professions() -> None:
    """Neither more nor fewer."""
    assert sum(p.paradigm is Paradigm.ARCANE for p in PROFESSIONS.values()) == 12


@pytest.mark.rule("FF-MAG-08")
@pytest.mark.parametrize("profession", ["freelancer", "paladin", "magitek_soldier"])
def test_ff_mag_08_martial_magic_is_free_of_it(profession: str) -> None:
    """A paladin heals in plate."""
    figures = sheet(mp=3, profession=profession, spells=("cure",), armor=("heavy_armor",))
    bout = Bout(hero(figures=figures, vitals={"hp": 1}), foe())
    bout.order(cast("cure", "hero"), 1, 1)
    assert bout.hp("hero") == 3


@pytest.mark.rule("FF-MAG-06", "FF-MAG-08")
def test_ff_mag_06_the_limit_follows_the_magic_not_the_person() -> None:
    """A paladin in plate: his own cure and his tribe's thunder work, the black mage's fire does not, nor reversed."""
    figures = sheet(
        mp=20,
        profession="paladin",
        spells=("cure",),
        granted_spells=(
            Granted(ability="fire", profession="black_mage"),
            Granted(ability="thunder", granted_by=Source.TRIBE),
        ),
        armor=("heavy_armor",),
    )
    bout = Bout(hero(figures=figures), foe())
    assert bout.refuse(cast("fire", "foe")).rule == "FF-MAG-06"
    assert {"cast-cure", "cast-thunder"} <= {*bout.keys("hero")}
    mage = sheet(
        mp=20,
        profession="black_mage",
        spells=("fire",),
        granted_spells=(Granted(ability="water", granted_by=Source.ITEM),),
        granted_techniques=(Granted(ability="sweep", profession="paladin"),),
        armor=("heavy_armor",),
    )
    keys = Bout(hero(figures=mage), foe()).keys("hero")
    assert "cast-fire" not in keys
    assert {"cast-water", "technique-sweep-unarmed"} <= {*keys}


@pytest.mark.rule("FF-MAG-09")
def test_ff_mag_09_points_are_paid_when_the_magic_is_launched() -> None:
    """While a readied action is asked about nothing is paid; the launch pays."""
    bout = Bout(foe(), hero(figures=sheet(mp=4, spells=("fire",))))
    bout.order(o.Ready(combatant="foe", action=o.Readied.ATTACK))
    bout.end("foe")
    bout.order(cast("fire", "foe"))
    assert (bout.asked, bout.mp("hero")) == (["UseReadied"], 4)
    bout.answer("hold", 1, 2)
    assert bout.mp("hero") == 0
    assert bout.the(AbilityLaunched).targets == ("foe",)


@pytest.mark.rule("FF-KO-07", "FF-MAG-01")
def test_magic_on_the_helpless_hits_without_a_roll_and_deals_double() -> None:
    """No attack roll, so no critical and no fumble."""
    bout = Bout(hero(figures=sheet(mp=4, spells=("fire",))), foe(conditions=("unconscious",)), foe("other"))
    bout.order(cast("fire", "foe"), 1, 2)
    assert bout.of(MagicRolled) == []
    assert bout.the(HitAutomatic).target == "foe"
    assert bout.the(DamageTaken).damage == 6


@pytest.mark.rule("FF-PRONE-02", "FF-PRONE-03")
@pytest.mark.parametrize(("spell", "change"), [("fire", -1), ("shock_grasp", 1)])
def test_spells_are_ranged_but_for_touch(spell: str, change: int) -> None:
    """Against somebody prone MA-1, by touch MA+1; the firearm's exception is not for them."""
    bout = Bout(hero(figures=sheet(mp=4, spells=(spell,))), foe(figures=sheet(magic_defense=20), conditions=("prone",)))
    bout.order(cast(spell, "foe"), 2, 3)
    assert bout.the(MagicRolled).total == 5 + change


def test_area_magic_rolls_once_for_hit_and_damage() -> None:
    """One roll against each DM, one damage roll for all who are hit; friends in the area too."""
    bout = Bout(
        hero(figures=sheet(mind=1, mp=8, spells=("firaga",))),
        hero("friend", sheet(magic_defense=9)),
        foe(figures=sheet(magic_defense=8)),
        foe("other", sheet(magic_defense=10)),
    )
    bout.order(cast("firaga", "foe", "other", "friend"))
    bout.answer("unwilling", 4, 4, 2, 3)
    assert [m.outcome for m in bout.of(MagicRolled)] == [Outcome.HIT, Outcome.MISS, Outcome.HIT]
    assert [(d.target, d.damage) for d in bout.of(DamageTaken)] == [("foe", 6), ("friend", 6)]


@pytest.mark.rule("FF-MAG-03", "FF-KO-05")
@pytest.mark.parametrize(("mind", "healing"), [(-1, 1), (-2, 0), (-3, 0)])
def test_ff_mag_03_healing_of_nothing_wakes_nobody(mind: int, healing: int) -> None:
    """Two ones and a bad mind: at 1 point he wakes, at 0 and below nothing happens."""
    bout = Bout(hero(figures=sheet(mind=mind, mp=3, spells=("cure",))), hero("friend", vitals={"hp": 0}), foe())
    bout.order(cast("cure", "friend"), 1, 1)
    assert [e.healing for e in bout.of(Healed)] == [healing] * (healing > 0)
    assert bout.has("friend", "unconscious") is (healing == 0)


@pytest.mark.rule("FF-CRIT-02", "FF-MAG-05")
def test_two_sixes_do_not_double_healing_and_ask_nobody() -> None:
    """An unwilling friend is overcome, and healed by what was rolled."""
    rain = Spell(id="rain", name="Rain", mp=3, heal=1, beneficial=True, spread=Spread.NAMED, targets=2)
    bout = Bout(
        hero(figures=sheet(mp=3, own_spells=(rain,))),
        hero("a", sheet(magic_defense=99), vitals={"hp": 1}),
        hero("b", sheet(magic_defense=99), vitals={"hp": 1}),
        hero("c"),
        foe(),
    )
    assert bout.refuse(cast("rain", "a", "b", "c")).field == "targets"
    bout.order(cast("rain", "a", "b"))
    bout.answer("unwilling")
    bout.answer("unwilling", 6, 6, 3)
    assert bout.asked == []
    assert (bout.hp("a"), bout.hp("b")) == (4, 4)


def test_offers_begin_with_whom_a_spell_is_meant_for() -> None:
    """Harm with the enemies, and at last the caster himself; help with him and his allies."""
    bout = Bout(hero(figures=sheet(mp=9, spells=("fire", "cure"))), foe(), hero("friend"))
    fields = {offer.key: offer.fields[0].among for offer in bout.offers("hero") if offer.key.startswith("cast")}
    assert fields == {"cast-fire": ("foe", "friend", "hero"), "cast-cure": ("hero", "friend", "foe")}


@pytest.mark.rule("FF-STAT-06", "FF-MAG-09")
def test_exactly_enough_points_are_enough() -> None:
    """Four points for a spell of four: offered and cast."""
    bout = Bout(hero(figures=sheet(mp=4, spells=("fire",))), foe())
    assert "cast-fire" in bout.keys("hero")
    bout.order(cast("fire", "foe"), 1, 2)
    assert bout.mp("hero") == 0


@pytest.mark.rule("FF-MAG-01")
def test_a_spell_for_one_takes_no_second_target() -> None:
    """Two enemies beside each other are one too many; of an area with places only the middle is named."""
    bout = Bout(
        hero(figures=sheet(mp=9, spells=("fire", "firaga")), place=at(0)), foe(place=at(1)), foe("other", place=at(2))
    )
    assert bout.refuse(cast("fire", "foe", "other")).field == "targets"
    assert bout.refuse(cast("firaga", "foe", "other")).field == "targets"


@pytest.mark.rule("FF-STAT-03", "FF-MAG-02", "FF-STK-02")
def test_a_spell_takes_no_bonus_of_a_plain_weapon_but_that_of_accessories() -> None:
    """A great sword adds nothing to roll and damage; a charm of MA+1 adds to the roll alone."""
    mods = (Mod(figure=Figure.MAGIC_ATTACK, change=1),)
    charm = Armor(id="charm", name="Charm", protection=Protection.ACCESSORY, mods=mods)
    figures = sheet(mind=2, mp=4, weapons=("great_sword",), own_armor=(charm,), spells=("fire",))
    bout = Bout(hero(figures=figures), foe())
    bout.order(cast("fire", "foe"), 4, 3, 1, 1)
    assert bout.the(MagicRolled).total == 7 + 2 + 1
    assert bout.the(DamageTaken).damage == 2 + 2


@pytest.mark.rule("FF-PRONE-04")
def test_ff_prone_04_casting_from_the_ground_has_one_less() -> None:
    """The exception is for firearms alone."""
    bout = Bout(hero(figures=sheet(mp=4, spells=("fire",)), conditions=("prone",)), foe())
    bout.order(cast("fire", "foe"), 2, 3)
    assert bout.the(MagicRolled).total == 4
