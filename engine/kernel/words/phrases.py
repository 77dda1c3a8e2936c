"""Short texts for people in several languages, from one TOML file per language: `en.toml`, `es.toml`.

A file has these sections:

    phrases     a key -> a text with figures, see `engine.kernel.words.sentences`: `turn = "{who}'s turn"`
    counts      a key -> `{n} turn|{n} turns`: one, and several; a language may have three, see `sentences.counted`
    names       an id -> its name, where the words of the rule system have none in this language

English has every key; a missing language, or a missing key of one, falls back to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from engine.kernel.words.sentences import counted, language_of, render_sentence

DEFAULT = "en"


class Phrases:
    """The texts of a folder."""

    def __init__(self, folder: Path) -> None:
        self.languages: Mapping[str, Mapping[str, Mapping[str, str]]] = {
            path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))
        }
        # The same few are rendered for every figure of every picture.
        self._kept = lru_cache(maxsize=4096)(self._rendered)
        self._amounts = lru_cache(maxsize=1024)(self._amount)

    def text(self, key: str, locale: str, **figures: str) -> str:
        """A text with its figures. KeyError for a key that English does not have."""
        return self._kept(key, language_of(locale), tuple(figures.items()) if figures else ())

    def of(self, key: str, locale: str, figures: tuple[tuple[str, str], ...]) -> str:
        """The same, with figures as pairs of name and value."""
        return self._kept(key, language_of(locale), figures)

    def counted(self, key: str, locale: str, number: int) -> str:
        """`1 turn`, `3 turns`. KeyError for a key that English does not have."""
        return self._amounts(key, language_of(locale), number)

    def _amount(self, key: str, language: str, number: int) -> str:
        return counted(self._found("counts", key, language), number)

    def name(self, id: str, locale: str) -> str:
        """The name of an id; "" where this language lists none."""
        return self.languages.get(language_of(locale), {}).get("names", {}).get(id, "")

    def _rendered(self, key: str, language: str, figures: tuple[tuple[str, str], ...]) -> str:
        return render_sentence(self._found("phrases", key, language), dict(figures))

    def _found(self, section: str, key: str, language: str) -> str:
        words = self.languages.get(language, {}).get(section, {})
        return words[key] if key in words else self.languages[DEFAULT][section][key]
