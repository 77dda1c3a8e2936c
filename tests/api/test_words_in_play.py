"""What people read of fights played by chance, in every language: whole sentences, and nothing of the machinery.

SKALD_TOLD=200 pytest tests/api/test_words_in_play.py       200 fights per system and language, 12 otherwise
"""

from __future__ import annotations

import os
import random
import re
import typing
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

import pytest
from msgspec import Struct, structs

from api.reading.offers import Offering
from api.words import sentences_of
from api.words.voice import Voice
from engine.kernel.events import KERNEL_EVENTS, CommandAccepted, Hidden
from engine.kernel.fight import SeatEntry, State
from engine.kernel.rulebook import Rulebook
from engine.service.registry import Registry
from schemas import answers
from tests.support import playing
from tests.support.arena import Arena
from tests.support.usage import Usage

FIGHTS = int(os.environ.get("SKALD_TOLD", "12"))
"""Fights per system and language."""

STEPS = 25
"""Orders and answers of each."""

TOLD = sorted(
    (key, locale) for key, book in Registry.installed().books.items() for locale in {"en", book.system.language}
)
"""Systems with the languages that they are told in: English, and the one of their source."""

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
    if locale != "en":
        found |= {one for table in system.content.values() for one in table}
    spoken = " ".join((*sentences_of(locale).values(), *_words_of(system, locale)))
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


class Reader:
    """Reads everything that one seat is shown of a fight."""

    def __init__(self, book: Rulebook[Any], locale: str) -> None:
        self.book, self.locale, self.shunned = book, locale, machinery(book, locale)
        self.read = 0

    def text(self, what: str, text: str, names: Sequence[str]) -> None:
        """It is a whole sentence. names: what people wrote themselves."""
        assert text, f"{what}: no words"
        assert len(text) > 2000 or not _BROKEN.search(text), f"{what}: {text!r}"
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "X", text, flags=re.IGNORECASE)
        assert not _CODE.search(text), f"{what}: {text!r}"
        code = self.shunned & set(_WORD.findall(text))
        assert not code, f"{what}: {text!r} has {code}"
        self.read += 1

    def fight(self, state: State[Any], seat: str) -> None:
        """Offers, fields and questions, as they stand."""
        seen = self.book.seen(state, seat)
        names = [*seen.fight.combatants, *(c.name for c in seen.fight.combatants.values()), *seen.fight.seats]
        names += [s.name for s in seen.fight.seats.values()] + [c.side for c in seen.fight.combatants.values()]
        offering = Offering(self.book, seen, seat, "fight.", self.locale, _TIME)
        by_actor: dict[str | None, list[answers.Offer]] = defaultdict(list)
        for offer in offering.orders():
            by_actor[offer.combatant].append(offer)
        for offers in by_actor.values():
            self.offers(offers, names)
        for decision in offering.decisions():
            self.text(decision.kind, decision.text, names)
            self.offers(decision.offers, names)

    def offers(self, offers: Sequence[answers.Offer], names: Sequence[str]) -> None:
        """Each with words of its own."""
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

    def told(self, arena: Arena, voice: Voice, after: int) -> None:
        """The events after a version, as the GM is told them: what was ordered is not told a second time."""
        names = [*arena.fight.combatants, *(c.name for c in arena.fight.combatants.values())]
        names += [*arena.fight.seats, *(s.name for s in arena.fight.seats.values())]
        names += [c.side for c in arena.fight.combatants.values()]
        ordered = ""
        for recorded in arena.stream[after:]:
            voice.meet(recorded.event, recorded.version)
            if not isinstance(recorded.event, Hidden):
                text = voice.event(recorded.event, recorded.draft.because)
                self.text(type(recorded.event).__name__, text, names)
                assert text != ordered, f"{type(recorded.event).__name__}: {text!r} is what was ordered"
                ordered = text.partition(": ")[2] if isinstance(recorded.event, CommandAccepted) else ordered


@pytest.mark.parametrize(("system", "locale"), TOLD)
def test_every_text_is_for_people(system: str, locale: str) -> None:
    """Nothing is empty, broken or a word of the code; no two things to choose from read the same."""
    examples = playing.examples_of(system)
    book = Registry.installed().book(system)
    usage, reader = Usage(book, examples.WORN), Reader(book, locale)
    for seed in range(FIGHTS):
        rng = random.Random(seed)
        scenes = examples.SCENES
        arena = scenes[seed](rng) if seed < len(scenes) else examples.make(rng, usage.unused_content)
        voice = Voice(book, locale)
        for seat in arena.fight.seats.values():
            voice.meet(_joined(seat))
        after = 0
        for _ in range(STEPS):
            reader.told(arena, voice, after)
            after = len(arena.stream)
            for seat in arena.fight.seats:
                reader.fight(arena.state, seat)
            play = playing.chosen(arena, rng, usage)
            if play is None:
                break
            playing.perform(arena, play)
            usage.add(arena.stream[after:])
    assert reader.read > 1000


def _joined(seat: SeatEntry) -> Any:
    return next(cls for cls in KERNEL_EVENTS if cls.__name__ == "SeatAdded")(entry=structs.replace(seat))
