"""A file becomes a fight again: an ended one under its own id, any other as a fork with a dice secret of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from engine.kernel import events as e
from engine.kernel import overruling
from engine.kernel.dice import TypedFaces, open_secret
from engine.kernel.errors import RuleRefusal, SkaldError
from engine.kernel.fight import Fight
from engine.kernel.messages import Recorded
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.kernel.step import Circumstances
from engine.service import chance, clock
from engine.service.admission import admit
from engine.service.audit import audit
from engine.service.export import Export
from engine.service.folding import fold
from engine.service.registry import Registry
from engine.service.seeing import whole
from engine.service.vault import commitments, dice_of
from engine.service.writing import seal
from engine.store.ids import created_ms
from engine.store.port import NOTHING, Entry, ExpectedVersionConflict, Figures, Head, Secrets, Store

AT_ONCE = 5_000
"""Events per append: a longer one would keep the server from everybody else."""


class ImportRefused(SkaldError):
    """The file cannot become a fight here; the message says why, and what may be done."""


class Imported(Struct, frozen=True):
    """What came of a file. forked: it had not ended, so it goes on under a new id, with a fresh dice secret."""

    encounter: str
    version: int
    forked: bool


async def import_export(
    store: Store,
    registry: Registry,
    export: Export,
    *,
    progress: Callable[[int], object] = lambda events: None,
) -> Imported:
    """Put the fight of a file into a store. Nothing is kept of a file that is broken or redacted.

    progress: told of every so many events that were proven. Broken off in the middle, it goes on when called again.
    Raises ImportRefused, StoreUnavailable.
    """
    if export.header.seat is not None:
        raise ImportRefused(f"this file is what the seat {export.header.seat!r} sees of a fight; import a whole export")
    report = audit(registry, export.events, header=export.header, progress=progress)
    if report.broken:
        why = next(v.detail for v in report.verdicts if v.state == "BROKEN" and (v.version or 0) == report.broken_at)
        raise ImportRefused(f"this file is broken at version {report.broken_at}, see `skald verify`: {why}")
    try:
        book = registry.book(export.header.system)
        entries = [event.entry() for event in export.events]
        recorded = [whole(book, entry) for entry in entries]
        admit(book, entries, recorded)
        position = fold(book, recorded)
    except Exception as error:  # what no rules have played may break anything, and that is a reason, not a crash
        raise ImportRefused(f"this file cannot be played here: {error or type(error).__name__}") from error
    last = recorded[-1].event
    if isinstance(last, e.EncounterEnded):
        return await _ended(store, position.state.fight, entries, last, recorded)
    return await _forked(store, book, position, entries, recorded)


async def _ended(
    store: Store, fight: Fight, entries: Sequence[Entry], last: e.EncounterEnded, recorded: Sequence[Recorded]
) -> Imported:
    kept = Secrets(last.dice_secret, last.hidden_secret or "") if last.dice_secret else None
    figures = _figures(fight, recorded[0].time, recorded[-1].time, "ended")
    await store.enter(fight.id)
    head = await store.head(fight.id)
    here = head.version
    if here >= len(entries) or (here and entries[here - 1].hash != head.hash):
        raise ImportRefused(f"the encounter {fight.id} exists already, at version {here}")
    try:
        await _append(store, fight.id, head, entries[here:], figures, _secrets_for(fight, kept, recorded))
    except ExpectedVersionConflict as error:
        raise ImportRefused(f"the encounter {fight.id} exists already: {error}") from error
    return Imported(fight.id, len(entries), forked=False)


def _secrets_for(fight: Fight, revealed: Secrets | None, recorded: Sequence[Recorded]) -> Secrets | None:
    created = recorded[0].event
    if fight.dice == "OPEN" and isinstance(created, e.EncounterCreated):
        return Secrets(open_secret(created.seed), open_secret(created.seed))
    return revealed


async def _forked(
    store: Store, book: Rulebook[Any], position: Position[Any], entries: Sequence[Entry], recorded: Sequence[Recorded]
) -> Imported:
    fight, top, gm = position.state.fight, entries[-1], position.state.fight.gms()[0]
    branch, fresh = chance.encounter_id(), chance.dice_secrets()
    hidden = _secrets_for(fight, fresh, recorded) or fresh
    proof = commitments(fight.dice, hidden)
    event = e.EncounterForked(
        encounter=branch,
        parent=fight.id,
        forked_at=top.version,
        parent_hash=top.hash,
        commitment=proof[0],
        hidden_commitment=proof[1],
    )
    dice = dice_of(branch, fight.dice, hidden)
    time = clock.step_time(recorded[-1].time)
    try:
        step = overruling.fork(
            book, position, event, gm, Circumstances(gm, dice, TypedFaces((), None), {}, lambda: time)
        )
    except (SkaldError, RuleRefusal) as error:
        raise ImportRefused(f"this fight cannot be played on here: {error}") from error
    new = seal(book, Head(top.version, top.hash), step.new)
    after = step.position.state.fight
    figures = _figures(after, clock.format_ms(created_ms(branch) or 0), time, after.status.lower())
    await store.enter(branch)
    await _append(store, branch, NOTHING, [*entries, *new], figures, hidden)
    return Imported(branch, new[-1].version, forked=True)


def _figures(fight: Fight, created: str, updated: str, status: str) -> Figures:
    return Figures(system=fight.system, name=fight.name, status=status, created=created, updated=updated)


async def _append(
    store: Store, encounter: str, head: Head, entries: Sequence[Entry], figures: Figures, hidden: Secrets | None
) -> None:
    for start in range(0, len(entries), AT_ONCE):
        chunk = entries[start : start + AT_ONCE]
        await store.append(
            encounter,
            head,
            chunk,
            seat="",
            key=f"import-{chunk[0].version}",
            fingerprint=chunk[-1].hash,
            figures=figures,
            secrets=hidden if head.version == 0 else None,
        )
        head = Head(chunk[-1].version, chunk[-1].hash)
