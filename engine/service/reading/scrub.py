"""The scrub: slowly re-reads all stored encounters, to find damage before somebody needs the data.

One process per store does it at a time. Damage is marked and logged as it is read (`checked_store`). The mark is
cleared from an encounter that is whole again, as after restoring a backup.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import cast

from engine.service.reading.checked_store import CheckedStore
from engine.store.port import Damaged, Store, StoreUnavailable

log = logging.getLogger(__name__)

PAGE = 200
"""Events read and checked at a time: a few milliseconds of work."""
PAUSE = 0.2
"""Seconds between two pages: at most 1,000 events are read per second."""
FIRST, EVERY = 60.0, 24 * 3600.0
"""Seconds after the start until the first round, and from the end of a round to the next."""
LEASE = 60
"""Seconds of a process's lease on the scrub; after a kill, another process can take over when it ends."""
ROUND = "scrub"


Rest = Callable[[], Awaitable[bool]]
"""Waits between two pages; returns whether to stop."""


async def fights(store: Store) -> AsyncGenerator[str, None]:
    """The ids of all encounters, newest first."""
    before: str | None = None
    while listed := await store.page(before=before, limit=PAGE):
        for listed_fight in listed:
            yield listed_fight.id
        before = listed[-1].id


async def read_again(store: CheckedStore, encounter: str, rest: Rest) -> int:
    """Re-read an encounter's events and snapshot; returns the event count. Damaged names the first bad event."""
    version = 0
    while page := await store.read(encounter, version + 1, version + PAGE):
        version = page[-1].version
        if await rest():
            return version
    await store.found_whole(encounter)
    return version


class Scrub:
    """Background rounds over all encounters of a store. pause, first, every: seconds."""

    def __init__(
        self, store: CheckedStore, *, pause: float = PAUSE, first: float = FIRST, every: float = EVERY
    ) -> None:
        self._store, self._pause, self._first, self._every = store, pause, first, every
        self._holder = secrets.token_hex(8)
        self._renewed = self._due = 0.0
        self._stopping = asyncio.Event()

    async def run(self, stopping: asyncio.Event) -> None:
        """Run each round that is due and not taken by another process, until `stopping` is set."""
        self._stopping = stopping
        while not await self._rested(self._first):
            with suppress(StoreUnavailable):
                try:
                    if time.monotonic() >= self._due and await self._leased():
                        await self._round()
                except StoreUnavailable:
                    raise
                except Exception:
                    log.exception("the scrub failed; it begins again")

    async def _round(self) -> None:
        looked_at = damaged = 0
        async for encounter in fights(cast(Store, self._store)):
            try:
                await read_again(self._store, encounter, self._between)
            except Damaged:
                damaged += 1
            looked_at += 1
            if await self._between():
                return
        log.info("the scrub has read %d fights again; %d are damaged", looked_at, damaged)
        self._due = time.monotonic() + self._every
        # No process starts a round before the next one is due, even if this process has ended.
        await self._store.lease(ROUND, self._holder, max(1, int(self._every)))

    async def _between(self) -> bool:
        return await self._rested(self._pause) or not await self._leased()

    async def _leased(self) -> bool:
        """Whether this process holds the lease. It is renewed rarely: each renewal is a disk write."""
        now = time.monotonic()
        if now < self._renewed + LEASE / 3:
            return True
        mine = bool(await self._store.lease(ROUND, self._holder, LEASE))
        self._renewed = now if mine else 0.0
        return mine

    async def _rested(self, seconds: float) -> bool:
        """Wait so many seconds, or until stopped. Returns whether to stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
        return self._stopping.is_set()
