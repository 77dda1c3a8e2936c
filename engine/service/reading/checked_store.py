"""A store that verifies events as they are read: events that break the hash chain are never returned.

All readers of events (folds, watchers, answers, exports, the scrub) use it. So damage in the database, such as one
flipped bit, is found at its version before anything is shown, played on or signed. Cached data was checked when it was
read and is not checked again. A snapshot carries its own digest, which also covers its version and hash. A snapshot
with a wrong digest is dropped and rebuilt, for it is only a cache.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

from msgspec import structs

from engine.store import chain
from engine.store.port import Damaged, Entry, Head, LatestSnapshot, OpenedStream, Snapshot, Store, StoreUnavailable

log = logging.getLogger(__name__)


def what_to_do(error: Damaged) -> str:
    """What the operator can do about a damaged encounter, as text."""
    whole = error.version - 1
    if whole < 1:
        return "restore a backup"
    export = f"skald export {error.encounter} --at {whole} -o whole.ndjson"
    return f"restore a backup, or go on with what is whole: `{export}`, then `skald import whole.ndjson`"


BEHIND_ALL = 2**53 - 1
"""A version beyond every head."""


def checked(store: Store | CheckedStore) -> Store:
    """Wrap a store in a CheckedStore, unless it already is one."""
    return cast(Store, store if isinstance(store, CheckedStore) else CheckedStore(store))


class CheckedStore:
    """Behaves like the wrapped store, except for what it raises.

    read, read_back and open raise Damaged for events that do not continue the chain. `open(newest=True)`, with which
    every cold load begins, also raises it for an encounter already marked as damaged.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reported: set[tuple[str, int]] = set()
        self._listeners: list[Callable[[str], None]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def on_damage(self, listener: Callable[[str], None]) -> None:
        """Call `listener` for each encounter found damaged here."""
        self._listeners.append(listener)

    # -- events
    async def read(self, encounter: str, first: int, last: int) -> list[Entry]:
        """See the port. The event before `first` is also read, for its hash."""
        first = max(first, 1)
        if last < first:
            return []
        entries = await self._store.read(encounter, max(first - 1, 1), last)
        if first == 1:
            return await self._continuing(encounter, Head(), entries)
        if not entries or entries[-1].version < first:
            return []
        if entries[0].version != first - 1:
            raise await self.damaged(encounter, first - 1)
        return await self._continuing(encounter, Head(first - 1, entries[0].hash), entries[1:])

    async def read_back(self, encounter: str, last: int, limit: int) -> list[Entry]:
        """See the port."""
        if last < 1 or limit < 1:
            return []
        down = await self._store.read_back(encounter, last, limit + 1)
        if not down:
            return []
        up = down[::-1]
        if up[0].version == 1:
            return (await self._continuing(encounter, Head(), up))[::-1][:limit]
        if len(down) <= limit:
            raise await self.damaged(encounter, up[0].version - 1)
        return (await self._continuing(encounter, Head(up[0].version, up[0].hash), up[1:]))[::-1]

    async def open(
        self,
        encounter: str,
        *,
        after: int = 0,
        limit: int | None = None,
        newest: bool = False,
        seat: str = "",
        key: str = "",
    ) -> OpenedStream:
        """See the port. Only the caller can check that the first event after `after` continues what it has."""
        opening = await self._store.open(encounter, after=after, limit=limit, newest=newest, seat=seat, key=key)
        if opening.damaged:
            raise await self.damaged(encounter, opening.damaged, marked=True)
        if opening.entries:
            first = opening.entries[0]
            if after == 0:
                await self._continuing(encounter, Head(), opening.entries)
            elif first.version != after + 1:
                raise await self.damaged(encounter, after + 1)
            else:
                await self._continuing(encounter, Head(first.version, first.hash), opening.entries[1:])
        if opening.newest is not None:
            code, sealed = opening.newest.code, opening.newest.snapshot
            snapshot = await self._unsealed(encounter, code, sealed)
            opening = structs.replace(opening, newest=None if snapshot is None else LatestSnapshot(code, snapshot))
        return opening

    async def _continuing(self, encounter: str, head: Head, entries: Sequence[Entry]) -> list[Entry]:
        broken = chain.first_break(entries, head)
        if broken is not None:
            raise await self.damaged(encounter, broken)
        return list(entries)

    async def damaged(self, encounter: str, version: int, *, marked: bool = False) -> Damaged:
        """The error for an encounter damaged at a version. Marks it for all processes; each process logs it once."""
        found = Damaged(encounter, version)
        if (encounter, version) not in self._reported:
            self._reported.add((encounter, version))
            log.error(
                "encounter %s is damaged in the database at version %d: nothing is shown of it or played on until that "
                "is mended; all other fights go on. What to do: %s",
                encounter,
                version,
                what_to_do(found),
            )
            if not marked:
                with suppress(StoreUnavailable):
                    await self._store.mark_damaged(encounter, version)
        for listener in self._listeners:
            listener(encounter)
        return found

    async def found_whole(self, encounter: str) -> None:
        """Clear the damage mark of an encounter whose events are all whole. Also checks its newest snapshot."""
        opening = await self._store.open(encounter, after=BEHIND_ALL, limit=1, newest=True)
        if opening.damaged:
            self._reported = {pair for pair in self._reported if pair[0] != encounter}
            await self._store.mark_damaged(encounter, 0)
            log.warning("encounter %s was marked as damaged, and is whole again: it goes on", encounter)
        if opening.newest is not None:
            await self._unsealed(encounter, opening.newest.code, opening.newest.snapshot)

    # -- snapshots
    async def snapshot(self, encounter: str, code: str, at_most: int) -> Snapshot | None:
        """See the port."""
        found = await self._store.snapshot(encounter, code, at_most)
        return None if found is None else await self._unsealed(encounter, code, found)

    async def keep_snapshot(self, encounter: str, code: str, snapshot: Snapshot, *, passing: bool = False) -> None:
        """See the port."""
        sealed = structs.replace(snapshot, body=_digest(code, snapshot) + snapshot.body)
        await self._store.keep_snapshot(encounter, code, sealed, passing=passing)

    async def _unsealed(self, encounter: str, code: str, sealed: Snapshot) -> Snapshot | None:
        """A snapshot without its digest; None if the digest is wrong: then all of the encounter's are dropped."""
        snapshot = structs.replace(sealed, body=sealed.body[hashlib.sha256().digest_size :])
        if _digest(code, snapshot) + snapshot.body == sealed.body:
            return snapshot
        log.error("a snapshot of encounter %s at version %d is damaged: it is made anew", encounter, sealed.version)
        with suppress(StoreUnavailable):
            await self._store.drop_snapshots(encounter)
        return None


def _digest(code: str, snapshot: Snapshot) -> bytes:
    of = b"%s %d %s\n%s" % (code.encode(), snapshot.version, snapshot.hash.encode(), snapshot.body)
    return hashlib.sha256(of).digest()
