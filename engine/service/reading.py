"""Reading: a fight at any version, as it goes on, or as a file, always as a seat sees it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.events import EncounterEnded
from engine.service.export import Sign, export_lines
from engine.service.loading import Loader, time_of
from engine.service.seeing import Glimpse, Told, tell
from engine.service.watch import Ahead, Hub
from engine.store.port import Entry, Head, Standing


async def glimpse(
    loader: Loader, encounter: str, seat: str | None, at: int | None = None, standing: Standing | None = None
) -> Glimpse:
    """See `Encounters.glimpse`."""
    loaded = await loader.at_head(encounter, standing.head) if standing else (await loader.head(encounter))[0]
    if at is None or at == loaded.head.version:
        return Glimpse(loaded.book, encounter, loaded.head, loaded.position, seat, loaded.time, loaded.line)
    if not 1 <= at <= loaded.head.version:
        raise RuleRefusal(f"a version from 1 to {loaded.head.version}", code="UNKNOWN", field="at")
    position, top = await loader.at(encounter, loaded.book, at)
    return Glimpse(loaded.book, encounter, Head(top.version, top.hash), position, seat, time_of(top), loaded.line)


async def watch(
    hub: Hub | None, loader: Loader, encounter: str, seat: str | None, after: Head, epoch: int
) -> AsyncGenerator[list[Told], None]:
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
                told = [tell(loaded.book, entry, seat) for entry in step]
                yield told
                if any(isinstance(t.recorded.event, EncounterEnded) for t in told):
                    return


def _steps(page: list[Entry]) -> list[list[Entry]]:
    """Entries by step: those of one step share their time."""
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
    loader: Loader, encounter: str, seat: str | None, sign: Sign | None = None
) -> AsyncGenerator[bytes, None]:
    """See `Encounters.export`."""
    loaded, _ = await loader.head(encounter)
    entries = await loader.stream(encounter, loaded.head.version)
    if loaded.position.state.fight.is_gm(seat) and all(e.secret is None or seat in (e.to or ()) for e in entries):
        seat = None
    for line in export_lines(entries, loaded.book, seat, sign):
        yield line
