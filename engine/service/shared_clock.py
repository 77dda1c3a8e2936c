"""One clock for all processes on a store, kept over a restart: nobody's deadline moves as a machine's time is set.

Each process notes in the store, every second, what time it has. Who starts on the same machine goes on from there by
the time that has passed since that was started; who starts on another one takes the time of those that run. Where
nobody runs, and nothing waits for its time, the machine's time counts.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

from engine.service import clock
from engine.store.port import Store, StoreUnavailable, Tick

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two notes of a process."""
WATCHED = 2.5
"""Seconds in which somebody who runs has noted his time."""


def machine() -> str:
    """What this start of this machine is called; "" where the system does not tell."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


class SharedClock:
    """Keeps this process's clock with those of the others. store: on which they all are."""

    def __init__(self, store: Store) -> None:
        self._store, self._machine = store, machine()
        self._taken = False

    async def start(self) -> None:
        """Take over the time that is kept. Where the store is away that is done as soon as it is back."""
        with suppress(StoreUnavailable):
            await self._take()

    async def _take(self) -> None:
        kept = await self._store.tick()
        if kept is not None and kept.machine == self._machine != "":
            since = clock.elapsed_ms() - kept.elapsed
            if since < WATCHED * 1000 or await self._somebody_waits():
                clock.set_to(kept.now + since)
        elif kept is not None:
            await asyncio.sleep(WATCHED)
            later = await self._store.tick()
            if later is not None and later != kept:
                clock.set_to(later.now)
        self._taken = True
        await self.beat()

    async def _somebody_waits(self) -> bool:
        return any(due.decision for due in await self._store.scheduled())

    async def beat(self) -> None:
        """Note the time, and catch up with whoever is ahead."""
        kept = await self._store.tick()
        if kept is not None and kept.machine != self._machine and kept.now > clock.now_ms():
            clock.set_to(kept.now)
        await self._store.keep_tick(Tick(self._machine, clock.elapsed_ms(), clock.now_ms()))

    async def run(self, stopping: asyncio.Event) -> None:
        """Note the time until `stopping` is set."""
        while not stopping.is_set():
            try:
                await (self.beat() if self._taken else self._take())
            except StoreUnavailable:
                pass
            except Exception:
                log.exception("noting the time failed; trying again")
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), EVERY)
