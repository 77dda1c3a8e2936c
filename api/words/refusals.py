"""Refusals in a reader's language. Rules refuse in English; a catalogue of those texts says how it is put elsewhere.

A text that no catalogue has stays English: it is better understood than none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def worded(reason: str, locale: str, systems: Iterable[Any]) -> str:
    """A refusal in that language, as far as the systems or the kernel have it."""
    language = locale.partition("-")[0].lower()
    for texts in (*(_of_system(system, language) for system in systems), _kernel(language)):
        if texts and (found := _found(reason, tuple(texts.items()))):
            return found
    return reason


def _of_system(system: Any, language: str) -> Mapping[str, str]:
    there = getattr(system, "refusals", None)
    return there(language) if there is not None else {}


@cache
def _kernel(language: str) -> Mapping[str, str]:
    file = files(__package__) / f"refusals.{language}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _found(reason: str, texts: tuple[tuple[str, str], ...]) -> str:
    for pattern, text in _patterns(texts):
        if match := pattern.fullmatch(reason):
            return text.format(*match.groups())
    return ""


@cache
def _patterns(texts: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The texts with most words of their own first: what is only a figure fits anything."""
    ordered = sorted(texts, key=lambda pair: -len(re.sub(r"{\d+}", "", pair[0])))
    return tuple((re.compile(re.sub(r"\\{\d+\\}", "(.+)", re.escape(english))), text) for english, text in ordered)
