"""A bounded pool of processes for work that grows with an encounter, so that the event loop stays free.

A job is a module-level function called with a rulebook and plain arguments. A worker process is started on demand, has
a lower priority than the server, is reused for later jobs, and ends with the process that started it, however that one
ends. A job that is cancelled or takes too long is killed with its process.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Protocol, Self, TypeVar, cast

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import SkaldError
from engine.service.pool.fair_queue import FairQueue
from engine.service.pool.outcome import opened
from engine.service.pool.owner import HostOf, KnownHosts, Owner
from engine.service.pool.payment import while_paid
from engine.service.pool.rules import rules_of
from engine.service.pool.worker_process import ProcessLost, WorkerProcess

log = logging.getLogger(__name__)

T = TypeVar("T")

PROCESSES, WAITING, SECONDS = 2, 32, 15.0
"""Defaults of a pool: processes, waiting jobs of one owner, seconds of a job."""

TRIES = 2
"""How often a job is started if its process is killed from outside: jobs change nothing, so they can be repeated."""


class TookTooLong(SkaldError):
    """A job was ended after `seconds` of waiting and work."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"this took more than {seconds:g} s: ask for less at once")
        self.seconds = seconds


class WorkerLost(SkaldError):
    """The process of a job was killed from outside on every try, or the pool broke it off. Nothing has happened."""

    def __init__(self) -> None:
        super().__init__("the process that worked on this was ended: send the request again")


class Work(Protocol):
    """Runs work that grows with an encounter: `Pool` or `Inline`."""

    async def run(
        self,
        owner: Owner,
        job: Callable[..., T],
        book: Rulebook[Any],
        arguments: Callable[[], Awaitable[tuple[Any, ...]]],
        *,
        endless: bool = False,
    ) -> T: ...


class Inline:
    """Runs all work immediately in this process: for commands and tests, which serve nobody else meanwhile."""

    async def run(
        self,
        owner: Owner,
        job: Callable[..., T],
        book: Rulebook[Any],
        arguments: Callable[[], Awaitable[tuple[Any, ...]]],
        *,
        endless: bool = False,
    ) -> T:
        """What `job(book, *arguments)` returns or raises."""
        return job(book, *await arguments())


INLINE = Inline()


class Pool:
    """processes: the most at once. waiting: the most waiting jobs of one seat. seconds: of a job, in all.
    host_of: whose an encounter is; None: all are the operator's.

    Close it in the event loop that used it: `async with Pool() as pool`.
    """

    def __init__(
        self,
        processes: int = PROCESSES,
        *,
        waiting: int = WAITING,
        seconds: float = SECONDS,
        host_of: HostOf | None = None,
    ) -> None:
        self._queue = FairQueue(processes, waiting=waiting)
        self._seconds = seconds
        self._hosts = KnownHosts(host_of) if host_of is not None else None
        self._processes: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._starting: list[asyncio.Task[WorkerProcess]] = []
        self._broken_off = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def pids(self) -> set[int]:
        """The pids of its processes."""
        return {process.pid for process in self._processes}

    async def break_off(self) -> None:
        """End all jobs, those that wait and those that come as well: each raises WorkerLost."""
        self._broken_off = True
        await asyncio.gather(*(self._end(process) for process in tuple(self._processes)))

    async def break_off_after(self, stopping: asyncio.Event, seconds: float) -> None:
        """`break_off` so many seconds after the service began to stop."""
        await stopping.wait()
        await asyncio.sleep(seconds)
        await self.break_off()

    async def close(self) -> None:
        """Kill all processes, busy or not."""
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(self._end(process) for process in tuple(self._processes)))

    async def run(
        self,
        owner: Owner,
        job: Callable[..., T],
        book: Rulebook[Any],
        arguments: Callable[[], Awaitable[tuple[Any, ...]]],
        *,
        endless: bool = False,
    ) -> T:
        """What `job(book, *arguments)` returns, run in a pool process when it is the owner's turn.

        arguments: made when the job starts, so that waiting jobs hold no memory. endless: without a time limit.
        Raises what the job raises, QueueFull, TookTooLong, WorkerLost, JobFailed, and what `pay` raises (`payment`).
        """
        try:
            async with asyncio.timeout(None if endless else self._seconds) as limit, AsyncExitStack() as stack:
                if self._hosts is not None:
                    owner = await self._hosts.completed(owner)
                await stack.enter_async_context(self._queue.turn(owner))
                packed = pickle.dumps((job, rules_of(book), await arguments()), pickle.HIGHEST_PROTOCOL)
                outcome = await self._done(job.__name__, packed)
        except TimeoutError:
            if not limit.expired():
                raise
            raise TookTooLong(self._seconds) from None
        return cast(T, opened(outcome))

    async def _done(self, name: str, packed: bytes) -> bytes:
        for _ in range(TRIES):
            if self._broken_off:
                break
            try:
                process = await self._taken()
                try:
                    if self._broken_off:
                        raise ProcessLost("all work is broken off")
                    outcome = await while_paid(process.done(packed), process.worked)
                except BaseException:
                    await self._end(process)
                    raise
            except ProcessLost as error:
                log.warning("a process of the pool is lost that should do %s: %s", name, error)
                continue
            self._idle.append(process)
            return outcome
        raise WorkerLost

    async def _taken(self) -> WorkerProcess:
        """A free process, or a new one. Raises ProcessLost."""
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            await self._end(process)
        task = self._starting.pop() if self._starting else asyncio.create_task(self._started())
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._starting.append(task)  # the start goes on, for the next job
            raise

    async def _started(self) -> WorkerProcess:
        process = await WorkerProcess.start()
        self._processes.add(process)
        return process

    async def _end(self, process: WorkerProcess) -> None:
        await process.end()
        self._processes.discard(process)
