"""A fight's words for one reader: in his language, with everybody under his name."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from msgspec import Struct

from api.words import humanised, say, sentences_of, shown
from api.words.bodies import body_of, question_of
from api.words.rules import rules_in
from api.words.workings import DICE, workings
from engine.kernel.decisions import Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.events import (
    CombatantJoined,
    CommandAccepted,
    Corrected,
    DecisionAnswered,
    DecisionOpened,
    Drawn,
    Hidden,
    Moved,
    SeatAdded,
    SeatRenamed,
    TakeBackAsked,
)
from engine.kernel.evolve import merged
from engine.kernel.fight import ROLL, TAKE_BACK, Asked, State
from engine.kernel.messages import Event, plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.sentences import capital, listed
from engine.kernel.system import Rule
from engine.kernel.why import Why

log = logging.getLogger(__name__)

_WORDS = frozenset({"kind", "vital", "why", "reason", "result", "facing"})
"""Fields that hold words of the system; `reason` may be somebody's own."""

_REMEMBERED = 64
"""How many decisions are kept in mind, so that their answers can be told: far more than ever wait at once."""

_OF_SEATS = frozenset({"seat", "seats", "owner", "controller", "whose", "giver", "taker"})
"""Fields that name seats; wherever else a seat and a combatant share an id, the combatant is meant."""


Names = tuple[Mapping[str, str], Mapping[str, str], Mapping[str, str]]
"""By their ids: combatants, seats, things of the fight."""


