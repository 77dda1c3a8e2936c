"""Audits of stored encounters: run in the pool, once per head, and cached for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.pool.recent import Recent
from engine.service.pool.single_flight import SingleFlight
from engine.service.proof.audit import AuditReport, audit
from engine.service.reading.loader import Charge, Loader, free
from engine.store.packing import pack_page, unpack_page
from engine.store.port import Head

KEPT = 512
"""Reports cached per process."""
KEPT_FOR = 600.0
"""Seconds for which a report is valid: damage to bytes below a head does not change the head."""


class Auditor:
    """Audits the encounters of one store. A report holds only verdicts, so it is the same for every seat."""

    def __init__(self, loader: Loader, work: Work) -> None:
        self._loader, self._work = loader, work
        self._kept: Recent[tuple[str, Head], tuple[float, AuditReport]] = Recent(KEPT)
        self._flights: SingleFlight[AuditReport] = SingleFlight()

    async def audit(self, encounter: str, seat: str | None, charge: Charge = free) -> AuditReport:
        """Audit an encounter's record up to its head.

        seat: the requester; None: the operator. charge: called with the number of events to replay. Concurrent
        requests of one seat share an audit, and its report is cached for KEPT_FOR seconds. Seats do not share a running
        audit, so one seat's refusal does not affect another.
        """
        loaded, _ = await self._loader.head(encounter)
        key = (encounter, loaded.head)
        kept = self._kept.get(key)
        if kept is not None and asyncio.get_running_loop().time() < kept[0] + KEPT_FOR:
            return kept[1]

        async def made() -> AuditReport:
            await charge(loaded.head.version)
            report = await self._audited(loaded.book, encounter, loaded.head.version, seat)
            self._kept.keep(key, (asyncio.get_running_loop().time(), report))
            return report

        return await self._flights.join((key, seat), made)

    async def _audited(self, book: Rulebook[Any], encounter: str, last: int, seat: str | None) -> AuditReport:
        async def pages() -> tuple[list[bytes]]:
            return ([pack_page(page) async for page in self._loader.pages(encounter, last)],)

        return await self._work.run(owner_of(encounter, seat), audit_pages, book, pages)


def audit_pages(book: Rulebook[Any], pages: Sequence[bytes]) -> AuditReport:
    """The pool job: `audit` over all pages of a stream."""
    return audit(book, [entry for page in pages for entry in unpack_page(page)])
