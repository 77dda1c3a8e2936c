"""Long fights, written directly into a store."""

from __future__ import annotations

from msgspec import structs

from engine.kernel.structs.messages import Event, Recorded
from engine.service.encounters import Encounters
from engine.service.reading.views import FightView, decode_whole
from engine.service.writing.writer import seal
from engine.store.port import Store
from tests.support.fights.fights import new_fight
from tests.support.fights.streams import FIGURES

AT_ONCE = 1000
NOTE = {"gm": {"setPolicy": {"kind": "Willing", "pace": 3}}}


async def long_fight(service: Encounters, store: Store, length: int, event: Event | None = None) -> FightView:
    """A fight of `length` events, nearly all the same note of the GM; an audit replays them all.

    event: a fact of the table, in place of that note.
    """
    made = await service.create(new_fight())
    await service.submit(made.id, "gm", NOTE)
    head = await store.head(made.id)
    (entry,) = await store.read(made.id, head.version, head.version)
    last = decode_whole(made.book, entry)
    draft = last.draft if event is None else structs.replace(last.draft, event=event)
    while head.version < length:
        versions = range(head.version + 1, min(length, head.version + AT_ONCE) + 1)
        entries = seal(made.book, head, [Recorded(version, last.time, draft) for version in versions])
        await store.append(made.id, head, entries, seat="gm", key=f"{head}", fingerprint="", figures=FIGURES)
        head = await store.head(made.id)
    return made
