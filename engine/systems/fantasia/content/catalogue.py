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

S = TypeVar("S", bound=Struct)

UNARMED = "unarmed"
"""The weapon of everybody who has no natural one.  [FF-ATK-06]"""


def read(name: str) -> dict[str, Any]:
    """A data file of this folder."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def _wire(value: Any) -> Any:
    """Data files are written in the words of the code; structs are read in those of the wire."""
    if isinstance(value, dict):
        return {_camel(key): _wire(item) for key, item in value.items()}
    return [_wire(item) for item in value] if isinstance(value, list) else value


def entries(raws: Sequence[dict[str, Any]], kind: type[S]) -> dict[str, S]:
    """The entries of a table by their ids. ValueError for an id that comes twice."""
    found: dict[str, S] = {}
    for raw in raws:
        if raw["id"] in found:
            raise ValueError(f"{raw['id']} twice")
        found[raw["id"]] = msgspec.convert(_wire(raw), kind)
    return found


def _listed(file: str, key: str, kind: type[S]) -> Mapping[str, S]:
    return MappingProxyType(entries(read(file)[key], kind))


def _sheets(file: str) -> Mapping[str, Sheet]:
    return MappingProxyType({key: msgspec.convert(_wire(raw), Sheet) for key, raw in read(file).items()})


PROFESSIONS = _listed("professions", "profession", Profession)
WEAPONS = _listed("weapons", "weapon", Weapon)
ARMOR = _listed("armor", "armor", Armor)
TRAITS = _listed("traits", "trait", Trait)
SPELLS = _listed("spells", "spell", Spell)
TECHNIQUES = _listed("techniques", "technique", Technique)
REACTIONS = _listed("reactions", "reaction", Reaction)
ITEMS = _listed("items", "item", Item)
TRAPS = _listed("traps", "trap", Trap)
TABLE_OF_CONDITIONS = entries(read("conditions")["condition"], ConditionKind)
CONDITIONS: Mapping[str, ConditionKind] = MappingProxyType(TABLE_OF_CONDITIONS)
CHARACTERS = _sheets("characters")
CREATURES = _sheets("creatures")
RULES = _listed("rules", "rule", Rule)
RULES_IN: Mapping[str, Mapping[str, Rule]] = MappingProxyType({"es": _listed("rules_es", "rule", Rule)})
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
