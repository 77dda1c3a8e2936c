"""Batched lookups of stream heads: concurrent callers share one store call.

A busy server receives many requests in one turn of its event loop; they then cost one round trip, not one each. No
caller gets an answer to a call that was sent before its own.
"""

from __future__ import annotations

from asyncio import Task, create_task, shield

from engine.store.port import HeadAndEpochs, Store


class _Batch:
    """Encounters whose heads are about to be read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.encounters: dict[str, None] = {}
        self.closed = False
        self.answer: Task[dict[str, HeadAndEpochs]] = create_task(self._ask())
        self.answer.add_done_callback(_seen)

    async def _ask(self) -> dict[str, HeadAndEpochs]:
        # A new task runs after everything that is ready now; until then others may join.
        self.closed = True
        return dict(zip(self.encounters, await self._store.heads(list(self.encounters)), strict=True))


class HeadLookups:
    """Head lookups of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gathering: _Batch | None = None

    async def of(self, encounter: str) -> HeadAndEpochs:
        """The current head and epochs of an encounter, read after this call. Raises what `Store.heads` does."""
        gathering = self._gathering
        if gathering is None or gathering.closed:
            gathering = self._gathering = _Batch(self._store)
        gathering.encounters[encounter] = None
        return (await shield(gathering.answer))[encounter]


def _seen(answer: Task[dict[str, HeadAndEpochs]]) -> None:
    """Retrieve an exception, in case all waiters have left."""
    if not answer.cancelled():
        answer.exception()
