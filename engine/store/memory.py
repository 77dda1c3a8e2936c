"""The port in memory: for replaying files offline and for simulations. It lives and ends with its process."""

from __future__ import annotations

import time
from asyncio import Event
from collections.abc import AsyncGenerator, Sequence

from engine.store import port
from engine.store.ids import created_ms

GRACE_MS = 60_000


class _Fight:
    """One encounter's stream and what lies beside it."""

    def __init__(self) -> None:
        self.entries: list[port.Entry] = []
        self.commands: dict[tuple[str, str], port.Remembered] = {}
        self.figures: port.Figures | None = None
        self.secrets: port.Secrets | None = None
        self.epochs: dict[str, int] = {}
        self.preferences: dict[str, str] = {}
        self.snapshots: dict[tuple[str, int], port.Snapshot] = {}
        self.newest: port.Newest | None = None

    @property
    def head(self) -> port.Head:
        return port.Head(self.entries[-1].version, self.entries[-1].hash) if self.entries else port.NOTHING


class _Listener:
    """Who reads hints: at most one waits per fight and per seat, however slow the reader is."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[str, str | None], port.Hint] = {("", None): port.Hint("", 0)}
        self.event = Event()
        self.event.set()


class MemoryStore:
    """The store without a server; never unavailable."""

    def __init__(self) -> None:
        self._fights: dict[str, _Fight] = {}
        self._directory: set[str] = set()
        self._due: dict[tuple[str, int], port.Due] = {}
        self._listeners: set[_Listener] = set()
        self._claims: dict[tuple[str, str], str] = {}

    # -- streams
    async def append(
        self,
        encounter: str,
        expected: port.Head,
        entries: Sequence[port.Entry],
        *,
        seat: str,
        key: str,
        fingerprint: str,
        figures: port.Figures,
        secrets: port.Secrets | None = None,
        grounds: port.Grounds = port.NO_GROUNDS,
    ) -> port.Appended:
        """See the port. Atomic because nothing in it waits."""
        port.check_append(expected, entries, secrets)
        fight = self._seen(encounter)
        if grounds.epoch is not None and fight.epochs.get(seat, 0) > grounds.epoch:
            raise port.Revoked(seat)
        known = fight.commands.get((seat, key))
        if known is not None:
            if known.fingerprint != fingerprint:
                raise port.KeyReused(f"the key {key!r} of {seat or 'nobody'} stands for another order")
            return port.Appended(known.first, known.last, again=True)
        if fight.head != expected:
            raise port.ExpectedVersionConflict(expected, fight.head)
        if grounds.preferences is not None and fight.preferences != grounds.preferences:
            raise port.PreferencesChanged(encounter)
        fight.entries += entries
        first, last = entries[0].version, entries[-1].version
        fight.commands[seat, key] = port.Remembered(fingerprint, first, last)
        fight.figures = figures
        fight.secrets = secrets or fight.secrets
        self._fights[encounter] = fight
        self._announce(port.Hint(encounter, last))
        return port.Appended(first, last)

    async def open(
        self,
        encounter: str,
        *,
        after: int = 0,
        limit: int | None = None,
        newest: bool = False,
        seat: str = "",
        key: str = "",
    ) -> port.Opening:
        """See the port."""
        fight = self._seen(encounter)
        return port.Opening(
            remembered=fight.commands.get((seat, key)),
            head=fight.head,
            entries=tuple(fight.entries[after:][:limit]),
            epochs=dict(fight.epochs),
            preferences=dict(fight.preferences),
            newest=fight.newest if newest else None,
        )

    async def head(self, encounter: str) -> port.Head:
        """The last event's version and hash."""
        return self._seen(encounter).head

    async def look(self, encounters: Sequence[str]) -> list[port.Standing]:
        """See the port."""
        return [port.Standing(fight.head, dict(fight.epochs)) for fight in map(self._seen, encounters)]

    async def read(self, encounter: str, first: int, last: int) -> list[port.Entry]:
        """Events first..last, ascending; those that exist."""
        return self._seen(encounter).entries[max(first, 1) - 1 : max(last, 0)]

    async def read_back(self, encounter: str, last: int, limit: int) -> list[port.Entry]:
        """At most `limit` events from version `last` downwards, descending."""
        return self._seen(encounter).entries[: max(last, 0)][::-1][: max(limit, 0)]

    async def secrets(self, encounter: str) -> port.Secrets | None:
        """Both dice secrets; None for a fight that has none."""
        return self._seen(encounter).secrets

    # -- beside the stream
    async def claim(self, owner: str, key: str, encounter: str) -> str:
        """See the port; remembered as long as this store lives."""
        return self._claims.setdefault((owner, key), encounter)

    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """See the port."""
        preferences = self._kept(encounter).preferences
        if preference == "ask":
            preferences.pop(f"{seat} {kind}", None)
        else:
            preferences[f"{seat} {kind}"] = preference

    async def raise_epoch(self, encounter: str, seat: str) -> int:
        """See the port."""
        epochs = self._kept(encounter).epochs
        epochs[seat] = epochs.get(seat, 0) + 1
        self._announce(port.Hint(encounter, 0, seat=seat, epoch=epochs[seat]))
        return epochs[seat]

    async def snapshot(self, encounter: str, code: str, at_most: int) -> port.Snapshot | None:
        """See the port."""
        fight = self._seen(encounter)
        found = [one for (made_by, _), one in fight.snapshots.items() if made_by == code]
        if fight.newest is not None and fight.newest.code == code:
            found.append(fight.newest.snapshot)
        return max((one for one in found if one.version <= at_most), key=lambda one: one.version, default=None)

    async def keep_snapshot(self, encounter: str, code: str, snapshot: port.Snapshot, *, passing: bool = False) -> None:
        """See the port; one of the same version and code is replaced."""
        fight = self._kept(encounter)
        fight.newest = port.Newest(code, snapshot)
        if not passing:
            fight.snapshots[code, snapshot.version] = snapshot

    async def drop_snapshots(self, encounter: str) -> None:
        """Delete the snapshots of all codes."""
        fight = self._seen(encounter)
        fight.snapshots.clear()
        fight.newest = None

    # -- directory
    async def enter(self, encounter: str) -> None:
        """See the port."""
        self._directory.add(encounter)

    async def page(self, *, before: str | None, limit: int, running: bool = False) -> list[port.Listed]:
        """See the port."""
        oldest = int(time.time() * 1000) - GRACE_MS
        found: list[port.Listed] = []
        for id in sorted((id for id in self._directory if before is None or id < before), reverse=True):
            if len(found) >= limit:
                break
            fight = self._seen(id)
            if fight.figures is None:
                if (created_ms(id) or oldest) < oldest:
                    self._directory.discard(id)
            elif not running or fight.figures.status != "ended":
                found.append(port.Listed(id, fight.head.version, fight.figures))
        return found

    # -- deadlines
    async def schedule(self, due: port.Due) -> None:
        """Keep a deadline; one of the same decision is moved."""
        self._due[due.encounter, due.decision] = due

    async def unschedule(self, due: port.Due) -> None:
        """Drop the deadline of a decision, whatever its time; nothing happens if there is none."""
        self._due.pop((due.encounter, due.decision), None)

    async def due(self, now: int, limit: int = 100) -> list[port.Due]:
        """See the port."""
        return [due for due in await self.scheduled() if due.at <= now][:limit]

    async def scheduled(self) -> list[port.Due]:
        """All deadlines, oldest first."""
        return sorted(self._due.values(), key=lambda due: due.at)

    # -- watching
    async def hints(self) -> AsyncGenerator[port.Hint, None]:
        """See the port."""
        listener = _Listener()
        self._listeners.add(listener)
        try:
            while True:
                await listener.event.wait()
                listener.event.clear()
                while listener.waiting:
                    yield listener.waiting.pop(next(iter(listener.waiting)))
        finally:
            self._listeners.discard(listener)

    async def ping(self) -> None:
        """Memory is always there."""

    async def probe(self) -> None:
        """Always."""

    async def close(self) -> None:
        """Nothing is held open."""

    # -- inside
    def _seen(self, encounter: str) -> _Fight:
        """A fight to look at; one that is not there is empty, and is not kept for having been looked at."""
        return self._fights.get(encounter) or _Fight()

    def _kept(self, encounter: str) -> _Fight:
        return self._fights.setdefault(encounter, _Fight())

    def _announce(self, hint: port.Hint) -> None:
        for listener in self._listeners:
            listener.waiting[hint.encounter, hint.seat] = hint
            listener.event.set()
