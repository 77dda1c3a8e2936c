"""The catalogue: the data files beside this module, decoded and checked on import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from engine.kit import DataFiles
from engine.systems.dozen_die.content.kinds import Armor, Difficulty, Grade, Skill, Talent, Terrain, Use, Weapon
from engine.systems.dozen_die.sheet import Sheet

UNARMED = "unarmed"
"""The weapon of a figure that fights without one."""

TABLES = DataFiles(Path(__file__).parent)

ICONS = TABLES.icons()
FACES = TABLES.faces()

WEAPONS = TABLES.listed("weapons", "weapon", Weapon)
ARMOR = TABLES.listed("armor", "armor", Armor)
SKILLS = TABLES.listed("skills", "skill", Skill)
TALENTS = TABLES.listed("talents", "talent", Talent)
TERRAIN = TABLES.listed("terrain", "terrain", Terrain)
GRADES: Mapping[Grade, Difficulty] = MappingProxyType(
    {Grade(k): g for k, g in TABLES.listed("grades", "grade", Difficulty).items()}
)
CHARACTERS = TABLES.titled("characters", Sheet)
CREATURES = TABLES.titled("creatures", Sheet)
FIGURES: Mapping[str, Sheet] = MappingProxyType({**CHARACTERS, **CREATURES})
"""Figures that a sheet may name by `ref`."""

RULES = TABLES.rules()
RULES_IN = TABLES.rules_by_language()
"""The rules in other languages."""

CONTENT: Mapping[str, Mapping[str, Struct]] = MappingProxyType(
    {
        "weapons": WEAPONS,
        "armor": ARMOR,
        "skills": {key: skill for key, skill in SKILLS.items() if skill.use is not Use.PASSIVE},
        "passive_skills": {key: skill for key, skill in SKILLS.items() if skill.use is Use.PASSIVE},
        "talents": TALENTS,
        "terrain": TERRAIN,
        "grades": {grade.value: found for grade, found in GRADES.items()},
        "characters": CHARACTERS,
        "creatures": CREATURES,
    }
)
