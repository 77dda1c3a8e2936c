"""Refusals in a reader's language. Rules refuse in English; a catalogue of those texts says how it is put elsewhere.

A text that no catalogue has stays English: it is better understood than none. What stands for a figure may itself be
words (`expected {0}, got {1}`), and a refusal may name its field first (`faces: a whole number from 1 to 6`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from engine.kernel.sentences import language_of

Texts = tuple[tuple[str, str], ...]


def worded(reason: str, locale: str, systems: Iterable[Any]) -> str:
    """A refusal in that language, as far as the systems or the kernel have it.

    What a system says in the language of its source only stays English whole: a sentence of the kernel that fits its
    ends would leave its middle as it is.
    """
    language = language_of(locale)
    whole, parts = _kernel(language)
    for system in systems:
        unsaid = dict.fromkeys(_of_system(system, system.language), "")
        whole = {**unsaid, **whole, **_of_system(system, language)}
    texts = tuple(whole.items())
    return _told(reason, texts, tuple(parts.items()) + texts)[1] or reason


def _of_system(system: Any, language: str) -> Mapping[str, str]:
    there = getattr(system, "refusals", None)
    return there(language) if there is not None else {}


def _kernel(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """(whole refusals, what only stands inside of one)."""
    read = _read(language)
    return dict(read.get("whole", {})), read.get("parts", {})


@cache
def _read(language: str) -> dict[str, dict[str, str]]:
    file = files(__package__) / f"refusals.{language}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _told(reason: str, texts: Texts, parts: Texts) -> tuple[int, str]:
    """How it is put, and how many characters of it were known; nothing where nobody says.

    Whole, or behind the name of its field, whichever knows more of it: `ref: the catalogue has no 'x'` is no `{0} has
    no {1}`, though that fits.
    """
    field, colon, rest = reason.partition(": ")
    known, told = _told(rest, texts, parts) if colon else (0, "")
    for size, pattern, text in _patterns(texts):
        if size > known and (match := pattern.fullmatch(reason)):
            return size, text and text.format(*(_part(group, parts) for group in match.groups()))
    return known, f"{field}: {told}" if told else ""


def _part(words: str, parts: Texts) -> str:
    """What stands for a figure, as far as it is words; of a list, each."""
    return _told(words, parts, parts)[1] or ", ".join(_told(one, parts, parts)[1] or one for one in words.split(", "))


@cache
def _patterns(texts: Texts) -> tuple[tuple[int, re.Pattern[str], str], ...]:
    """The texts with most characters of their own first: what is only a figure fits anything."""
    sized = [(len(re.sub(r"{\d+}", "", english)), english, text) for english, text in texts]
    return tuple(
        (size, re.compile(re.sub(r"\\{\d+\\}", "(.+)", re.escape(english))), text)
        for size, english, text in sorted(sized, key=lambda entry: -entry[0])
    )
