"""Long work as those who wait for it see it: partial answers, at least one a second, and the last one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Hashable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from engine.service.pool.single_flight import SingleFlight

T = TypeVar("T")

TOLD = 0.5
"""Seconds between two partial answers, at least."""
AT_LEAST = 1.0
"""Seconds after which a partial answer is given again, where nothing is new."""


class Progress(Generic[T]):
    """What some work has come to. more: set when that changes."""

    def __init__(self, now: T) -> None:
        self.now, self.more = now, asyncio.Event()

    def tell(self, now: T) -> None:
        """It has come to more."""
        self.now = now
        self.more.set()
        self.more = asyncio.Event()


async def follow(
    flights: SingleFlight[T], key: Hashable, make: Callable[[], Coroutine[Any, Any, T]], progress: Progress[T]
) -> AsyncGenerator[T, None]:
    """Partial answers and the last one, of work that all who ask for the same key share. Raises what `make` raises.

    Whoever stops reading has left; the last one who leaves ends it.
    """
    task = asyncio.create_task(flights.join(key, make))
    try:
        while True:
            more = asyncio.create_task(progress.more.wait())
            await asyncio.wait({task, more}, timeout=AT_LEAST, return_when=asyncio.FIRST_COMPLETED)
            more.cancel()
            if not task.done():
                yield progress.now
                await asyncio.wait({task}, timeout=TOLD)
            if task.done():
                yield task.result()
                return
    finally:
        if not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
