"""Figures on the sheet."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from engine.kernel.state.combatant import Place
from engine.kernel.structs.errors import RuleRefusal
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content.catalogue import CHARACTERS, CREATURES
from engine.systems.fantasia.content.kinds import (
    Affinity,
    Armor,
    Attribute,
    Category,
    Element,
    Figure,
    Hand,
    Mod,
    Protection,
    Relation,
    Tag,
    Weapon,
)
from engine.systems.fantasia.events import AttackRolled, MagicRolled
from engine.systems.fantasia.rules.basics.dice import of_attribute
from engine.systems.fantasia.rules.basics.figures import attribute, figure, modifiers, total
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.aim import Use, attack_terms
from engine.systems.fantasia.rules.equipment.entering import fighter_of
from engine.systems.fantasia.sheet import Granted, Grip, Load, Sheet, Stock
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def refused(figures: Sheet) -> RuleRefusal:
    with pytest.raises(RuleRefusal) as caught:
        system.enter(figures, None)
    return caught.value


@pytest.mark.rule("FF-STAT-01")
def test_ff_stat_01_attributes_may_be_zero_and_negative() -> None:
    """All four are taken as they are."""
    bout = Bout(hero(figures=sheet(strength=0, agility=-1, vitality=-3, mind=4)), foe())
    assert [attribute(bout.state, "hero", a) for a in Attribute] == [0, -1, -3, 4]


@pytest.mark.rule("FF-STAT-01")
def test_ff_stat_01_a_sheet_without_a_needed_figure_is_refused() -> None:
    """The refusal names the field."""
    refusal = refused(Sheet(strength=1, agility=1, vitality=1, defense=7, magic_defense=7, hp=9, movement=5))
    assert (refusal.rule, refusal.field) == ("FF-STAT-01", "sheet.mind")


def test_what_changes_figures_is_as_the_sheet_is() -> None:
    """Found once for a sheet: asked again it is the same, beside conditions it is there, and without gear it is gone.

    A sheet that was corrected is another one, and so is that of somebody who is like it.
    """

    def changes(bout: Bout) -> list[int]:
        return [sum(m.change for m in modifiers(bout.state, who, Figure.DEFENSE)) for who in ("hero", "foe")]

    mail = Armor(id="mail", name="Mail", protection=Protection.HEAVY, mods=(Mod(figure=Figure.DEFENSE, change=2),))
    bout = Bout(hero(figures=sheet(own_armor=(mail,))), foe())
    assert changes(bout) == changes(bout) == [2, 0]
    bout.lay("hero", "prone", "off_balance")
    assert changes(bout) == [2 - 3, 0]
    bout.lay("hero", "pig")
    assert changes(bout) == [0, 0]
    mended = structs.replace(mail, mods=(Mod(figure=Figure.DEFENSE, change=4),))
    bout.lay("hero")
    bout.correct("rules.fighters.hero.figures.armor", (mended,))
    assert changes(bout) == [4, 0]


def test_what_an_attack_asks_again_is_made_once_for_a_state() -> None:
    """And anew for the next, whatever is different there."""
    bout = Bout(hero(figures=sheet(strength=3, weapons=("sword",))), foe())
    use = Use("sword", Attribute.STRENGTH)

    def asked(state: FantasiaFight) -> tuple[int, int]:
        strength = of_attribute(state, "hero", Attribute.STRENGTH, attack=True)
        terms = attack_terms(state, "hero", "foe", use)
        assert of_attribute(state, "hero", Attribute.STRENGTH, attack=True) is strength
        assert attack_terms(state, "hero", "foe", use) is terms
        return strength, total(terms)

    before = bout.state
    assert asked(before) == (3, 1 + 3)
    bout.lay("hero", "berserk")
    assert asked(bout.state) == (6, 1 + 6 + 2)
    bout.lay("foe", "prone")
    assert asked(bout.state) == asked(structs.replace(bout.state)) == (6, 1 + 6 + 2 + 1)
    bout.lay("hero")
    assert (asked(bout.state), asked(before)) == ((3, 1 + 3 + 1), (3, 1 + 3))


@pytest.mark.rule("FF-STAT-02")
def test_ff_stat_02_at_is_bonus_plus_attribute_plus_modifiers() -> None:
    """Sword +2, strength 3, a power belt, a prone target: 2 + 3 + 1 + 1 on the dice."""
    bout = Bout(
        hero(figures=sheet(strength=3, weapons=("sword_2",), armor=("power_belt",))), foe(conditions=("prone",))
    )
    bout.order(o.Attack(attacker="hero", target="foe", weapon="sword_2"), 1, 2, 1, 1)
    assert bout.the(AttackRolled).total == 3 + 2 + 3 + 1 + 1


@pytest.mark.rule("FF-STAT-03")
def test_ff_stat_03_ma_is_magic_weapon_plus_mind() -> None:
    """A staff (MA+2) and mind 3 add 5, to its own blow and to a spell alike."""
    bout = Bout(hero(figures=sheet(mind=3, mp=9, weapons=("staff",), spells=("fire",))), foe(figures=sheet(hp=99)))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="staff"), 3, 2, 1)
    assert bout.the(AttackRolled).total == 5 + 5
    bout.end("hero")
    bout.end("foe")
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 3, 2, 1, 1)
    assert bout.the(MagicRolled).total == 5 + 5


@pytest.mark.rule("FF-STAT-03")
def test_ff_stat_03_a_spell_takes_the_best_magic_weapon_in_hand() -> None:
    """Rod in the left and staff in the right hand: the staff's 2 counts; stowed ones do not."""
    grips = (Grip(weapon="rod", hand=Hand.LEFT), Grip(weapon="staff", hand=Hand.RIGHT))
    figures = sheet(mind=1, mp=4, weapons=("rod", "staff", "grand_staff"), equipped=grips, spells=("fire",))
    bout = Bout(hero(figures=figures), foe())
    bout.order(o.Cast(caster="hero", spell="fire", targets=("foe",)), 3, 3, 1, 1)
    assert bout.the(MagicRolled).total == 6 + 1 + 2


