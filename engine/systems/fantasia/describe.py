"""Words for people: one sentence per event, order, answer and question, from content/words/<locale>.toml.

A sentence names fields in braces. Ids of the catalogue and of combatants become their names, members of enums their
words. Beside `CheckMade` the key `CheckMade.passed.false` holds the sentence for
that value of that field (`none` for nothing).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.kernel.combatant import Cell, Place
from engine.kernel.decisions import Offer
from engine.systems.fantasia.content.catalogue import CONTENT
from engine.systems.fantasia.events import SideBlock

DEFAULT = "en"


def _load(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


WORDS: Mapping[str, dict[str, dict[str, str]]] = {
    path.stem: _load(path) for path in sorted((Path(__file__).parent / "content" / "words").glob("*.toml"))
}

_CATALOGUES = {
    "weapon": ("weapons",),
    "spell": ("spells",),
    "technique": ("techniques",),
    "ability": ("spells", "techniques"),
    "item": ("items",),
    "trap": ("traps",),
    "reaction": ("reactions",),
    "status": ("conditions",),
    "condition": ("conditions",),
}


def _named(name: str, value: str, words: Mapping[str, dict[str, str]]) -> str:
    """What a thing of the catalogue is called; its id where it is somebody's own."""
    for catalogue in _CATALOGUES[name]:
        if value in CONTENT[catalogue]:
            called = words.get("things", {}).get(value) or getattr(CONTENT[catalogue][value], "name", value)
            return str(called)
    return value


def _place(place: Place) -> str:
    if place.cell is not None:
        return f"{place.cell.x} : {place.cell.y}"
    if place.point is None:
        return "?"
    return " : ".join(
        f"{'-' if n < 0 else ''}{abs(n) // 100}.{abs(n) % 100:02d} m" for n in (place.point.x, place.point.y)
    )


def _word(name: str, value: Any, words: Mapping[str, dict[str, str]], names: Mapping[str, str]) -> str:
    match value:
        case None:
            return ""
        case Enum():
            return words["values"].get(value.value, str(value.value).lower().replace("_", " "))
        case tuple() if name == "path":
            return " - ".join(_word("cell", cell, words, names) for cell in value)
        case Cell():
            return f"{value.x} : {value.y}"
        case tuple():
            return ", ".join(_word(name, item, words, names) for item in value) or words["values"]["NOBODY"]
        case SideBlock():
            return " / ".join(value.sides)
        case Place():
            return _place(value)
        case str() if name == "vital":
            return words["terms"].get(value, value)
        case str() if name in _CATALOGUES:
            return _named(name, value, words)
        case _:
            return names.get(value, str(value)) if isinstance(value, str) else str(value)


def word(one: str, locale: str) -> str:
    """What an id, a figure, a condition, a value of an enum or a field of an offer is called; "" where nobody says."""
    words = WORDS.get(locale.split("-")[0], WORDS[DEFAULT])
    for shelf, key in (("terms", one), ("things", one), ("fields", one), ("values", one.upper())):
        if key in words.get(shelf, {}):
            return words[shelf][key]
    for catalogue in CONTENT.values():
        if one in catalogue and getattr(catalogue[one], "name", None):
            return str(catalogue[one].name)  # type: ignore[attr-defined]  # what has a name is called so
    return ""


def refusals(locale: str) -> Mapping[str, str]:
    """How a refusal is put in a language: the English text, its figures as {0}, {1} ... -> the text there."""
    return WORDS.get(locale.split("-")[0], {}).get("refusals", {})


def describe(thing: Struct, locale: str, names: Mapping[str, str]) -> str:
    """One sentence; "" where there is none. A locale that is not there: English. names: of combatants, by their ids."""
    if isinstance(thing, Offer):
        thing = thing.body
    words = WORDS.get(locale.split("-")[0], WORDS[DEFAULT])
    sentences = words["sentences"]
    fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
    name = type(thing).__name__
    for key, value in fields.items():
        if isinstance(value, (bool, Enum, int)) or value is None or value == "":
            chosen = "none" if value is None or value == "" else value.value if isinstance(value, Enum) else value
            special = sentences.get(f"{name}.{key}.{str(chosen).lower()}")
            if special is not None:
                return special.format_map({k: _word(k, v, words, names) for k, v in fields.items()})
    sentence = sentences.get(name)
    return sentence.format_map({k: _word(k, v, words, names) for k, v in fields.items()}) if sentence else ""
