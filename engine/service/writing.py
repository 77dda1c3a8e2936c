"""Writing: a step is decided at the head of a fight, sealed and appended; who comes late decides again."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from engine.kernel.codec import canonical
from engine.kernel.dice import TypedFaces
from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.fight import Fight, Status
from engine.kernel.messages import Recorded
from engine.kernel.position import Step
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances
from engine.service import chance, clock
from engine.service.loading import Held, Loaded, Loader
from engine.service.reading import glimpse
from engine.service.seeing import Done, Glimpse
from engine.service.turns import Turns
from engine.service.vault import Vault
from engine.store import chain
from engine.store.ids import created_ms
from engine.store.port import (
    NO_GROUNDS,
    Appended,
    Entry,
    ExpectedVersionConflict,
    Figures,
    Grounds,
    Head,
    KeyReused,
    PreferencesChanged,
    Revoked,
    Secrets,
    Store,
    StoreUnavailable,
)

log = logging.getLogger(__name__)

ATTEMPTS = 50
"""How often a writer who names no expected version tries again when others are faster."""

_STATUS: dict[Status, str] = {"RUNNING": "running", "PAUSED": "paused", "ENDED": "ended"}

Decider = Callable[[Loaded, Circumstances], Awaitable[Step[Any]]]
Schedule = Callable[[str, Loaded], Awaitable[None]]


def fingerprint(*parts: object) -> str:
    """What an idempotency key stands for: hex SHA-256 of the request."""
    return hashlib.sha256(canonical(parts)).hexdigest()


def seal(book: Rulebook[Any], head: Head, new: Sequence[Recorded]) -> list[Entry]:
    """The entries of a step that follows `head`."""
    entries: list[Entry] = []
    previous = head.hash
    for recorded in new:
        public, secret = book.codec.encode(recorded.version, recorded.time, recorded.draft)
        salt = chance.salt() if secret is not None else ""
        entries.append(chain.seal(previous, recorded.version, public, secret=secret, to=recorded.draft.to, salt=salt))
        previous = entries[-1].hash
    return entries


class Request(Struct, frozen=True):
    """Whose step it is, and by what its answer is found again. seat: "": the operator, whose keys are of creations."""

    seat: str
    key: str
    fingerprint: str


class _Wish(Struct, frozen=True):
    """What somebody wants to bring about, whatever the fight has come to. epoch: of his token; None: none."""

    encounter: str
    seat: str | None
    decider: Decider
    faces: Sequence[int]
    request: Request
    epoch: int | None


class _TooSlow(ExpectedVersionConflict):
    """Others were faster, however often it was tried."""


def _worth_a_try(held: Held, wish: _Wish, expected: int | None) -> bool:
    """Whether a step decided on what was kept may well stand.

    Not where others append by turns: each order would be decided twice. Not for a token known to be revoked either:
    how long a decision takes, he shall not learn.
    """
    if not held.alone or expected not in (None, held.loaded.head.version):
        return False
    return not _known_revoked(held, wish)


def _known_revoked(held: Held | None, wish: _Wish) -> bool:
    """Whether the token that something is wished with was taken back, as far as is known here."""
    return held is not None and wish.epoch is not None and held.epochs.get(wish.request.seat, 0) > wish.epoch


class Writer:
    """Appends to streams. schedule(encounter, loaded): note what a fight waits for, now that it stands there."""

    def __init__(self, store: Store, loader: Loader, vault: Vault, schedule: Schedule) -> None:
        self._store, self._loader, self._vault, self._schedule = store, loader, vault, schedule
        self._turns = Turns()

    async def write(
        self,
        encounter: str,
        seat: str | None,
        decider: Decider,
        expected: int | None,
        key: str | None,
        print_: str,
        faces: Sequence[int],
        *,
        epoch: int | None = None,
        fresh: bool = False,
    ) -> Done:
        """Decide at the head and append, again where others were faster. Raises what `Encounters.submit` does.

        seat: who brings the step about; None: the operator, whose keys are those of creations.
        epoch: of the token that he does it with; None: without one.
        fresh: the decider does something beside deciding, so it is asked at a head that was just read.
        """
        wish = _Wish(
            encounter, seat, decider, faces, Request(seat or "", key or chance.idempotency_key(), print_), epoch
        )
        if expected is not None:
            return await self._written(wish, expected, fresh=fresh)
        if encounter not in self._turns or _known_revoked(self._loader.held(encounter), wish):
            with suppress(_TooSlow):
                return await self._written(wish, None, fresh=fresh, attempts=1)
        # Were all who came late to try again at once, one would win, and the others decide in vain.
        async with self._turns.one(encounter):
            return await self._written(wish, None, fresh=fresh)

    async def _written(self, wish: _Wish, expected: int | None, *, fresh: bool, attempts: int = ATTEMPTS) -> Done:
        """As `write`. Raises _TooSlow where others were faster at every attempt."""
        encounter, seat, epoch = wish.encounter, wish.seat, wish.epoch
        held = None if fresh else self._loader.held(encounter)
        if held is not None and _worth_a_try(held, wish, expected):
            # One round trip: what is known here is checked with the append. Any other outcome may come of what is
            # past by now, so nobody hears of it, and all is read and decided anew.
            with suppress(RuleRefusal, Fault, ExpectedVersionConflict, PreferencesChanged, KeyReused, Revoked):
                return await self._decide(wish, held.loaded, held.preferences)
        key, owner = wish.request.key, wish.request.seat
        for _ in range(attempts):
            loaded, opening = await self._loader.head(encounter, seat=owner, key=key)
            if epoch is not None and opening.epochs.get(owner, 0) > epoch:
                raise Revoked(owner)
            if opening.remembered is not None:
                if opening.remembered.fingerprint != wish.request.fingerprint:
                    raise KeyReused(f"the idempotency key {key!r} of this seat stands for another request")
                return await self._done(encounter, seat, key, opening.remembered.first, opening.remembered.last)
            if expected is not None and expected != loaded.head.version:
                raise ExpectedVersionConflict(Head(expected), loaded.head)
            try:
                return await self._decide(wish, loaded, opening.preferences)
            except Fault:
                # Ours, or the rules': it is logged with its trace, and nothing has happened.
                log.exception("a step of encounter %s failed; nothing was appended", encounter)
                raise
            except PreferencesChanged:
                continue
            except ExpectedVersionConflict:
                if expected is not None:
                    raise
        raise _TooSlow(loaded.head, loaded.head)

    async def _decide(self, wish: _Wish, loaded: Loaded, preferences: dict[str, str]) -> Done:
        """Decide at this head and append, unless head, preferences or the seat's epoch are others by then."""
        encounter, seat, request = wish.encounter, wish.seat, wish.request
        fight = loaded.position.state.fight
        if seat is not None and seat not in fight.seats:
            raise RuleRefusal(f"there is no seat {seat!r} at this table", code="NOT_YOURS")
        circumstances = await self.circumstances(encounter, fight, seat, wish.faces, preferences, loaded.time)
        step = await wish.decider(loaded, circumstances)
        entries = seal(loaded.book, loaded.head, step.new)
        grounds = Grounds(wish.epoch, preferences)
        appended = await self.append(encounter, loaded.book, loaded.head, entries, step, request, grounds=grounds)
        if appended.again:
            return await self._done(encounter, seat, request.key, appended.first, appended.last)
        if step.undone is not None:
            log.error("an order of encounter %s was taken back after a correction", encounter, exc_info=step.undone)
        head = Head(appended.last, entries[-1].hash)
        seen = Glimpse(loaded.book, encounter, head, step.position, seat, step.new[-1].time)
        return Done(entries, request.key, again=False, durable=appended.durable, glimpse=seen)

    async def append(
        self,
        encounter: str,
        book: Rulebook[Any],
        head: Head,
        entries: list[Entry],
        step: Step[Any],
        request: Request,
        hidden: Secrets | None = None,
        grounds: Grounds = NO_GROUNDS,
    ) -> Appended:
        """Append the entries of a step behind `head`, and see to what follows from it. hidden: with a first step."""
        fight, time = step.position.state.fight, step.new[-1].time
        appended = await self._store.append(
            encounter,
            head,
            entries,
            seat=request.seat,
            key=request.key,
            fingerprint=request.fingerprint,
            figures=Figures(
                system=fight.system,
                name=fight.name,
                status=_STATUS[fight.status],
                created=clock.format_ms(created_ms(encounter) or 0),
                updated=time,
            ),
            secrets=hidden,
            grounds=grounds,
        )
        if not appended.again:
            top = Head(entries[-1].version, entries[-1].hash)
            loaded = Loaded(book, step.position, top, time, self._loader.line(encounter, head))
            self._loader.remember(encounter, loaded)
            try:
                await self._schedule(encounter, loaded)
                await self._loader.keep_snapshot(encounter, loaded, step.began)
            except StoreUnavailable as error:
                # The step is stored, so it is answered. What is due is put back by the timers, a snapshot is a cache.
                log.warning(
                    "encounter %s: version %s is stored, what lies beside it is not: %s",
                    encounter,
                    loaded.head.version,
                    error,
                )
        return appended

    async def _done(self, encounter: str, seat: str | None, key: str, first: int, last: int) -> Done:
        """The answer of a key that was used before, read from the stream."""
        entries = await self._store.read(encounter, first, last)
        seen = await glimpse(self._loader, encounter, seat, last)
        return Done(entries, key, again=True, durable=True, glimpse=seen)

    async def circumstances(
        self,
        encounter: str,
        fight: Fight,
        seat: str | None,
        faces: Sequence[int],
        preferences: dict[str, str],
        previous: str,
    ) -> Circumstances:
        """What is around a step: whose it is, dice, standing preferences, a time after that of the previous step."""
        time = clock.step_time(previous)
        serves = None if seat is None or fight.is_gm(seat) else seat
        dice = await self._vault.dice(encounter, fight.dice)
        return Circumstances(seat, dice, TypedFaces(faces, serves), preferences, lambda: time)
