"""Turns: of those in this process who want to do the same at a fight, one does it at a time.

So it is with writers who were too slow: what other processes write is still a race, but with one of us. And with
readers of a fight that nobody has at hand: it is folded once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

PATIENCE = 5.0
"""Seconds for which a turn is waited for, whatever holds up those before; then one tries out of turn."""


class Turns:
    """Of fights; one that nobody waits for costs nothing."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    def __contains__(self, encounter: str) -> bool:
        """Whether anybody has, or waits for, a turn at a fight."""
        return encounter in self._locks

    @asynccontextmanager
    async def one(self, encounter: str) -> AsyncGenerator[None]:
        """A turn at a fight, as long as the block lasts."""
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
