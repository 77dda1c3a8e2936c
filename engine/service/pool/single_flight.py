"""Concurrent requests for the same key share one task."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class _Flight(Generic[T]):
    def __init__(self, task: asyncio.Task[T]) -> None:
        self.task, self.waiting = task, 0


class SingleFlight(Generic[T]):
    """lasting: a task goes on when all its waiters have left; otherwise it is cancelled then."""

    def __init__(self, *, lasting: bool = False) -> None:
        self._flights: dict[Hashable, _Flight[T]] = {}
        self._lasting = lasting

    def __contains__(self, key: Hashable) -> bool:
        """Whether a task for this key is running."""
        return key in self._flights

    async def join(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `make` returns or raises: run for the first caller, shared by concurrent ones."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(make()))
            flight.task.add_done_callback(lambda task: self._landed(key, task))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not self._lasting and not flight.task.done():
                flight.task.cancel()
                if self._flights.get(key) is flight:  # later callers start a new one
                    del self._flights[key]

    def _landed(self, key: Hashable, task: asyncio.Task[T]) -> None:
        flight = self._flights.get(key)
        if flight is not None and flight.task is task:
            del self._flights[key]
        if not task.cancelled():
            task.exception()  # retrieved, in case all waiters have left
