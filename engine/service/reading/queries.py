"""Reading an encounter as a seat sees it: at any version, live, or as a file."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import EncounterEnded
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.service.pool.fair_queue import QueueFull
from engine.service.pool.owner import Owner, owner_of
from engine.service.pool.process_pool import TookTooLong, Work, WorkerLost
from engine.service.proof.export import Sign, export_line, header_line, stored_header
from engine.service.reading.hub import Ahead, Hub
from engine.service.reading.loader import DECODED_AT_ONCE, Charge, Loader, free, time_of
from engine.service.reading.views import FightView, SeenEvent, event_for
from engine.store.packing import pack_page, unpack_page
from engine.store.port import Entry, Head, HeadAndEpochs


async def view(
    loader: Loader,
    encounter: str,
    seat: str | None,
    at: int | None = None,
    current: HeadAndEpochs | None = None,
    charge: Charge = free,
) -> FightView:
    """See `Encounters.view`."""
    loaded = await loader.at_head(encounter, current.head) if current else (await loader.head(encounter))[0]
    if at is None or at == loaded.head.version:
        return FightView(loaded.book, encounter, loaded.head, loaded.position, seat, loaded.time, loaded.line)
    if not 1 <= at <= loaded.head.version:
        raise RuleRefusal(f"a version from 1 to {loaded.head.version}", code="UNKNOWN", field="at")
    position, top = await loader.at(encounter, loaded.book, at, owner=owner_of(encounter, seat), charge=charge)
    return FightView(loaded.book, encounter, Head(top.version, top.hash), position, seat, time_of(top), loaded.line)


async def watch(
    hub: Hub | None, loader: Loader, encounter: str, seat: str | None, after: Head, epoch: int
) -> AsyncGenerator[list[SeenEvent], None]:
    """See `Encounters.watch`."""
    if hub is None:
        raise Fault("this process watches nothing")
    loaded, _ = await loader.head(encounter)
    if after.version > loaded.head.version:
        raise Ahead(after.version, loaded.head)
    ended = loaded.position.state.fight.status == "ENDED" and after.version == loaded.head.version
    if ended:
        return
    watching = hub.watch(encounter, after.version, hash=after.hash, seat=seat or "", epoch=epoch)
    async with aclosing(watching) as pages:
        async for page in pages:
            behind = page[-1].version < loaded.head.version
            steps = [page] if behind else _steps(page)
            for step in steps:
                seen = [event_for(loaded.book, entry, seat) for entry in step]
                yield seen
                if any(isinstance(t.recorded.event, EncounterEnded) for t in seen):
                    return


def _steps(page: list[Entry]) -> list[list[Entry]]:
    """Entries by step: entries of one step share their timestamp."""
    steps: list[list[Entry]] = []
    time = ""
    for entry in page:
        at = time_of(entry)
        if not steps or at != time:
            steps.append([])
        steps[-1].append(entry)
        time = at
    return steps


async def export(
    loader: Loader, work: Work, encounter: str, seat: str | None, sign: Sign | None = None
) -> AsyncGenerator[bytes, None]:
    """See `Encounters.export`. Written piece by piece: a long encounter blocks nobody and is never held in memory.

    work: writes the pieces of a long one. Raises what the pool does before the first piece only: a file that has begun
    is finished, if need be in this process.
    """
    loaded, _ = await loader.head(encounter)
    head, fight, owner = loaded.head, loaded.position.state.fight, owner_of(encounter, seat)
    if fight.is_gm(seat):
        withheld = False
        async with aclosing(loader.pages(encounter, head.version)) as pages:
            async for page in pages:
                withheld = withheld or any(e.secret is not None and seat not in (e.to or ()) for e in page)
        seat = seat if withheld else None
    long = head.version > DECODED_AT_ONCE
    begun = False
    async with aclosing(_pieces(loader, encounter, head.version)) as pieces:
        async for piece in pieces:
            try:
                written = await _lines_elsewhere(work, owner, loaded.book, piece, seat) if long else None
            except (QueueFull, TookTooLong, WorkerLost):
                if not begun:
                    raise
                written = None
            if not begun:
                yield header_line(stored_header(encounter, piece[0][0], head, loaded.book, seat, sign))
                begun = True
            if written is not None:
                yield written
                continue
            for page in piece:
                yield b"".join(export_line(entry, seat) for entry in page)


async def _pieces(loader: Loader, encounter: str, last: int) -> AsyncGenerator[list[list[Entry]], None]:
    """All entries: the pages of about DECODED_AT_ONCE events at a time."""
    piece: list[list[Entry]] = []
    async with aclosing(loader.pages(encounter, last)) as pages:
        async for page in pages:
            piece.append(page)
            if sum(map(len, piece)) >= DECODED_AT_ONCE:
                yield piece
                piece = []
    if piece:
        yield piece


async def _lines_elsewhere(
    work: Work, owner: Owner, book: Rulebook[Any], piece: Sequence[Sequence[Entry]], seat: str | None
) -> bytes:
    async def arguments() -> tuple[Any, ...]:
        return [pack_page(page) for page in piece], seat

    return await work.run(owner, lines_packed, book, arguments)


def lines_packed(book: Rulebook[Any], pages: Sequence[bytes], seat: str | None) -> bytes:
    """The lines of an export for some pages of entries, as a pool job."""
    return b"".join(export_line(entry, seat) for page in pages for entry in unpack_page(page))
