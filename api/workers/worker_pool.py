"""All workers of one port: each is restarted when it ends, until the whole pool is stopped."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress

from msgspec import structs

from api.hosting.greeting import Demo
from api.workers.channel import Ready, Report, StartOrders
from api.workers.listener import Listener
from api.workers.worker_process import NotStarted, WorkerProcess, ending
from engine.kernel.structs.errors import SkaldError

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds until an ended worker is restarted; doubled each time."""

STEADY = 60.0
"""Seconds of serving after which the pauses start over."""

STARTING = 120.0
"""Seconds for a worker to start."""

SILENCE = 60.0
"""Seconds without a heartbeat after which a worker counts as stuck."""

GRACE = 5.0
"""Seconds to wait for one more report before a stuck worker is killed."""

ENDING = 8.0
"""Seconds for an orderly end of the workers: more than they ever need, less than container runtimes allow."""

TRIES = 5
"""Consecutive failed starts, while no worker serves, after which the pool gives up."""

Greeting = Callable[[Demo], object]
"""Called once, when all workers serve for the first time, with the greeting's part on the demo fight."""


class CannotServe(SkaldError):
    """No worker can be started; the message is a worker's reason."""


class WorkerPool:
    """orders: template for each worker's own. stopping: when set, the workers end. silence: see `SILENCE`."""

    def __init__(
        self,
        orders: StartOrders,
        listener: Listener,
        stopping: asyncio.Event,
        greeting: Greeting,
        *,
        silence: float = SILENCE,
    ) -> None:
        self._orders, self._listener, self._stopping, self._greeting = orders, listener, stopping, greeting
        self._silence = silence
        self._children: dict[int, WorkerProcess] = {}
        self._serving: set[int] = set()
        self._have_served: set[int] = set()
        self._demo = Demo()
        self._failures, self._failed = 0, ""

    @property
    def pids(self) -> dict[int, int]:
        """Process ids of the serving workers, by number."""
        return {number: self._children[number].pid for number in sorted(self._serving)}

    async def run(self) -> None:
        """Run until all workers have ended, stopped or given up. Raises CannotServe."""
        ending_all = asyncio.create_task(self._end_all())
        try:
            await asyncio.gather(*(self._keep(number + 1) for number in range(self._orders.settings.workers)))
        finally:
            ending_all.cancel()
        if self._failed:
            raise CannotServe(self._failed)

    def request_stop(self) -> None:
        """Handle a stop signal; a second one kills the workers at once."""
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
        """Run one worker from start to end; returns how it ended, as text."""
        try:
            child = await WorkerProcess.start(self._orders_of(number), self._listener)
        except OSError as error:
            return self._not_started(NotStarted(f"no process is to be had: {error}"))
        self._children[number] = child
        if self._stopping.is_set():
            child.send(signal.SIGTERM)
        try:
            self._serves(number, child, await child.started(STARTING))
            while await self._read_report(child) is not None:
                pass
            how = ending(await child.ended())
        except NotStarted as error:
            return self._not_started(error)
        except TimeoutError:
            how = f"ended, having given no sign of life for {self._silence:g} s"
        finally:
            self._serving.discard(number)
            child.send(signal.SIGKILL)  # no effect if it has ended
            await child.ended()
            del self._children[number]
        return f"(pid {child.pid}) was {how}"

    async def _read_report(self, child: WorkerProcess) -> Report | None:
        """The next report; None if the worker has ended. TimeoutError if it is stuck."""
        try:
            return await child.reported(self._silence)
        except TimeoutError:
            # This process may have been suspended itself (Ctrl-Z): reports sent meanwhile are still unread.
            return await child.reported(GRACE)

    def _orders_of(self, number: int) -> StartOrders:
        """A worker's orders. Of those started together the first makes the demo fight and schedules running fights."""
        first, new = number == 1, number not in self._have_served
        kept = structs.replace(self._orders.kept, complete=new and not first)
        return structs.replace(self._orders, number=number, kept=kept, makes_demo=self._orders.demo and new and first)

    def _serves(self, number: int, child: WorkerProcess, ready: Ready) -> None:
        log.info("worker %d serves (pid %d)", number, child.pid)
        self._failures = 0
        self._serving.add(number)
        greeted = len(self._have_served) == self._orders.settings.workers
        self._have_served.add(number)
        if ready.demo != Demo():
            self._demo = ready.demo
        if not greeted and len(self._have_served) == self._orders.settings.workers:
            self._greeting(self._demo)

    def _not_started(self, error: NotStarted) -> str:
        """Give up if no worker serves and `TRIES` starts failed, or one reported a reason before any ever served."""
        self._failures += 1
        hopeless = error.reported and not self._have_served
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
