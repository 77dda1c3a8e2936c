"""The kernel's texts for people. Rendered on read, never stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from engine.kernel.state.combatant import Place
from engine.kernel.structs.messages import OfferGroup
from engine.kernel.words.sentences import (
    Sentences,
    format_dice,
    format_place,
    joined_list,
    language_of,
    render_sentence,
)

DEFAULT = "en"

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_-]+")


def parse_locale(header: str | None) -> str:
    """The language a reader prefers: `de-CH,de;q=0.9` -> `de-CH`. English if none is named."""
    best, weight = DEFAULT, 0.0
    for part in (header or "").split(","):
        name, _, rest = part.strip().partition(";")
        try:
            q = float(rest.partition("q=")[2] or 1)
        except ValueError:
            q = 0.0
        if re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", name) and q > weight:
            best, weight = name, q
    return best


def humanised(name: str) -> str:
    """`pick-up-sword`, `turnOrder` -> `Pick up sword`, `Turn order`."""
    words = " ".join(_HUMP.sub(" ", name).split()).lower()
    return words[:1].upper() + words[1:]


@cache
def _sentences(locale: str) -> dict[str, str]:
    file = files(__package__) / f"{locale}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _shown(value: Any, names: Mapping[str, str], sentences: Mapping[str, str]) -> str:
    match value:
        case [int(), *_]:
            return ", ".join(map(str, value))
        case list():
            return joined_list([_shown(item, names, sentences) for item in value], sentences["and"])
        case None:
            return ""
        case {"cell": _, "point": _}:
            place = msgspec.convert(value, Place)
            if place.rank is not None:  # a bare number says nothing
                return sentences["place.rank"].replace("{n}", str(place.rank))
            return format_place(place, point=sentences["point"])
        case {"name": str(name)}:
            return name
        case dict():
            return "..."
        case bool():
            return sentences["yes" if value else "no"]
        case str():
            return names.get(value, value)
        case _:
            return str(value)


def nobody(field: str) -> Mapping[str, str]:
    """The names of no field, for callers without any."""
    return {}


def sentences_of(locale: str) -> Mapping[str, str]:
    """The kernel's texts in a language; English if it is not available."""
    return _sentences(language_of(locale)) or _sentences(DEFAULT)


@cache
def _by_name(language: str) -> Sentences:
    known = _sentences(language)
    return Sentences(known) if known or language == DEFAULT else _by_name(DEFAULT)


def shown(value: Any, locale: str) -> str:
    """A value as text without names: a place, yes or no, a number."""
    return _shown(value, {}, sentences_of(locale))


def group_label(group: OfferGroup, locale: str) -> str:
    """The name of a group of offers."""
    return sentences_of(locale)[f"group.{group.value}"]


def say(name: str, figures: dict[str, Any], locale: str, named: Callable[[str], Mapping[str, str]] = nobody) -> str:
    """The kernel's sentence for `name`; "" if it has none.

    `name.field.value` selects a sentence by the value of a field. named: the names of the ids in a field.
    """
    sentences = sentences_of(locale)
    sentence = _by_name(language_of(locale)).sentence_for(name, figures)
    if not sentence:
        return ""
    if isinstance(dice := figures.get("dice"), str):
        figures = {**figures, "dice": format_dice(dice, sentences["dice.sign"])}
    return render_sentence(sentence, {f: _shown(v, named(f), sentences) for f, v in figures.items()})
