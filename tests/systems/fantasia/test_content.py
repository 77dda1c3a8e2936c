"""The catalogue: its figures as the sample lists them, and each of its entries in a fight."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.state.orders import Begin
from engine.systems.fantasia import orders as o
from engine.systems.fantasia import system
from engine.systems.fantasia.content.catalogue import (
    ARMOR,
    CHARACTERS,
    CONTENT,
    CREATURES,
    ITEMS,
    SPELLS,
    TECHNIQUES,
    TRAITS,
    WEAPONS,
)
from engine.systems.fantasia.content.kinds import Attribute, Category, Figure
from engine.systems.fantasia.events import AttackRolled, InitiativeRolled, ItemUsed, MagicRolled
from engine.systems.fantasia.naming import WORDS
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.figures import figure
from engine.systems.fantasia.sheet import Sheet, Stock
from tests.systems.fantasia.bout import Bout, foe, hero, sheet

WEAPON = {  # category, bonus, dice, range
    "unarmed": ("MELEE", 0, 1, 1),
    "dagger": ("MELEE", 1, 1, 1),
    "sword": ("MELEE", 1, 2, 1),
    "sword_2": ("MELEE", 2, 2, 1),
    "great_sword": ("MELEE", 3, 2, 1),
    "fire_sword": ("MELEE", 1, 2, 1),
    "spear": ("MELEE", 1, 2, 1),
    "bow": ("SHOOTING", 1, 2, 20),
    "bow_3": ("SHOOTING", 3, 2, 20),
    "pistol": ("SHOOTING", 1, 2, 12),
    "two_shot_pistol": ("SHOOTING", 1, 2, 12),
    "shuriken": ("THROWN", 1, 1, 8),
    "boomerang": ("THROWN", 2, 1, 10),
    "rod": ("MAGIC", 1, 1, 1),
    "staff": ("MAGIC", 2, 1, 1),
    "grand_staff": ("MAGIC", 3, 2, 1),
    "brush": ("MAGIC", 1, 1, 1),
    "book": ("MAGIC", 1, 1, 1),
}


@pytest.mark.rule("FF-ATK-12")
def test_the_weapons_are_those_of_the_list() -> None:
    """None more, none fewer; what is special to one is listed too."""
    listed = {w.id: (w.category.value, w.bonus, w.dice, w.range_metres) for w in WEAPONS.values()}
    assert listed == WEAPON
    assert {w.id for w in WEAPONS.values() if w.two_hands} == {"great_sword", "bow", "bow_3"}
    assert {w.id: w.chamber for w in WEAPONS.values() if w.chamber} == {"pistol": 6, "two_shot_pistol": 2}
    assert {w.id: w.throw_metres for w in WEAPONS.values() if w.throw_metres} == {"dagger": 6}
    assert {w.id for w in WEAPONS.values() if w.element} == {"fire_sword"}


@pytest.mark.rule("FF-ATK-01", "FF-ATK-08")
@pytest.mark.parametrize("weapon", WEAPON)
def test_every_weapon_in_a_fight(weapon: str) -> None:
    """With 2 in every attribute: total 6 + bonus + 2, damage dice + 2 × the multiplier."""
    category, bonus, dice, _ = WEAPON[weapon]
    two = sheet(strength=2, agility=2, mind=2, weapons=() if weapon == "unarmed" else (weapon,))
    bout = Bout(hero(figures=two), foe(figures=sheet(hp=99)))
    attribute = Attribute.AGILITY if category == Category.THROWN.value else None
    order = o.Attack(attacker="hero", target="foe", weapon=weapon, attribute=attribute)
    bout.order(order, 3, 3, *([3] * dice))
    assert bout.the(AttackRolled).total == 6 + bonus + 2
    points = 2 if weapon == "unarmed" else 3 * dice
    assert bout.hp("foe") == 99 - (points + 2 * max(1, bonus))


ARMOUR = {
    "light_armor": {Figure.DEFENSE: 2},
    "heavy_armor": {Figure.DEFENSE: 4, Figure.MOVEMENT: -1},
    "shield": {Figure.EVASION: 2},
    "ring": {Figure.AGILITY: 1},
    "boots": {Figure.AGILITY: 1},
    "power_belt": {Figure.STRENGTH: 1},
    "amulet": {Figure.MAGIC_DEFENSE: 1},
    "swift_feather": {Figure.INITIATIVE: 2},
}


@pytest.mark.rule("FF-STK-02", "FF-STAT-04")
@pytest.mark.parametrize("armor", ARMOUR)
def test_every_piece_of_armour_worn(armor: str) -> None:
    """It changes what it says, and nothing else."""
    bout = Bout(hero("bare"), hero("clad", sheet(armor=(armor,))), foe())
    changed = {
        which: figure(bout.state, "clad", which) - figure(bout.state, "bare", which)
        for which in Figure
        if which not in (Figure.ATTACK, Figure.MAGIC_ATTACK)
    }
    assert {which: by for which, by in changed.items() if by} == ARMOUR[armor]
    assert ARMOUR.keys() == ARMOR.keys()


SPELL = {  # magic points, dice of damage or healing, element
    "fire": (4, 2, "FIRE"), "blizzard": (4, 2, "ICE"), "thunder": (4, 2, "LIGHTNING"), "water": (4, 2, "WATER"),
    "quake": (8, 2, "EARTH"), "firaga": (8, 2, "FIRE"), "bio": (5, 1, "POISON"), "gravity": (6, 2, "GRAVITY"),
    "holy": (10, 3, "LIGHT"), "dark": (6, 2, "DARK"), "aero": (4, 2, "WIND"), "shock_grasp": (3, 2, "LIGHTNING"),
    "venom": (7, 0, "POISON"), "cure": (3, 2, None), "life": (12, 1, None),
}  # fmt: skip
STATUS = {  # magic points, status, turns
    "regen": (4, "regen", 4), "haste": (5, "haste", 4), "slow": (4, "slow", 4), "stop": (6, "stop", 2),
    "sleep": (4, "asleep", 3), "blind": (3, "blind", 3), "silence": (4, "silence", 3), "confuse": (5, "confused", 3),
    "berserk": (4, "berserk", 3), "charm": (6, "charmed", 3), "fear": (3, "fear", 3), "freeze": (6, "frozen", 2),
    "melt": (6, "melt", 3), "fever": (5, "fever", 3), "doom": (8, "doom", None), "petrify": (8, "petrifying", None),
    "curse": (5, "cursed", 3), "age": (5, "aging", 3), "zombie": (8, "zombie", None), "reflect": (5, "reflect", 3),
    "vanish": (5, "vanish", None), "blink": (4, "blink", 3), "float": (3, "float", 5), "disable": (4, "disabled", 2),
    "immobilize": (3, "immobilized", 3), "mini": (5, "mini", 4), "maxi": (5, "maxi", 4), "imp": (5, "imp", 4),
    "toad": (5, "toad", 4), "pig": (5, "pig", 4), "amnesia": (5, "amnesia", 3), "protect": (3, "protect", 4),
    "shell": (3, "shell", 4), "bravery": (3, "bravery", 4), "bio": (5, "poison", None), "venom": (7, "poison", None),
    "deep_blind": (6, "blind", 2),
}  # fmt: skip


@pytest.mark.rule("FF-MAG-01", "FF-STG-03")
def test_the_spells_are_those_of_the_list() -> None:
    """Cost, dice, element, status and turns of each."""
    for name, (mp, dice, element) in SPELL.items():
        spell = SPELLS[name]
        found = (spell.mp, (spell.damage or 0) + (spell.heal or 0), spell.element.value if spell.element else None)
        assert found == (mp, dice, element), name
    for name, (mp, status, turns) in STATUS.items():
        (what,) = SPELLS[name].inflicts
        assert (SPELLS[name].mp, what.status, what.turns) == (mp, status, turns), name
    assert SPELLS.keys() == SPELL.keys() | STATUS.keys()
    assert {s.id for s in SPELLS.values() if s.touch} == {"shock_grasp"}
    assert {s.id for s in SPELLS.values() if s.ground} == {"quake"}
    assert {s.id for s in SPELLS.values() if s.strong_wind} == {"aero"}
    assert {s.id for s in SPELLS.values() if s.radius_metres} == {"quake", "firaga"}


@pytest.mark.rule("FF-MAG-01", "FF-MAG-09")
@pytest.mark.parametrize("name", [n for n, s in SPELLS.items() if not s.beneficial])
def test_every_harmful_spell_in_a_fight(name: str) -> None:
    """It is paid for, rolled against DM 7 and lands: damage of threes, or its status."""
    spell = SPELLS[name]
    bout = Bout(hero(figures=sheet(mp=20, spells=(name,))), foe(figures=sheet(hp=99)))
    dice = [3] * (spell.damage or 0)
    if name == "doom":
        dice = [1, 2]
    bout.order(o.Cast(caster="hero", spell=name, targets=("foe",)), 3, 4, *dice)
    assert (bout.mp("hero"), bout.the(MagicRolled).total) == (20 - spell.mp, 7)
    assert bout.hp("foe") == 99 - 3 * (spell.damage or 0)
    assert all(bout.has("foe", what.status) for what in spell.inflicts)


@pytest.mark.rule("FF-MAG-04", "FF-MAG-09")
@pytest.mark.parametrize("name", [n for n, s in SPELLS.items() if s.beneficial])
def test_every_beneficial_spell_in_a_fight(name: str) -> None:
    """A willing ally needs no roll; healing is threes, life wakes him, all else lies on him."""
    spell = SPELLS[name]
    fallen: dict[str, Any] = {"vitals": {"hp": 0}, "conditions": ("unconscious",)} if spell.revive else {}
    bout = Bout(hero(figures=sheet(mp=20, spells=(name,))), hero("friend", **({"vitals": {"hp": 5}} | fallen)), foe())
    order = o.Cast(caster="hero", spell=name, targets=("friend",))
    dice = [3] * (spell.heal or 0)
    if spell.revive:
        bout.order(order, *dice)
    else:
        bout.order(order)
        bout.answer("willing", *dice)
    assert bout.mp("hero") == 20 - spell.mp
    assert bout.of(MagicRolled) == []
    assert all(bout.has("friend", what.status) for what in spell.inflicts)
    if spell.heal:
        assert bout.hp("friend") == (3 if spell.revive else 5 + 3 * spell.heal)


CURES = {
    "antidote": {"poison"},
    "soft": {"petrifying"},
    "eye_drops": {"blind"},
    "echo_herbs": {"silence"},
    "remedy": {"poison", "petrifying", "blind", "silence"},
}


@pytest.mark.rule("FF-TURN-02", "FF-STG-01")
@pytest.mark.parametrize("item", ITEMS)
def test_every_item_in_a_fight(item: str) -> None:
    """On an ally beside one who has all that items cure, 1 point and no magic points; a feather on a fallen one."""
    ills = ("poison", "petrifying", "blind", "silence")
    fallen = item == "phoenix_feather"
    friend = hero(
        "friend",
        sheet(mp=30),
        vitals={"hp": 0 if fallen else 1, "mp": 0},
        conditions=("unconscious",) if fallen else ills,
    )
    bout = Bout(hero(figures=sheet(items=(Stock(item=item),))), friend, foe())
    bout.order(o.UseItem(combatant="hero", item=item, target="friend"))
    assert bout.the(ItemUsed).remaining == 0
    left = {ill for ill in ills if bout.has("friend", ill)}
    assert left == (set() if fallen else {*ills} - CURES.get(item, set()))
    points = {"potion": (11, 0), "ether": (1, 10), "phoenix_feather": (5, 0)}
    assert (bout.hp("friend"), bout.mp("friend")) == points.get(item, (1, 0))


@pytest.mark.rule("FF-TURN-02")
@pytest.mark.parametrize("item", ["soft", "remedy"])
def test_a_statue_is_brought_back(item: str) -> None:
    """Softened, he stands there again."""
    bout = Bout(hero(figures=sheet(items=(Stock(item=item),))), hero("friend", conditions=("statue",)), foe())
    bout.order(o.UseItem(combatant="hero", item=item, target="friend"))
    assert not bout.has("friend", "statue")
    assert bout.who("friend").out is None


CHARACTER = {  # level, attributes, DE, DM, hp, mp, movement, profession
    "soldier": (3, (3, 2, 2, 0), 12, 9, 40, 0, 5, "MARTIAL"),
    "black_mage": (3, (0, 1, 0, 3), 9, 11, 24, 30, 5, "ARCANE"),
    "white_mage": (3, (0, 1, 1, 3), 9, 11, 26, 30, 5, "ARCANE"),
    "paladin": (4, (2, 0, 2, 1), 13, 10, 42, 12, 4, "MARTIAL"),
    "thief": (3, (1, 4, 0, 1), 11, 9, 30, 0, 6, "MARTIAL"),
    "gunner": (3, (0, 3, 1, 1), 11, 9, 32, 0, 5, "MARTIAL"),
    "bard": (3, (0, 2, 0, 2), 10, 10, 28, 20, 5, "ARCANE"),
}
CREATURE = {  # level, attributes, DE, DM, hp, movement, size
    "goblin": (1, (1, 1, 0, 0), 9, 8, 12, 5, 100),
    "bomb": (3, (1, 2, 1, 3), 10, 11, 20, 4, 100),
    "ghost": (4, (0, 3, 0, 3), 11, 11, 18, 5, 100),
    "giant": (6, (6, 0, 5, 0), 11, 9, 80, 6, 300),
    "ogre": (4, (4, 0, 3, 0), 10, 8, 45, 5, 200),
    "bat": (2, (0, 4, 0, 1), 12, 9, 10, 8, 100),
    "stone_golem": (5, (5, -1, 3, -2), 12, 8, 60, 4, 100),
    "shade": (3, (0, 2, 0, 2), 10, 10, 16, 5, 100),
}
ATTRIBUTES = (Figure.STRENGTH, Figure.AGILITY, Figure.VITALITY, Figure.MIND)


def entered(ref: str) -> Bout:
    return Bout(hero(figures=Sheet(ref=ref)), foe(figures=sheet(hp=99)))


@pytest.mark.rule("FF-STAT-01", "FF-STAT-04", "FF-STAT-07")
@pytest.mark.parametrize("ref", CHARACTER)
def test_every_character_has_the_figures_of_the_list(ref: str) -> None:
    """With armour on, as the list has them."""
    level, attributes, defense, magic_defense, hp, mp, movement, paradigm = CHARACTER[ref]
    bout = entered(ref)
    state = bout.state
    found = lookup.figures(state, "hero")
    assert (found.level, tuple(figure(state, "hero", a) for a in ATTRIBUTES)) == (level, attributes)
    assert figure(state, "hero", Figure.DEFENSE) == defense
    assert figure(state, "hero", Figure.MAGIC_DEFENSE) == magic_defense
    assert figure(state, "hero", Figure.MOVEMENT) == movement
    assert (bout.hp("hero"), bout.mp("hero")) == (hp, mp)
    assert CONTENT["professions"][found.profession].paradigm.value == paradigm  # type: ignore[attr-defined]
    assert CHARACTERS.keys() == CHARACTER.keys()


@pytest.mark.parametrize(
    ("ref", "weapons", "abilities", "reactions"),
    [
        ("soldier", ["sword_2"], ["shield_bash"], ["counter"]),
        ("black_mage", ["staff"], ["fire", "blizzard", "thunder", "stop"], ["spell_ward"]),
        ("white_mage", ["rod"], ["cure", "life", "regen", "protect"], []),
        ("paladin", [], ["cure"], ["cover"]),
        ("thief", ["dagger", "boomerang"], [], ["evade"]),
        ("gunner", ["pistol"], [], []),
        ("bard", [], ["sing"], []),
    ],
)
def test_every_character_has_what_the_list_gives(
    ref: str, weapons: list[str], abilities: list[str], reactions: list[str]
) -> None:
    """Weapons, spells, techniques, reactions; each spell can be used at once, as the armour allows."""
    bout = entered(ref)
    found = lookup.figures(bout.state, "hero")
    carried = [name for name, thing in bout.fighter("hero").weapons.items() if not thing.weapon.natural]
    assert [w for w in carried if ref != "paladin"] == weapons
    assert [*found.spells, *found.techniques] == abilities
    assert [*found.reactions] == reactions
    keys = bout.keys("hero")
    for spell in found.spells:
        assert spell in ("life",) or f"cast-{spell}" in keys
    for technique in found.techniques:
        assert any(key.startswith(f"technique-{technique}") for key in keys)


@pytest.mark.rule("FF-STAT-09", "FF-STAT-10")
@pytest.mark.parametrize("ref", CREATURE)
def test_every_creature_has_the_figures_of_the_list(ref: str) -> None:
    """And fights with what nature gave it; at 0 points it is out of the fight."""
    level, attributes, defense, magic_defense, hp, movement, size = CREATURE[ref]
    bout = entered(ref)
    state = bout.state
    found = lookup.figures(state, "hero")
    assert (found.level, tuple(figure(state, "hero", a) for a in ATTRIBUTES)) == (level, attributes)
    assert figure(state, "hero", Figure.DEFENSE) == defense
    assert figure(state, "hero", Figure.MAGIC_DEFENSE) == magic_defense
    assert figure(state, "hero", Figure.MOVEMENT) == movement
    assert (bout.hp("hero"), bout.fighter("hero").size_percent) == (hp, size)
    assert found.weight_kg == (900 if ref == "stone_golem" else 70 * size * size // 10000)
    assert not found.death_counter
    assert any(key.startswith("attack-") for key in bout.keys("hero"))
    assert CREATURES.keys() == CREATURE.keys()


@pytest.mark.rule("FF-ATK-11", "FF-INIT-02")
def test_traits_of_the_list() -> None:
    """Quick start adds 2 to initiative, twin strike a second attack."""
    bout = Bout(hero(figures=Sheet(ref="bard")), foe(), begin=False)
    bout.order(Begin(), 3, 3, 1, 1, seat="gm")
    assert [r.total for r in bout.of(InitiativeRolled)] == [3 + 3 + 2 + 2, 2]
    assert {"quick_start", "twin_strike"} <= TRAITS.keys()
    bout = Bout(hero(figures=sheet(traits=("twin_strike",))), foe(figures=sheet(hp=99)))
    bout.order(o.Attack(attacker="hero", target="foe", weapon="unarmed"), 1, 2)
    assert bout.asked == ["NextAttack"]


def test_everything_has_a_name_in_both_languages() -> None:
    """Of what orders and events name by id."""
    things = WORDS.languages["es"]["things"]
    for kind in ("weapons", "spells", "techniques", "items", "reactions"):
        for name in CONTENT[kind]:
            assert name in things, name
    assert TECHNIQUES.keys() == {"sweep", "whirl", "shield_bash", "war_cry", "sing"}


def test_the_catalogue_is_read_by_clients() -> None:
    """Every entry can be written."""
    for entries in system.content.values():
        for entry in entries.values():
            assert msgspec.json.encode(entry)
