"""What of a system has been used in play: its orders, its questions, its events, and the entries of its content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel import events as e
from engine.kernel.audience import strings_in
from engine.kernel.decisions import Offer
from engine.kernel.evolve import merged
from engine.kernel.messages import Recorded, plain
from engine.kernel.rulebook import Rulebook

_OPENING = (e.EncounterCreated, e.CombatantJoined, e.DecisionOpened)
"""Events that name what may be used, not what was."""


class Usage:
    """Counts of marks: `order Attack`, `question UseReadied`, `event Healed`, `spells cure`.

    worn: the tables of content whose entries are used by entering with them, or by setting the fight up with them.
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
        """Count what some events show."""
        for recorded in events:
            self.counts.update(self.shown(recorded))
            if isinstance(recorded.event, e.DecisionOpened):
                self._kinds[recorded.version] = recorded.event.kind or ""

    def shown(self, recorded: Recorded) -> set[str]:
        """The marks of what an event shows to have been used."""
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
            marks |= {m for m in self._marks(event) if not given or m.split(" ", 1)[0] in self._worn}
        return marks

    def novelty(self, events: Iterable[Recorded]) -> int:
        """How often the least used thing was used that some events show; 0: it would be the first time."""
        return min((self.counts[mark] for recorded in events for mark in self.shown(recorded)), default=0)

    def _marks(self, thing: Any) -> set[str]:
        return {mark for word in strings_in(plain(thing)) for mark in self._tables.get(word, ())}

    def rarity(self, offer: Offer[Any], kind: str = "") -> int:
        """How often the least used thing was used that an offer holds: the lower, the more is to be learnt.

        kind: of the question it answers, "" for an order.
        """
        marks = {f"answer {kind} {offer.key}"} if kind else {f"order {type(offer.body).__name__}"}
        return min(self.counts[mark] for mark in marks | self._marks(offer.body))
