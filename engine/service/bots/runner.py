"""The bots of running encounters: their moves are made by the first process that gets to them.

A move is an ordinary order or answer of its seat, for the version it was chosen on and with a key of that version: two
processes, or one that was killed and restarted, never act twice. Its randomness is separate from the dice. It is
thought of in the pool (`thinking`), and no more once nothing waits for a bot.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress

from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.service import clock
from engine.service.bots import policy
from engine.service.bots.lookahead import Move
from engine.service.bots.thinking import thought
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.process_pool import INLINE, TookTooLong, Work, WorkerLost
from engine.service.reading.loader import Loaded
from engine.service.reading.views import UnknownEncounter
from engine.service.writing.timers import A_BOTS_MOVE, Timers
from engine.store.port import Due, ExpectedVersionConflict, KeyReused, Store, StoreUnavailable

log = logging.getLogger(__name__)

PAUSE = 500
"""Milliseconds between the last step and a bot's move, so that people can follow."""
UNCHANGED = 200
"""Bot moves in a row without change of figures, conditions or places, after which bots wait for a person."""
ALONE = 3000
"""Bot moves since a person's last action, with any effect, after which bots wait for a person."""
LEASE = 10_000
"""Milliseconds of a process's lease on a move it thinks about; after a kill, others take over."""
TRIES = 3
"""Refusals of a move on one version before the bot waits for somebody else to act."""

Load = Callable[[str], Awaitable[Loaded]]
Act = Callable[[str, Move, Loaded], Awaitable[object]]


def has_stalled(fight: Fight) -> bool:
    """Whether the bots of an encounter have played alone for too long."""
    return fight.unattended.unchanged >= UNCHANGED or fight.unattended.moves >= ALONE


class _NothingToDecide(Exception):
    """While a bot thought, the fight came to where nothing waits for it."""


class Bots:
    """load: loads an encounter at its head; act(encounter, move, loaded): makes a move on that version. pause: ms.

    work: runs what they think.
    """

    def __init__(
        self, store: Store, timers: Timers, load: Load, act: Act, *, pause: int = PAUSE, work: Work = INLINE
    ) -> None:
        self._store, self._timers, self._load, self._act, self._pause = store, timers, load, act, pause
        self._work = work
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, asyncio.Task[Move | None]] = {}
        self._refused: dict[str, tuple[int, int]] = {}

    # -- when
    async def schedule(self, encounter: str, loaded: Loaded) -> None:
        """Schedule the next bot move of an encounter, if any. Where there is none, nobody thinks about it any more."""
        at = self._due_at(loaded)
        thinking = self._thinking.get(encounter)
        if at is None and thinking is not None:
            thinking.cancel()
        if at is not None:
            await self._timers.put(Due(encounter, A_BOTS_MOVE, at))
        elif loaded.book.unplayed:
            return
        elif has_stalled(loaded.position.state.fight) and policy.has_bot_move(loaded.book, loaded.position.state):
            log.warning("the bots of encounter %s wait for a person: they get no further by themselves", encounter)

    def _due_at(self, loaded: Loaded) -> int | None:
        """Unix ms; None if nothing waits for a bot. A question's pace is respected, as by preferences.

        Of several bots that may act now the slowest sets the pace.
        """
        if loaded.book.campaign_of:
            return None  # bots play fights; what happens between them people decide
        if loaded.book.unplayed:
            return None
        fight, trail = loaded.position.state.fight, loaded.position.trail
        movers = policy.movers(loaded.book, loaded.position.state)
        if not movers or has_stalled(fight):
            return None
        own = [fight.seats[seat].bot_pace for seat in movers]
        pause = max(self._pause if number is None else number for number in own)
        asked = {question.decision: question for question in (fight.window.asked if fight.window else ())}
        ends = [
            clock.parse_ms(clock.run_out(r.time, asked[r.version].pace, asked[r.version].stops))
            for r in trail
            if r.version in asked
        ]
        return max([clock.parse_ms(loaded.time) + pause, *ends])

    async def _settle(self, encounter: str, *, done_with: int = 0) -> None:
        """Schedule the next move. done_with: a version on which nothing more is tried.

        Checked once more if there was nothing: a concurrent step's entry may have been dropped.
        """
        for last in (False, True):
            loaded = await self._load(encounter)
            if loaded.head.version != done_with and self._due_at(loaded) is not None:
                await self.schedule(encounter, loaded)
                return
            if not last:
                await self._store.unschedule(Due(encounter, A_BOTS_MOVE, 0))

    # -- moving
    async def play(self, encounter: str) -> None:
        """A move is due: think about it, unless it is in progress or no longer due."""
        if encounter in self._moving:
            return
        try:
            loaded = await self._load(encounter)
        except (UnknownEncounter, Fault) as error:
            log.warning("the bots of encounter %s cannot play: %s", encounter, error)
            await self._store.unschedule(Due(encounter, A_BOTS_MOVE, 0))
            return
        at, now = self._due_at(loaded), clock.now_ms()
        if at is None or at > now:
            await self._settle(encounter)
            return
        await self._store.schedule(Due(encounter, A_BOTS_MOVE, now + LEASE))
        self._moving[encounter] = asyncio.create_task(self._move(encounter, loaded))

    async def _thought(self, encounter: str, loaded: Loaded) -> Move | None:
        """In a task of its own: to stop thinking is not to stop what is done with the thought.

        Raises _NothingToDecide where it was stopped, and what the pool does.
        """
        work = thought(self._work, encounter, loaded.book, loaded.position, random.Random())
        task = self._thinking[encounter] = asyncio.create_task(work)
        try:
            return await task
        except asyncio.CancelledError:
            mover = asyncio.current_task()
            if mover is None or mover.cancelling():
                raise
            raise _NothingToDecide from None
        finally:
            del self._thinking[encounter]

    async def _move(self, encounter: str, loaded: Loaded) -> None:
        version, done_with = loaded.head.version, 0
        try:
            move = await self._thought(encounter, loaded)
            if move is None:
                log.warning("a bot of encounter %s finds nothing that it can do at version %s", encounter, version)
                done_with = version
            else:
                await self._act(encounter, move, loaded)
                self._refused.pop(encounter, None)
        except _NothingToDecide:
            log.info("a bot of encounter %s need not move any more at version %s", encounter, version)
        except ExpectedVersionConflict as error:
            log.info("a bot of encounter %s came late: %s", encounter, error)
        except (RuleRefusal, KeyReused) as error:
            log.info("a bot of encounter %s is refused, or came late: %s", encounter, error)
            done_with = self._given_up(encounter, version)
        except Fault:
            done_with = version  # already logged; it would fail again
        except (StoreUnavailable, QueueFull, TookTooLong, WorkerLost):
            return  # the lease expires, and another process then checks the encounter
        except Exception:
            log.exception("a bot of encounter %s failed at version %s", encounter, version)
            done_with = version
        finally:
            # Cleared before the next move is scheduled: without a pause it is due at once.
            self._moving.pop(encounter, None)
        with suppress(StoreUnavailable):
            await self._settle(encounter, done_with=done_with)

    def _given_up(self, encounter: str, version: int) -> int:
        """The version if it was refused too often; else 0: a random choice may find something better."""
        at, count = self._refused.pop(encounter, (version, 0))
        count = count + 1 if at == version else 1
        if count < TRIES:
            self._refused[encounter] = (version, count)
            return 0
        log.warning("a bot of encounter %s gives up at version %s: all it tries is refused", encounter, version)
        return version

    async def stop(self) -> None:
        """Stop thinking; the next process that serves the encounter makes the move."""
        tasks = list(self._moving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