@pytest.mark.rule("FF-STAT-04")
def test_ff_stat_04_defences_are_changed_by_equipment_and_actions() -> None:
    """Light armour and an amulet, then defending: DE 7 + 2 + 3, DM 7 + 1."""
    bout = Bout(hero(figures=sheet(armor=("light_armor", "amulet"))), foe())
    bout.order(o.Defend(combatant="hero"))
    assert figure(bout.state, "hero", Figure.DEFENSE) == 12
    assert figure(bout.state, "hero", Figure.MAGIC_DEFENSE) == 8


@pytest.mark.rule("FF-STAT-04", "FF-STK-02", "FF-STK-03", "FF-EQ-06")
def test_ff_stat_04_light_and_heavy_armour_do_not_add_but_accessories_do() -> None:
    """Per figure the better of the two kinds of armour counts; two accessories add up."""
    plate = Armor(
        id="plate",
        name="Plate",
        protection=Protection.HEAVY,
        mods=(Mod(figure=Figure.DEFENSE, change=4), Mod(figure=Figure.MOVEMENT, change=-1)),
    )
    bout = Bout(hero(figures=sheet(armor=("light_armor", "ring", "boots"), own_armor=(plate,))), foe())
    assert figure(bout.state, "hero", Figure.DEFENSE) == 7 + 4
    assert figure(bout.state, "hero", Figure.MOVEMENT) == 5 - 1
    assert attribute(bout.state, "hero", Attribute.AGILITY) == 2


@pytest.mark.rule("FF-STAT-05")
def test_ff_stat_05_evasion_and_magic_block_are_kept_and_changed() -> None:
    """A shield gives EV+2; nothing else reads either figure."""
    bout = Bout(hero(figures=sheet(evasion=1, magic_block=3, armor=("shield",))), foe())
    assert figure(bout.state, "hero", Figure.EVASION) == 3
    assert figure(bout.state, "hero", Figure.MAGIC_BLOCK) == 3


@pytest.mark.rule("FF-STAT-06")
def test_ff_stat_06_points_have_a_present_and_a_highest_value() -> None:
    """Somebody may enter with less than he could have; healing stops at the maximum."""
    bout = Bout(hero(figures=sheet(mp=8, spells=("cure",), mind=9), vitals={"hp": 15, "mp": 3}), foe())
    assert (bout.who("hero").vitals["hp"].max, bout.hp("hero")) == (20, 15)
    bout.order(o.Cast(caster="hero", spell="cure", targets=("hero",)), 6, 6)
    assert (bout.hp("hero"), bout.mp("hero")) == (20, 0)


