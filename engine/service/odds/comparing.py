"""Comparisons of offers as people ask for them: with progress, shared by all who ask the same, each in his turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from typing import Annotated, Any

from msgspec import Meta, Struct

from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state.decisions import Offer
from engine.kernel.state.fight import State
from engine.kernel.structs.budget import LISTING, bounded
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order
from engine.service import clock
from engine.service.bots.lookahead import Move
from engine.service.odds.batch import SECONDS
from engine.service.odds.compare import Comparison, Contest, Piece, Way, ways_of
from engine.service.odds.compare_batch import Compared, compare_batch
from engine.service.odds.digest import digest_of
from engine.service.odds.look_ahead import LookAhead
from engine.service.odds.series import FIRST, SIDE_BY_SIDE, ended
from engine.service.pool.following import Progress, follow
from engine.service.pool.owner import Owner
from engine.service.pool.payment import pay_for
from engine.service.pool.process_pool import TookTooLong
from engine.service.pool.recent import Recent
from engine.service.pool.rules import rules_of
from engine.service.pool.single_flight import SingleFlight

NOBODY_ACTS = "nobody of yours is to act now: ask again in your turn"
KEPT = 64
"""Comparisons that a process keeps: they can be made again at any time."""
MOST = 5000
"""Runs of one comparison."""


class CompareWish(Struct, frozen=True, kw_only=True):
    """runs: the most of all offers together, but each gets one. seconds: the most, by the clock.

    seed: the same seed makes the same runs on every machine, however many work on them.
    """

    runs: Annotated[int, Meta(ge=1, le=MOST)] = 600
    seconds: Annotated[int, Meta(ge=1, le=60)] = 10
    seed: str = "odds"


class Asked(Struct, frozen=True):
    """What is compared: the offers of a combatant, the usual first, given by a seat. side: whose chance it is.

    position: as whoever asks knows it; known: whose knowledge it is of.
    """

    book: Rulebook[Any]
    position: Position[Any]
    offers: tuple[Offer[Any], ...]
    seat: str
    side: str
    known: str


def offers_of(
    book: Rulebook[Any], seen: State[Any], seat: str, combatant: str | None
) -> tuple[str, tuple[Offer[Any], ...]]:
    """A combatant and what a seat may order it, the usual first. combatant: None: the first that is to act.

    seen: as the seat sees the fight. RuleRefusal where it orders nobody, or not this one; TooCostly.
    """
    fight = seen.fight
    if fight.status != "RUNNING" or fight.open is not None:
        raise RuleRefusal(NOBODY_ACTS, code="NOT_LEGAL")
    if combatant is not None and combatant not in fight.combatants:
        raise RuleRefusal(f"there is no {combatant!r} in this fight", code="UNKNOWN", field="combatant")

    def ordered(who: str) -> bool:
        return fight.is_gm(seat) or seat in fight.givers(Order, who)

    who = combatant or next(filter(ordered, fight.acting), None)
    if who is None:
        raise RuleRefusal(NOBODY_ACTS, code="NOT_LEGAL")
    if not ordered(who):
        raise RuleRefusal(f"{fight.combatants[who].name} is not yours to order", code="NOT_YOURS", field="combatant")
    with bounded(LISTING, clock.used_ns):
        return who, tuple(usual_first(book.system, seen, list(book.system.offers(seen, who))))


class Comparisons:
    """ahead: whose places and turns they take, as other odds do."""

    def __init__(self, ahead: LookAhead) -> None:
        self._ahead = ahead
        self._flights: SingleFlight[Comparison] = SingleFlight()
        self._progress: dict[object, Progress[Comparison]] = {}
        self._kept: Recent[object, Contest] = Recent(KEPT)

    async def follow(self, owner: Owner, asked: Asked, wish: CompareWish) -> AsyncGenerator[Comparison, None]:
        """Partial answers, at least one a second, and the last one, which is `stopped`. Raises QueueFull, and what the
        pool does. Whoever stops reading has left."""
        digest, ways = digest_of(asked.position), ways_of(asked.offers)
        orders = tuple(map(asked.book.encode_order, (way.order for way in ways)))
        key = (asked.known, digest, rules_of(asked.book), asked.seat, asked.side, f"{orders}", wish)
        contest = self._kept.get(key) or self._kept.keep(key, Contest(ways, asked.seat, wish.runs))
        if contest.stopped is not None:
            yield contest.comparison(stopped=contest.stopped)
            return
        if key not in self._flights:
            self._progress[key] = Progress(contest.comparison())
        progress = self._progress[key]

        def make() -> Coroutine[Any, Any, Comparison]:
            return self._made(owner, _Comparing(self._ahead, asked, digest, ways, wish), contest, progress, key)

        async with aclosing(follow(self._flights, key, make, progress)) as found:
            async for comparison in found:
                yield comparison

    async def _made(
        self, owner: Owner, comparing: _Comparing, contest: Contest, progress: Progress[Comparison], key: object
    ) -> Comparison:
        try:
            async with self._ahead.turn(owner) as whole:
                return await comparing.made(whole, contest, progress)
        finally:
            if self._progress.get(key) is progress:
                del self._progress[key]


class _Comparing:
    """The batches of one comparison."""

    def __init__(self, ahead: LookAhead, asked: Asked, digest: str, ways: list[Way], wish: CompareWish) -> None:
        self._ahead, self._asked, self._digest, self._ways, self._wish = ahead, asked, digest, ways, wish
        self._took, self._runs = 0.0, 0

    async def made(self, owner: Owner, contest: Contest, progress: Progress[Comparison]) -> Comparison:
        """Make all runs that are wanted, as long as there is time."""
        begun = time.monotonic()
        tasks: dict[asyncio.Task[Compared], list[Piece]] = {}
        try:
            while contest.stopped is None:
                while len(tasks) < SIDE_BY_SIDE and (pieces := contest.take(self._many())):
                    tasks[asyncio.create_task(self._batch(owner, pieces))] = pieces
                left = self._wish.seconds - (time.monotonic() - begun)
                done, _ = await asyncio.wait(tasks, timeout=max(left, 0), return_when=asyncio.FIRST_COMPLETED)
                seconds = 0.0
                for task in done:
                    compared = task.result()
                    contest.add(tasks.pop(task), compared.tried)
                    self._took += compared.seconds
                    self._runs += len(compared.tried)
                    seconds += compared.seconds
                if contest.stopped is None and time.monotonic() - begun >= self._wish.seconds:
                    break
                progress.tell(contest.comparison(seconds=time.monotonic() - begun))
                await pay_for(seconds)
        except TookTooLong:
            if not contest.runs:
                raise
        finally:
            for pieces in tasks.values():
                contest.give_back(pieces)
            await ended(set(tasks))
        return contest.comparison(stopped=contest.stopped or "SECONDS", seconds=time.monotonic() - begun)

    def _many(self) -> int:
        return max(1, int(SECONDS * self._runs / self._took)) if self._took else FIRST

    async def _batch(self, owner: Owner, pieces: list[Piece]) -> Compared:
        asked = self._asked
        position: Position[Any] | None = None
        moves = [Move(asked.seat, order=self._ways[piece.way].order) for piece in pieces]
        while True:

            async def arguments(position: Position[Any] | None = position) -> tuple[Any, ...]:
                return (self._digest, position, moves, pieces, (asked.side,), self._wish.seed)

            found = await self._ahead.work.run(owner, compare_batch, asked.book, arguments)
            if found is not None:
                return found
            position = asked.position
