"""The bots of running encounters: their moves are made by the first process that gets to them.

A move is an ordinary order or answer of its seat, for the version it was chosen on and with a key of that version: two
processes, or one that was killed and restarted, never act twice. Its randomness is separate from the dice.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state.fight import Fight
from engine.kernel.state.seat import Bot
from engine.kernel.structs.budget import bounded
from engine.kernel.structs.errors import Fault, RuleRefusal, TooCostly
from engine.service import clock
from engine.service.bots import policy
from engine.service.bots.lookahead import Move
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.process_pool import TookTooLong, WorkerLost
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

THINKING, THINKING_NS = 3_000_000, 4_000_000_000
"""Units of a budget, and nanoseconds of processor time, that a bot compares moves for."""

Load = Callable[[str], Awaitable[Loaded]]
Act = Callable[[str, Move, Loaded], Awaitable[object]]


def has_stalled(fight: Fight) -> bool:
    """Whether the bots of an encounter have played alone for too long."""
    return fight.unattended.unchanged >= UNCHANGED or fight.unattended.moves >= ALONE


def thought_of(
    book: Rulebook[Any], position: Position[Any], bots: Mapping[str, Bot], rng: random.Random
) -> Move | None:
    """The next move of one of these seats: any that is possible, where to compare them would take too long.

    TooCostly where not even one is found in that time.
    """
    try:
        with bounded(THINKING, clock.used_ns, THINKING_NS):
            return policy.next_move(book, position, bots, rng)
    except TooCostly:
        with bounded(THINKING, clock.used_ns, THINKING_NS):
            return policy.next_move(book, position, dict.fromkeys(bots, "RANDOM"), rng)


class Bots:
    """load: loads an encounter at its head; act(encounter, move, loaded): makes a move on that version. pause: ms."""

    def __init__(self, store: Store, timers: Timers, load: Load, act: Act, *, pause: int = PAUSE) -> None:
        self._store, self._timers, self._load, self._act, self._pause = store, timers, load, act, pause
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._refused: dict[str, tuple[int, int]] = {}
        self._mind: ThreadPoolExecutor | None = None

    # -- when
    async def schedule(self, encounter: str, loaded: Loaded) -> None:
        """Schedule the next bot move of an encounter, if any."""
        at = self._due_at(loaded)
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
        if loaded.book.unplayed:
            return None
        fight, trail = loaded.position.state.fight, loaded.position.trail
        movers = policy.movers(loaded.book, loaded.position.state)
        if not movers or has_stalled(fight):
            return None
        own = [fight.seats[seat].bot_pace for seat in movers]
        pause = max(self._pause if one is None else one for one in own)
        asked = {one.decision: one for one in (fight.window.asked if fight.window else ())}
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
        if encounter in self._thinking:
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
        self._thinking[encounter] = asyncio.create_task(self._move(encounter, loaded))

    async def _thought(self, loaded: Loaded) -> Move | None:
        """One at a time, outside the event loop: bots may be slow, and requests must not wait for them."""
        self._mind = self._mind or ThreadPoolExecutor(1, thread_name_prefix="bots")
        bots = loaded.position.state.fight.bots()
        return await asyncio.get_running_loop().run_in_executor(
            self._mind, thought_of, loaded.book, loaded.position, bots, random.Random()
        )

    async def _move(self, encounter: str, loaded: Loaded) -> None:
        version, done_with = loaded.head.version, 0
        try:
            move = await self._thought(loaded)
            if move is None:
                log.warning("a bot of encounter %s finds nothing that it can do at version %s", encounter, version)
                done_with = version
            else:
                await self._act(encounter, move, loaded)
                self._refused.pop(encounter, None)
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
            self._thinking.pop(encounter, None)
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
        tasks, mind = list(self._thinking.values()), self._mind
        self._mind = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if mind is not None:
            mind.shutdown(wait=False, cancel_futures=True)
