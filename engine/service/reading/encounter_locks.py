"""Locks per encounter, within this process: one task at a time.

Writers that lost a race use them: other processes still compete, but with only one writer from here. Readers of an
uncached encounter use them too, so it is folded once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

PATIENCE = 5.0
"""Seconds to wait for a lock; after that the caller goes on without it."""


class EncounterLocks:
    """Locks by encounter; an unused one takes no memory."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    def __contains__(self, encounter: str) -> bool:
        """Whether anybody holds or waits for the lock of an encounter."""
        return encounter in self._locks

    @asynccontextmanager
    async def one(self, encounter: str) -> AsyncGenerator[None]:
        """Hold the lock of an encounter for the duration of the block."""
        lock = self._locks.setdefault(encounter, asyncio.Lock())
        self._waiting[encounter] = self._waiting.get(encounter, 0) + 1
        held = False
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    held = await lock.acquire()
            yield
        finally:
            if held:
                lock.release()
            self._waiting[encounter] -= 1
            if not self._waiting[encounter]:
                del self._locks[encounter], self._waiting[encounter]
