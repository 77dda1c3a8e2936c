"""What a chat is told besides the words of the fight: lists, refusals of a line, and the words that a line may begin
with. Every text is one line, except for the help."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from api.words import DEFAULT
from engine.kernel.words.sentences import language_of, render_sentence

_OTHERS = str.maketrans({"ł": "l", "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d"})
"""Letters that are not a plain one with a mark."""
_WORD = re.compile(r"\w+")
_NUMBERED = re.compile(r"\s*\d+\.\d")


LANGUAGES = ("en", "es", "fi", "pl")


@cache
def texts(language: str) -> Mapping[str, str]:
    """The texts of one of `LANGUAGES`."""
    read: dict[str, str] = json.loads((files(__package__) / f"talk.{language}.json").read_text(encoding="utf-8"))
    return read


def _language(locale: str) -> str:
    language = language_of(locale)
    return language if language in LANGUAGES else DEFAULT


def talk(locale: str, what: str, **figures: object) -> str:
    """The text of this name, with its figures. A figure that is None is missing."""
    told = {key: "" if value is None else str(value) for key, value in figures.items()}
    return render_sentence(texts(_language(locale))[what], told)


def fold(text: str) -> str:
    """A text as words are compared: small, and without the marks of its letters."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_OTHERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The folded words of a text: letters and digits."""
    return _WORD.findall(fold(text).replace("_", " "))


def one_line(text: str) -> str:
    """A text on one line, without what does not show: people name things as they like."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def unnumbered(line: str) -> str:
    """A line that is no choice, with a dash before it if it begins like one: people name things as they like."""
    return f"- {line}" if _NUMBERED.match(line) else line


@cache
def _keywords(language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for there in (language, DEFAULT):
        for name, said in texts(there).items():
            if name.startswith("word."):
                found.update(
                    {fold(word): name.removeprefix("word.") for word in said.split() if fold(word) not in found}
                )
    return found


def keyword(word: str, locale: str) -> str:
    """What a word asks for, in the reader's language or in English: `ayuda` -> `help`; "" for any other word."""
    return _keywords(_language(locale)).get(fold(word), "")
