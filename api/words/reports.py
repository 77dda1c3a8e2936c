"""The words of a report of a fight, and of odds on a terminal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from api.words import DEFAULT
from engine.kernel.words.sentences import language_of, render_sentence

LANGUAGES = ("en", "es", "fi", "pl")


@cache
def texts(language: str) -> Mapping[str, str]:
    """The texts of one of `LANGUAGES`."""
    read: dict[str, str] = json.loads((files(__package__) / f"report.{language}.json").read_text(encoding="utf-8"))
    return read


class ReportWords:
    """The words in the language of a locale; English where it is not there."""

    def __init__(self, locale: str) -> None:
        language = language_of(locale)
        self.language = language if language in LANGUAGES else DEFAULT

    def __call__(self, key: str, **figures: object) -> str:
        """The text of this name, with its figures."""
        return render_sentence(texts(self.language)[key], {name: str(value) for name, value in figures.items()})
