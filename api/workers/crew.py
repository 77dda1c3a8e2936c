"""All workers of one port: each is started again when it has ended, until they are told to end together."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress

from msgspec import structs

from api.workers.child import Child, NotStarted, ending
from api.workers.door import Door
from api.workers.talk import Orders, Ready, Report
from engine.kernel.errors import SkaldError

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds until a worker that has ended is started again; doubled each time."""

STEADY = 60.0
"""Seconds of serving after which the pauses begin anew."""

STARTING = 120.0
"""Seconds that a worker gets to start."""

SILENCE = 60.0
"""Seconds without a sign of life after which a worker is taken for stuck."""

GRACE = 5.0
"""Seconds that it is then listened to, before it is ended."""

ENDING = 8.0
"""Seconds that workers get to end in order: more than they ever need, less than containers are given."""

TRIES = 5
"""Starts in a row that fail, while nobody serves, after which there is nothing to wait for."""

Greeting = Callable[[list[str]], object]
"""Called once, when all serve for the first time, with the lines about the demo fight."""


class CannotServe(SkaldError):
    """No worker can be started; the message is the reason that one gave."""


class Crew:
    """orders: of which each worker gets its own. stopping: set, they end. silence: see `SILENCE`."""

    def __init__(
        self, orders: Orders, door: Door, stopping: asyncio.Event, greeting: Greeting, *, silence: float = SILENCE
    ) -> None:
        self._orders, self._door, self._stopping, self._greeting = orders, door, stopping, greeting
        self._silence = silence
        self._children: dict[int, Child] = {}
        self._serving: set[int] = set()
        self._have_served: set[int] = set()
        self._demo: list[str] = []
        self._failures, self._failed = 0, ""

    @property
    def pids(self) -> dict[int, int]:
        """Of the workers that serve, by number."""
        return {number: self._children[number].pid for number in sorted(self._serving)}

    async def run(self) -> None:
        """Until all have ended, told to or given up. Raises CannotServe."""
        ending_all = asyncio.create_task(self._end_all())
        try:
            await asyncio.gather(*(self._keep(number + 1) for number in range(self._orders.settings.workers)))
        finally:
            ending_all.cancel()
        if self._failed:
            raise CannotServe(self._failed)

    def told_to_end(self) -> None:
        """A signal came; who sends a second one does not want to wait."""
        if self._stopping.is_set():
            self._send_all(signal.SIGKILL)
        self._stopping.set()

    # -- one worker
    async def _keep(self, number: int) -> None:
        pause, loop = 0.0, asyncio.get_running_loop()
        while not await self._stopped_within(pause):
            began = loop.time()
            how = await self._live(number)
            if not self._stopping.is_set():
                pause = FIRST_PAUSE if loop.time() - began > STEADY else min(2 * pause or FIRST_PAUSE, LONGEST_PAUSE)
                log.warning("worker %d %s; it is started again in %g s", number, how, pause)

    async def _live(self, number: int) -> str:
        """Have a worker serve, from its start to its end; how it ended, in words."""
        try:
            child = await Child.start(self._orders_of(number), self._door)
        except OSError as error:
            return self._not_started(NotStarted(f"no process is to be had: {error}"))
        self._children[number] = child
        if self._stopping.is_set():
            child.send(signal.SIGTERM)
        try:
            self._serves(number, child, await child.started(STARTING))
            while await self._hear(child) is not None:
                pass
            how = ending(await child.ended())
        except NotStarted as error:
            return self._not_started(error)
        except TimeoutError:
            how = f"ended, having given no sign of life for {self._silence:g} s"
        finally:
            self._serving.discard(number)
            child.send(signal.SIGKILL)  # nothing, where it has ended
            await child.ended()
            del self._children[number]
        return f"(pid {child.pid}) was {how}"

    async def _hear(self, child: Child) -> Report | None:
        """The next sign of life; None where it has ended. TimeoutError where it is stuck."""
        try:
            return await child.reported(self._silence)
        except TimeoutError:
            # It may be this process that stood still (Ctrl-Z): what was said meanwhile waits to be read.
            return await child.reported(GRACE)

    def _orders_of(self, number: int) -> Orders:
        """Of those who start together the first makes the demo fight, and sees to what running fights wait for."""
        first, anew = number == 1, number not in self._have_served
        kept = structs.replace(self._orders.kept, complete=anew and not first)
        return structs.replace(self._orders, number=number, kept=kept, demo=self._orders.demo and anew and first)

    def _serves(self, number: int, child: Child, ready: Ready) -> None:
        log.info("worker %d serves (pid %d)", number, child.pid)
        self._failures = 0
        self._serving.add(number)
        greeted = len(self._have_served) == self._orders.settings.workers
        self._have_served.add(number)
        self._demo += ready.demo
        if not greeted and len(self._have_served) == self._orders.settings.workers:
            self._greeting(self._demo)

    def _not_started(self, error: NotStarted) -> str:
        """Give up where that helps more than going on: nobody serves, and either nobody ever has or it goes on so."""
        self._failures += 1
        hopeless = error.told and not self._have_served
        if not self._stopping.is_set() and not self._serving and (hopeless or self._failures >= TRIES):
            self._failed = str(error)
            self._stopping.set()
        return f"did not start: {error}"

    # -- ending
    async def _stopped_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
        return self._stopping.is_set()

    async def _end_all(self) -> None:
        await self._stopping.wait()
        log.info("stopping: the workers end")
        self._send_all(signal.SIGTERM)
        await asyncio.sleep(ENDING)
        log.error("workers that did not end in %g s are killed: %s", ENDING, ", ".join(map(str, self._children)))
        self._send_all(signal.SIGKILL)

    def _send_all(self, sign: signal.Signals) -> None:
        for child in self._children.values():
            child.send(sign)
