"""The kernel's words for people. Rendered when read, never stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

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


def _shown(value: Any, names: Mapping[str, str]) -> str:
    match value:
        case list():
            return ", ".join(_shown(item, names) for item in value)
        case None:
            return ""
        case dict():
            return "..."
        case bool():
            return "yes" if value else "no"
        case str():
            return names.get(value, value)
        case _:
            return str(value)


def nobody(field: str) -> Mapping[str, str]:
    """Where no names are known."""
    return {}


def say(name: str, figures: dict[str, Any], locale: str, named: Callable[[str], Mapping[str, str]] = nobody) -> str:
    """The kernel's sentence for a thing called `name`; "" where it has none.

    `name.field.value` picks a sentence by the value of a field. named: what the ids in a field are called.
    """
    sentences = _sentences(locale.partition("-")[0].lower()) or _sentences(DEFAULT)
    sentence = sentences.get(name, "")
    for field, value in figures.items():
        if value is None or isinstance(value, (bool, str)):
            word = "null" if value is None else str(value).lower()
            sentence = sentences.get(f"{name}.{field}.{word}", sentence)
    return sentence.format_map({f: _shown(value, named(f)) for f, value in figures.items()}) if sentence else ""