@pytest.mark.rule("FF-STAT-06")
def test_ff_stat_06_magic_points_pay_for_magic() -> None:
    """One point too few: refused, and the offer is not there."""
    bout = Bout(hero(figures=sheet(mp=3, spells=("fire",))), foe())
    assert bout.refuse(o.Cast(caster="hero", spell="fire", targets=("foe",))).rule == "FF-STAT-06"
    assert "cast-fire" not in bout.keys("hero")


@pytest.mark.rule("FF-STAT-07")
def test_ff_stat_07_movement_is_metres_per_movement_action() -> None:
    """With MO 5, five metres go and six do not; no change takes it below 1."""
    bout = Bout(hero(), foe(figures=sheet(movement=1, armor=("heavy_armor",))))
    assert bout.refuse(o.Move(combatant="hero", metres=6)).rule == "FF-MOVE-01"
    bout.order(o.Move(combatant="hero", metres=5))
    assert figure(bout.state, "foe", Figure.MOVEMENT) == 1


@pytest.mark.rule("FF-STAT-08", "FF-STAT-09", "FF-STAT-10")
def test_ff_stat_08_to_10_level_size_weight_tags_and_affinities_are_kept() -> None:
    """What later rules read stands in the state; weight follows from size where it is not given."""
    affinity = Affinity(element=Element.FIRE, relation=Relation.WEAK)
    large = fighter_of(sheet(level=7, size_percent=200, tags=(Tag.UNDEAD, Tag.FLYING), affinities=(affinity,)))
    made = large.figures
    assert made is not None
    assert (made.level, large.size_percent, made.weight_kg) == (7, 200, 280)
    assert (made.tags, made.affinities) == ((Tag.UNDEAD, Tag.FLYING), (affinity,))
    plain = fighter_of(sheet()).figures
    assert plain is not None
    assert (plain.level, fighter_of(sheet()).size_percent, plain.weight_kg, plain.tags) == (1, 100, 70, ())


@pytest.mark.rule("FF-STAT-09")
def test_ff_stat_09_somebody_large_reaches_his_size_in_metres() -> None:
    """A giant of size 3 strikes at 3 m; somebody of normal size only at 1 m."""
    from tests.systems.fantasia.bout import at

    giant = sheet(ref="giant")
    bout = Bout(hero(place=at(0)), foe(figures=giant, place=at(3)))
    assert bout.refuse(o.Attack(attacker="hero", target="foe", weapon="unarmed")).field == "target"
    bout.end("hero")
    bout.order(o.Attack(attacker="foe", target="hero", weapon="fists"), 1, 2, 1, 1, 1)


@pytest.mark.parametrize("name", [*CHARACTERS, *CREATURES])
def test_every_sheet_of_the_catalogue_can_enter(name: str) -> None:
    """`{"ref": name}` is a complete sheet, and lives through JSON."""
    made = msgspec.json.decode(msgspec.json.encode(Sheet(ref=name)), type=Sheet)
    assert system.enter(made, None).kind == name


def test_a_field_beside_a_ref_changes_only_itself() -> None:
    """A goblin with 99 hp and no weapon."""
    made = fighter_of(Sheet(ref="goblin", hp=99, own_weapons=()))
    assert made.figures is not None
    assert (made.figures.hp, made.figures.defense, list(made.weapons)) == (99, 9, ["unarmed"])


