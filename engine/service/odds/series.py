"""Runs of one question, made in the pool some at a time, and tallied in the order of their numbers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.service.odds.batch import SECONDS, Batch, batch, unpacked
from engine.service.odds.tally import Odds, Stopped, Tally
from engine.service.odds.wanted import Wanted
from engine.service.pool.owner import Owner
from engine.service.pool.payment import pay_for
from engine.service.pool.process_pool import TookTooLong, Work

SIDE_BY_SIDE = 2
"""Batches of one question that are in work at once, as far as the pool lets them."""
FIRST = 2
"""Runs of the first batch: how long one takes nobody knows yet."""

GRACE = 1.0
"""Seconds that a batch has to end in when it is not needed any more."""


class Start(Struct, frozen=True):
    """Where runs begin. position: as `begun` makes it; digest: of it."""

    book: Rulebook[Any]
    position: Position[Any]
    digest: str


class Series:
    """The runs of a question so far. report: called with what they have come to, whenever there are more."""

    def __init__(
        self,
        work: Work,
        owner: Owner,
        start: Start,
        wanted: Wanted,
        report: Callable[[Odds], object],
        *,
        width: int,
        free: bool = False,
    ) -> None:
        self._work, self._owner, self._start, self._wanted, self._told = work, owner, start, wanted, report
        self._width, self._free = width, free
        self.tally = Tally(start.position.state.fight, wanted)
        self.runs: list[bytes] = []
        self._waiting: dict[int, bytes] = {}
        self._gaps: list[tuple[int, int]] = []
        self._next = 0
        self._took, self._made = 0.0, 0
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._begun

    def take(self, runs: tuple[bytes, ...]) -> Stopped | None:
        """Add kept runs, the first ones of the series; whether they are enough."""
        self._next = len(runs)
        for number, run in enumerate(runs):
            self._waiting[number] = run
        return self._tallied()

    async def made(self) -> Odds:
        """What they come to in the end. Raises what a run raises, and what the pool does."""
        stopped = self.tally.enough
        tasks: set[asyncio.Task[tuple[int, int, Batch]]] = set()
        try:
            while stopped is None:
                while len(tasks) < self._width and (share := self._share()) is not None:
                    tasks.add(asyncio.create_task(self._batch(*share)))
                left = self._wanted.seconds - self.seconds
                done, tasks = await asyncio.wait(tasks, timeout=max(left, 0), return_when=asyncio.FIRST_COMPLETED)
                stopped = self._added(done)
                if stopped is None and self.seconds >= self._wanted.seconds:
                    stopped = "SECONDS"
                if stopped is None and done:
                    self._told(self.tally.odds(seconds=self.seconds))
                if done and not self._free:
                    await pay_for(sum(task.result()[2].seconds for task in done))
        except TookTooLong:
            if not self.runs:
                raise
            stopped = "SECONDS"
        finally:
            await ended(tasks)
        return self.tally.odds(stopped=stopped, seconds=self.seconds)

    # -- batches
    def _share(self) -> tuple[int, int] | None:
        """(the first number, how many) of the next batch; None: all that may be wanted are in work."""
        if self._gaps:
            self._gaps.sort()
            return self._gaps.pop(0)
        left = self._wanted.runs - self._next
        if left <= 0:
            return None
        many = min(left, max(1, int(SECONDS * self._made / self._took)) if self._took else FIRST)
        first, self._next = self._next, self._next + many
        return first, many

    async def _batch(self, first: int, many: int) -> tuple[int, int, Batch]:
        start, wanted = self._start, self._wanted
        position: Position[Any] | None = None
        while True:

            async def arguments(position: Position[Any] | None = position) -> tuple[Any, ...]:
                plan = (wanted.seed, wanted.policies(), wanted.rounds)
                return (start.digest, position, *plan, first, many)

            found = await self._work.run(self._owner, batch, start.book, arguments)
            if found is not None:
                return first, many, found
            position = start.position

    def _added(self, done: set[asyncio.Task[tuple[int, int, Batch]]]) -> Stopped | None:
        for task in done:
            first, many, made = task.result()
            for number, run in enumerate(made.runs, first):
                self._waiting[number] = run
            self._took += made.seconds
            self._made += len(made.runs)
            if len(made.runs) < many:
                self._gaps.append((first + len(made.runs), many - len(made.runs)))
        return self._tallied()

    def _tallied(self) -> Stopped | None:
        """Tally what has no gap before it; whether it is enough. What is beyond is not looked at."""
        stopped = self.tally.enough
        while stopped is None and (data := self._waiting.pop(len(self.runs), None)) is not None:
            self.runs.append(data)
            self.tally.add(unpacked(data))
            stopped = self.tally.enough
        return stopped


async def ended(tasks: set[asyncio.Task[Any]]) -> None:
    """Batches that nobody needs any more end by themselves in a moment: to cancel one costs a process."""
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=GRACE)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
