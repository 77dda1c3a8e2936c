"""What things, figures, sides and answers are called in a language, from content/words/<locale>.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel.combatant import Place
from engine.kernel.sentences import capital, format_place, listed
from engine.systems.dozen_die.commands import Step, Way
from engine.systems.dozen_die.content.catalogue import CONTENT
from engine.systems.dozen_die.content.kinds import Armor, Skill, Talent, Weapon
from engine.systems.dozen_die.state import Own, Pool

Words = Mapping[str, Mapping[str, str]]
"""Shelf -> key -> word: values, things, terms, sides, kinds, counts, fields, sentences, refusals."""

DEFAULT = "en"

WORDS: Mapping[str, Words] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "content" / "words").glob("*.toml"))
}

_WEAPONS = ("weapon", "attack_weapon", "defense_weapon")
_THINGS = (*_WEAPONS, "skill", "used", "means", "resistance", "wanderer", "special", "load")
"""Fields that hold ids of the content, or of things that only this fight has."""

_SIDES = ("side", "sides", "winner", "result")
"""Fields that hold sides; `winner` of a melee is a figure."""


def words_of(locale: str) -> Words:
    """The words of a language; a locale that is not there: English."""
    return WORDS.get(locale.partition("-")[0].lower(), WORDS[DEFAULT])


def things_of(own: Own) -> dict[str, str]:
    """What is called how in this fight only: special actions, wanderers, own terrain, and what sheets bring."""
    found = {special.key: special.name for special in own.adventure.specials}
    found |= {wanderer.combatant: wanderer.name for wanderer in own.adventure.wanderers}
    for figure in own.figures.values():
        worn: tuple[Weapon | Skill | Talent | Armor, ...] = (
            *figure.weapons.values(),
            *figure.skills.values(),
            *figure.talents,
            *((figure.armor,) if figure.armor is not None else ()),
        )
        found |= {thing.id: thing.name for thing in worn if thing.id not in found}
    ground = own.adventure.ground
    return found | {terrain.id: terrain.name for terrain in (ground.own_terrain if ground else ())}


def made_readable(id: str) -> str:
    """`war_band` -> `war band`."""
    return " ".join(id.replace("_", " ").replace("-", " ").split())


def side(id: str, words: Words) -> str:
    """What a side is called: an id, unless it is a usual one."""
    return words["sides"].get(id) or made_readable(id)


def counted(field: str, number: int, words: Words) -> str:
    """`1 square`, `3 squares`."""
    one, _, many = words["counts"][field].partition("|")
    return f"{number} {one if number == 1 else many}"


def shown(field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
    """What stands in a field, in words; "" for nothing. names: of combatants and things, by their ids."""
    values = words["values"]
    match value:
        case None | "":
            return ""
        case Enum():
            return values.get(f"{field}.{value.value}") or values[value.value]
        case bool():
            return values["YES" if value else "NO"]
        case int() if field in words["counts"]:
            return counted(field, value, words)
        case Place():
            return _place(value, words)
        case Step():
            there = _place(Place(cell=value.cell, height=value.height or 0), words)
            return f"{values['JUMP']} {there}" if value.jump else there
        case Pool():
            return str(value.dice + value.extra)
        case dict():
            told = [f"{side(str(key), words)} {shown(field, one, words, names)}" for key, one in value.items()]
            return listed(told, values["AND"])
        case tuple() if field in ("path", "way"):
            return " → ".join(shown(field, step, words, names) for step in value)
        case tuple():
            return listed([shown(field, one, words, names) for one in dict.fromkeys(value)], values["AND"])
        case str():
            return _text(field, value, words, names)
        case _:
            return str(value)


def _place(place: Place, words: Words) -> str:
    """`(3, 1)`, with its height where that is not 0."""
    where = format_place(place)
    return f"{where} {words['values']['HEIGHT']} {place.height}" if where and place.height else where


def _text(field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
    if field in _SIDES and value not in names:
        return side(value, words)
    if field in _THINGS:
        return thing(field, value, words, names)
    return words["terms"].get(f"{field}.{value}") or names.get(value, value)


def thing(field: str, id: str, words: Words, names: Mapping[str, str]) -> str:
    """What a thing is called. What somebody wrote on a sheet is left as it is, a sample's weapon is a common noun."""
    listed_as = next((table[id] for table in CONTENT.values() if id in table), None)
    if listed_as is None:
        return names.get(id) or words["terms"].get(id) or made_readable(id)
    written = getattr(listed_as, "name", id)
    if names.get(id, written) != written:
        return names[id]
    called = words["things"].get(id) or str(written)
    return called[:1].lower() + called[1:] if id in CONTENT["weapons"] else called


def pick(field: str, value: object, locale: str) -> str:
    """What a pick is called that is a place or a way, as JSON; "" for any other."""
    words = words_of(locale)
    match value:
        case {"cell": {}}:
            return shown(field, msgspec.convert(value, Place), words, {})
        case [{"cell": {}}, *_]:
            return shown("path", msgspec.convert(value, Way), words, {})
        case []:
            return words["values"]["HERE"] if field == "path" else ""
        case _:
            return ""


def word(one: str, locale: str) -> str:
    """What an id, a figure, a value or a field is called; "" where nobody says.

    With a field before it, as `field.target`, `kind.HowHard`, `skill.NONE`, `side.heroes`, its word there.
    """
    words = words_of(locale)
    field, _, value = one.partition(".")
    if value:
        if field in _SIDES and value != "NONE":
            return capital(side(value, words))
        shelf = {"field": "fields", "kind": "kinds"}.get(field)
        if shelf is not None and value in words[shelf]:
            return words[shelf][value]
        return words["terms"].get(one) or words["values"].get(one, "")
    for shelf, key in (("terms", one), ("things", one), ("values", one.upper())):
        if key in words[shelf]:
            return words[shelf][key]
    named = (table[one] for table in CONTENT.values() if one in table)
    return next((str(found.name) for found in named if hasattr(found, "name")), "")
