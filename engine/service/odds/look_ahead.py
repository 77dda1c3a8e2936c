"""Odds as people ask for them: with progress, shared by all who ask the same, each in his turn, and kept."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing, asynccontextmanager
from typing import Any

from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.service.odds.digest import digest_of
from engine.service.odds.kept_runs import KeptRuns
from engine.service.odds.run import begun
from engine.service.odds.series import SIDE_BY_SIDE, Series, Start
from engine.service.odds.tally import Odds, Tally
from engine.service.odds.wanted import Wanted
from engine.service.pool.fair_queue import FairQueue
from engine.service.pool.following import Progress, follow
from engine.service.pool.owner import HostOf, KnownHosts, Owner
from engine.service.pool.process_pool import INLINE, Work
from engine.service.pool.rules import rules_of
from engine.service.pool.single_flight import SingleFlight

AT_ONCE, WAITING, HOST_WAITING = 2, 4, 16
"""Questions in work at once, those of one seat that may wait, and those of one host and all of his fights."""


class LookAhead:
    """work: makes the runs. at_once: questions in work; waiting: of one seat that may wait for theirs; host_waiting: of
    one host and all of his fights. host_of: whose an encounter is; None: all are the operator's.

    side_by_side: batches of one question in work.
    """

    def __init__(
        self,
        work: Work = INLINE,
        *,
        at_once: int = AT_ONCE,
        waiting: int = WAITING,
        host_waiting: int = HOST_WAITING,
        host_of: HostOf | None = None,
        side_by_side: int = SIDE_BY_SIDE,
    ) -> None:
        self.work, self._width = work, side_by_side
        self._turns = FairQueue(at_once, waiting=waiting, host_waiting=host_waiting)
        self._hosts = KnownHosts(host_of) if host_of is not None else None
        self._flights: SingleFlight[Odds] = SingleFlight()
        self._progress: dict[object, Progress[Odds]] = {}
        self._kept = KeptRuns()

    async def follow(
        self,
        owner: Owner,
        book: Rulebook[Any],
        position: Position[Any],
        wanted: Wanted,
        *,
        known: str,
        free: bool = False,
    ) -> AsyncGenerator[Odds, None]:
        """Partial answers, at least one a second, and the last one, which is complete.

        free: nobody pays for the time, which is what others leave. known: whose knowledge the position is of: answers
        of different knowledge are never shared. Raises QueueFull, RuleRefusal and Fault of a run, and what the pool
        does. Whoever stops reading has left.
        """
        start = Start(book, begun(position), "")
        start = Start(book, start.position, digest_of(start.position))
        rules = rules_of(book)
        series = (known, start.digest, rules, tuple(sorted(wanted.policies().items())), wanted.rounds, wanted.seed)
        key = (*series, wanted.within, wanted.runs, wanted.seconds)
        if key not in self._flights:
            self._progress[key] = Progress(Tally(start.position.state.fight, wanted).odds())
        progress = self._progress[key]

        def make() -> Coroutine[Any, Any, Odds]:
            return self._worked_out(owner, start, wanted, progress, series, key, free=free)

        async with aclosing(follow(self._flights, key, make, progress)) as found:
            async for odds in found:
                yield odds

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncGenerator[Owner]:
        """Hold a place among the questions in work; the owner with his host, if it is known. Raises QueueFull."""
        if self._hosts is not None:
            owner = await self._hosts.completed(owner)
        # All that wait here come last elsewhere: among themselves none does.
        async with self._turns.turn(structs.replace(owner, last=False)):
            yield owner

    async def answer(
        self, owner: Owner, book: Rulebook[Any], position: Position[Any], wanted: Wanted, *, known: str
    ) -> Odds:
        """The complete answer. See `follow`."""
        last: Odds | None = None
        async for odds in self.follow(owner, book, position, wanted, known=known):
            last = odds
        assert last is not None
        return last

    async def _worked_out(
        self,
        owner: Owner,
        start: Start,
        wanted: Wanted,
        progress: Progress[Odds],
        series: tuple[object, ...],
        key: tuple[object, ...],
        *,
        free: bool,
    ) -> Odds:
        try:
            async with self.turn(owner) as whole:
                runs = Series(self.work, whole, start, wanted, progress.tell, width=self._width, free=free)
                runs.take(self._kept.of(series))
                try:
                    return await runs.made()
                finally:
                    self._kept.keep(series, tuple(runs.runs))
        finally:
            if self._progress.get(key) is progress:
                del self._progress[key]
