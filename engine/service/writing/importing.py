"""Importing a file: an ended encounter keeps its id, any other becomes a fork with new dice secrets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling import overrides
from engine.kernel.playing.dice import TypedFaces, open_secret
from engine.kernel.playing.position import Position
from engine.kernel.playing.step import Circumstances
from engine.kernel.state import events as e
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal, SkaldError
from engine.kernel.structs.messages import Recorded
from engine.service import clock, randomness
from engine.service.pool.owner import OPERATOR
from engine.service.pool.process_pool import Work
from engine.service.proof.audit import audit
from engine.service.proof.export import Export, ExportHeader
from engine.service.proof.folding import fold
from engine.service.proof.import_checks import check_importable
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.service.writing.dice_secrets import commitments, dice_of, in_force_at_first
from engine.service.writing.writer import seal
from engine.store.ids import created_ms
from engine.store.packing import pack_page, unpack_page
from engine.store.port import NOTHING, Entry, ExpectedVersionConflict, Head, ListingFigures, Secrets, Store

AT_ONCE = 1_000
"""Events per append: a longer one would block this process and the server."""
PAGE = 500
"""Events read from a file before the event loop gets a turn."""


class ImportRefused(SkaldError):
    """The file cannot be imported; the message says why, and what can be done."""


class Imported(Struct, frozen=True):
    """The result of an import. forked: it had not ended, so it goes on under a new id with new dice secrets."""

    encounter: str
    version: int
    forked: bool


class Checked(Struct, frozen=True):
    """An encounter that may be stored. encounter: its id here; figures: of its listing; secrets: of its dice.

    own: the events added after the file's if it becomes a fork; else empty.
    """

    encounter: str
    figures: ListingFigures
    secrets: Secrets | None
    own: tuple[Entry, ...] = ()


async def import_export(
    store: Store,
    registry: Registry,
    export: Export,
    *,
    work: Work | None = None,
    progress: Callable[[int], object] = lambda events: None,
) -> Imported:
    """Import a file's encounter into a store. A broken or redacted file is not imported at all.

    work: checks the file; None: checked here, with `progress` called every so many proven events. An interrupted
    import continues when called again. Raises ImportRefused, StoreUnavailable, and what the pool does.
    """
    if export.header.seat is not None:
        raise ImportRefused(f"this file is what the seat {export.header.seat!r} sees of a fight; import a whole export")
    try:
        book = registry.playing(export.header.system, (event.public for event in export.events))
        pages = [page async for page in _pages(export)]
    except (RuleRefusal, ValueError) as error:
        raise ImportRefused(f"this file cannot be played here: {error}") from error

    async def arguments() -> tuple[ExportHeader, list[bytes]]:
        packed: list[bytes] = []
        for page in pages:
            packed.append(pack_page(page))
            await asyncio.sleep(0)
        return export.header, packed

    entries = [entry for page in pages for entry in page]
    if work is None:
        checked = _checked(book, export.header, entries, progress)
    else:
        checked = await work.run(OPERATOR, check_pages, book, arguments)
    if checked.own:
        await store.enter(checked.encounter)
        await _append(store, NOTHING, [*entries, *checked.own], checked)
        return Imported(checked.encounter, checked.own[-1].version, forked=True)
    await _ended(store, entries, checked)
    return Imported(checked.encounter, len(entries), forked=False)


async def _pages(export: Export) -> AsyncGenerator[list[Entry], None]:
    """The entries of a file; the event loop gets a turn between pages. ValueError if it is incomplete."""
    for start in range(0, len(export.events), PAGE):
        yield [event.entry() for event in export.events[start : start + PAGE]]
        await asyncio.sleep(0)


def check_pages(book: Rulebook[Any], header: ExportHeader, pages: Sequence[bytes]) -> Checked:
    """The pool job: check whether a file may be stored, and as what. Raises ImportRefused."""
    entries = [entry for page in pages for entry in unpack_page(page)]
    return _checked(book, header, entries, lambda events: None)


def _checked(
    book: Rulebook[Any], header: ExportHeader, entries: Sequence[Entry], progress: Callable[[int], object]
) -> Checked:
    report = audit(book, entries, header=header, progress=progress)
    if report.broken:
        why = next(v.detail for v in report.verdicts if v.state == "BROKEN" and (v.version or 0) == report.broken_at)
        raise ImportRefused(f"this file is broken at version {report.broken_at}, see `skald verify`: {why}")
    try:
        recorded = [decode_whole(book, entry) for entry in entries]
        check_importable(book, entries, recorded)
        position = fold(book, recorded)
    except Exception as error:  # events not made by the rules may break anything: a reason, not a crash
        raise ImportRefused(f"this file cannot be played here: {error or type(error).__name__}") from error
    fight, last = position.state.fight, recorded[-1].event
    if not isinstance(last, e.EncounterEnded):
        return _fork(book, position, entries[-1], recorded)
    kept = Secrets(last.dice_secret, last.hidden_secret or "") if last.dice_secret else None
    figures = _figures(fight, recorded[0].time, recorded[-1].time, "ended")
    return Checked(fight.id, figures, _secrets_for(fight, kept, recorded))


async def _ended(store: Store, entries: Sequence[Entry], checked: Checked) -> None:
    await store.enter(checked.encounter)
    head = await store.head(checked.encounter)
    here = head.version
    if here >= len(entries) or (here and entries[here - 1].hash != head.hash):
        raise ImportRefused(f"the encounter {checked.encounter} exists already, at version {here}")
    try:
        await _append(store, head, entries[here:], checked)
    except ExpectedVersionConflict as error:
        raise ImportRefused(f"the encounter {checked.encounter} exists already: {error}") from error


def _secrets_for(fight: Fight, revealed: Secrets | None, recorded: Sequence[Recorded]) -> Secrets | None:
    created = recorded[0].event
    if fight.dice == "OPEN" and isinstance(created, e.EncounterCreated):
        return Secrets(open_secret(created.seed), open_secret(created.seed))
    return revealed


def _fork(book: Rulebook[Any], position: Position[Any], top: Entry, recorded: Sequence[Recorded]) -> Checked:
    fight, gm = position.state.fight, position.state.fight.gms()[0]
    branch, fresh = randomness.encounter_id(), randomness.dice_secrets()
    hidden = _secrets_for(fight, fresh, recorded) or fresh
    first = in_force_at_first(book, fight.dice, hidden)
    proof = commitments(fight.dice, first)
    event = e.EncounterForked(
        encounter=branch,
        parent=fight.id,
        forked_at=top.version,
        parent_hash=top.hash,
        commitment=proof[0],
        hidden_commitment=proof[1],
    )
    dice = dice_of(branch, fight.dice, first)
    time = clock.step_time(recorded[-1].time)
    try:
        step = overrides.fork(
            book, position, event, gm, Circumstances(gm, dice, TypedFaces((), None), {}, lambda: time)
        )
    except (SkaldError, RuleRefusal) as error:
        raise ImportRefused(f"this fight cannot be played on here: {error}") from error
    new = seal(book, Head(top.version, top.hash), step.new)
    after = step.position.state.fight
    figures = _figures(after, clock.format_ms(created_ms(branch) or 0), time, after.status.lower())
    return Checked(branch, figures, hidden, tuple(new))


def _figures(fight: Fight, created: str, updated: str, status: str) -> ListingFigures:
    return ListingFigures(system=fight.system, name=fight.name, status=status, created=created, updated=updated)


async def _append(store: Store, head: Head, entries: Sequence[Entry], checked: Checked) -> None:
    for start in range(0, len(entries), AT_ONCE):
        chunk = entries[start : start + AT_ONCE]
        await store.append(
            checked.encounter,
            head,
            chunk,
            seat="",
            key=f"import-{chunk[0].version}",
            fingerprint=chunk[-1].hash,
            figures=checked.figures,
            secrets=checked.secrets if head.version == 0 else None,
        )
        head = Head(chunk[-1].version, chunk[-1].hash)