class Voice:
    """Describes the things of a fight. seen: as the reader sees it; without it, names are learnt from events.

    What it knows is replaced, not changed: a copy goes on by itself.
    """

    def __init__(self, book: Rulebook[Any], locale: str, seen: State[Any] | None = None) -> None:
        self._book, self._locale = book, locale
        fight = seen.fight if seen else None
        self._combatants: dict[str, str] = {c.id: c.name for c in fight.combatants.values()} if fight else {}
        self._seats: dict[str, str] = {s.seat: s.name for s in fight.seats.values()} if fight else {}
        self._things: dict[str, str] = self._own_things(seen) if seen else {}
        waiting = (fight.window, fight.taking_back) if fight else ()
        self._decisions: dict[int, Asked | DecisionOpened] = {a.decision: a for w in waiting if w for a in w.asked}

    @property
    def names(self) -> Names:
        """What everybody and everything is called, as far as words depend on this fight."""
        return self._combatants, self._seats, self._things

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The system's rules in his language."""
        return rules_in(self._book.system, self._locale)

    def _own_things(self, seen: State[Any]) -> dict[str, str]:
        """What the system calls the things of this fight only."""
        with suppress(Exception):  # as for words
            named = getattr(self._book.system, "things", None)
            return dict(named(seen)) if named is not None else {}
        return {}

    def knows(self, decision: int) -> bool:
        """Whether a decision can be told: it waits, or was met."""
        return decision in self._decisions

    def behind(self, event: Event) -> Asked | DecisionOpened | None:
        """The question that an answer answers, where it can be told."""
        return self._decisions.get(event.decision) if isinstance(event, DecisionAnswered) else None

    def meet(self, event: Event, version: int = 0, *, names: bool = True) -> None:
        """Learn what an event tells: names, unless they are known from later on, and what is asked.

        version: its own, by which a decision is known.
        """
        match event:
            case DecisionOpened() if version:
                self._decisions = {**self._decisions, version: event}
                if len(self._decisions) > _REMEMBERED:
                    del self._decisions[next(iter(self._decisions))]
            case _ if not names:
                pass
            case CombatantJoined():
                self._combatants = {**self._combatants, event.combatant: event.name}
            case SeatAdded():
                self._seats = {**self._seats, event.entry.seat: event.entry.name}
            case SeatRenamed():
                self._seats = {**self._seats, event.whose: event.name}
            case Corrected(path=("combatants", combatant, "name"), value=str(name)):
                self._combatants = {**self._combatants, combatant: name}

    def alike(self, other: Voice) -> bool:
        """Whether both, in one language and one game, describe whatever comes next in the same words."""
        mine, theirs = self._decisions, other._decisions
        return (
            self._combatants == other._combatants
            and self._seats == other._seats
            and self._things == other._things
            and all(_told_alike(mine.get(key), theirs.get(key)) for key in mine.keys() | theirs.keys())
        )

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
            return self._book.system.describe(thing, self._locale, self._things | self._combatants)
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

    # -- events
    def event(self, event: Event, because: Why | None = None, behind: Asked | DecisionOpened | None = None) -> str:
        """An event in words, its type's name at the least; an accepted order behind the name of who gave it.

        because: where its numbers come from, told behind it. behind: the question, of an answer that is told later
        than it was met.
        """
        told = self._told(event, behind) or ("" if isinstance(event, Hidden) else humanised(type(event).__name__))
        worked = workings(event, because, self.word, self._thing) if because else ""
        return f"{told} ({worked})" if worked else told

    def _told(self, event: Event, behind: Asked | DecisionOpened | None) -> str:
        match event:
            case CommandAccepted():
                by = self.named("seat").get(event.by, event.by)
                return self.say("CommandAccepted", {"by": by, "order": self._order(event)})
            case DecisionOpened():
                return self._opened(event)
            case DecisionAnswered():
                return self._answered(event, behind or self.behind(event))
            case Moved():
                place = {**plain(event)["to"], "facing": None} if event.to else None
                facing = event.to.facing if event.to else None
                figures = {"combatant": event.combatant, "to": place, "facing": facing}
                return self._of_system(event) or self.say("Moved", figures)
            case Drawn():
                return self.say("Drawn", {**plain(event), "number": event.index + 1})
            case TakeBackAsked():
                return self.say("TakeBackAsked", {**plain(event), "by": self.named("seats").get(event.by, event.by)})
            case Corrected(path=tuple(path)):
                value = None if event.value in (None, "", (), []) else self.option(path[-1], plain(event.value))
                return self.say("Corrected", {"path": self._way(path), "value": value, "remark": event.remark})
        return self.describe(event)

    def _way(self, path: tuple[str, ...]) -> str:
        """Where in the state something lies: `Cloud › HP`."""
        words = sentences_of(self._locale)
        steps = (
            self._combatants.get(step) or words.get(f"path.{step}", self._called(step) or humanised(step).lower())
            for step in path
        )
        return " › ".join(step for step in steps if step)

    def _order(self, accepted: CommandAccepted) -> str:
        """What was ordered; "" where it cannot be read by today's rules, or not by this reader."""
        with suppress(RuleRefusal, KeyError, ValueError):
            return self.describe(self._book.decode_order(merged(accepted.order, accepted.withheld)))
        return ""

    # -- decisions
    def asks(self, kind: str, figures: Mapping[str, Any] | None) -> str:
        """A question; "" where it is not for this reader. figures: its own, as JSON."""
        if kind == ROLL and figures:
            return self.say(ROLL, dict(figures))
        if kind == TAKE_BACK and figures:
            by = self.named("seats").get(figures["by"], figures["by"])
            return self.say("TakeBackQuestion", {**figures, "by": by, "known": self._facts(figures["known"])})
        question = question_of(self._book, kind, figures)
        return self.describe(question) if question else ""

    def _facts(self, known: Sequence[Mapping[str, Any]]) -> str:
        """What has become known, by its kind: `dice (14, 15) and an answer (16)`."""
        versions: dict[str, list[int]] = {}
        for disclosure in known:
            versions.setdefault(str(disclosure["what"]), []).append(disclosure["version"])
        facts = [self.say("Disclosure", {"what": what, "versions": found}) for what, found in versions.items()]
        return listed(facts, sentences_of(self._locale)["and"])

    def kind(self, kind: str) -> str:
        """What a kind of decision is about."""
        if kind == TAKE_BACK:
            return self.say(TAKE_BACK, {"to": None})
        return self._called(f"kind.{kind}") or humanised(kind).lower()

    def _opened(self, event: DecisionOpened) -> str:
        names = self.named("seats")
        seats = listed([names.get(seat, seat) for seat in event.seats], sentences_of(self._locale)["or"])
        if event.kind == ROLL:
            figures = {"dice": None, "by": None, "why": None, **(event.question or {})}
            return self.say("DecisionOpened", {"seats": seats, **figures, "question": None, "kind": ROLL})
        asked = self.asks(event.kind, event.question) or None
        return self.say("DecisionOpened", {"seats": seats, "question": asked, "kind": event.kind})

    def _answered(self, event: DecisionAnswered, decision: Asked | DecisionOpened | None) -> str:
        if decision is None:
            answer = humanised(event.choice) if event.choice else None
            return self.say("DecisionAnswered", {"question": None, "kind": None, "answer": answer})
        offer = next((offer for offer in decision.offers or () if offer.key == event.choice), None)
        answer = humanised(event.choice) if event.choice else None
        if offer is not None:
            body = body_of(self._book, decision.kind, offer.key, {**offer.body, **(event.picks or {})})
            answer = self.answer(decision.kind, offer.key, body)
        question = self.asks(decision.kind, decision.question) or None
        return self.say("DecisionAnswered", {"question": question, "kind": decision.kind, "answer": answer})

    # -- offers
    def answer(self, kind: str, key: str, body: Struct | None, offer: Offer[Any] | None = None) -> str:
        """What an answer to a decision of this kind says; else as `label`."""
        if kind == TAKE_BACK:
            return self.say("TakeBackAnswer", {"key": key}) or humanised(key)
        return self.label(key, body, offer)

    def label(self, key: str, body: Struct | None, offer: Offer[Any] | None = None) -> str:
        """What an offer does. body: its own; offer: with its open choices, which are left out."""
        if body is None:
            return humanised(key)
        whole = Offer(key=key, body=body, rule=offer.rule, fields=offer.fields) if offer is not None else body
        return self._of_system(whole) or self.say(type(body).__name__, plain(body)) or humanised(key)

    def field(self, name: str) -> str:
        """What an open choice is called."""
        return self._called(f"field.{name}") or humanised(name)

    def option(self, field: str, value: Any) -> str:
        """A pick in words: a combatant's name, a thing's name in the catalogue, a place, yes or no."""
        if isinstance(value, (dict, list)) and (called := self._pick(field, value)):
            return capital(called)
        match value:
            case str() if value in self._combatants:
                return self._combatants[value]
            case str():
                return capital(self._called(f"{field}.{value}") or self.word(value))
            case None:
                return capital(self._called(f"{field}.NONE") or sentences_of(self._locale)["none"])
            case {"kind": str(kind)}:
                return self.word(kind)
            case {"id": str(id)} if id in self._combatants:
                return self._combatants[id]
            case [{"x": int()}, *_]:
                return " → ".join(shown({"cell": cell, "point": None}, self._locale) for cell in value)
            case [*items]:
                return listed([self.option(field, item) for item in items], sentences_of(self._locale)["and"])
            case _:
                return capital(shown(value, self._locale))

    def word(self, word: str) -> str:
        """What an id or a word of the system is called: a weapon, a condition, a figure, a field."""
        if called := self._called(word):
            return called
        for catalogue in self._book.system.content.values():
            if word in catalogue:
                return str(getattr(catalogue[word], "name", word))
        return self._things.get(word) or (word if DICE.fullmatch(word) else humanised(word))

    def _pick(self, field: str, value: Any) -> str:
        """The system's own words for a pick that is no id; "" where it has none, or fails."""
        with suppress(Exception):  # as for words
            told = getattr(self._book.system, "pick", None)
            return str(told(field, value, self._locale)) if told is not None else ""
        return ""

    def _thing(self, word: str) -> bool:
        """Whether it is an id of the system's content."""
        return any(word in catalogue for catalogue in self._book.system.content.values())

    def _called(self, word: str) -> str:
        """The system's own word for it; "" where it has none, or fails."""
        with suppress(Exception):  # nobody shall miss what happened because a word is missing
            named = getattr(self._book.system, "word", None)
            return str(named(word, self._locale)) if named is not None else ""
        return ""


def _told_alike(one: Asked | DecisionOpened | None, other: Asked | DecisionOpened | None) -> bool:
    """Whether the answer of a decision is told alike: who does not know it reads it from the stream."""
    if one is None or other is None:
        return isinstance(one or other, DecisionOpened)
    return (one.kind, one.question, one.offers) == (other.kind, other.question, other.offers)
