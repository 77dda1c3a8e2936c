"""The catalogue: the data files beside this module, decoded and checked on import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from engine.kit import DataFiles
from engine.systems.fantasia.content.hazards import Trap
from engine.systems.fantasia.content.kinds import (
    Armor,
    Item,
    Profession,
    Reaction,
    Spell,
    Technique,
    Trait,
    Weapon,
)
from engine.systems.fantasia.content.statuses import ConditionKind
from engine.systems.fantasia.sheet import Sheet

UNARMED = "unarmed"
"""The weapon of everybody without a natural one.  [FF-ATK-06]"""

TABLES = DataFiles(Path(__file__).parent)

ICONS = TABLES.icons()
FACES = TABLES.faces()

PROFESSIONS = TABLES.listed("professions", "profession", Profession)
WEAPONS = TABLES.listed("weapons", "weapon", Weapon)
ARMOR = TABLES.listed("armor", "armor", Armor)
TRAITS = TABLES.listed("traits", "trait", Trait)
SPELLS = TABLES.listed("spells", "spell", Spell)
TECHNIQUES = TABLES.listed("techniques", "technique", Technique)
REACTIONS = TABLES.listed("reactions", "reaction", Reaction)
ITEMS = TABLES.listed("items", "item", Item)
TRAPS = TABLES.listed("traps", "trap", Trap)
TABLE_OF_CONDITIONS = dict(TABLES.listed("conditions", "condition", ConditionKind))
CONDITIONS: Mapping[str, ConditionKind] = MappingProxyType(TABLE_OF_CONDITIONS)
CHARACTERS = TABLES.titled("characters", Sheet)
CREATURES = TABLES.titled("creatures", Sheet)
PEOPLE: Mapping[str, Sheet] = MappingProxyType({**CREATURES, **CHARACTERS})
"""Combatants that a sheet may name by `ref`."""

RULES = TABLES.rules()
RULES_IN = TABLES.rules_by_language()
"""The rules in other languages."""

CONTENT: Mapping[str, Mapping[str, Struct]] = MappingProxyType(
    {
        "weapons": WEAPONS,
        "armor": ARMOR,
        "traits": TRAITS,
        "spells": SPELLS,
        "techniques": TECHNIQUES,
        "reactions": REACTIONS,
        "items": ITEMS,
        "traps": TRAPS,
        "professions": PROFESSIONS,
        "conditions": CONDITIONS,
        "characters": CHARACTERS,
        "creatures": CREATURES,
    }
)
