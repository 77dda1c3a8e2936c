"""Previews: what an order or an answer would do. They are decided like steps, at the head, and nothing is appended."""

from __future__ import annotations

from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import require_played
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Position
from engine.kernel.playing.preview import Reads, preview_answer, preview_order
from engine.kernel.scene.preview import Preview
from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.service.pool.overflow import done
from engine.service.pool.owner import owner_of
from engine.service.pool.process_pool import Work
from engine.service.reading.loader import Loader
from engine.service.reading.views import FightView
from engine.service.writing.writer import names_in
from engine.store.port import ExpectedVersionConflict, Head


def previewed(
    book: Rulebook[Any],
    position: Position[Any],
    seat: str,
    request: dict[str, Any] | tuple[int, Choice],
    locale: str,
    reads: Reads,
) -> Preview:
    """What an order or an answer would do, as a job."""
    if isinstance(request, dict):
        return preview_order(book, position, seat, book.decode_order(request), locale, timer=clock.used_ns)
    return preview_answer(book, position, seat, *request, locale, reads, timer=clock.used_ns)


async def preview(
    loader: Loader,
    work: Work,
    encounter: str,
    seat: str,
    request: dict[str, Any] | tuple[int, Choice],
    locale: str,
    reads: Reads,
    expected: int | None,
) -> tuple[FightView, Preview]:
    """See `Encounters.preview`."""
    loaded, _ = await loader.head(encounter)
    book, position = loaded.book, loaded.position
    if expected is not None and expected != loaded.head.version:
        raise ExpectedVersionConflict(Head(expected), loaded.head)
    if seat not in position.state.fight.seats:
        raise RuleRefusal(f"there is no seat {seat!r} at this table", code="NOT_YOURS")
    try:
        require_played(book)
        found = await done(work, owner_of(encounter, seat), previewed, book, position, seat, request, locale, reads)
    except RuleRefusal as refusal:
        refusal.called(names_in(book, position.state, seat), book.system.id)
        raise
    return FightView(book, encounter, loaded.head, position, seat, loaded.time, loaded.line), found
