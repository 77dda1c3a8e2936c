"""A file as a film, with what can be proven of it. The file is untrusted: what is wrong with it is a verdict.

A film of the board is made of what is whole and agrees with the rules, up to where it breaks. So is that of a seat's
file from which nothing is withheld but what others were asked and answered, and whatever happened out of its sight.
Where a figure's sheet is withheld its rules cannot go on: neither its wounds nor its moves follow from what is left,
and the film is the log alone.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import structs

from api.drawing.drawing import SCOPE
from api.drawing.style import sheet
from api.replay.log import Log, rendered_from
from api.replay.replay import film_of, words_of
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.structs.errors import RuleRefusal, SkaldError
from engine.kernel.structs.messages import Recorded
from engine.service.proof.export import (
    Export,
    ExportedEvent,
    ExportHeader,
    ExportUnreadable,
    Limits,
    read_export,
    read_header,
)
from engine.service.proof.signing import PublicKey
from engine.service.proof.verification import Verification, verify
from engine.service.reading.views import SeenEvent, event_for
from engine.service.registry import Registry
from schemas import answers
from schemas.replays import FileReport, Replay, ReplayedFile

LARGEST_FILE = 8_000_000
"""Most bytes of a file, as it is sent."""
UNPACKED = 48_000_000
"""Most bytes of its lines."""
LONGEST = 15_000
"""Most events. 3,000 take about five seconds."""
LONGEST_HEADER = 4_096
"""Most bytes of its first line."""

_GZIP = b"\x1f\x8b"


class NoExport(SkaldError):
    """What was sent is no file that can be read here. The message says why."""


def unpacked(data: bytes, most: int = UNPACKED) -> bytes:
    """A file without its compression, if it has any. NoExport if it cannot be unpacked, or has more bytes."""
    if not data.startswith(_GZIP):
        if len(data) > most:
            raise NoExport(f"unpacked it has more than {most} bytes")
        return data
    packed = zlib.decompressobj(31)
    try:
        made = packed.decompress(data, most + 1)
    except zlib.error:
        raise NoExport("it begins as a gzip file, and cannot be unpacked") from None
    if len(made) > most:
        raise NoExport(f"unpacked it has more than {most} bytes")
    if not packed.eof or packed.unused_data:
        raise NoExport("it begins as a gzip file, and does not end as one")
    return made


def header_in(data: bytes) -> ExportHeader:
    """The header of a file, packed or not, at a cost that does not depend on the file. NoExport if there is none."""
    start = data[:LONGEST_HEADER]
    if data.startswith(_GZIP):
        try:
            start = zlib.decompressobj(31).decompress(data[: 4 * LONGEST_HEADER], LONGEST_HEADER)
        except zlib.error:
            raise NoExport("it begins as a gzip file, and cannot be unpacked") from None
    line, end, _ = start.partition(b"\n")
    try:
        return read_header(line + end)
    except ExportUnreadable as error:
        raise NoExport(str(error)) from None


def replay_file(
    book: Rulebook[Any], data: bytes, keys: Sequence[PublicKey], seat: str | None, locale: str
) -> ReplayedFile:
    """keys: of the server; seat: whose view of a whole file is shown; None: a GM's.

    Reads no more events than the header names. NoExport for what is no file; RuleRefusal for a seat that is not there.
    """
    lines, header = unpacked(data), header_in(data)
    most = max(0, min(LONGEST, header.version))
    limits = Limits(line=4 << 20, events=most, total=UNPACKED, values=200_000, all_values=4_000_000)
    try:
        export = read_export(io.BytesIO(lines), limits)
    except ExportUnreadable as error:
        if header.version > LONGEST:
            raise NoExport(f"it has more than {LONGEST} events") from None
        return ReplayedFile(report=_unread(header, error), film=None)
    registry = Registry([book])
    found = verify(registry, export, keys=keys)
    report = _report(export, found)
    playing = registry.playing(book.system.id, (event.public for event in export.events))
    last = len(export.events) if report.broken_at is None else min(len(export.events), max(report.broken_at - 1, 0))
    return ReplayedFile(report=report, film=_film(playing, export, last, seat, locale))


def replay_file_json(
    book: Rulebook[Any], data: bytes, keys: Sequence[PublicKey], seat: str | None, locale: str
) -> bytes:
    """`replay_file` as JSON: encoded where it is made, so that its answer passes through the event loop as bytes."""
    return msgspec.json.encode(replay_file(book, data, keys, seat, locale))


# -- the verdict
def _unread(header: ExportHeader, error: ExportUnreadable) -> FileReport:
    """Of a file with a line that cannot be read, or is not in the one form that a file has."""
    verdict = answers.Verdict(state="BROKEN", version=max(1, error.line - 1), detail=error.reason)
    return _reported(header, "BROKEN", {"chain": verdict}, max(1, error.line - 1), error.line)


def _report(export: Export, verification: Verification) -> FileReport:
    verdicts = {
        name: answers.Verdict(state=verdict.state, version=verdict.version, detail=verdict.detail)
        for name, verdict in verification.verdicts.items()
    }
    return _reported(export.header, verification.finding, verdicts, verification.broken_at, None)


def _reported(
    header: ExportHeader,
    finding: Any,
    verdicts: dict[str, answers.Verdict],
    broken_at: int | None,
    line: int | None,
) -> FileReport:
    return FileReport(
        encounter=header.encounter,
        system=header.system,
        rules=header.rules,
        version=header.version,
        hash=header.hash,
        seat=header.seat,
        finding=finding,
        verdicts=verdicts,
        broken_at=broken_at,
        line=line,
    )


# -- the film
def _film(book: Rulebook[Any], export: Export, last: int, seat: str | None, locale: str) -> Replay | None:
    """The film up to a version; None: of what is left none can be made."""
    events, header = export.events[:last], export.header
    try:
        if header.seat is not None and any(event.digest for event in events):
            return _partial(book, header.seat, _seen(book, events), locale)
        recorded = [seen_event.recorded for seen_event in _seen(book, events)]
        created = recorded[0].event
        assert isinstance(created, e.EncounterCreated)
        if header.seat is not None:
            return film_of(book, recorded, _seen(book, events), header.seat, locale)
        entries = [event.entry() for event in events]
        table = {row.seat: row.role for row in created.table}
        table |= {
            record.event.entry.seat: record.event.entry.role
            for record in recorded
            if isinstance(record.event, e.SeatAdded)
        }
        if seat is not None and seat not in table:
            raise RuleRefusal(
                f"there is no seat {seat!r} at this table: {', '.join(table)}", code="UNKNOWN", field="seat"
            )
        whose = seat or next((name for name, role in table.items() if role == "GM"), None)
        return film_of(book, recorded, [event_for(book, entry, whose) for entry in entries], whose, locale)
    except RuleRefusal:
        raise
    except Exception:  # for any bytes: no film, not a crash
        return None


def _seen(book: Rulebook[Any], events: Iterable[ExportedEvent]) -> list[SeenEvent]:
    """The events as far as they are in the file."""
    return [SeenEvent(_decoded(book, event), event.hash, event.digest) for event in events]


def _decoded(book: Rulebook[Any], event: ExportedEvent) -> Recorded:
    if event.secret is None:
        return book.codec.decode(event.public, hash=event.hash)
    hidden = b'"type":' not in event.public
    return book.codec.decode(event.secret, to=event.to or (), whole=hidden, hash=event.hash)


def _partial(book: Rulebook[Any], seat: str, seen: Sequence[SeenEvent], locale: str) -> Replay | None:
    """The film of a seat's file from which something is withheld; the log alone where that is too much."""
    try:
        return film_of(book, [_asked_aside(event.recorded) for event in seen], seen, seat, locale)
    except Exception:  # of a part of a fight: some event does not follow from those before it
        return _replay_of(book, seat, seen, locale)