@pytest.mark.rule("FF-EQ-02")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ref": "dragon"}, "sheet.ref"),
        ({"weapons": ("katana",)}, "sheet.weapons"),
        ({"weapons": ("sword", "sword")}, "sheet.weapons"),
        ({"weapons": ("sword",), "own_weapons": (Weapon(id="sword", name="Mine"),)}, "sheet.weapons"),
        ({"equipped": (Grip(weapon="sword"),)}, "sheet.equipped"),
        ({"weapons": ("bow",), "equipped": (Grip(weapon="bow"),)}, "sheet.equipped"),
        ({"weapons": ("sword", "rod"), "equipped": (Grip(weapon="sword"), Grip(weapon="rod"))}, "sheet.equipped"),
        ({"weapons": ("pistol",), "loaded": (Load(weapon="pistol", bullets=7),)}, "sheet.loaded"),
        ({"loaded": (Load(weapon="pistol", bullets=0),)}, "sheet.loaded"),
        ({"spells": ("meteor",)}, "sheet.spells"),
        ({"granted_spells": (Granted(ability="meteor"),)}, "sheet.grantedSpells"),
        ({"items": (Stock(item="elixir"),)}, "sheet.items"),
        ({"armor": ("cloak",)}, "sheet.armor"),
    ],
)
def test_a_sheet_that_cannot_be_played_names_its_field(changes: dict[str, object], field: str) -> None:
    """Unknown names, one hand for two weapons, more bullets than the chamber holds."""
    assert refused(sheet(**changes)).field == field


def test_a_place_must_be_a_point() -> None:
    """There is no board yet."""
    with pytest.raises(RuleRefusal) as caught:
        system.enter(sheet(), Place(zone="gate"))
    assert caught.value.field == "place"


@pytest.mark.rule("FF-EQ-02")
def test_ff_eq_02_the_first_weapon_is_in_hand_unless_the_sheet_says_otherwise() -> None:
    """Of sword and bow the sword is in the right hand; a bow alone takes both."""
    assert fighter_of(sheet(weapons=("sword", "bow"))).weapons["sword"].hand is Hand.RIGHT
    assert fighter_of(sheet(weapons=("sword", "bow"))).weapons["bow"].hand is None
    assert fighter_of(sheet(weapons=("bow",))).weapons["bow"].hand is Hand.BOTH


@pytest.mark.rule("FF-ATK-12")
def test_ff_atk_12_bonuses_go_from_0_to_3() -> None:
    """4 and -1 cannot be read; 0 and 3 can."""
    for bonus in (0, 3):
        assert msgspec.convert({"id": "w", "name": "W", "bonus": bonus}, Weapon).category is Category.MELEE
    for bonus in (-1, 4):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"id": "w", "name": "W", "bonus": bonus}, Weapon)


@pytest.mark.rule("FF-STAT-02", "FF-STAT-03")
@pytest.mark.parametrize(("weapon", "change"), [("sword", 2), ("rod", 5)])
def test_ff_stat_02_03_equipment_may_change_at_and_ma_apart(weapon: str, change: int) -> None:
    """Gloves of AT+2 and MA+5: the first for a sword, the second for a rod."""
    gloves = Armor(
        id="gloves",
        name="Gloves",
        protection=Protection.ACCESSORY,
        mods=(Mod(figure=Figure.ATTACK, change=2), Mod(figure=Figure.MAGIC_ATTACK, change=5)),
    )
    bout = Bout(hero(figures=sheet(weapons=(weapon,), own_armor=(gloves,))), foe(figures=sheet(defense=99)))
    bout.order(o.Attack(attacker="hero", target="foe", weapon=weapon), 1, 2)
    assert bout.the(AttackRolled).total == 3 + 1 + change


@pytest.mark.rule("FF-STAT-01", "FF-STAT-05")
def test_a_bare_sheet_is_level_1_with_nothing_else() -> None:
    """What is not given is 0, one attack, fists, and a death counter."""
    made = fighter_of(sheet()).figures
    assert made is not None
    assert (made.level, made.evasion, made.magic_block, made.mp, made.initiative_bonus) == (1, 0, 0, 0, 0)
    assert (made.multi_attack, made.death_counter, made.spells, made.techniques, made.items) == (1, True, {}, {}, {})


@pytest.mark.rule("FF-STK-02", "FF-STK-03")
def test_ff_stk_03_one_kind_of_armour_adds_to_accessories_for_better_and_worse() -> None:
    """Heavy armour's MO-1 and sandals' MO+2 are both counted."""
    sandals = Armor(
        id="sandals", name="Sandals", protection=Protection.ACCESSORY, mods=(Mod(figure=Figure.MOVEMENT, change=2),)
    )
    bout = Bout(hero(figures=sheet(armor=("heavy_armor",), own_armor=(sandals,))), foe())
    assert figure(bout.state, "hero", Figure.MOVEMENT) == 5 - 1 + 2
