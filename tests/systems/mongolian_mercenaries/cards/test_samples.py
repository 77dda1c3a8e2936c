"""The sample cards say what the sample catalogue says, in its own short form."""

from __future__ import annotations

import pytest

from engine.systems.mongolian_mercenaries.cards.deck import CATALOGUE
from engine.systems.mongolian_mercenaries.content import catalogue as c
from engine.systems.mongolian_mercenaries.content.kinds import (
    SKILLS,
    AmmoMode,
    Courage,
    Creature,
    Element,
    Obstacle,
    Reach,
    Role,
    Slot,
    SpellType,
    Weapon,
)

CODES = ("BB", "BL", "SR", "DL")
WEAPONS = """
dagger short_blade 1 PS 1 0 melee 1
sabre long_blade 1 S 3 0 melee 1
greatsword long_blade 3 S 5 0 melee 2
mace blunt 1 B 3 0 melee 1
halberd spear 2 SP 4 0 melee 2
staff staff 1 B 2 0 melee 2
fire_sabre long_blade 3 S 4 0 melee 1
bow bow 1 P 2 1 DL-2 2
crossbow crossbow 1 P 4 2 SR-5 2
throwing_knives simple_thrown 1 P 1 0 SR-1 1
sling simple_thrown 1 B 0 0 SR-3 1
grenade simple_thrown 1 B 5 0 SR-3 1
pistol pistols 1 G 3 1 SR-2 1
revolver pistols 1 G 3 1 SR-2 1
musket rifles 1 G 5 0 DL-1 2
rifle rifles 2 G 4 2 DL-5 2
machine_gun heavy_weapons 3 G 4 3 DL-3 2
unarmed unarmed 1 B 0 0 melee 0
"""
AMMO = {
    "bow": (AmmoMode.SPECIAL, None, None),
    "crossbow": (AmmoMode.SPECIAL, None, None),
    "throwing_knives": (AmmoMode.NONE, None, None),
    "sling": (AmmoMode.NONE, None, None),
    "grenade": (AmmoMode.SELF, None, None),
    "pistol": (AmmoMode.PACKET, "9mm", 3),
    "revolver": (AmmoMode.PACKET, "38", 4),
    "musket": (AmmoMode.PACKET, "ball", 2),
    "rifle": (AmmoMode.PACKET, "762", 3),
    "machine_gun": (AmmoMode.PACKET, "762", 5),
}
CREATURES = """
bandit HUMAN 3 2 7 0 3 3 S melee 1 1 COWARDLY 10
militia HUMAN 3 3 9 0 3 3 G SR-2 2 0 INDIFFERENT 15
farmer HUMAN 2 1 5 0 1 1 B melee 0 0 FEARFUL 3
khan_guard HUMAN 4 5 14 0 5 4 S melee 3 2 HEROIC 60
zealot HUMAN 4 7 12 0 4 3 S melee 1 1 FANATIC 30
goblin_shaman HUMANOID 4 1 5 6 2 1 B melee 0 2 BRAVE 20
rat BEAST 5 0 2 0 1 0 P melee 0 1 - 1
wolf BEAST 6 2 6 0 3 2 P melee 0 2 - 8
skeleton_archer UNDEAD 3 1 5 0 3 2 P DL-2 0 0 - 12
wraith UNDEAD 5 3 8 4 4 3 M melee 0 3 - 40
imp DEMON 5 2 6 4 3 2 M melee 0 2 COWARDLY 25
stone_golem CONSTRUCT 1 10 30 0 4 6 B melee 6 0 - 80
ghoul UNDEAD 2 4 10 0 3 3 S melee 0 0 - 15
frost_wisp ELEMENTAL 6 2 7 6 3 2 M melee 0 2 - 25
fire_elemental ELEMENTAL 4 6 16 0 4 4 M melee 0 1 - 50
kraken_spawn MONSTER 2 9 40 0 6 5 B melee 4 0 - 120
hired_guard HUMAN 3 3 8 0 3 3 S melee 1 1 - 0
war_dog BEAST 6 2 6 0 3 2 P melee 0 2 - 0
"""


def _reach(reach: Reach | None) -> str:
    return "melee" if reach is None else f"{CODES[reach.distance.level]}-{reach.positions}"


def _weapon(card: Weapon) -> str:
    kinds = "".join(kind.value[0] for kind in card.kinds)
    figures = (card.skill, card.min_skill, kinds, card.damage, card.accuracy, _reach(card.reach), card.hands)
    return " ".join(map(str, (card.id, *figures)))


