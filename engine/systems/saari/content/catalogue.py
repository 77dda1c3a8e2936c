"""The catalogue: the data files beside this module, decoded and checked on import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from engine.kit import DataFiles
from engine.systems.saari.content.kinds import Armor, Effect, Shield, Spell, Talent, Trinket, Weapon
from engine.systems.saari.sheet import Sheet

FISTS = "fists"
"""The weapon of whoever has none for melee.  [G-22]"""

TABLES = DataFiles(Path(__file__).parent)

ICONS = TABLES.icons()
FACES = TABLES.faces()

WEAPONS = TABLES.listed("weapons", "weapon", Weapon)
SHIELDS = TABLES.listed("shields", "shield", Shield)
ARMOR = TABLES.listed("armor", "armor", Armor)
TRINKETS = TABLES.listed("trinkets", "trinket", Trinket)
EFFECTS = TABLES.listed("effects", "effect", Effect)
SPELLS = TABLES.listed("spells", "spell", Spell)
TALENTS = TABLES.listed("talents", "talent", Talent)

CHARACTERS = TABLES.titled("characters", Sheet)
NPCS = TABLES.titled("npcs", Sheet)
ALLIES = TABLES.titled("allies", Sheet)
MOUNTS = TABLES.titled("mounts", Sheet)
HAZARDS = TABLES.titled("hazards", Sheet)
SHEETS: Mapping[str, Sheet] = MappingProxyType({**CHARACTERS, **NPCS, **ALLIES, **MOUNTS, **HAZARDS})
"""Everybody that a sheet may name by `ref`."""

WARDS = tuple(spell.id for spell in SPELLS.values() if spell.wards)
"""Spells that last as conditions."""

RULES = TABLES.rules()
RULES_IN = TABLES.rules_by_language()
"""The rules in other languages."""

CONTENT: Mapping[str, Mapping[str, Struct]] = MappingProxyType(
    {
        "weapons": WEAPONS,
        "shields": SHIELDS,
        "armor": ARMOR,
        "trinkets": TRINKETS,
        "effects": EFFECTS,
        "spells": SPELLS,
        "talents": TALENTS,
        "characters": CHARACTERS,
        "npcs": NPCS,
        "allies": ALLIES,
        "mounts": MOUNTS,
        "hazards": HAZARDS,
    }
)
