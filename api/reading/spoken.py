"""An event as it is read: envelope and typed fields on one object, its words in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Any

from api.words.voice import Voice
from engine.kernel.events import Hidden
from engine.kernel.messages import plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.why import Why
from engine.service.seeing import Glimpse, Told
from schemas import answers
from schemas.words import Instant


class Spoken:
    """One event. A name that is not the envelope's is a field of the event itself."""

    def __init__(self, book: Rulebook[Any], told: Told, voice: Voice) -> None:
        draft = told.recorded.draft
        self.event, self._voice, self._book = draft.event, voice, book
        self._why = draft.because
        self._selected: tuple[object, Any] = (None, None)
        """What a selection of GraphQL made of it last, and which one."""
        # Taken now: a voice has only so many questions in mind, and a page may hold more.
        self._behind = voice.behind(draft.event)
        self.version, self.time = told.recorded.version, Instant(told.recorded.time)
        self.type = book.codec.names[type(draft.event)]
        hidden = isinstance(draft.event, Hidden)
        self.seat = None if hidden else draft.seat
        self.command = None if hidden else draft.command
        self.rule = None if hidden else draft.rule or None
        self.hash, self.digest = told.hash, told.digest

    def __getattr__(self, name: str) -> Any:
        return getattr(self.event, name)

    @cached_property
    def text(self) -> str:
        """The event in words; "" for what is hidden."""
        return self._voice.event(self.event, self._why, self._behind)

    @cached_property
    def because(self) -> answers.Because | None:
        """Where its numbers come from, as this reader may know it."""
        return because_of(self._why, self._voice) if self._why else None

    @cached_property
    def data(self) -> Any:
        """Its own fields, the very object of the stream."""
        return plain(self.event)

    def told(self) -> answers.Told:
        """As REST sends it."""
        return answers.Told(
            version=self.version,
            time=self.time,
            type=self.type,
            seat=self.seat,
            command=self.command,
            rule=self.rule,
            text=self.text,
            data=self.data,
            because=self.because,
            hash=self.hash,
            digest=self.digest,
        )


def because_of(why: Why, voice: Voice) -> answers.Because:
    """The reasons of an event in a reader's words, each with its rule."""
    rules = voice.rules
    return answers.Because(
        terms=tuple(
            answers.Term(
                of=term.of,
                amount=term.amount,
                times=term.times,
                over=term.over,
                source=voice.word(term.source),
                key=term.source,
                rule=term.rule or None,
                statement=rules[term.rule].statement if term.rule in rules else None,
                combatant=term.combatant,
                private=term.private,
            )
            for term in why.terms
        ),
        causes=why.causes,
        withheld=why.withheld,
    )


def speak(glimpse: Glimpse, step: Iterable[Told], locale: str, asked: Iterable[Told] = ()) -> list[Spoken]:
    """Events in a reader's language. glimpse: the fight as he sees it; asked: as for `Speech.meet`."""
    speech = Speech(glimpse, locale)
    speech.meet(asked)
    return speech.tell(step)


class Speech:
    """What is told to one reader, one step after the other. glimpse: the fight as he sees it when he begins."""

    def __init__(self, glimpse: Glimpse, locale: str) -> None:
        self._book, self._voice = glimpse.book, Voice(glimpse.book, locale, glimpse.seen)
        self.version = glimpse.version
        """From which on names are learnt."""

    def again(self) -> Speech:
        """The same, which goes on by itself."""
        return copy(self)

    def alike(self, other: Speech) -> bool:
        """Whether both put what is new to them in the same words."""
        return self._book is other._book and self._voice.alike(other._voice)

    def knows(self, decision: int) -> bool:
        """Whether the answer of a decision can be told with its question."""
        return self._voice.knows(decision)

    def meet(self, asked: Iterable[Told]) -> None:
        """Learn of decisions that were opened before what is told."""
        voice = copy(self._voice)
        for told in asked:
            voice.meet(told.recorded.event, told.recorded.version, names=False)
        self._voice = voice

    def tell(self, step: Iterable[Told]) -> list[Spoken]:
        """Events, in order."""
        # A voice of their own: what is read of them late is still told as it was known then.
        voice = copy(self._voice)
        spoken = []
        for told in step:
            one = Spoken(self._book, told, voice)
            voice.meet(one.event, one.version, names=one.version > self.version)
            spoken.append(one)
        self._voice = voice
        return spoken
