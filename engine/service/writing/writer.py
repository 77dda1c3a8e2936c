"""Writing: a step is decided at an encounter's head, sealed and appended; after a lost race it is decided again."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import TypedFaces
from engine.kernel.playing.position import Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.fight import Fight, State, Status
from engine.kernel.state.namesakes import mark_of
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import Fault, RuleRefusal, TooCostly
from engine.kernel.structs.messages import Recorded
from engine.service import clock, randomness
from engine.service.reading.encounter_locks import EncounterLocks
from engine.service.reading.loader import CachedHead, Loaded, Loader
from engine.service.reading.queries import view
from engine.service.reading.views import FightView, StepResult
from engine.service.writing.dice_secrets import DiceSecrets
from engine.store import chain
from engine.store.ids import created_ms
from engine.store.port import (
    NO_CONDITIONS,
    AppendConditions,
    Appended,
    Entry,
    ExpectedVersionConflict,
    Head,
    KeyReused,
    ListingFigures,
    PreferencesChanged,
    Revoked,
    Secrets,
    Store,
    StoreUnavailable,
)

log = logging.getLogger(__name__)

ATTEMPTS = 50
"""How often a writer without an expected version retries after lost races."""

_STATUS: dict[Status, str] = {"RUNNING": "running", "PAUSED": "paused", "ENDED": "ended"}

Decider = Callable[[Loaded, Circumstances], Awaitable[Step[Any]]]
Schedule = Callable[[str, Loaded], Awaitable[None]]


def fingerprint(*parts: object) -> str:
    """The request behind an idempotency key: its hex SHA-256."""
    return hashlib.sha256(canonical(parts)).hexdigest()


def seal(book: Rulebook[Any], head: Head, new: Sequence[Recorded]) -> list[Entry]:
    """The entries of a step that follows `head`."""
    entries: list[Entry] = []
    previous = head.hash
    for recorded in new:
        public, secret = book.codec.encode(recorded.version, recorded.time, recorded.draft)
        salt = randomness.salt() if secret is not None else ""
        entries.append(chain.seal(previous, recorded.version, public, secret=secret, to=recorded.draft.to, salt=salt))
        previous = entries[-1].hash
    return entries


class Request(Struct, frozen=True):
    """The seat and key of a step, by which its answer is found again. seat: "": the operator, as for creation keys."""

    seat: str
    key: str
    fingerprint: str


class _Change(Struct, frozen=True):
    """A requested change, independent of the current head. epoch: of the seat's token; None: no token."""

    encounter: str
    seat: str | None
    decider: Decider
    faces: Sequence[int]
    request: Request
    epoch: int | None


class _LostRaces(ExpectedVersionConflict):
    """Every attempt lost its race."""


def _is_likely_accepted(held: CachedHead, change: _Change, expected: int | None) -> bool:
    """Whether a step decided on the cached head will probably be accepted.

    Not if others append in turns: each order would be decided twice. Not for a token known to be revoked: its holder
    must not learn how long a decision takes.
    """
    if not held.alone or expected not in (None, held.loaded.head.version):
        return False
    return not _known_revoked(held, change)


def names_in(book: Rulebook[Any], state: State[Any], seat: str | None) -> dict[str, str]:
    """The names of zones, seats, encounter-only things and combatants that a seat knows of."""
    seen = book.seen(state, seat)
    zones = seen.fight.ground.zones if seen.fight.ground is not None else ()
    return {
        **{zone.key: zone.label for zone in zones if zone.label},
        **{entry.seat: entry.name for entry in seen.fight.seats.values()},
        **book.system.things(seen),
        **{who.id: who.name + mark_of(seen.fight, who) for who in seen.fight.combatants.values()},
    }


def _known_revoked(held: CachedHead | None, change: _Change) -> bool:
    """Whether the change's token is known here to be revoked."""
    return held is not None and change.epoch is not None and held.epochs.get(change.request.seat, 0) > change.epoch


