"""The catalogue: the data files beside this module, decoded and checked on import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from engine.kit import DataFiles
from engine.systems.minis.content.kinds import Armor, Band, BandChance, MeleeChance, Price, Resistance, Spell, Weapon
from engine.systems.minis.sheet import Sheet

FISTS = "fists"
"""The weapon of a mini that has none for melee.  [MN-GAP-52]"""
MAGIC_SHIELD_ARMOR = "shield_of_magic"
"""What the spell Magic shield acts as.  [MN-SPL-03]"""
PROTECTION_ARMOR = "magical_plate_mail"
"""What the spell Protection acts as.  [MN-SPL-08]"""

TABLES = DataFiles(Path(__file__).parent)

ICONS = TABLES.icons()
FACES = TABLES.faces()

WEAPONS = TABLES.listed("weapons", "weapon", Weapon)
ARMOR = TABLES.listed("armor", "armor", Armor)
SPELLS = TABLES.listed("spells", "spell", Spell)
BANDS: Mapping[Band, BandChance] = MappingProxyType(
    {Band(key): found for key, found in TABLES.listed("chances", "band", BandChance).items()}
)
MELEE = TABLES.listed("chances", "melee", MeleeChance)
PRICES: Mapping[Resistance, Price] = MappingProxyType(
    {Resistance(key): found for key, found in TABLES.listed("resistances", "resistance", Price).items()}
)
MINIS = TABLES.titled("minis", Sheet)
"""Minis that a sheet may name by `ref`."""
SUMMONED = TABLES.titled("summoned", Sheet)

RULES = TABLES.rules()
RULES_IN = TABLES.rules_by_language()
"""The rules in other languages."""

CONTENT: Mapping[str, Mapping[str, Struct]] = MappingProxyType(
    {
        "weapons": WEAPONS,
        "armor": ARMOR,
        "spells": SPELLS,
        "bands": {band.value: found for band, found in BANDS.items()},
        "melee_chances": MELEE,
        "resistances": {kind.value: found for kind, found in PRICES.items()},
        "minis": MINIS,
        "summoned": SUMMONED,
    }
)
