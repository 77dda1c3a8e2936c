"""The kernel's words for people, and how words are found: the system's own first. Rendered when read, never stored."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from engine.kernel.errors import RuleRefusal
from engine.kernel.events import CommandAccepted, Hidden
from engine.kernel.messages import plain
from engine.kernel.rulebook import Rulebook

DEFAULT = "en"

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_-]+")


def parse_locale(header: str | None) -> str:
    """The language a reader likes best: `de-CH,de;q=0.9` -> `de-CH`. English where none is named."""
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


def _shown(value: Any) -> str:
    match value:
        case list():
            return ", ".join(_shown(item) for item in value)
        case None:
            return ""
        case dict():
            return "..."
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def say(name: str, figures: dict[str, Any], locale: str) -> str:
    """The kernel's sentence for a thing called `name`; "" where it has none.

    `name.field.value` picks a sentence by the value of a field.
    """
    sentences = _sentences(locale.partition("-")[0].lower()) or _sentences(DEFAULT)
    sentence = sentences.get(name, "")
    for field, value in figures.items():
        if value is None or isinstance(value, (bool, str)):
            word = "null" if value is None else str(value).lower()
            sentence = sentences.get(f"{name}.{field}.{word}", sentence)
    return sentence.format_map({field: _shown(value) for field, value in figures.items()}) if sentence else ""


def describe(book: Rulebook[Any], thing: Struct, locale: str) -> str:
    """A thing in the system's words, else in the kernel's; "" where nobody has any."""
    if isinstance(thing, Hidden):
        return ""
    return book.system.describe(thing, locale) or say(type(thing).__name__, plain(thing), locale)


def _order_text(book: Rulebook[Any], accepted: CommandAccepted, locale: str) -> str:
    """What was ordered; "" where it cannot be read by today's rules, or not by this seat."""
    order = accepted.order
    if accepted.withheld:
        ((key, fields),) = order[book.key].items()
        order = {book.key: {key: {**fields, **accepted.withheld}}}
    with suppress(RuleRefusal, KeyError, ValueError):
        return describe(book, book.decode_order(order), locale)
    return ""


def event_text(book: Rulebook[Any], thing: Struct, locale: str) -> str:
    """An event in words, its type's name at the least."""
    if isinstance(thing, CommandAccepted) and (ordered := _order_text(book, thing, locale)):
        return ordered
    return describe(book, thing, locale) or ("" if isinstance(thing, Hidden) else humanised(type(thing).__name__))
