"""Offers as they are sent: each with the value that may be sent unchanged, and where in it its picks are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from api.words.bodies import body_of, kind_of
from api.words.voice import Voice
from engine.kernel.decisions import Field, Offer
from engine.kernel.fight import Asked, Fight, State, Window
from engine.kernel.gm import End
from engine.kernel.messages import plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.sentences import capital
from engine.service.clock import later
from schemas import answers
from schemas.words import Instant


class Offering:
    """What one seat may send now.

    seen: the fight as it sees it; prefix: of ids, `<encounter>.`; opened: version of an open decision -> its time.
    """

    def __init__(
        self,
        book: Rulebook[Any],
        seen: State[Any],
        seat: str | None,
        prefix: str,
        locale: str,
        opened: Mapping[int, str],
    ) -> None:
        self._book, self._seen, self._seat, self._prefix, self._opened = book, seen, seat, prefix, opened
        self._voice = Voice(book, locale, seen)

    @property
    def _fight(self) -> Fight:
        return self._seen.fight

    # -- orders
    def _actors(self, only: str | None) -> Iterator[str | None]:
        """Who may be ordered by this seat: his own combatants; the GM's, all, and nobody in particular."""
        gm = self._fight.is_gm(self._seat)
        if gm and only is None:
            yield None
        for key in self._fight.combatants:
            if (only is None or key == only) and (gm or self._seat in self._fight.holders(key)):
                yield key

    def orders(self, only: str | None = None) -> list[answers.Offer]:
        """Every legal order; none while the fight is paused or over, or a decision waits."""
        if self._seat not in self._fight.seats or self._fight.open is not None or self._fight.status != "RUNNING":
            return []
        given = [
            self._order(offer, actor)
            for actor in self._actors(only)
            for offer in self._book.system.offers(self._seen, actor)
        ]
        decided = self._fight.outcome is not None and self._fight.is_gm(self._seat) and only is None
        return [*given, self._end()] if decided else given

    def _end(self) -> answers.Offer:
        """The only tool of the GM that is offered: the rules say that it is over, and he may think so too."""
        key, tool = "end", End()
        return answers.Offer(
            key=key,
            kind=key,
            label=self._voice.label(key, tool),
            combatant=None,
            rule="",
            send={"gm": {key: {"reason": tool.reason}}},
            fields=self._fields((Field(name="reason", kind="text", most=500),), ("gm", key)),
        )

    def _order(self, offer: Offer[Any], actor: str | None) -> answers.Offer:
        key = self._book.order_key(offer.body)
        return answers.Offer(
            key=offer.key,
            kind=key,
            label=self._voice.label(offer.key, offer.body, offer),
            combatant=actor,
            rule=offer.rule,
            send=self._book.encode_order(offer.body),
            fields=self._fields(offer.fields, (self._book.key, key)),
        )

    # -- decisions
    def decisions(self) -> list[answers.Decision]:
        """The open decisions, with offers where this seat may answer."""
        window = self._fight.window
        return [self._decision(asked, window) for asked in window.asked if not asked.answered] if window else []

    def _decision(self, asked: Asked, window: Window) -> answers.Decision:
        yours = self._seat is not None and (self._seat in asked.seats or self._fight.is_gm(self._seat))
        opened = self._opened[asked.decision]
        may = yours and self._fight.status == "RUNNING"
        return answers.Decision(
            id=f"{self._prefix}{asked.decision}",
            key=str(asked.decision),
            window=window.first,
            seats=asked.seats,
            kind=asked.kind,
            rule=asked.rule,
            text=self._asks(asked),
            visibility=asked.visibility,
            interrupts=asked.interrupts,
            deadline=asked.deadline,
            opened_at=Instant(opened),
            due_at=Instant(later(opened, asked.deadline)) if asked.deadline else None,
            pace=asked.pace,
            yours=yours,
            default=asked.default or None,
            question=asked.question,
            offers=tuple(self._option(asked, offer) for offer in asked.offers) if may else (),
        )

    def _asks(self, asked: Asked) -> str:
        return self._voice.asks(asked.kind, asked.question) or capital(self._voice.kind(asked.kind))

    def _option(self, asked: Asked, offer: Offer[dict[str, Any]]) -> answers.Offer:
        body = body_of(self._book, asked.kind, offer.key, offer.body)
        actor = getattr(body, getattr(type(body), "actor", "") or "_", None) if body is not None else None
        return answers.Offer(
            key=offer.key,
            kind=kind_of(body, offer.key),
            label=self._voice.label(offer.key, body, offer),
            combatant=actor,
            rule=offer.rule,
            send={
                "key": offer.key,
                "fields": {f.name: offer.body[f.name] for f in offer.fields if f.name in offer.body},
            },
            fields=self._fields(offer.fields, ("fields",)),
        )

    # -- words
    def _fields(self, fields: Iterable[Field], path: tuple[str, ...]) -> tuple[answers.Field, ...]:
        return tuple(
            answers.Field(
                name=f.name,
                label=self._voice.field(f.name),
                path=(*path, f.name),
                kind=f.kind,
                among=tuple(
                    answers.Option(value=value, label=self._voice.option(f.name, value)) for value in plain(f.among)
                ),
                least=f.least,
                most=f.most,
                exact=f.exact,
            )
            for f in fields
        )