def _creature(card: Creature) -> str:
    figures = (card.type.value, card.speed, card.toughness, card.health, card.power, card.fight_proficiency)
    blow = (card.damage, card.damage_kind.value[0], _reach(card.reach), card.armour, card.dodge)
    courage = "-" if card.courage is None else card.courage.value
    return " ".join(map(str, (card.id, *figures, *blow, courage, card.xp)))


@pytest.mark.rule("MM-SKILL-05", "MM-SKILL-06", "MM-SKILL-07", "MM-POS-05", "MM-EQ-03")
def test_weapons() -> None:
    """All of them, figure by figure."""
    assert [_weapon(card) for card in c.WEAPONS.values()] == WEAPONS.split("\n")[1:-1]


@pytest.mark.rule("MM-AMMO-01", "MM-AMMO-03", "MM-AMMO-04", "MM-AMMO-05", "MM-AMMO-06", "RUL-39")
def test_what_weapons_use_up() -> None:
    """Packets with the highest face that uses one up; bows nothing unless it is special."""
    found = {
        key: (card.ammo.mode, card.ammo.type, card.ammo.use.highest_face if card.ammo.type else None)
        for key, card in c.WEAPONS.items()
        if card.ammo is not None
    }
    assert found == AMMO


@pytest.mark.rule("MM-CRIT-07", "MM-MULTI-01", "MM-ATK-09")
def test_what_is_special_about_some_weapons() -> None:
    """Several targets, neighbours, elements, crit faces."""
    targets = {key: card.targets for key, card in c.WEAPONS.items() if card.targets > 1}
    assert targets == {"greatsword": 2, "machine_gun": 3}
    assert {key for key, card in c.WEAPONS.items() if card.around} == {"grenade"}
    assert {key for key, card in c.WEAPONS.items() if card.element is Element.FIRE} == {"fire_sabre", "grenade"}
    assert c.AMMUNITION["piercing_bolt"].crit_faces == (7, 8)
    assert (c.AMMUNITION["exploding_arrow"].damage, c.AMMUNITION["exploding_arrow"].element) == (2, Element.FIRE)


@pytest.mark.rule("MM-ENM-03", "MM-ENM-09", "MM-ENM-10", "MM-ENM-12", "MM-MOR-10")
def test_creatures() -> None:
    """All that fight, figure by figure; courage only where the type has it."""
    cards = [card for card in c.CREATURES.values() if card.enters]
    assert [_creature(card) for card in cards] == CREATURES.split("\n")[1:-1]
    brave = {card.type.value for card in cards if card.courage is not None}
    assert brave == {"HUMAN", "HUMANOID", "DEMON"}
    assert {card.courage for card in cards} == {None, *Courage}


@pytest.mark.rule("MM-PET-02", "MM-PET-03", "MM-MNT-02", "MM-MOR-09")
def test_who_does_not_fight() -> None:
    """Familiar, mounts, pack animals, captives."""
    found = {key: card.role for key, card in c.CREATURES.items() if not card.enters}
    assert found == {
        "talking_frog": Role.FAMILIAR,
        **dict.fromkeys(("steppe_horse", "riding_horse", "dromedary"), Role.MOUNT),
        **dict.fromkeys(("bactrian", "donkey", "mule", "yak"), Role.MOUNT),
        "donkey_pack": Role.PACK_ANIMAL,
        "captive": Role.ALLY,
    }
    assert set(filter(CATALOGUE.carries, c.CREATURES)) == {"steppe_horse", "riding_horse", "dromedary"}


@pytest.mark.rule("MM-ARM-02", "MM-WE-12", "MM-EQ-05", "MM-ITEM-04")
def test_armour() -> None:
    """Values, places, metal; chain mail is better against slashing."""
    values = {key: card.value for key, card in c.ARMOUR.items() if card.value}
    assert values == {"padded_coat": 1, "leather_jerkin": 1, "lamellar": 3, "chain_mail": 2, "helmet": 1, "shield": 1}
    assert {kind.value: more for kind, more in c.ARMOUR["chain_mail"].by_kind.items()} == {"SLASHING": 2}
    assert set(Slot) - {card.slot for card in c.ARMOUR.values()} == {Slot.ACCESSORY}
    assert {key for key, card in c.ARMOUR.items() if card.metal} == {
        "lamellar", "chain_mail", "helmet", "ring_of_embers",
    }  # fmt: skip


