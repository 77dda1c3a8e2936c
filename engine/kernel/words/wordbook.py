"""The words of a rule system for people, from one TOML file per language: `en.toml`, `fi.toml`.

A file has these sections:

    values      members of enums; yes, no and the last `and` of a list
    things      names of content, where its own name will not do
    terms       other ids
    sides       the usual sides; any other is called by its id
    kinds       what a question is about
    counts      `{n} turn|{n} turns`: one, and several; a language may have three, see `sentences.counted`
    fields      the open choices of offers
    sheets      what a form calls the fields of sheets and setups, and the members of their enums (`KEY`, or `Enum.KEY`
                where the same key has another meaning elsewhere); what is left out is called by its own name
    sentences   of events, orders, answers and questions, see `engine.kernel.words.sentences`
    names       short names of orders and answers, without who acts, written as sentences are: `Cast = "{spell}"`
    headlines   of events and orders where a headline tells them otherwise than a line of their own
    refusals    the English text, its figures as {0}, {1} ... -> the text in this language; English has none

Values and terms may be given for a single field: `"pay.EXTRA"`. A missing language falls back to English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct

from engine.kernel.authoring.rule_system import Own, RuleSystem
from engine.kernel.authoring.system import Rule
from engine.kernel.state.combatant import Cell, Place
from engine.kernel.state.decisions import Offer
from engine.kernel.structs.deeds import Deed
from engine.kernel.structs.messages import Event
from engine.kernel.words.sentences import (
    Forms,
    Sentences,
    capitalised,
    counted,
    fields_in,
    figures_in,
    format_place,
    joined_list,
    language_of,
    render_sentence,
)
from engine.kernel.words.summaries import CONDITIONS, GROUND, Summaries, first_listed

Words = Mapping[str, Mapping[str, str]]
"""Section -> key -> word."""

DEFAULT = "en"


def humanised_id(id: str) -> str:
    """`war_band` -> `war band`."""
    return " ".join(id.replace("_", " ").replace("-", " ").split())


_ID = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*|[a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Z0-9]+(?:_[A-Z0-9]+)*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def plain_words(word: str) -> str:
    """What is written like a key, in plain words: `war_band` -> `war band`; a person's own words as they are."""
    return humanised_id(_HUMP.sub(" ", word)).lower() if _ID.fullmatch(word) else word


def side(id: str, words: Words, names: Mapping[str, str]) -> str:
    """The name of a side: as the table has named it, a usual one's, else its id. names: as `describe` takes them."""
    return names.get(f"side.{id}") or words["sides"].get(id) or humanised_id(id)


