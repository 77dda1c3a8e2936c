"""Deadlines, paces, bot moves: the first process to see a due timer fires it; the losers of the race do nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from engine.kernel.playing.position import Position
from engine.kernel.structs.errors import Fault, RuleRefusal, TooCostly
from engine.service import clock
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.process_pool import TookTooLong, WorkerLost
from engine.store.port import Damaged, Due, ExpectedVersionConflict, KeyReused, Store, StoreUnavailable

log = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between checks for due timers; timers known to this process are checked on time."""

LATER = 5_000
"""Milliseconds until a decision is checked again of a paused encounter, or where the pool had no place for it."""

A_BOTS_MOVE = 0
"""In place of a Due's decision: a bot's next move. A real decision is a version, never 0."""


class Timers:
    """expire(encounter, decision) answers an overdue decision, or returns when (Unix ms) to check again.

    play(encounter) makes a bot move. put_back() reschedules what running encounters wait for: after `missing`, and,
    unless `complete`, at start.
    """

    def __init__(
        self,
        store: Store,
        expire: Callable[[str, int], Awaitable[int | None]],
        put_back: Callable[[], Awaitable[None]],
        play: Callable[[str], Awaitable[None]],
        *,
        complete: bool = False,
    ) -> None:
        self._store, self._expire, self._put_back, self._play = store, expire, put_back, play
        self._stirred, self._soonest = asyncio.Event(), 0
        self._complete = complete

    async def schedule(self, encounter: str, position: Position[Any]) -> None:
        """Schedule the open decisions of an encounter."""
        window, request = position.state.fight.window, position.state.fight.taking_back
        for asked in (*(window.asked if window else ()), *(request.asked if request else ())):
            if asked.answered or not (asked.deadline or asked.pace):
                continue
            opened = next((r.time for r in position.trail if r.version == asked.decision), None)
            if request is not None and asked in request.asked:
                opened = request.since
            if opened is not None:
                end = clock.run_out(opened, asked.pace or asked.deadline or 0, asked.stops)
                await self.put(Due(encounter, asked.decision, clock.parse_ms(end)))

    def missing(self) -> None:
        """Timers may be missing: the store was away, or has lost its last writes."""
        self._complete = False
        self._stirred.set()

    async def put(self, due: Due) -> None:
        """Schedule a timer; wakes this process's loop if it would be late."""
        try:
            await self._store.schedule(due)
        except StoreUnavailable:
            self.missing()
            raise
        if due.at < clock.now_ms() + EVERY * 1000:
            self._soonest = min(self._soonest or due.at, due.at)
            self._stirred.set()

    async def run(self, stopping: asyncio.Event) -> None:
        """Fire due timers until `stopping` is set."""
        while not stopping.is_set():
            self._stirred.clear()
            now = clock.now_ms()
            if self._soonest <= now:
                self._soonest = 0
            try:
                if not self._complete:
                    self._complete = True  # set first: timers missed meanwhile are rescheduled again
                    try:
                        await self._put_back()
                    except BaseException:
                        self._complete = False
                        raise
                for due in await self._store.due(now):
                    await self._fire(due)
            except StoreUnavailable:
                pass
            except Exception:
                log.exception("firing deadlines failed; trying again")
            await self._rest(stopping)

    async def _rest(self, stopping: asyncio.Event) -> None:
        """Wait until stopped, until a timer is scheduled, or until the next check."""
        seconds = EVERY
        if self._soonest:
            seconds = min(seconds, max(0.0, (self._soonest - clock.now_ms()) / 1000))
        waits = [asyncio.ensure_future(stopping.wait()), asyncio.ensure_future(self._stirred.wait())]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()

    async def _fire(self, due: Due) -> None:
        if due.decision == A_BOTS_MOVE:
            await self._play(due.encounter)
            return
        again: int | None = None
        try:
            again = await self._expire(due.encounter, due.decision)
        except TooCostly as error:
            log.warning("the default of decision %s of %s is refused: %s", due.decision, due.encounter, error)
        except (RuleRefusal, ExpectedVersionConflict, KeyReused) as error:
            log.info("decision %s of %s is settled already: %s", due.decision, due.encounter, error)
        except (QueueFull, TookTooLong, WorkerLost) as error:
            log.warning("decision %s of %s is answered later: %s", due.decision, due.encounter, error)
            again = clock.now_ms() + LATER
        except Damaged as error:
            log.warning("decision %s of %s is not answered: %s", due.decision, due.encounter, error)
        except Fault:
            log.exception("the default of decision %s of %s cannot be played", due.decision, due.encounter)
        await self._store.unschedule(due)
        if again is not None:
            await self._store.schedule(Due(due.encounter, due.decision, again))