@pytest.mark.rule("MM-MAG-01", "MM-MAG-02", "RUL-91")
def test_spells_and_prayers() -> None:
    """School, tier, power, types of each."""
    found = [
        f"{key} {card.school.removeprefix('magic_')} {card.tier.value} {card.power} {card.action.value} "
        + "".join(kind.value[0] for kind in card.types)
        for key, card in c.SPELLS.items()
    ]
    assert found == [
        "ember nature EASY 2 LARGE OP", "frost_touch nature HARD 2 LARGE OT", "thorn_armour nature EASY 2 LARGE R",
        "holy_light mystic HARD 4 LARGE OA", "mend mystic EASY 2 LARGE NT", "haste arcana EASY 1 MINOR N",
        "mind_fog illusion EASY 2 LARGE NM", "glare illusion EASY 1 LARGE NS", "raise_skeleton darkness HARD 4 LARGE S",
        "stone_wall nature HARD 3 LARGE T", "night_veil darkness ARCANE 6 LARGE NS",
        "void_bolt darkness EASY 2 LARGE O",
        "chain_spark mystic HARD 3 LARGE OP",
    ]  # fmt: skip
    assert {kind for card in c.SPELLS.values() for kind in card.types} == set(SpellType)
    assert {key: card.action.value for key, card in c.PRAYERS.items()} == {"repel_undead": "LARGE", "blessing": "MINOR"}


@pytest.mark.rule("MM-POT-05", "RUL-79")
def test_the_alchemy_deck_is_the_preparations() -> None:
    """Seven; an unknown potion is not in it."""
    assert CATALOGUE.alchemy() == tuple(c.PREPARATIONS)
    assert len(c.PREPARATIONS) == 7
    assert {key for key, card in c.ITEMS.items() if card.hostile} == {"oil_flask", "acid_flask"}


@pytest.mark.rule("MM-SKILL-25", "MM-TAL-01", "MM-ST-03")
def test_skills_talents_and_states() -> None:
    """A card for each skill; twelve talents; the states that the source names."""
    assert tuple(c.SKILL_CARDS) == SKILLS
    assert len(c.TALENTS) == 12
    named = {"tired", "hungry", "well_rested", "burning", "poisoned", "unconscious", "paralysed", "immobilised"}
    assert set(c.STATES) == named | {"curse_mark"}


@pytest.mark.rule("MM-ELM-01", "MM-ELM-03", "MM-ELM-05", "MM-WND-06")
def test_every_element_has_a_card_with_its_label() -> None:
    """Burns, frostbites, magical wounds."""
    labels = {one: CATALOGUE.element(one).label for one in Element}
    assert {one.value: label for one, label in labels.items() if label} == {
        "FIRE": "burn", "ICE": "frostbite", "MAGIC": "magical_wound",
    }  # fmt: skip


@pytest.mark.rule("MM-FIELD-01", "MM-FIELD-04", "MM-FIELD-06")
def test_battlefields() -> None:
    """Size, light, start and what lies on their positions."""
    found = {}
    for key, card in c.BATTLEFIELDS.items():
        marks = [
            f"{one.side[0]}{one.rank}"
            + (one.trap or one.special or (one.cover if one.obstacle is Obstacle.NONE else one.obstacle).value[0])
            for one in card.positions
        ]
        figures = (card.type, card.size, card.lighting, card.start or card.farthest)
        found[key] = " ".join([*(one.value for one in figures), *marks])
    assert found == {
        "steppe": "OPEN LARGE FULL FAR p3L e2L",
        "forest": "OPEN SMALL DIM CLOSE p1L p3L p5L e1L e3L e5L",
        "alley": "OPEN SMALL FULL CLOSE p2H p4H e2H e4H",
        "cave": "CLOSED MEDIUM DARK MEDIUM p3O e3O",
        "temple": "CLOSED MEDIUM DIM MEDIUM p1H e1H e2spike_pit p5holy_ground",
        "pit": "CLOSED SMALL DARK VERY_CLOSE p3snare",
        "ridge": "OPEN MEDIUM FULL MEDIUM p2O p4L e1L",
    }


@pytest.mark.parametrize(("level", "rank", "within"), [(1, 5, True), (2, 2, True), (2, 3, False), (3, 1, False)])
@pytest.mark.rule("MM-POS-05", "MM-WE-08")
def test_a_revolver_reaches_as_its_card_says(level: int, rank: int, within: bool) -> None:
    """SR-2: everybody at close, at medium the first two positions, nobody farther."""
    reach = c.WEAPONS["revolver"].reach
    assert reach is not None
    assert reach.includes(level, rank) is within
