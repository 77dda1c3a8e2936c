"""Offers as they are sent: each with the value that may be sent unchanged, and where in it its picks are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from api.words.bodies import body_of, kind_of
from api.words.voice import Voice
from engine.kernel.decisions import Field, Offer
from engine.kernel.fight import TAKE_BACK, Asked, Fight, State
from engine.kernel.gm import End, Reasoned, Revert, TakeBack, Withdraw
from engine.kernel.messages import camel, plain
from engine.kernel.rulebook import Rulebook
from engine.kernel.sentences import capital
from engine.kernel.takeback import possible
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
        """The only tool of the GM that is an offer of his: the rules say that it is over, and he may think so too."""
        return self._beside("gm", End(), {})

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

    # -- taking back
    def take_backs(self, version: int) -> list[answers.Offer]:
        """What this seat may say of taking back: a player asks, and asks no more; the GM goes back by himself.

        version: the fight's. While somebody asks, nobody else does; the others find the question among their decisions.
        """
        fight, talk = self._fight, self._fight.taking_back
        if self._seat not in fight.seats or fight.status != "RUNNING":
            return []
        if talk is None:
            to = possible(fight, self._seat, version)
            return [] if to is None else [self._beside("table", TakeBack(to=to), {"to": to})]
        mine = [self._beside("table", Withdraw(), {})] if self._seat == talk.by else []
        return [*mine, self._beside("gm", Revert(to=talk.to), {"to": talk.to})] if fight.is_gm(self._seat) else mine

    def _beside(self, whose: str, tool: Reasoned, figures: dict[str, Any]) -> answers.Offer:
        key = camel(type(tool).__name__)
        return answers.Offer(
            key=key,
            kind=key,
            label=self._voice.label(key, tool),
            combatant=None,
            rule="",
            send={whose: {key: {**figures, "reason": tool.reason}}},
            fields=self._fields((Field(name="reason", kind="text", most=500),), (whose, key)),
        )

    # -- decisions
    def decisions(self) -> list[answers.Decision]:
        """The open decisions, with offers where this seat may answer; those of the fight first."""
        window, talk = self._fight.window, self._fight.taking_back
        return [
            self._decision(asked, first)
            for first, waiting in (
                (window.first if window else 0, window.asked if window else ()),
                (talk.request + 1 if talk else 0, talk.asked if talk else ()),
            )
            for asked in waiting
            if not asked.answered
        ]

    def _decision(self, asked: Asked, window: int) -> answers.Decision:
        yours = self._seat is not None and (self._seat in asked.seats or self._fight.is_gm(self._seat))
        talk = self._fight.taking_back
        opened = talk.since if asked.kind == TAKE_BACK and talk is not None else self._opened[asked.decision]
        may = yours and self._fight.status == "RUNNING"
        return answers.Decision(
            id=f"{self._prefix}{asked.decision}",
            key=str(asked.decision),
            window=window,
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
            label=self._voice.answer(asked.kind, offer.key, body, offer),
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
