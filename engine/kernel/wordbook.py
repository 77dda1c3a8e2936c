"""The words of a rule system for people, from one file of TOML for each language: `en.toml`, `fi.toml`.

A file holds shelves of words:

    values      members of enums; yes, no and the last `and` of a list
    things      what content is called, where its own name will not do
    terms       other ids
    sides       the usual sides; any other is called by its id
    kinds       what a question is about
    counts      `{n} turn|{n} turns`: one, and several
    fields      the open choices of offers
    sentences   of events, orders, answers and questions, see `engine.kernel.sentences`
    refusals    the English text, its figures as {0}, {1} ... -> the text there; English has none

Of values and terms there may be one for a single field: `"pay.EXTRA"`. A language that is not there is told in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct

from engine.kernel.combatant import Cell, Place
from engine.kernel.decisions import Offer
from engine.kernel.sentences import Sentences, capital, figures_in, format_place, language_of, listed, told, values_of
from engine.kernel.system import Rule

Words = Mapping[str, Mapping[str, str]]
"""Shelf -> key -> word."""

DEFAULT = "en"


def made_readable(id: str) -> str:
    """`war_band` -> `war band`."""
    return " ".join(id.replace("_", " ").replace("-", " ").split())


def side(id: str, words: Words) -> str:
    """What a side is called: an id, unless it is a usual one."""
    return words["sides"].get(id) or made_readable(id)


def counted(field: str, number: int, words: Words) -> str:
    """`1 hour`, `3 hours`; with the number where the language puts it: `quedan 3 turnos`."""
    one, _, many = words["counts"][field].partition("|")
    return (one if number == 1 else many).replace("{n}", str(number))


class Wordbook:
    """The words of one system. What its fields hold besides, it says by `shown`, `text`, `place` and `named`.

    content: its catalogue. sides: fields that hold sides. ways: fields that hold ways, told step by step.
    """

    def __init__(
        self,
        folder: Path,
        content: Mapping[str, Mapping[str, Struct]],
        *,
        sides: Collection[str],
        ways: Collection[str] = ("path",),
    ) -> None:
        self.languages: Mapping[str, Words] = {
            path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))
        }
        self._sentences = {name: Sentences(words["sentences"]) for name, words in self.languages.items()}
        self.content, self.sides, self.ways = content, sides, ways
        # The same few words stand in every offer and event; what people call their own things is asked for too.
        self._kept = lru_cache(maxsize=8192)(self._word)

    def words_of(self, locale: str) -> Words:
        """The words of a language."""
        return self.languages.get(language_of(locale), self.languages[DEFAULT])

    def refusals(self, locale: str) -> Mapping[str, str]:
        """How a refusal is put in a language: the English text, its figures as {0}, {1} ... -> the text there."""
        return self.languages.get(language_of(locale), {}).get("refusals", {})

    # -- sentences
    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """One sentence about an event, order, offer, answer or question; "" where there is none.

        Of an offer, open choices have no word: they are left out with the part that names them; `Move.to.open` is the
        sentence for an offer that leaves `to` open, `{sent_to}` what is sent there if nobody picks anything.
        names: what combatants, and the things of this fight only, are called, by their ids.
        """
        offer = thing if isinstance(thing, Offer) else None
        body: Struct = offer.body if offer is not None else thing
        words, kind = self.words_of(locale), type(body).__name__
        fields = {name: getattr(body, name) for name in body.__struct_fields__}
        open = [field.name for field in offer.fields if field.open] if offer is not None else []
        sentences = self._sentences.get(language_of(locale), self._sentences[DEFAULT])
        sentence = sentences.chosen(kind, values_of(fields, open) if sentences.has_conditions(kind) else {})
        if not sentence:
            return ""
        wanted = figures_in(sentence)
        bare = {figure.removeprefix("sent_") for figure in wanted}.union(wanted)
        figures = {name: self.shown(name, fields[name], words, names) for name in fields if name in bare}
        as_sent = {f"sent_{name}": figures[name] for name in open if name in figures}
        made = told(sentence, {**figures, **dict.fromkeys(open, ""), **as_sent})
        first = next(iter(wanted), "") if sentence.startswith("{") else ""
        own = first in fields and self.is_own(first, fields[first], figures[first])
        return made if own or made.startswith(tuple(names.values())) else capital(made)

    def is_own(self, field: str, value: object, figure: str) -> bool:
        """Whether a figure is somebody's own word, which stays as it is at the beginning of a sentence."""
        return value == figure

    # -- figures
    def shown(self, field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
        """What stands in a field, in words; "" for nothing. names: of combatants and things, by their ids."""
        match value:
            case None | "":
                return ""
            case Enum():
                return self._value(field, value.value, words)
            case bool():
                return words["values"]["YES" if value else "NO"]
            case int() if field in words["counts"]:
                return counted(field, value, words)
            case Cell():
                return self.place(Place(cell=value), words)
            case Place():
                return self.place(value, words)
            case tuple() if field in self.ways:
                return " → ".join(self.shown(field, step, words, names) for step in value)
            case tuple():
                each = [self.shown(field, one, words, names) for one in dict.fromkeys(value)]
                return listed(each, words["values"]["AND"])
            case str():
                return self.text(field, value, words, names)
            case _:
                return str(value)

    @staticmethod
    def _value(field: str, value: str, words: Words) -> str:
        values = words["values"]
        return values.get(f"{field}.{value}") or values.get(value) or made_readable(value).lower()

    def place(self, place: Place, words: Words) -> str:
        """Where that is."""
        return format_place(place)

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """An id, or somebody's own words."""
        return words["terms"].get(f"{field}.{value}") or names.get(value, value)

    # -- words alone
    def word(self, one: str, locale: str) -> str:
        """What an id, a figure, a value or a field is called; "" where nobody says.

        With a field before it, as `field.target`, `kind.SideTie`, `watched.NONE`, `side.heroes`, its word there.
        """
        return self._kept(one, language_of(locale))

    def _word(self, one: str, language: str) -> str:
        words = self.words_of(language)
        field, _, value = one.partition(".")
        if value:
            if field in self.sides and value != "NONE":
                return capital(side(value, words))
            shelf = {"field": "fields", "kind": "kinds"}.get(field)
            if shelf is not None and value in words[shelf]:
                return words[shelf][value]
            return words["terms"].get(one) or words["values"].get(one, "")
        for shelf, key in (("terms", one), ("things", one), ("values", one.upper())):
            if key in words[shelf]:
                return words[shelf][key]
        return self.named(one)

    def named(self, id: str) -> str:
        """What a thing is called in the content itself; "" where it has no name."""
        names = (getattr(table[id], "name", "") for table in self.content.values() if id in table)
        return next((str(name) for name in names if name), "")


class Worded:
    """The part of a rule system that is words: a system that derives from it needs no other.

    words: its wordbook. rules_by_language: its rules in other languages than English.
    """

    words: ClassVar[Wordbook]
    rules_by_language: ClassVar[Mapping[str, Mapping[str, Rule]]] = {}

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """An event, an offer, its body or a question in words; "" where the kernel's words will do."""
        return self.words.describe(thing, locale, names)

    def word(self, word: str, locale: str) -> str:
        """What an id of the content, a condition, a figure, a value or a field is called."""
        return self.words.word(word, locale)

    def rules_in(self, locale: str) -> Mapping[str, Rule]:
        """The rules in a language; none where there is no such book."""
        return self.rules_by_language.get(language_of(locale), {})

    def refusals(self, locale: str) -> Mapping[str, str]:
        """Refusals in a language, by their English text."""
        return self.words.refusals(locale)
