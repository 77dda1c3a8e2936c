"""Fights on the command line: told in words, proven, written to files and brought back."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from api import telling
from api.cli.outcome import BROKEN, OK, UNPROVEN, UNREADABLE, Misread, Wrong, fail, one_line, progress
from api.config import Settings
from api.opening import opened
from api.wiring import known_signer
from engine.kernel.messages import Recorded
from engine.kernel.rulebook import Rulebook
from engine.service.audit import audit
from engine.service.encounters import Encounters
from engine.service.export import (
    Export,
    ExportedEvent,
    ExportUnreadable,
    Sign,
    export_lines,
    read_export,
    whole_event,
)
from engine.service.folding import fold
from engine.service.importing import import_export
from engine.service.registry import Registry
from engine.service.seeing import UnknownEncounter
from engine.service.signing import BadKey, PublicKey, judge_head, judge_signature
from engine.service.verdict import Verdict
from engine.store.port import Entry, Store

PAGE = 500


# -- telling and proving
def replay(given: argparse.Namespace, settings: Settings) -> int:
    """Tell a fight in words, and how it stands."""
    registry = Registry.installed()
    if Path(given.fight).exists():
        export = _read(Path(given.fight))
        book, events, seat = registry.book(export.header.system), export.events, export.header.seat
    else:
        entries, book = asyncio.run(_entries(given.fight, settings, registry))
        events, seat = tuple(map(whole_event, entries)), None
    if given.at is not None and not 1 <= given.at <= len(events):
        raise Wrong(f"--at is a version from 1 to {len(events)}")
    recorded = [_decoded(book, event) for event in events[: given.at]]
    try:
        lines = [*telling.tell(book, recorded, given.locale), ""]
        if seat is None:
            lines += telling.stand(fold(book, recorded).state.fight)
        else:
            lines.append(f"This file holds what the seat {seat} sees: too little to make the state from.")
    except Exception as error:  # nobody has proven this file: whatever is in it, say so in one line
        raise Wrong(f"this fight cannot be told, `skald verify` says where it breaks: {error}") from error
    for line in lines:
        print(one_line(line))
    return OK


def _decoded(book: Rulebook[Any], event: ExportedEvent) -> Recorded:
    try:
        data = event.public if event.secret is None else event.secret
        return book.codec.decode(data, to=event.to, hash=event.hash)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ExportUnreadable(event.version + 1, f"this is no event of {book.system.id}: {error}") from error


async def _entries(encounter: str, settings: Settings, registry: Registry) -> tuple[list[Entry], Rulebook[Any]]:
    async with opened(settings) as store:
        return await _stream(encounter, store), await _book(encounter, store, registry)


async def _book(encounter: str, store: Store, registry: Registry) -> Rulebook[Any]:
    return (await Encounters(store, registry).glimpse(encounter, None)).book


async def _stream(encounter: str, store: Store) -> list[Entry]:
    head = await store.head(encounter)
    if head.version == 0:
        raise UnknownEncounter(f"{encounter}")
    entries: list[Entry] = []
    with progress(head.version, "reading") as more:
        while len(entries) < head.version:
            page = await store.read(encounter, len(entries) + 1, min(len(entries) + PAGE, head.version))
            if not page:
                raise Wrong(f"version {len(entries) + 1} of {encounter} is missing")
            entries += page
            more(len(page))
    return entries


def _read(path: Path) -> Export:
    if str(path) == "-":
        return read_export(sys.stdin.buffer)
    with path.open("rb") as file:
        return read_export(file)


def verify(given: argparse.Namespace, settings: Settings) -> int:
    """Prove a file."""
    try:
        export = _read(given.file)
    except OSError as error:
        return fail(f"this file cannot be read: {error}", UNREADABLE)
    keys = read_keys(given.key) if given.key is not None else ()
    with progress(len(export.events), "verifying") as more:
        report = audit(Registry.installed(), export.events, header=export.header, explain=True, progress=more)
    verdicts = {"chain": report.chain, "dice": report.dice, "replay": report.replay}
    if given.key is not None:
        verdicts["signature"] = judge_signature(export, keys)
    if given.head is not None:
        verdicts["head"] = judge_head(export, given.head)
    header = export.header
    whose = "everything" if header.seat is None else f"what the seat {header.seat} sees"
    print(one_line(f"encounter {header.encounter} of {header.system}, {whose}: {len(export.events)} events"))
    for name, verdict in verdicts.items():
        print(_said(name, verdict))
    if given.key is None and header.signature:
        print(one_line(f"signed  by the key {header.signature.key}: give it as --key to have that checked"))
    at = [verdict.version or 0 for verdict in verdicts.values() if verdict.state == "BROKEN"]
    if at:
        print(f"BROKEN at version {min(at)}")
        return BROKEN
    proven = all(verdict.state == "PROVEN" for verdict in verdicts.values())
    print("PROVEN" if proven else "nothing is broken, but not everything can be proven")
    return OK if proven else UNPROVEN


def _said(name: str, verdict: Verdict) -> str:
    where = f" at version {verdict.version}" if verdict.version is not None else ""
    return one_line(f"{name:<7} {verdict.state.lower().replace('_', ' ')}{where}: {verdict.detail}")


def read_keys(given: str) -> tuple[PublicKey, ...]:
    """The public keys that are meant: one in base64, or the JWK or JWK set in a file. Misread for anything else."""
    try:
        if not Path(given).is_file():
            return (PublicKey.read(given),)
        found = msgspec.json.decode(Path(given).read_bytes(), type=dict[str, Any])
        return tuple(PublicKey.read(str(one["x"])) for one in found.get("keys", [found]))
    except (BadKey, msgspec.MsgspecError, OSError, ValueError, LookupError, TypeError) as error:
        raise Misread(f"--key is a public key, or a file with /.well-known/jwks.json: {error}") from None


# -- files
def export_fight(given: argparse.Namespace, settings: Settings) -> int:
    """Write a fight to a file."""
    entries, book = asyncio.run(_entries(given.encounter, settings, Registry.installed()))
    if given.seat is not None and given.seat not in (seats := fold_seats(book, entries)):
        raise Wrong(f"there is no seat {given.seat!r} at this table: {', '.join(seats)}")
    signer = known_signer(settings)
    sign = None if signer is None else signer.sign
    if sign is None:
        print(f"skald: the file is not signed: there is no key in {settings.data}", file=sys.stderr)
    if given.output is None:
        _write(sys.stdout.buffer, entries, book, given.seat, sign)
        return OK
    # Beside the place and then in it: nobody finds half a file.
    beside = given.output.with_name(f"{given.output.name}.part")
    with beside.open("wb") as file:
        _write(file, entries, book, given.seat, sign)
    beside.replace(given.output)
    print(f"{given.output}: {len(entries)} events, head {entries[-1].hash}", file=sys.stderr)
    return OK


def fold_seats(book: Rulebook[Any], entries: Sequence[Entry]) -> tuple[str, ...]:
    """The seats at the table of a fight."""
    return tuple(fold(book, [_decoded(book, whole_event(entry)) for entry in entries]).state.fight.seats)


def _write(file: BinaryIO, entries: Sequence[Entry], book: Rulebook[Any], seat: str | None, sign: Sign | None) -> None:
    with progress(len(entries), "writing") as more:
        for line in export_lines(entries, book, seat, sign):
            file.write(line)
            more(1)
    file.flush()


def import_fight(given: argparse.Namespace, settings: Settings) -> int:
    """Bring a fight back from a file."""
    export = _read(given.file)

    async def bring() -> str:
        async with opened(settings, fresh=True) as store:
            with progress(len(export.events), "proving") as more:
                done = await import_export(store, Registry.installed(), export, progress=more)
        if done.forked:
            return (
                f"{done.encounter}\nThis fight had not ended, and its dice secret is not in the file: it goes on as a "
                f"fork of {export.header.encounter} with dice of its own, at version {done.version}."
            )
        return f"{done.encounter}\nThis fight has ended; it is here again as it was, {done.version} events."

    print(asyncio.run(bring()))
    return OK
