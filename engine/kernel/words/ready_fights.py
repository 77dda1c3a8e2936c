"""The ready-made fights of a rule system: a file each, as a request creates it, and their words in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.sentences import language_of

_NAMED = ("name", "label")
"""Fields of a request that are words for people."""


class FightWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What a fight is called, and one sentence of what it shows."""

    title: str
    summary: str


class ReadyWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language. fights: by key. names: of whoever and whatever stands in the files, by English name;
    a name that is not there is the same in every language."""

    fights: dict[str, FightWords]
    names: dict[str, str] = {}


class ReadyFight(Struct, frozen=True):
    """A fight to begin at once. request: the body of `POST /v1/encounters`; names in it are in the words' language."""

    key: str
    title: str
    summary: str
    request: dict[str, Any]


class ReadyFights:
    """The fights of a folder: `bridge.json`, and `words/en.toml` for each language. They are read when first asked for.

    ValueError where English has no words for one of them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: tuple[dict[str, dict[str, Any]], dict[str, ReadyWords]] | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that have words."""
        return tuple(self._files[1])

    def words(self, language: str) -> ReadyWords:
        """The words of a language that has them."""
        return self._files[1][language]

    def in_language(self, locale: str) -> tuple[ReadyFight, ...]:
        """All of them, in the language of a locale where it has words, else in English."""
        requests, words = self._files
        spoken = words.get(language_of(locale), words[DEFAULT])
        found = []
        for key, told in spoken.fights.items():
            request = {**worded(requests[key], spoken.names), "name": told.title}
            found.append(ReadyFight(key, told.title, told.summary, request))
        return tuple(found)

    @property
    def _files(self) -> tuple[Mapping[str, dict[str, Any]], Mapping[str, ReadyWords]]:
        if self._read is None:
            requests = {file.stem: msgspec.json.decode(file.read_bytes()) for file in self._folder.glob("*.json")}
            words = {
                file.stem: msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), ReadyWords)
                for file in sorted((self._folder / "words").glob("*.toml"))
            }
            for language, ready_words in words.items():
                if ready_words.fights.keys() != requests.keys():
                    raise ValueError(f"{self._folder}: {language} has words for {list(ready_words.fights)}")
            self._read = requests, words
        return self._read


def ready_fights_of(system: RuleSystem[Any], locale: str) -> tuple[ReadyFight, ...]:
    """The ready-made fights of a rule system in a reader's language; none where it has no such part."""
    fights = system.ready_fights
    return () if fights is None else fights.in_language(locale)


def ready_fight_of(system: RuleSystem[Any], locale: str, key: str) -> ReadyFight | None:
    """One of them, by its key; None where there is no such."""
    return next((ready_fight for ready_fight in ready_fights_of(system, locale) if ready_fight.key == key), None)


def names_in_language(system: RuleSystem[Any], locale: str) -> Mapping[str, str]:
    """The names of a system's ready-made fights in a reader's language, by English name; those that differ."""
    fights = system.ready_fights
    language = language_of(locale)
    return fights.words(language).names if fights is not None and language in fights.languages else {}


def worded(value: Any, names: Mapping[str, str]) -> Any:
    """A part of a request, or of an event, with its names in another language."""
    match value:
        case dict():
            return {
                key: names.get(item, item) if key in _NAMED and isinstance(item, str) else worded(item, names)
                for key, item in value.items()
            }
        case list():
            return [worded(item, names) for item in value]
    return value
