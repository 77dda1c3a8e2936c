"""Curves of stored encounters: made in the pool some runs at a time, shared by all who ask, kept by head.

What was made before the last who asked had left is kept too: whoever asks again goes on from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import EncounterEnded
from engine.kernel.structs.errors import RuleRefusal
from engine.service.analysis.curve import Curve
from engine.service.analysis.curve_batch import Made, Outlined, Piece, curve_batch, outlined
from engine.service.analysis.curve_growth import FIGHTS, GrownCurve, Growth
from engine.service.odds.batch import SECONDS
from engine.service.odds.series import SIDE_BY_SIDE
from engine.service.pool.fair_queue import FairQueue
from engine.service.pool.following import Progress, follow
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import Work
from engine.service.pool.recent import Recent
from engine.service.pool.rules import Rules, rules_of
from engine.service.pool.single_flight import SingleFlight
from engine.service.reading.loader import Loaded, Loader
from engine.service.reading.views import event_for, is_hidden_whole
from engine.store.packing import pack_page
from engine.store.port import Entry, Head

KEPT = 128
"""Curves that a process keeps: they can be made again at any time."""
AT_ONCE, WAITING = 2, 4
"""Curves in work at once, and those of one seat that may wait."""
BEGIN = 2
"""Runs of the first batch: how long one takes nobody knows yet."""
GRACE = 1.0
"""Seconds that a batch has to end in when it is not needed any more."""

NOT_WHOLE = (
    "how the chances of this fight went is for its game master to know, and for you once it has ended, if by then you "
    "have seen all of it"
)

Key = tuple[str, Head, Rules]

NOTHING = GrownCurve(Curve((), (), (), (), False, 0.0), frozenset(), {}, FIGHTS, 0.0, False)
"""Before it has begun."""


async def require_whole(loader: Loader, encounter: str, loaded: Loaded, seat: str | None) -> None:
    """RuleRefusal for a seat that may not see all of an encounter.

    What it may see of one that has ended follows from its own events, each of which says whether it withholds anything.
    """
    fight = loaded.position.state.fight
    if seat is None or fight.is_gm(seat):
        return
    if fight.status == "ENDED":
        async with aclosing(loader.pages(encounter, loaded.head.version)) as pages:
            if all([_open_to(loaded.book, seat, entry) async for page in pages for entry in page]):
                return
    raise RuleRefusal(NOT_WHOLE, code="NOT_LEGAL")


def _open_to(book: Rulebook[Any], seat: str, entry: Entry) -> bool:
    """The end withholds of every fight what its hidden dice were drawn from, and nothing else."""
    if entry.secret is None or (entry.to is not None and seat in entry.to):
        return True
    return not is_hidden_whole(entry) and isinstance(event_for(book, entry, None).recorded.event, EncounterEnded)


class Curves:
    """The curves of one store's encounters, as they are: for who may see all of one. work: makes the runs."""

    def __init__(self, loader: Loader, work: Work) -> None:
        self._loader, self._work = loader, work
        self._turns = FairQueue(AT_ONCE, waiting=WAITING)
        self._flights: SingleFlight[GrownCurve] = SingleFlight()
        self._progress: dict[Key, Progress[GrownCurve]] = {}
        self._kept: Recent[Key, Growth] = Recent(KEPT)

    def has(self, encounter: str, loaded: Loaded) -> bool:
        """Whether the curve up to this head is kept, complete: then it costs nothing."""
        kept = self._kept.get((encounter, loaded.head, rules_of(loaded.book)))
        return kept is not None and kept.complete

    async def follow(self, encounter: str, loaded: Loaded, owner: Owner) -> AsyncGenerator[GrownCurve, None]:
        """The curve up to this head as it grows; the last answer is complete. Raises QueueFull, and what the pool does.

        Whoever stops reading has left.
        """
        key = (encounter, loaded.head, rules_of(loaded.book))
        kept = self._kept.get(key)
        if kept is not None and kept.complete:
            yield kept.grown()
            return
        if key not in self._flights:
            self._progress[key] = Progress(kept.grown() if kept is not None else NOTHING)
        progress = self._progress[key]
        grown = follow(self._flights, key, lambda: self._made(key, loaded.book, owner, progress), progress)
        try:
            async for grown_curve in grown:
                yield grown_curve
        finally:
            await grown.aclose()

    async def _made(self, key: Key, book: Rulebook[Any], owner: Owner, progress: Progress[GrownCurve]) -> GrownCurve:
        try:
            # All that wait here come last elsewhere: among themselves none does.
            async with self._turns.turn(structs.replace(owner, last=False)):
                making = _Making(self._loader, self._work, key, book, owner)
                growth = self._kept.get(key) or self._kept.keep(key, Growth(await making.outlined()))
                await making.all_of(growth, progress)
                return growth.grown()
        finally:
            if self._progress.get(key) is progress:
                del self._progress[key]


class _Making:
    """The batches of one curve."""

    def __init__(self, loader: Loader, work: Work, key: Key, book: Rulebook[Any], owner: Owner) -> None:
        self._loader, self._work, self._book, self._owner = loader, work, book, owner
        self._encounter, self._head, _ = key
        self._name = f"{self._encounter} {self._head.version} {self._head.hash}"
        self._took, self._runs = 0.0, 0

    async def outlined(self) -> Outlined:
        """The fight before any run."""

        async def arguments() -> tuple[Any, ...]:
            return (self._name, await self._pages())

        return await self._work.run(self._owner, outlined, self._book, arguments, endless=True)

    async def _pages(self) -> list[bytes]:
        return [pack_page(page) async for page in self._loader.pages(self._encounter, self._head.version)]

    async def all_of(self, growth: Growth, progress: Progress[GrownCurve]) -> None:
        """Make all runs that are wanted.

        Nobody pays for their time, which is what others leave: a rate that is sat out would break off a long curve.
        """
        tasks: dict[asyncio.Task[Made], list[Piece]] = {}
        try:
            while not growth.complete:
                while len(tasks) < SIDE_BY_SIDE and (pieces := growth.take(self._many())):
                    tasks[asyncio.create_task(self._batch(pieces))] = pieces
                if not tasks:
                    continue  # it has just become known that no more are wanted
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    made = task.result()
                    growth.add(tasks.pop(task), made)
                    self._took += made.seconds
                    self._runs += sum(share.runs for share in made.shares)
                progress.tell(growth.grown())
        finally:
            await _ended(growth, tasks)

    def _many(self) -> int:
        return max(1, int(SECONDS * self._runs / self._took)) if self._took else BEGIN

    async def _batch(self, pieces: list[Piece]) -> Made:
        pages: list[bytes] | None = None
        while True:

            async def arguments(pages: list[bytes] | None = pages) -> tuple[Any, ...]:
                return (self._name, pages, pieces)

            found = await self._work.run(self._owner, curve_batch, self._book, arguments, endless=True)
            if found is not None:
                return found
            pages = await self._pages()


async def _ended(growth: Growth, tasks: dict[asyncio.Task[Made], list[Piece]]) -> None:
    """Batches that nobody needs any more end by themselves in a moment: to cancel one costs a process."""
    for pieces in tasks.values():
        growth.give_back(pieces)
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=GRACE)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
