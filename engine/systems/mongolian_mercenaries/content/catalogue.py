"""The catalogue: the data files beside this module, decoded and checked on import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec import Struct

from engine.kit import DataFiles
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ammunition,
    ArmourPiece,
    Battlefield,
    BeingCard,
    Creature,
    ElementCard,
    Item,
    Prayer,
    SkillCard,
    SpecialArea,
    Spell,
    StateCard,
    Talent,
    Trap,
    Weapon,
)
from engine.systems.mongolian_mercenaries.sheet import Sheet

TABLES = DataFiles(Path(__file__).parent)

ICONS = TABLES.icons()
FACES = TABLES.faces()

WEAPONS = TABLES.listed("weapons", "weapon", Weapon)
AMMUNITION = TABLES.listed("ammunition", "ammunition", Ammunition)
ARMOUR = TABLES.listed("armour", "armour", ArmourPiece)
GEAR = TABLES.listed("items", "item", Item)
PREPARATIONS = TABLES.listed("preparations", "item", Item)
"""The Alchemy deck.  [MM-POT-05]"""
ITEMS: Mapping[str, Item] = MappingProxyType({**GEAR, **PREPARATIONS})
SPELLS = TABLES.listed("spells", "spell", Spell)
PRAYERS = TABLES.listed("prayers", "prayer", Prayer)
TALENTS = TABLES.listed("talents", "talent", Talent)
SKILL_CARDS = TABLES.listed("skills", "skill", SkillCard)
STATES = TABLES.listed("states", "state", StateCard)
TRAPS = TABLES.listed("traps", "trap", Trap)
SPECIAL_AREAS = TABLES.listed("traps", "special_area", SpecialArea)
ELEMENTS = TABLES.listed("elements", "element", ElementCard)
BEINGS = TABLES.listed("beings", "being", BeingCard)
CREATURES = TABLES.listed("creatures", "creature", Creature)
CHARACTERS: Mapping[str, Sheet] = MappingProxyType(
    {key: msgspec.convert(raw, Sheet) for key, raw in TABLES.read("characters").items()}
)
"""Sample mercenaries, whom a sheet may name by `ref`. Written like a sheet in JSON: ids are keys there."""
BATTLEFIELDS = TABLES.listed("battlefields", "battlefield", Battlefield)

CONTENT: Mapping[str, Mapping[str, Struct]] = MappingProxyType(
    {
        "weapons": WEAPONS,
        "ammunition": AMMUNITION,
        "armour": ARMOUR,
        "items": ITEMS,
        "spells": SPELLS,
        "prayers": PRAYERS,
        "talents": TALENTS,
        "skills": SKILL_CARDS,
        "states": STATES,
        "traps": TRAPS,
        "special_areas": SPECIAL_AREAS,
        "elements": ELEMENTS,
        "beings": BEINGS,
        "characters": CHARACTERS,
        "creatures": CREATURES,
        "battlefields": BATTLEFIELDS,
    }
)