class Writer:
    """Appends to streams. schedule(encounter, loaded): schedule what an encounter waits for at its new head."""

    def __init__(self, store: Store, loader: Loader, dice_secrets: DiceSecrets, schedule: Schedule) -> None:
        self._store, self._loader, self._dice_secrets, self._schedule = store, loader, dice_secrets, schedule
        self._locks_by_encounter = EncounterLocks()

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
    ) -> StepResult:
        """Decide at the head and append; retry after lost races. Raises what `Encounters.submit` does.

        seat: the author of the step; None: the operator, as for creation keys.
        epoch: of the seat's token; None: no token.
        fresh: the decider has side effects, so it is called only at a head that was just read.
        """
        wish = _Change(
            encounter, seat, decider, faces, Request(seat or "", key or randomness.idempotency_key(), print_), epoch
        )
        if expected is not None:
            return await self._written(wish, expected, fresh=fresh)
        if encounter not in self._locks_by_encounter or _known_revoked(self._loader.held(encounter), wish):
            with suppress(_LostRaces):
                return await self._written(wish, None, fresh=fresh, attempts=1)
        # If all losers of a race retried at once, one would win and the others would decide in vain.
        async with self._locks_by_encounter.one(encounter):
            return await self._written(wish, None, fresh=fresh)

    async def _written(
        self, change: _Change, expected: int | None, *, fresh: bool, attempts: int = ATTEMPTS
    ) -> StepResult:
        """As `write`. Raises _LostRaces if every attempt lost its race."""
        encounter, seat, epoch = change.encounter, change.seat, change.epoch
        held = None if fresh else self._loader.held(encounter)
        costly: TooCostly | None = None
        if held is not None and _is_likely_accepted(held, change, expected):
            # One round trip: the append checks the cached head. Any other outcome may come from outdated data, so it is
            # dropped, and everything is read and decided again.
            with suppress(RuleRefusal, Fault, ExpectedVersionConflict, PreferencesChanged, KeyReused, Revoked):
                try:
                    return await self._decide(change, held.loaded, held.preferences)
                except TooCostly as error:
                    costly = error
        key, owner = change.request.key, change.request.seat
        for _ in range(attempts):
            loaded, opening = await self._loader.head(encounter, seat=owner, key=key)
            if epoch is not None and opening.epochs.get(owner, 0) > epoch:
                raise Revoked(owner)
            if opening.remembered is not None:
                if opening.remembered.fingerprint != change.request.fingerprint:
                    raise KeyReused(f"the idempotency key {key!r} of this seat stands for another request")
                return await self._done(encounter, seat, key, opening.remembered.first, opening.remembered.last)
            if expected is not None and expected != loaded.head.version:
                raise ExpectedVersionConflict(Head(expected), loaded.head)
            if costly is not None and held is not None and held.loaded.head == loaded.head:
                raise costly  # it would cost as much again
            try:
                return await self._decide(change, loaded, opening.preferences)
            except RuleRefusal as refusal:
                refusal.called(names_in(loaded.book, loaded.position.state, seat), loaded.book.system.id)
                raise
            except Fault:
                # A bug here or in the rules: logged with its trace; nothing was appended.
                log.exception("a step of encounter %s failed; nothing was appended", encounter)
                raise
            except PreferencesChanged:
                continue
            except ExpectedVersionConflict:
                if expected is not None:
                    raise
        raise _LostRaces(loaded.head, loaded.head)

    async def _decide(self, change: _Change, loaded: Loaded, preferences: dict[str, str]) -> StepResult:
        """Decide at this head and append, unless head, preferences or the seat's epoch changed meanwhile."""
        encounter, seat, request = change.encounter, change.seat, change.request
        fight = loaded.position.state.fight
        if seat is not None and seat not in fight.seats:
            raise RuleRefusal(f"there is no seat {seat!r} at this table", code="NOT_YOURS")
        circumstances = await self.circumstances(encounter, fight, seat, change.faces, preferences, loaded.time)
        step = await change.decider(loaded, circumstances)
        entries = seal(loaded.book, loaded.head, step.new)
        conditions = AppendConditions(change.epoch, preferences)
        appended = await self.append(encounter, loaded.book, loaded.head, entries, step, request, conditions=conditions)
        if appended.again:
            return await self._done(encounter, seat, request.key, appended.first, appended.last)
        if step.undone is not None:
            log.error("an order of encounter %s was taken back after a correction", encounter, exc_info=step.undone)
        head = Head(appended.last, entries[-1].hash)
        seen = FightView(loaded.book, encounter, head, step.position, seat, step.new[-1].time)
        return StepResult(entries, request.key, again=False, durable=appended.durable, view=seen)

    async def step_of(
        self, encounter: str, seat: str, key: str, print_: str, *, epoch: int | None = None
    ) -> StepResult | None:
        """The step that a seat's key has made already; None: none. KeyReused if for another request; Revoked."""
        _, opening = await self._loader.head(encounter, seat=seat, key=key)
        if epoch is not None and opening.epochs.get(seat, 0) > epoch:
            raise Revoked(seat)
        if opening.remembered is None:
            return None
        if opening.remembered.fingerprint != print_:
            raise KeyReused(f"the idempotency key {key!r} of this seat stands for another request")
        return await self._done(encounter, seat, key, opening.remembered.first, opening.remembered.last)

    async def append(
        self,
        encounter: str,
        book: Rulebook[Any],
        head: Head,
        entries: list[Entry],
        step: Step[Any],
        request: Request,
        hidden: Secrets | None = None,
        conditions: AppendConditions = NO_CONDITIONS,
    ) -> Appended:
        """Append the entries of a step after `head`, and do the follow-up work. hidden: given with a first step."""
        fight, time = step.position.state.fight, step.new[-1].time
        appended = await self._store.append(
            encounter,
            head,
            entries,
            seat=request.seat,
            key=request.key,
            fingerprint=request.fingerprint,
            figures=ListingFigures(
                system=fight.system,
                name=fight.name,
                status=_STATUS[fight.status],
                created=clock.format_ms(created_ms(encounter) or 0),
                updated=time,
            ),
            secrets=hidden,
            conditions=conditions,
        )
        if not appended.again:
            top = Head(entries[-1].version, entries[-1].hash)
            loaded = Loaded(book, step.position, top, time, self._loader.line(encounter, head))
            self._loader.remember(encounter, loaded)
            try:
                await self._schedule(encounter, loaded)
                await self._loader.keep_snapshot(encounter, loaded, step.began)
            except StoreUnavailable as error:
                # The step is stored, so answer it. Timers are rescheduled later, and a snapshot is only a cache.
                log.warning(
                    "encounter %s: version %s is stored, what lies beside it is not: %s",
                    encounter,
                    loaded.head.version,
                    error,
                )
        return appended

    async def _done(self, encounter: str, seat: str | None, key: str, first: int, last: int) -> StepResult:
        """The answer to a repeated key, read from the stream."""
        entries = await self._store.read(encounter, first, last)
        seen = await view(self._loader, encounter, seat, last)
        return StepResult(entries, key, again=True, durable=True, view=seen)

    async def circumstances(
        self,
        encounter: str,
        fight: Fight,
        seat: str | None,
        faces: Sequence[int],
        preferences: dict[str, str],
        previous: str,
    ) -> Circumstances:
        """The circumstances of a step: seat, dice, preferences, and a time after the previous step's."""
        time = clock.step_time(previous)
        serves = None if seat is None or fight.is_gm(seat) else seat
        dice = await self._dice_secrets.dice(encounter, fight.dice, fight.commitment)
        return Circumstances(seat, dice, TypedFaces(faces, serves), preferences, lambda: time, timer=clock.used_ns)
