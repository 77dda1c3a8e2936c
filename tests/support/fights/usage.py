"""Coverage of a system in play: its orders, its questions, its events, and the entries of its content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.state.decisions import Offer
from engine.kernel.state.redaction.audience import strings_in
from engine.kernel.state.reducer import merged
from engine.kernel.structs.messages import Recorded, plain

_OPENING = (e.EncounterCreated, e.CombatantJoined, e.DecisionOpened)
"""Events that name what may be used, not what was used."""


class Usage:
    """Counts of marks: `order Attack`, `question UseReadied`, `event Healed`, `spells cure`.

    worn: content tables whose entries are used by entering with them, or by the fight's setup.
    """

    def __init__(self, book: Rulebook[Any], worn: Sequence[str] = ()) -> None:
        system = book.system
        self._book, self._worn = book, worn
        self._tables: dict[str, list[str]] = {}
        for table, entries in system.content.items():
            for entry in entries:
                self._tables.setdefault(entry, []).append(f"{table} {entry}")
        self.wanted = (
            *(f"order {cls.__name__}" for cls in system.orders),
            *(f"question {cls.__name__}" for cls in system.questions),
            *(f"event {cls.__name__}" for cls in system.events),
            *(mark for marks in self._tables.values() for mark in marks),
        )
        self.counts: Counter[str] = Counter()
        self._kinds: dict[int, str] = {}

    @property
    def unused(self) -> set[str]:
        """What has not been used yet."""
        return {mark for mark in self.wanted if not self.counts[mark]}

    @property
    def unused_content(self) -> list[str]:
        """The entries of content that have not been used yet, by name."""
        return [name for name, marks in self._tables.items() if not all(self.counts[mark] for mark in marks)]

    def add(self, events: Iterable[Recorded]) -> None:
        """Count the marks of some events."""
        for recorded in events:
            self.counts.update(self.shown(recorded))
            if isinstance(recorded.event, e.DecisionOpened):
                self._kinds[recorded.version] = recorded.event.kind or ""

    def shown(self, recorded: Recorded) -> set[str]:
        """The marks that an event shows as used."""
        event, marks = recorded.event, {f"event {type(recorded.event).__name__}"}
        match event:
            case e.CommandAccepted():
                (key,) = merged(event.order, event.withheld)[self._book.key]
                marks.add(f"order {self._book.orders[key].__name__}")
            case e.DecisionOpened():
                marks.add(f"question {event.kind}")
            case e.DecisionAnswered():
                marks.add(f"answer {self._kinds.get(event.decision)} {event.choice}")
        given = isinstance(event, (e.EncounterCreated, e.CombatantJoined))
        if given or not isinstance(event, _OPENING):
            marks |= {
                m
                for m in self._marks(event) | self._marks(recorded.draft.because)
                if not given or m.split(" ", 1)[0] in self._worn
            }
        return marks

    def novelty(self, events: Iterable[Recorded]) -> int:
        """The use count of the least used mark of some events; 0: it would be the first use."""
        return min((self.counts[mark] for recorded in events for mark in self.shown(recorded)), default=0)

    def _marks(self, thing: Any) -> set[str]:
        return {mark for word in strings_in(plain(thing)) for mark in self._tables.get(word, ())}

    def rarity(self, offer: Offer[Any], kind: str = "") -> int:
        """The use count of the least used mark in an offer; a low value is worth trying.

        kind: of the question it answers, "" for an order.
        """
        marks = {f"answer {kind} {offer.key}"} if kind else {f"order {type(offer.body).__name__}"}
        return min(self.counts[mark] for mark in marks | self._marks(offer.body))