def _asked_aside(recorded: Recorded) -> Recorded:
    """The event, to be folded: what others were asked and answered moves no figure; only that they are asked shows."""
    event = recorded.event
    if isinstance(event, e.DecisionOpened) and event.question is None:
        event = structs.replace(event, question={}, offers=(), default="")
    elif isinstance(event, e.DecisionAnswered) and event.choice is None:
        event = structs.replace(event, choice="", picks={})
    else:
        return recorded
    return structs.replace(recorded, draft=structs.replace(recorded.draft, event=event))


def _replay_of(book: Rulebook[Any], seat: str, seen: Sequence[SeenEvent], locale: str) -> Replay | None:
    """The log alone."""
    if not seen or not isinstance(seen[0].recorded.event, e.EncounterCreated):
        return None
    created, renderer = seen[0].recorded.event, Renderer(book, locale)
    for entry in created.table:
        renderer.learn(e.SeatAdded(entry=entry))
    log = Log(rendered_from(book, seen, renderer, names=True))
    return Replay(
        encounter=None,
        system=book.system.id,
        name=created.name,
        seat=seat,
        after=0,
        version=len(seen),
        more=False,
        bounds=None,
        rounds=(),
        turns=(),
        reverts=tuple(log.reverts),
        markup=(),
        steps=(),
        events=tuple(log.events),
        rules=log.statements,
        words=words_of(locale),
        style=sheet(f"{SCOPE}-auto", "auto"),
    )
