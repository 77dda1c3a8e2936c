"""A rendered event: envelope and typed fields on one object, with its text in the reader's language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from itertools import zip_longest
from typing import Any

import msgspec

from api.reading.earlier_events import NO_EARLIER_EVENTS, EarlierEvents
from api.reading.headlines import Act
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import Hidden
from engine.kernel.structs.messages import plain
from engine.kernel.structs.reasons import Reasons
from engine.service.reading.acts import Acts
from engine.service.reading.undone import GoingBack, Undone
from engine.service.reading.views import FightView, SeenEvent
from schemas import answers
from schemas.types import Instant


class RenderedEvent:
    """One event. Attributes that are not the envelope's are fields of the event itself."""

    def __init__(
        self,
        book: Rulebook[Any],
        seen: SeenEvent,
        renderer: Renderer,
        act: int,
        undone: Undone | None = None,
        together: Act | None = None,
    ) -> None:
        draft = seen.recorded.draft
        self.event, self.renderer, self.book = draft.event, renderer, book
        self._why = draft.because
        self._selected: tuple[object, Any] = (None, None)
        """The last GraphQL selection of this event, and its result."""
        # Taken now: a renderer remembers a limited number of questions, and a page may hold more.
        self._behind = renderer.behind(draft.event)
        self._undone = renderer.undone(undone) if undone is not None else ""
        self.version, self.time = seen.recorded.version, Instant(seen.recorded.time)
        self.type = book.codec.names[type(draft.event)]
        hidden = isinstance(draft.event, Hidden)
        self.seat = None if hidden else draft.seat
        self.command = None if hidden else draft.command
        self.rule = None if hidden else draft.rule or None
        self.weight, self.act = draft.event.weight, act
        self.hash, self.digest = seen.hash, seen.digest
        self.goes_on = False
        """Whether the next event is of the same act, as far as the reader's view goes."""
        self._together = together or Act()
        self._together.told.append(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.event, name)

    @cached_property
    def text(self) -> str:
        """The event as text; "" if it is hidden."""
        return self.renderer.event(self.event, self._why, self._behind, self._undone)

    @cached_property
    def sentence(self) -> str:
        """The event as text, without the arithmetic of its numbers."""
        return self.renderer.sentence(self.event, self._behind, self._undone)

    @property
    def working(self) -> str:
        """The arithmetic of its numbers; "" for none."""
        return self.renderer.working(self.event, self._why)

    def in_view(self, goes_on: bool) -> RenderedEvent:
        """The same event in a view in which its act goes on, or does not."""
        if self.goes_on is goes_on:
            return self
        found = object.__new__(RenderedEvent)  # `copy` would ask an object without an event for its attributes
        found.__dict__.update(self.__dict__, goes_on=goes_on, _selected=(None, None))
        found.__dict__.pop("headline", None)
        return found

    @cached_property
    def headline(self) -> answers.Headline | None:
        """What came of its act so far, where no later event of the act follows at once; None too where that is nothing
        to tell.
        """
        if isinstance(self.event, Hidden) or self.goes_on:
            return None
        return self._together.headline(self)

    @cached_property
    def because(self) -> answers.Because | None:
        """The reasons of its numbers, as far as this reader may know them."""
        return because_of(self._why, self.renderer) if self._why else None

    @cached_property
    def data(self) -> Any:
        """Its own fields, the same object as in the stream."""
        return plain(self.event)

    @cached_property
    def _data_json(self) -> msgspec.Raw:
        """The same as JSON, written once for all who are answered in JSON."""
        return msgspec.Raw(msgspec.json.encode(self.event))

    def as_answer(self) -> answers.Told:
        """As REST sends it."""
        return answers.Told(
            version=self.version,
            time=self.time,
            type=self.type,
            seat=self.seat,
            command=self.command,
            rule=self.rule,
            weight=self.weight,
            act=self.act,
            headline=self.headline,
            text=self.text,
            data=self._data_json,
            because=self.because,
            hash=self.hash,
            digest=self.digest,
        )


def followed(rendered: Sequence[RenderedEvent]) -> list[RenderedEvent]:
    """Events in order, each knowing whether the next one is of its act. The last of a view ends it."""
    return [
        item.in_view(after is not None and (after.version, after.act) == (item.version + 1, item.act))
        for item, after in zip_longest(rendered, rendered[1:])
    ]


def because_of(why: Reasons, renderer: Renderer) -> answers.Because:
    """The reasons of an event in the reader's language, each with its rule."""
    rules = renderer.rules
    return answers.Because(
        terms=tuple(
            answers.Term(
                of=term.of,
                amount=term.amount,
                times=term.times,
                over=term.over,
                source=renderer.source(term),
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


def render_events(
    view: FightView, step: Iterable[SeenEvent], locale: str, earlier: EarlierEvents = NO_EARLIER_EVENTS
) -> list[RenderedEvent]:
    """Render events in the reader's language. view: the reader's."""
    return EventRenderer(view, locale).render(step, earlier)


class EventRenderer:
    """Renders events for one reader, step by step. view: the fight as the reader sees it at the start."""

    def __init__(self, view: FightView, locale: str) -> None:
        there = view.position.state.fight.combatants
        self._book, self._renderer = view.book, Renderer(view.book, locale, view.seen, there)
        self.version = view.version
        """The version after which names are learnt."""

    def copied(self) -> EventRenderer:
        """An independent copy."""
        return copy(self)

    def alike(self, other: EventRenderer) -> bool:
        """Whether both render new events identically."""
        return self._book is other._book and self._renderer.alike(other._renderer)

    def knows(self, decision: int) -> bool:
        """Whether the question of a decision is known, so that its answer can be rendered with it."""
        return self._renderer.knows(decision)

    def render(self, step: Iterable[SeenEvent], earlier: EarlierEvents = NO_EARLIER_EVENTS) -> list[RenderedEvent]:
        """Render consecutive events, in order. earlier: those that they need (`earlier_events`)."""
        # They get their own copy of the renderer: text that is read later still uses the names of that moment.
        renderer, acts, told = copy(self._renderer), Acts(), defaultdict[int, Act](Act)
        going_back = GoingBack(earlier.undone)
        for seen in earlier.asked:
            renderer.learn(seen.recorded.event, seen.recorded.version, names=False)
        for seen in earlier.before:
            act = acts.act_of(seen.recorded)
            RenderedEvent(self._book, seen, renderer, act, together=told[act])
        rendered = []
        for seen in step:
            undone, act = going_back.undone(seen.recorded), acts.act_of(seen.recorded)
            event = RenderedEvent(self._book, seen, renderer, act, undone, told[act])
            renderer.learn(event.event, event.version, names=event.version > self.version)
            rendered.append(event)
        rendered = followed(rendered)
        # These events keep all questions of their page; only what comes later does without the oldest.
        self._renderer = renderer.without_old_decisions()
        return rendered