class Wordbook:
    """The words of one system. Systems override `shown`, `text`, `place` and `named` for other kinds of fields.

    content: its catalogue. sides: fields that hold sides. ways: fields that hold paths, described step by step.
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
        self._names = {name: Sentences(words.get("names", {})) for name, words in self.languages.items()}
        self._headlines = {name: Sentences(words.get("headlines", {})) for name, words in self.languages.items()}
        self.content, self.sides, self.ways = content, sides, ways
        self._forms = {name: self._forms_of(words) for name, words in self.languages.items()}
        # The same few words occur in every offer and event; custom names are looked up too.
        self._kept = lru_cache(maxsize=8192)(self._word)

    def _forms_of(self, words: Words) -> Forms:
        """The forms of a language, keyed by the words used in sentences. The file lists them by id."""
        found: dict[str, dict[str, str]] = {}
        for key, form in words.get("forms", {}).items():
            how, _, id = key.partition(".")
            word = "*" if id == "*" else words["sides"].get(id) or self._in_sentence(id, words)
            found.setdefault(how, {})[word] = form
        return found

    def _in_sentence(self, id: str, words: Words) -> str:
        """The name of a catalogue thing inside a sentence."""
        return words["things"].get(id) or self.named(id)

    def _language(self, locale: str) -> str:
        """The language of a locale; English where it has no file."""
        language = language_of(locale)
        return language if language in self.languages else DEFAULT

    def tells(self, locale: str) -> bool:
        """Whether there are words in the language of a locale; else English ones are told."""
        return language_of(locale) in self.languages

    def words_of(self, locale: str) -> Words:
        """The words of a language."""
        return self.languages[self._language(locale)]

    def refusals(self, locale: str) -> Mapping[str, str]:
        """Refusals in a language: the English text, its figures as {0}, {1} ... -> the translation."""
        return self.languages.get(language_of(locale), {}).get("refusals", {})

    # -- sentences
    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """One sentence about an event, order, offer, answer or question; "" where there is none.

        Open choices of an offer have no word: they are left out with the part that names them; `Move.to.open` is the
        sentence for an offer that leaves `to` open, `{sent_to}` what is sent there if nobody picks anything.
        names: as people gave them: of combatants, and of things that exist only in this fight, by id; of zones and
        sides as `zone.<key>` and `side.<key>`. They are told as they are written.
        """
        return self._told(self._sentences, thing, locale, names)

    def short_name(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """The short name of an offer, or of its body, without who acts; "" where there is none. As `describe`."""
        return capitalised(self._told(self._names, thing, locale, names).strip())

    def order_name(self, order: type[Struct], locale: str) -> str:
        """The short name of a kind of order, whatever it is given with; "" where there is none."""
        nothing = dict.fromkeys(order.__struct_fields__, ("none",))
        sentence = self._names[self._language(locale)].chosen(order.__name__, nothing)
        return capitalised(render_sentence(sentence, dict.fromkeys(fields_in(sentence), "")).strip())

    def headline(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """An event or order as a part of its act's headline; "" where its own sentence will do."""
        return self._told(self._headlines, thing, locale, names)

    def _told(self, by_name: Mapping[str, Sentences], thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        offer = thing if isinstance(thing, Offer) else None
        body: Struct = offer.body if offer is not None else thing
        language = self._language(locale)
        words, kind = self.languages[language], type(body).__name__
        fields = {name: getattr(body, name) for name in body.__struct_fields__}
        open = [field.name for field in offer.fields if field.open] if offer is not None else []
        sentence = by_name[language].sentence_for(kind, fields, open)
        if not sentence:
            return ""
        wanted = fields_in(sentence)
        figures = {name: self.shown(name, fields[name], words, names) for name in fields if name in wanted}
        sent = figures
        if open:
            as_sent = {f"sent_{name}": figures[name] for name in open if name in figures}
            sent = {**figures, **dict.fromkeys(open, ""), **as_sent}
        as_written = {figure for name, figure in figures.items() if fields[name] == figure}
        made = render_sentence(sentence, sent, self._forms[language], as_written.union(names.values()))
        begun = capitalised(made)
        if begun == made:
            return made
        first = next(iter(figures_in(sentence)), "") if sentence.startswith("{") else ""
        own = first in fields and self.is_own(first, fields[first], figures[first])
        return made if own or made.startswith(tuple(names.values())) else begun

    def is_own(self, field: str, value: object, figure: str) -> bool:
        """Whether a figure is free text of a person, which is not capitalised at the beginning of a sentence."""
        return value == figure

    # -- figures
    def shown(self, field: str, value: Any, words: Words, names: Mapping[str, str]) -> str:
        """A field's value in words; "" for nothing. names: of combatants and things, by id."""
        match value:
            case None | "":
                return ""
            case Enum():
                return self._value(field, value.value, words)
            case bool():
                return words["values"]["YES" if value else "NO"]
            case int() if field in words["counts"]:
                return counted(words["counts"][field], value)
            case Cell():
                return self.place(Place(cell=value), words)
            case Place() if value.zone is not None and (label := names.get(f"zone.{value.zone}")):
                return label
            case Place():
                return self.place(value, words)
            case tuple() if field in self.ways:
                return " → ".join(self.shown(field, step, words, names) for step in value)
            case tuple():
                # Somebody who is named twice is told once; of equal numbers, as of faces, each is told.
                told = value if all(type(item) is int for item in value) else dict.fromkeys(value)
                each = [self.shown(field, item, words, names) for item in told]
                return joined_list(each, words["values"]["AND"])
            case str():
                return self.text(field, value, words, names)
            case _:
                return str(value)

    @staticmethod
    def _value(field: str, value: str, words: Words) -> str:
        values = words["values"]
        return values.get(f"{field}.{value}") or values.get(value) or humanised_id(value).lower()

    def place(self, place: Place, words: Words) -> str:
        """A place in words."""
        return format_place(place)

    def text(self, field: str, value: str, words: Words, names: Mapping[str, str]) -> str:
        """An id, or a person's own words; a kind of condition that a table has made up, in plain words."""
        known = words["terms"].get(f"{field}.{value}") or names.get(value)
        return known or (plain_words(value) if field == "kind" else value)

    # -- single words
    def word(self, name: str, locale: str) -> str:
        """The name of an id, a figure, a value or a field; "" where none is known.

        With a field before it, as `field.target`, `kind.SideTie`, `sheet.hp`, `watched.NONE`, `side.heroes`, its word
        there.
        """
        return self._kept(name, language_of(locale))

    def _word(self, name: str, language: str) -> str:
        words = self.words_of(language)
        field, _, value = name.partition(".")
        if value:
            if field == "sheet":
                return words.get("sheets", {}).get(value, "")
            if field in self.sides and value != "NONE":
                return capitalised(side(value, words, {}))
            cached = {"field": "fields", "kind": "kinds"}.get(field)
            if cached is not None and value in words[cached]:
                return words[cached][value]
            return words["terms"].get(name) or words["values"].get(name, "")
        for cached, key in (("terms", name), ("things", name), ("values", name.upper())):
            if key in words[cached]:
                return words[cached][key]
        return self.named(name)

    def thing(self, id: str, key: str, words: Words, names: Mapping[str, str]) -> str:
        """A thing inside a sentence: a name that people gave as it is written, a catalogue's as a common noun.

        id: as the fight has it, `sabre-2`; key: the catalogue's, `sabre`.
        """
        listed = self.named(key)
        written = names.get(id) or names.get(key, "")
        if written and not (listed and re.fullmatch(rf"{re.escape(listed)}(?: \d+)?", written)):
            return written
        called = words["terms"].get(id) or words["things"].get(key) or listed
        return called.lower() if called else plain_words(key)

    def named(self, id: str) -> str:
        """The name of a thing in the content itself; "" where it has none."""
        names = (getattr(table[id], "name", "") for table in self.content.values() if id in table)
        return next((str(name) for name in names if name), "")


class LocalisedSystem(RuleSystem[Own]):
    """A rule system whose words stand in files, one per language.

    words: its wordbook. summaries: what its things are; None: it says nothing of them. rules_by_language: its rules in
    other languages than English. deeds: by kind of event, what makes its part of a headline.
    """

    words: ClassVar[Wordbook]
    summaries: ClassVar[Summaries | None] = None
    rules_by_language: ClassVar[Mapping[str, Mapping[str, Rule]]] = {}
    deeds: Mapping[type[Event], Callable[[Any], Deed | None]] = {}

    def describe(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """An event, an offer, its body or a question in words; "" where the kernel's words will do."""
        return self.words.describe(thing, locale, names)

    def short_name(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """The short name of an order or an answer, without who acts; "" where the kernel's will do."""
        return self.words.short_name(thing, locale, names)

    def order_name(self, order: type[Struct], locale: str) -> str:
        """The short name of a kind of order, whatever it is given with; "" where there is none."""
        return self.words.order_name(order, locale)

    def headline(self, thing: Struct, locale: str, names: Mapping[str, str]) -> str:
        """An event or order as a part of its act's headline; "" where its own sentence will do."""
        return self.words.headline(thing, locale, names)

    def deed(self, event: Event) -> Deed | None:
        """What an event of `deeds` means for the headline of its act; None: it is not told there."""
        return self.deeds[type(event)](event)

    @property
    def usual_sides(self) -> Sequence[str]:  # type: ignore[override]  # read, never set
        """The sides that its words have a name for."""
        return tuple(self.words.words_of(DEFAULT)["sides"])

    def tells(self, locale: str) -> bool:
        """Whether it has sentences in the language of a locale; else they are English."""
        return self.words.tells(locale)

    def draws_in(self, locale: str) -> bool:
        """Whether its scenes have words in the language of a locale; else they are English."""
        if self.scene_phrases is None:
            return self.tells(locale)  # the kernel's scene has the words of its sentences
        return language_of(locale) in self.scene_phrases.languages

    def word(self, word: str, locale: str) -> str:
        """The name of an id of the content, a condition, a figure, a value or a field."""
        return self.words.word(word, locale)

    def summary(self, kind: str, id: str, locale: str) -> str:
        """What an order, a question, a condition, a kind of ground or an entry of the content is."""
        if self.summaries is None:
            return ""
        found = self.summaries.find(kind, id, locale)
        if found or kind not in (CONDITIONS, GROUND):
            return found
        return first_listed(self, id, [table for table in self.content if table != kind], locale)

    def rules_in(self, locale: str) -> Mapping[str, Rule]:
        """The rules in a language; none where they are not translated."""
        return self.rules_by_language.get(language_of(locale), {})

    def refusals(self, locale: str) -> Mapping[str, str]:
        """Refusals in a language, by their English text."""
        return self.words.refusals(locale)
