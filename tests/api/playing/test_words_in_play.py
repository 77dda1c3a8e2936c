"""What people read of fights played by chance, in every language: whole sentences, and nothing of the machinery.

SKALD_TOLD=200 pytest tests/api/playing/test_words_in_play.py       200 fights, shared over the systems, 10 otherwise
"""

from __future__ import annotations

import inspect
import random
import re
import tomllib
import typing
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, structs

from api.reading.offers import Offering
from api.words import sentences_of
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.wording import PHRASES
from engine.kernel.state.events import KERNEL_EVENTS, CommandAccepted, Hidden
from engine.kernel.state.fight import State
from engine.kernel.state.seat import SeatEntry
from engine.service.registry import Registry
from schemas import answers
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.support.laws.scene_laws import words_of

FIGHTS = amount("SKALD_TOLD", 10, 240)
"""Fights of all systems together, each read in every language. All scenes of a system are played in any case."""

STEPS = amount("SKALD_TOLD_STEPS", 14, 25)
"""Orders and answers of each."""

REGISTRY = Registry.installed()
TOLD = sorted((key, locale) for key in REGISTRY.books for locale in PHRASES.languages)
"""Systems with the languages of the house: a system without words in one of them is told in English there."""

_TIME: dict[int, str] = defaultdict(lambda: "2026-01-01T00:00:00.000Z")
_BROKEN = re.compile(r"^\s|\s$|\s\s|\s[,.:;?!)]|[{}\[\]]|\(\)|[:,;(–]$|^[.,:;?!)]|\bNone\b|\bTrue\b|\bFalse\b")
_CODE = re.compile(r"\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b\w+-\w+-\w+\b")
_WORD = re.compile(r"[^\W\d_]+")


