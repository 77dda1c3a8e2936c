"""Analyses of stored encounters: run in the pool, shared by all who ask as the same seat, kept by head."""

from __future__ import annotations

from typing import Any

from engine.service.analysis.analysis import Analysis, analyse_pages
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.pool.recent import Recent
from engine.service.pool.rules import Rules, rules_of
from engine.service.pool.single_flight import SingleFlight
from engine.service.reading.loader import Charge, Loader, free
from engine.store.packing import pack_page
from engine.store.port import Head

KEPT = 128
"""Analyses that a process keeps: they can be made again at any time."""

Key = tuple[str, Head, Rules, str | None]


class Analyst:
    """Analyses the encounters of one store, each as a seat sees it."""

    def __init__(self, loader: Loader, work: Work) -> None:
        self._loader, self._work = loader, work
        self._kept: Recent[Key, Analysis] = Recent(KEPT)
        self._flights: SingleFlight[Analysis] = SingleFlight()

    async def analyse(self, encounter: str, seat: str | None, charge: Charge = free) -> Analysis:
        """The analysis up to the head. seat: the requester; None: what everybody reads.

        charge: called with the number of events to replay; a kept analysis costs nothing. Whoever leaves last ends it.
        """
        loaded, _ = await self._loader.head(encounter)
        key = (encounter, loaded.head, rules_of(loaded.book), seat)
        kept = self._kept.get(key)
        if kept is not None:
            return kept

        async def made() -> Analysis:
            await charge(loaded.head.version)

            async def arguments() -> tuple[Any, ...]:
                pages = [pack_page(page) async for page in self._loader.pages(encounter, loaded.head.version)]
                return (pages, seat, False)

            found = await self._work.run(owner_of(encounter, seat), analyse_pages, loaded.book, arguments)
            return self._kept.keep(key, found)

        return await self._flights.join(key, made)
