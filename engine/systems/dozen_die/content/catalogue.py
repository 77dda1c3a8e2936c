"""The catalogue: the data files beside this module, decoded and checked when it is imported."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.system import Rule
from engine.systems.dozen_die.content.kinds import Armor, Difficulty, Grade, Skill, Talent, Terrain, Use, Weapon
from engine.systems.dozen_die.sheet import Sheet

S = TypeVar("S", bound=Struct)

UNARMED = "unarmed"
"""The weapon of whoever fights without one."""


def read(name: str) -> dict[str, Any]:
    """A data file of this folder."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def wire(value: Any) -> Any:
    """Data files are written in the words of the code; structs are read in those of the wire."""
    if isinstance(value, dict):
        return {_camel(key): wire(item) for key, item in value.items()}
    return [wire(item) for item in value] if isinstance(value, list) else value


def entries(raws: Sequence[dict[str, Any]], kind: type[S]) -> dict[str, S]:
    """The entries of a table by their ids. ValueError for an id that comes twice."""
    found: dict[str, S] = {}
    for raw in raws:
        if raw["id"] in found:
            raise ValueError(f"{raw['id']} twice")
        found[raw["id"]] = msgspec.convert(wire(raw), kind)
    return found


def listed(file: str, key: str, kind: type[S]) -> Mapping[str, S]:
    """The table `key` of a data file, by ids."""
    return MappingProxyType(entries(read(file)[key], kind))


WEAPONS = listed("weapons", "weapon", Weapon)
ARMOR = listed("armor", "armor", Armor)
SKILLS = listed("skills", "skill", Skill)
TALENTS = listed("talents", "talent", Talent)
TERRAIN = listed("terrain", "terrain", Terrain)
GRADES: Mapping[Grade, Difficulty] = MappingProxyType(
    {Grade(k): g for k, g in listed("grades", "grade", Difficulty).items()}
)


def _sheets(file: str) -> Mapping[str, Sheet]:
    return MappingProxyType({key: msgspec.convert(wire(raw), Sheet) for key, raw in read(file).items()})


CHARACTERS = _sheets("characters")
CREATURES = _sheets("creatures")
FIGURES: Mapping[str, Sheet] = MappingProxyType({**CHARACTERS, **CREATURES})
"""Whom a sheet may name by `ref`."""

RULES = listed("rules", "rule", Rule)
RULES_IN: Mapping[str, Mapping[str, Rule]] = MappingProxyType({"fi": listed("rules_fi", "rule", Rule)})
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
