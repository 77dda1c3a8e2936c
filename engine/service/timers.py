"""Deadlines and paces: what is due is fired by whichever process sees it first; whoever loses the race does nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.position import Position
from engine.service import clock
from engine.store.port import Due, ExpectedVersionConflict, KeyReused, Store, StoreUnavailable

log = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between looks at what is due."""

LATER = 5_000
"""Milliseconds after which a decision of a paused fight is looked at again."""


class Timers:
    """expire(encounter, decision) answers what is overdue, or says when (Unix ms) to look again.

    put_back() schedules, at start, what running fights wait for.
    """

    def __init__(
        self,
        store: Store,
        expire: Callable[[str, int], Awaitable[int | None]],
        put_back: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._expire, self._put_back = store, expire, put_back

    async def schedule(self, encounter: str, position: Position[Any]) -> None:
        """Note when the open decisions of a fight are due."""
        window = position.state.fight.window
        for asked in window.asked if window else ():
            if asked.answered or not (asked.deadline or asked.pace):
                continue
            opened = next((r.time for r in position.trail if r.version == asked.decision), None)
            if opened is not None:
                seconds = asked.pace or asked.deadline or 0
                await self._store.schedule(Due(encounter, asked.decision, clock.parse_ms(opened) + seconds * 1000))

    async def run(self, stopping: asyncio.Event) -> None:
        """Fire what is due until `stopping` is set."""
        started = False
        while not stopping.is_set():
            try:
                if not started:
                    await self._put_back()
                    started = True
                for due in await self._store.due(clock.now_ms()):
                    await self._fire(due)
            except StoreUnavailable:
                pass
            except Exception:
                log.exception("firing deadlines failed; trying again")
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), EVERY)

    async def _fire(self, due: Due) -> None:
        again: int | None = None
        try:
            again = await self._expire(due.encounter, due.decision)
        except (RuleRefusal, ExpectedVersionConflict, KeyReused) as error:
            log.info("decision %s of %s is settled already: %s", due.decision, due.encounter, error)
        except Fault:
            log.exception("the default of decision %s of %s cannot be played", due.decision, due.encounter)
        await self._store.unschedule(due)
        if again is not None:
            await self._store.schedule(Due(due.encounter, due.decision, again))
