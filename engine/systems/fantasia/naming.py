"""What things, figures, sides and people are called in a language, from content/words/<locale>.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from engine.kernel.combatant import Cell, Place
from engine.kernel.sentences import capital, format_hundredths, format_place, listed
from engine.systems.fantasia.content.catalogue import CONTENT
from engine.systems.fantasia.events import SideBlock
from engine.systems.fantasia.rules.requests import ASKED
from engine.systems.fantasia.state import Own

Words = Mapping[str, Mapping[str, str]]
"""Shelf -> key -> word: values, things, terms, sides, kinds, counts, fields, sentences, refusals."""

DEFAULT = "en"

WORDS: Mapping[str, Words] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "content" / "words").glob("*.toml"))
}

_SHELVES = {
    "weapon": ("weapons",),
    "spell": ("spells",),
    "technique": ("techniques",),
    "ability": ("spells", "techniques"),
    "item": ("items",),
    "trap": ("traps",),
    "reaction": ("reactions",),
    "status": ("conditions",),
    "condition": ("conditions",),
    "kind": ("conditions",),
    "group": ("creatures", "characters"),
    "cause": ("conditions", "traps"),
}
"""Field -> the tables of the catalogue whose ids it holds."""

_SIDES = ("side", "sides", "standing", "winner", "result")
"""Fields that hold sides."""

_CREATURES = {w.id: w.name for sheet in CONTENT["creatures"].values() for w in sheet.own_weapons or ()}  # type: ignore[attr-defined]  # they are sheets
"""What the natural weapons of the sample creatures are called in the content."""


def words_of(locale: str) -> Words:
    """The words of a language; a locale that is not there: English."""
    return WORDS.get(locale.partition("-")[0].lower(), WORDS[DEFAULT])


def things_of(own: Own) -> dict[str, str]:
    """What is called how in this fight only: weapons, spells and the like of the sheets, as far as they are seen."""
    found: dict[str, str] = {}
    for fighter in own.fighters.values():
        tables: list[Mapping[str, Any]] = [{key: held.weapon for key, held in fighter.weapons.items()}]
        if fighter.figures is not None:
            tables.append({key: known.spell for key, known in fighter.figures.spells.items()})
            tables.append({key: known.technique for key, known in fighter.figures.techniques.items()})
            tables += [fighter.figures.reactions, fighter.figures.items]
        for table in tables:
            found |= {key: thing.name for key, thing in table.items() if key not in found}
    return found


def made_readable(id: str) -> str:
    """`war_band` -> `war band`."""
    return " ".join(id.replace("_", " ").replace("-", " ").split())


def thing(id: str, words: Words, names: Mapping[str, str], tables: tuple[str, ...] = tuple(CONTENT)) -> str:
    """What a thing is called. What somebody wrote on a sheet comes first, but for the samples' natural weapons."""
    catalogued = next((CONTENT[table][id] for table in tables if id in CONTENT[table]), None)
    if catalogued is None and names.get(id) not in (None, _CREATURES.get(id)):
        return names[id]
    called = words.get("things", {}).get(id) or getattr(catalogued, "name", None) or _CREATURES.get(id)
    return str(called or made_readable(id))


def side(id: str, words: Words) -> str:
    """What a side is called: an id, unless it is a usual one."""
    return words["sides"].get(id) or made_readable(id)


def counted(field: str, number: int, words: Words) -> str:
    """`1 hour`, `3 hours`; with the number where the language puts it: `quedan 3 turnos`."""
    one, _, many = words["counts"][field].partition("|")
    return (one if number == 1 else many).replace("{n}", str(number))


def shown(field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
    """What stands in a field, in words; "" for nothing. names: of combatants and things, by their ids."""
    match value:
        case None | "":
            return ""
        case Enum():
            return _value(field, value.value, words)
        case bool():
            return words["values"]["YES" if value else "NO"]
        case int() if field in words["counts"]:
            return counted(field, value, words)
        case int() if field == "centimetres":
            return format_hundredths(value, words["values"]["POINT"])
        case Cell():
            return format_place(Place(cell=value))
        case Place():
            return format_place(value, point=words["values"]["POINT"])
        case SideBlock():
            return " / ".join(side(one, words) for one in value.sides)
        case tuple() if field == "path":
            return " → ".join(shown(field, cell, words, names) for cell in value)
        case (SideBlock(), *_):
            return ", ".join(shown(field, block, words, names) for block in value)
        case tuple():
            return listed([shown(field, one, words, names) for one in dict.fromkeys(value)], words["values"]["AND"])
        case str():
            return _text(field, value, words, names)
        case _:
            return str(value)


def _value(field: str, value: str, words: Words) -> str:
    values = words["values"]
    return values.get(f"{field}.{value}") or values.get(value) or made_readable(value).lower()


def _text(field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
    if field == "purpose" and value == ASKED:
        return words["values"]["ASKED"]
    if field == "cause" and value in names:
        return names[value]
    if field in _SHELVES:
        return words["terms"].get(f"{field}.{value}") or thing(value, words, names, _SHELVES[field])
    if field in _SIDES:
        return side(value, words)
    return words["terms"].get(f"{field}.{value}") or (
        words["terms"].get(value, value) if field == "vital" else names.get(value, value)
    )


def word(one: str, locale: str) -> str:
    """What an id, a figure, a value or a field is called; "" where nobody says.

    With a field before it, as `field.target`, `kind.SideTie`, `watched.NONE`, `side.heroes`, its word there.
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
        if key in words.get(shelf, {}):
            return words[shelf][key]
    for table in CONTENT.values():
        if one in table and getattr(table[one], "name", None):
            return str(getattr(table[one], "name", ""))
    return str(_CREATURES.get(one, ""))
