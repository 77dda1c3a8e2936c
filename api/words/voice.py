"""A fight's words for one reader: in his language, with everybody under his name."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from msgspec import Struct

from api.words import humanised, say
from api.words.rules import rules_in
from api.words.workings import DICE, workings
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import CombatantJoined, CommandAccepted, Corrected, Hidden, SeatAdded
from engine.kernel.evolve import merged
from engine.kernel.fight import Fight
from engine.kernel.messages import Event, plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.system import Rule
from engine.kernel.why import Why

log = logging.getLogger(__name__)

_WORDS = frozenset({"kind", "vital", "why", "reason", "result"})
"""Fields that hold words of the system; `reason` may be somebody's own."""

_OF_SEATS = frozenset({"seat", "seats", "owner", "controller", "whose"})
"""Fields that name seats; wherever else a seat and a combatant share an id, the combatant is meant."""


class Voice:
    """Describes the things of a fight. fight: as the reader sees it; without one, names are learnt from events."""

    def __init__(self, book: Rulebook[Any], locale: str, fight: Fight | None = None) -> None:
        self._book, self._locale = book, locale
        self._combatants: dict[str, str] = {c.id: c.name for c in fight.combatants.values()} if fight else {}
        self._seats: dict[str, str] = {s.seat: s.name for s in fight.seats.values()} if fight else {}

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The system's rules in his language."""
        return rules_in(self._book.system, self._locale)

    def meet(self, event: Event) -> None:
        """Learn the names that an event gives."""
        match event:
            case CombatantJoined():
                self._combatants[event.combatant] = event.name
            case SeatAdded():
                self._seats[event.entry.seat] = event.entry.name
            case Corrected(path=("combatants", combatant, "name"), value=str(name)):
                self._combatants[combatant] = name

    def named(self, field: str) -> Mapping[str, str]:
        """Who is called what, where a field of this name tells of him."""
        return self._combatants | self._seats if field in _OF_SEATS else self._seats | self._combatants

    def describe(self, thing: Struct) -> str:
        """A thing in the system's words, else in the kernel's; "" where nobody has any."""
        if isinstance(thing, Hidden):
            return ""
        return self._of_system(thing) or self.say(type(thing).__name__, plain(thing))

    def _of_system(self, thing: Struct) -> str:
        """The system's words; "" where it fails: nobody shall miss what happened because a word is missing."""
        try:
            return self._book.system.describe(thing, self._locale, self._combatants)
        except Exception:
            log.exception("%s has no words for a %s", self._book.system.id, type(thing).__name__)
            return ""

    def say(self, name: str, figures: dict[str, Any]) -> str:
        """The kernel's sentence for a thing called `name`; "" where it has none."""
        return say(name, {f: self._worded(f, v) for f, v in figures.items()}, self._locale, self.named)

    def _worded(self, field: str, value: Any) -> Any:
        """A word of the system as people read it inside a sentence."""
        if field not in _WORDS or not isinstance(value, str) or not value or value in self._combatants:
            return value
        called = self._called(f"{field}.{value}") or self._called(value)
        if not called:
            return humanised(value).lower() if field == "kind" else value
        return called if called[:2].isupper() or field != "kind" else called[:1].lower() + called[1:]

    def event(self, event: Event, because: Why | None = None) -> str:
        """An event in words, its type's name at the least; an order that is accepted is told as the order itself.

        because: where its numbers come from, told behind it.
        """
        if isinstance(event, CommandAccepted) and (ordered := self._order(event)):
            return ordered
        told = self.describe(event) or ("" if isinstance(event, Hidden) else humanised(type(event).__name__))
        worked = workings(event, because, self.word, self._thing) if because else ""
        return f"{told} ({worked})" if worked else told

    def word(self, word: str) -> str:
        """What an id or a word of the system is called: a weapon, a condition, a figure, a field."""
        if called := self._called(word):
            return called
        for catalogue in self._book.system.content.values():
            if word in catalogue:
                return str(getattr(catalogue[word], "name", word))
        return word if DICE.fullmatch(word) else humanised(word)

    def _thing(self, word: str) -> bool:
        """Whether it is an id of the system's content."""
        return any(word in catalogue for catalogue in self._book.system.content.values())

    def _called(self, word: str) -> str:
        """The system's own word for it; "" where it has none, or fails."""
        with suppress(Exception):  # nobody shall miss what happened because a word is missing
            named = getattr(self._book.system, "word", None)
            return str(named(word, self._locale)) if named is not None else ""
        return ""

    def _order(self, accepted: CommandAccepted) -> str:
        """What was ordered; "" where it cannot be read by today's rules, or not by this reader."""
        with suppress(RuleRefusal, KeyError, ValueError):
            return self.describe(self._book.decode_order(merged(accepted.order, accepted.withheld)))
        return ""