def values_of(hint: Any, found: set[str], seen: set[Any]) -> None:
    """Every value of every enum that a type can hold."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        found |= {str(member.value) for member in hint}
    elif isinstance(hint, type) and issubclass(hint, Struct) and hint not in seen:
        seen.add(hint)
        for inner in typing.get_type_hints(hint, include_extras=False).values():
            values_of(inner, found, seen)
    for inner in typing.get_args(hint):
        values_of(inner, found, seen)


def machinery(book: Rulebook[Any], locale: str) -> set[str]:
    """Words that no text may have: values of enums and, but for English, ids of the content."""
    system, found = book.system, set[str]()
    types = (*system.orders, *system.events, *system.questions, *KERNEL_EVENTS)
    for cls in types:
        values_of(cls, found, set())
    if locale in system.words.languages and locale != "en":
        found |= {one for table in system.content.values() for one in table}
    spoken = " ".join((*sentences_of(locale).values(), *_words_of(system, locale), *_phrases_of(system, locale)))
    return found - set(_WORD.findall(spoken)) - {word.lower() for word in _WORD.findall(spoken)}


def _words_of(system: Any, locale: str) -> Iterator[str]:
    """What the system calls everything that has a word: those are words of the language."""
    for table in system.content.values():
        for one in table:
            yield system.word(one, locale)
    for hints in (*system.orders, *system.events, *system.questions):
        values = set[str]()
        values_of(hints, values, set())
        yield from (system.word(value, locale) for value in values)


def _phrases_of(system: Any, locale: str) -> Iterator[str]:
    """What a scene is told with: in English where the game lacks the language."""
    folder = Path(inspect.getfile(type(system))).parent / "content" / "scene"
    file = folder / f"{locale if (folder / f'{locale}.toml').exists() else 'en'}.toml"
    for phrases in (PHRASES.languages[locale], tomllib.loads(file.read_text(encoding="utf-8"))):
        yield from (text for section in phrases.values() for text in section.values())


class Reader:
    """Reads everything that one seat is shown of a fight."""

    def __init__(self, book: Rulebook[Any], locale: str) -> None:
        self.book, self.locale, self.shunned = book, locale, machinery(book, locale)
        self.read = 0
        self._known = set[tuple[str, tuple[str, ...]]]()  # most is read again at the next stop

    def text(self, what: str, text: str, names: Sequence[str]) -> None:
        """It is a whole sentence. names: what people wrote themselves."""
        self.read += 1
        if (text, tuple(names)) in self._known:
            return
        self._known.add((text, tuple(names)))
        assert text, f"{what}: no words"
        assert len(text) > 2000 or not _BROKEN.search(text), f"{what}: {text!r}"
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "X", text, flags=re.IGNORECASE)
        assert not _CODE.search(text), f"{what}: {text!r}"
        code = self.shunned & set(_WORD.findall(text))
        assert not code, f"{what}: {text!r} has {code}"

    def fight(self, state: State[Any], seat: str) -> None:
        """Offers, fields and questions, as they stand."""
        seen = self.book.seen(state, seat)
        names = [*seen.fight.combatants, *(c.name for c in seen.fight.combatants.values()), *seen.fight.seats]
        names += [s.name for s in seen.fight.seats.values()] + [c.side for c in seen.fight.combatants.values()]
        scene = scene_of(self.book.system, seen, seat, self.locale)
        for where, words in words_of(scene, "scene"):
            if words:
                self.text(where, words, names)
        offering = Offering(self.book, seen, seat, "fight", self.locale, _TIME)
        by_actor: dict[str | None, list[answers.Offer]] = defaultdict(list)
        for offer in (offer for listed in offering.orders() for offer in listed.offers):
            by_actor[offer.combatant].append(offer)
        for offers in by_actor.values():
            self.offers(offers, names)
        for decision in offering.decisions():
            self.text(decision.kind, decision.text, names)
            self.offers(decision.offers, names)

    def offers(self, offers: Sequence[answers.Offer], names: Sequence[str]) -> None:
        """Each with words and a key of its own."""
        keys = [offer.key for offer in offers]
        assert len(set(keys)) == len(keys), f"twice: {sorted(one for one in keys if keys.count(one) > 1)}"
        labels = [offer.label for offer in offers]
        assert len(set(labels)) == len(labels), f"twice: {sorted(one for one in labels if labels.count(one) > 1)}"
        for offer in offers:
            self.text(offer.key, offer.label, names)
            fields = [field.label for field in offer.fields]
            assert len(set(fields)) == len(fields), f"{offer.key}: {fields}"
            for field in offer.fields:
                self.text(f"{offer.key}.{field.name}", field.label, names)
                options = [option.label for option in field.among]
                assert len(set(options)) == len(options), f"{offer.key}.{field.name}: {options}"
                for option in options:
                    self.text(f"{offer.key}.{field.name}", option, names)

    def told(self, arena: Arena, renderer: Renderer, after: int) -> None:
        """The events after a version, as the GM is told them: what was ordered is not told a second time."""
        names = [*arena.fight.combatants, *(c.name for c in arena.fight.combatants.values())]
        names += [*arena.fight.seats, *(s.name for s in arena.fight.seats.values())]
        names += [c.side for c in arena.fight.combatants.values()]
        ordered = ""
        for recorded in arena.stream[after:]:
            renderer.learn(recorded.event, recorded.version)
            if not isinstance(recorded.event, Hidden):
                text = renderer.event(recorded.event, recorded.draft.because)
                self.text(type(recorded.event).__name__, text, names)
                assert text != ordered, f"{type(recorded.event).__name__}: {text!r} is what was ordered"
                ordered = text.partition(": ")[2] if isinstance(recorded.event, CommandAccepted) else ordered


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
def test_every_text_is_for_people(system: str) -> None:
    """In no language is anything empty, broken or a word of the code; no two things to choose from read the same."""
    examples = playing.examples_of(system)
    book = REGISTRY.book(system)
    usage, scenes = Usage(book, examples.WORN), examples.SCENES
    readers = [Reader(book, locale) for locale in PHRASES.languages]
    for seed in range(max(len(scenes), FIGHTS // len(REGISTRY.books))):
        rng = random.Random(seed)
        arena = scenes[seed](rng) if seed < len(scenes) else examples.make(rng, usage.unused_content)
        renderers = [Renderer(book, reader.locale) for reader in readers]
        for seat in arena.fight.seats.values():
            for renderer in renderers:
                renderer.learn(_joined(seat))
        after = 0
        for _ in range(STEPS):
            for reader, renderer in zip(readers, renderers, strict=True):
                reader.told(arena, renderer, after)
                for seat in arena.fight.seats:
                    reader.fight(arena.state, seat)
            after = len(arena.stream)
            play = playing.chosen(arena, rng, usage)
            if play is None:
                break
            playing.perform(arena, play)
            usage.add(arena.stream[after:])
    assert min(reader.read for reader in readers) > 1000


FOREIGN = [(key, locale) for key, locale in TOLD if not REGISTRY.book(key).system.tells(locale)]
"""Systems with the languages that they lack."""


class Listener(Reader):
    """Keeps every sentence that one seat is shown. It tells the words of two languages apart."""

    def __init__(self, book: Rulebook[Any], locale: str) -> None:
        super().__init__(book, locale)
        self.sentences: list[tuple[str, str]] = []
        english, own = _vocabulary(book.system, "en"), _vocabulary(book.system, locale)
        units = {"m", "cm", "ft", "in"}  # are no words
        self.english, self.own = english - own - units, own - english - units

    def text(self, what: str, text: str, names: Sequence[str]) -> None:
        """Keep it. In a scene, which has words of its own in every language, no text has words of two."""
        if not what.startswith("scene"):
            self.sentences.append((what, text))
            return
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "X", text, flags=re.IGNORECASE)
        for sentence in re.split(r"[.:;\n]", text):
            words = {word.lower() for word in _WORD.findall(sentence)}
            assert not (words & self.english and words & self.own), f"{what}: {sentence!r}"


def _vocabulary(system: Any, locale: str) -> set[str]:
    """The words of a language, in lower case: of the kernel's and the system's sentences and scenes."""
    own = system.words.languages[locale] if system.tells(locale) else {}
    texts = [*sentences_of(locale).values(), *_phrases_of(system, locale)]
    texts += [text for name, section in own.items() if name != "refusals" for text in section.values()]
    return {word.lower() for text in texts for word in _WORD.findall(re.sub(r"{[^}]*}", " ", text))}


@pytest.mark.parametrize(("system", "locale"), FOREIGN)
def test_no_sentence_mixes_two_languages(system: str, locale: str) -> None:
    """Offers, questions and events are told in English as a whole where the game lacks a language."""
    examples, book = playing.examples_of(system), REGISTRY.book(system)
    usage, heard = Usage(book, examples.WORN), 0
    for seed in range(max(2, FIGHTS // 2 // len(FOREIGN))):  # each is told in two languages
        rng = random.Random(seed)
        arena = examples.SCENES[seed](rng) if seed < len(examples.SCENES) else examples.make(rng, usage.unused_content)
        listeners = {name: Listener(book, name) for name in (locale, "en")}
        renderers = {name: Renderer(book, name) for name in listeners}
        after = 0
        for _ in range(STEPS):
            for name, listener in listeners.items():
                listener.told(arena, renderers[name], after)
                for seat in arena.fight.seats:
                    listener.fight(arena.state, seat)
            after = len(arena.stream)
            play = playing.chosen(arena, rng, usage)
            if play is None:
                break
            playing.perform(arena, play)
            usage.add(arena.stream[after:])
        assert listeners[locale].sentences == listeners["en"].sentences
        heard += len(listeners[locale].sentences)
    assert heard > 1000


def _joined(seat: SeatEntry) -> Any:
    return next(cls for cls in KERNEL_EVENTS if cls.__name__ == "SeatAdded")(entry=structs.replace(seat))
