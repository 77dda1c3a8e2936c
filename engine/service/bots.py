"""The bots of running fights: what is theirs to do is done, by whichever process comes to it first.

A move is an ordinary order or answer of its seat, made on the version it was thought out for and under a key of that
version: two processes, or one that was killed and started again, never act twice. Its chance is its own.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.fight import Fight
from engine.service import bot, clock
from engine.service.loading import Loaded
from engine.service.seeing import UnknownEncounter
from engine.service.timers import A_BOTS_MOVE, Timers
from engine.service.trials import Move
from engine.store.port import Due, ExpectedVersionConflict, KeyReused, Store, StoreUnavailable

log = logging.getLogger(__name__)

PAUSE = 500
"""Milliseconds between what happened last and a bot's move, so that people can follow."""
UNCHANGED = 200
"""Moves of bots in a row that change nobody's figures, conditions or place, after which they wait for a person."""
ALONE = 3000
"""Moves of bots since a person last did something, after which they wait for one, whatever comes of them."""
LEASE = 10_000
"""Milliseconds for which a process that thinks about a move has it to itself; killed, it leaves it to the others."""
TRIES = 3
"""How often a move of one version is refused before the bot waits till somebody else does something."""

Load = Callable[[str], Awaitable[Loaded]]
Act = Callable[[str, Move, Loaded], Awaitable[object]]


def has_stalled(fight: Fight) -> bool:
    """Whether the bots of a fight have been by themselves for too long."""
    return fight.unattended.unchanged >= UNCHANGED or fight.unattended.moves >= ALONE


class Bots:
    """load: a fight at its head; act(encounter, move, loaded): make a move on that version. pause: milliseconds."""

    def __init__(self, store: Store, timers: Timers, load: Load, act: Act, *, pause: int = PAUSE) -> None:
        self._store, self._timers, self._load, self._act, self._pause = store, timers, load, act, pause
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._refused: dict[str, tuple[int, int]] = {}
        self._mind: ThreadPoolExecutor | None = None

    # -- when
    async def schedule(self, encounter: str, loaded: Loaded) -> None:
        """Note when the next move of a fight's bots is due, if one is."""
        at = self._due_at(loaded)
        if at is not None:
            await self._timers.put(Due(encounter, A_BOTS_MOVE, at))
        elif has_stalled(loaded.position.state.fight) and bot.is_wanted(loaded.book, loaded.position.state.fight):
            log.warning("the bots of encounter %s wait for a person: they get no further by themselves", encounter)

    def _due_at(self, loaded: Loaded) -> int | None:
        """Unix ms; None where nothing waits for a bot. A question's pace is kept, as by a standing preference."""
        fight, trail = loaded.position.state.fight, loaded.position.trail
        if not bot.is_wanted(loaded.book, fight) or has_stalled(fight):
            return None
        paces = {asked.decision: asked.pace for asked in (fight.window.asked if fight.window else ())}
        ends = [clock.parse_ms(r.time) + paces[r.version] * 1000 for r in trail if r.version in paces]
        return max([clock.parse_ms(loaded.time) + self._pause, *ends])

    async def _settle(self, encounter: str, *, done_with: int = 0) -> None:
        """Schedule what is next. done_with: a version on which there is nothing more to be tried.

        Looked at once more after there was nothing: somebody may have acted meanwhile, and his word been dropped.
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
        """A move is due: think about it, unless that is being done, or it is not due any more."""
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
        """One at a time, beside the loop that serves requests: a bot may take a while, people shall not wait for it."""
        self._mind = self._mind or ThreadPoolExecutor(1, thread_name_prefix="bots")
        bots = loaded.position.state.fight.bots()
        return await asyncio.get_running_loop().run_in_executor(
            self._mind, bot.next_move, loaded.book, loaded.position, bots, random.Random()
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
            done_with = version  # it is logged where it happened; what fails once fails again
        except StoreUnavailable:
            return  # the lease runs out, and whoever is there then looks how the fight stands
        except Exception:
            log.exception("a bot of encounter %s failed at version %s", encounter, version)
            done_with = version
        finally:
            # Free for the next move before that is scheduled: with no pause it is due at once.
            self._thinking.pop(encounter, None)
        with suppress(StoreUnavailable):
            await self._settle(encounter, done_with=done_with)

    def _given_up(self, encounter: str, version: int) -> int:
        """The version, where it was refused too often by now; else 0: chance may find something better."""
        at, count = self._refused.pop(encounter, (version, 0))
        count = count + 1 if at == version else 1
        if count < TRIES:
            self._refused[encounter] = (version, count)
            return 0
        log.warning("a bot of encounter %s gives up at version %s: all it tries is refused", encounter, version)
        return version

    async def stop(self) -> None:
        """Think no more; what was thought about is played by whoever serves the fight next."""
        tasks, mind = list(self._thinking.values()), self._mind
        self._mind = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if mind is not None:
            mind.shutdown(wait=False, cancel_futures=True)
