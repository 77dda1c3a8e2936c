"""Looks at how fights stand. Those who want one in the same moment share a call to the store.

A server at work hears many requests in one turn of its loop: they cost one round trip then, not one each. Nobody is
told what was asked before he came.
"""

from __future__ import annotations

from asyncio import Task, create_task, shield

from engine.store.port import Standing, Store


class _Gathering:
    """Fights that are about to be looked at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.encounters: dict[str, None] = {}
        self.closed = False
        self.answer: Task[dict[str, Standing]] = create_task(self._ask())
        self.answer.add_done_callback(_seen)

    async def _ask(self) -> dict[str, Standing]:
        # A new task runs behind all that is ready now: so long others may join.
        self.closed = True
        return dict(zip(self.encounters, await self._store.look(list(self.encounters)), strict=True))


class Looks:
    """Those of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gathering: _Gathering | None = None

    async def of(self, encounter: str) -> Standing:
        """How a fight stands now: the store is asked behind this call. Raises what `Store.look` does."""
        gathering = self._gathering
        if gathering is None or gathering.closed:
            gathering = self._gathering = _Gathering(self._store)
        gathering.encounters[encounter] = None
        return (await shield(gathering.answer))[encounter]


def _seen(answer: Task[dict[str, Standing]]) -> None:
    """A failure is looked at, in case all who waited have left."""
    if not answer.cancelled():
        answer.exception()
