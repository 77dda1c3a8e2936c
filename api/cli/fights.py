"""Fights on the command line: replay, verify, export, import."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from api.cli import narration
from api.cli.outcome import (
    BROKEN,
    CONSISTENT,
    KEPT,
    OK,
    UNREADABLE,
    UNSIGNED,
    CommandFailed,
    Misread,
    fail,
    one_line,
    progress,
)
from api.config import Settings
from api.hosting.store_access import opened
from api.hosting.wiring import known_signer
from api.reading.house_rules import house_rules_in
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.house_rules import HouseValue
from engine.kernel.structs.messages import Recorded
from engine.service.proof import verification
from engine.service.proof.campaign_file import judge_campaign, read_exports
from engine.service.proof.certificate import (
    LONGEST,
    Certificate,
    CertificateUnreadable,
    read_certificate,
)
from engine.service.proof.export import (
    Export,
    ExportAltered,
    ExportedEvent,
    ExportUnreadable,
    Sign,
    export_lines,
    whole_event,
)
from engine.service.proof.folding import fold
from engine.service.proof.signing import BadKey, PublicKey
from engine.service.proof.verdict import Verdict
from engine.service.reading.checked_store import checked, what_to_do
from engine.service.reading.views import UnknownEncounter
from engine.service.registry import Registry
from engine.service.writing.importing import import_export
from engine.store.port import Damaged, Entry, Head, Store

PAGE = 500


# -- telling and verifying
def narrate_fight(given: argparse.Namespace, settings: Settings) -> int:
    """Print a fight as text, and its state; of a campaign's file also each fight, behind the campaign."""
    parts = read_parts(Path(given.fight)) if Path(given.fight).exists() and given.at is None else []
    if len(parts) > 1:
        registry = Registry.installed()
        for part in parts:
            book = registry.playing(part.header.system, (event.public for event in part.events))
            print(one_line(f"== {part.header.encounter}"))
            told = narration.narrate_acts if given.headlines else narration.narrate
            for line in told(book, [_decoded(book, event) for event in part.events], given.locale):
                print(one_line(line))
        return OK
    book, recorded, seat = read_fight(given.fight, given.at, settings)
    try:
        told = narration.narrate_acts if given.headlines else narration.narrate
        lines = [*told(book, recorded, given.locale), ""]
        if seat is None:
            lines += narration.state_table(fold(book, recorded).state.fight)
        else:
            lines.append(f"This file holds what the seat {seat} sees: too little to make the state from.")
    except Exception as error:  # the file is unverified: report whatever is wrong with it in one line
        raise CommandFailed(f"this fight cannot be told, `skald verify` says where it breaks: {error}") from error
    for line in lines:
        print(one_line(line))
    return OK


def read_fight(named: str, at: int | None, settings: Settings) -> tuple[Rulebook[Any], list[Recorded], str | None]:
    """The events of a fight, by its id or from a file, up to a version; and whose file it is (None: it is whole)."""
    book, events, seat = read_events(named, at, settings)
    return book, [_decoded(book, event) for event in events], seat


def read_events(
    named: str, at: int | None, settings: Settings
) -> tuple[Rulebook[Any], Sequence[ExportedEvent], str | None]:
    """`read_fight`, before the events are decoded."""
    registry = Registry.installed()
    if Path(named).exists():
        export = read_file(Path(named))
        book = registry.playing(export.header.system, (event.public for event in export.events))
        events, seat = export.events, export.header.seat
    else:
        entries, book = asyncio.run(stored_entries(named, settings, registry))
        events, seat = tuple(map(whole_event, entries)), None
    if at is not None and not 1 <= at <= len(events):
        raise CommandFailed(f"--at is a version from 1 to {len(events)}")
    return book, events[:at], seat


def _decoded(book: Rulebook[Any], event: ExportedEvent) -> Recorded:
    try:
        data = event.public if event.secret is None else event.secret
        return book.codec.decode(data, to=event.to, hash=event.hash)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ExportUnreadable(event.version + 1, f"this is no event of {book.system.id}: {error}") from error


async def stored_entries(
    encounter: str, settings: Settings, registry: Registry, at: int | None = None
) -> tuple[list[Entry], Rulebook[Any]]:
    """The events of a fight, up to a version, each of them checked. CommandFailed says where it is damaged."""
    async with opened(settings) as store:
        try:
            entries = await _stream(encounter, checked(store), at)
        except Damaged as error:
            where = f"{encounter} is damaged in the database at version {error.version}"
            raise CommandFailed(f"{where}: {what_to_do(error)}") from error
        system = msgspec.json.decode(entries[0].public)["data"]["system"]
        return entries, registry.playing(system, (entry.public for entry in entries))


async def _stream(encounter: str, store: Store, at: int | None) -> list[Entry]:
    head = await store.head(encounter)
    if head.version == 0:
        raise UnknownEncounter(f"{encounter}")
    if at is not None:
        if not 1 <= at <= head.version:
            raise CommandFailed(f"--at is a version from 1 to {head.version}")
        head = Head(at)
    entries: list[Entry] = []
    with progress(head.version, "reading") as more:
        while len(entries) < head.version:
            page = await store.read(encounter, len(entries) + 1, min(len(entries) + PAGE, head.version))
            if not page:
                raise CommandFailed(f"version {len(entries) + 1} of {encounter} is missing")
            entries += page
            more(len(page))
    return entries


def read_file(path: Path) -> Export:
    """The export of a fight in a file; `-`: on the standard input. CommandFailed for a campaign's."""
    exports = read_parts(path)
    if len(exports) > 1:
        raise CommandFailed("this file holds a campaign with its fights: this command takes one of a fight")
    return exports[0]


def read_parts(path: Path) -> list[Export]:
    """The exports in a file: of a fight, or of a campaign and its fights; `-`: on the standard input."""
    if str(path) == "-":
        return read_exports(sys.stdin.buffer)
    with path.open("rb") as file:
        return read_exports(file)


def _verify_campaign(given: argparse.Namespace, exports: Sequence[Export]) -> int:
    """Each part by itself, and whether they belong together."""
    keys = read_keys(given.key) if given.key is not None else None
    registry, codes, told = Registry.installed(), list[int](), dict[str, Any]()
    for number, export in enumerate(exports):
        with progress(len(export.events), "verifying") as more:
            head = given.head if number == 0 else None
            found = verification.verify(registry, export, keys=keys, head=head, progress=more)
        code, last = _conclusion(export, found, asked=keys is not None)
        codes.append(code)
        told[export.header.encounter] = last
        if not given.json:
            name = "campaign" if number == 0 else "fight"
            print(one_line(f"{name} {export.header.encounter}: {len(export.events)} events: {last}"))
    together = judge_campaign(registry, exports)
    if not given.json:
        print(_finding_line("whole", together))
    if together.state != "PROVEN" or BROKEN in codes:
        first = together.detail if together.state != "PROVEN" else "one of its parts is broken"
        return _concluded(given, BROKEN, f"BROKEN: {first}", {"parts": told})
    code = max(codes, key=[OK, KEPT, CONSISTENT, UNSIGNED].index)
    last = "SIGNED, and whole" if code == OK else f"whole; {told[exports[0].header.encounter]}"
    return _concluded(given, code, last, {"parts": told})


def verify(given: argparse.Namespace, settings: Settings) -> int:
    """Verify a file: consistent, signed by a key, or containing a head that somebody kept."""
    try:
        exports = read_parts(given.file)
    except ExportAltered as error:
        return _concluded(given, BROKEN, f"BROKEN at line {error.line}: {error.reason}", {"line": error.line})
    except OSError as error:
        return fail(f"this file cannot be read: {error}", UNREADABLE)
    if len(exports) > 1:
        return _verify_campaign(given, exports)
    export = exports[0]
    keys = read_keys(given.key) if given.key is not None else None
    certificate = _certificate(given.certificate) if given.certificate is not None else None
    with progress(len(export.events), "verifying") as more:
        found = verification.verify(
            Registry.installed(), export, keys=keys, head=given.head, certificate=certificate, progress=more
        )
    header = export.header
    if not given.json:
        whose = "everything" if header.seat is None else f"what the seat {header.seat} sees"
        print(one_line(f"encounter {header.encounter} of {header.system}, {whose}: {len(export.events)} events"))
        for name, verdict in found.verdicts.items():
            print(_finding_line(name, verdict))
        for line in _house_rules(header.system, found.report.house_rules):
            print(one_line(line))
        if given.key is None and header.signature:
            print(one_line(f"signed  by the key {header.signature.key}: give it as --key to have that checked"))
    details: dict[str, Any] = {
        "version": found.broken_at if found.finding == "BROKEN" else header.version,
        "key": header.signature.key if found.signed and header.signature else None,
        "kept": found.kept,
        "certified": found.certified,
        "faces": found.report.faces,
        "houseRules": found.report.house_rules,
        "verdicts": found.verdicts,
    }
    return _concluded(given, *_conclusion(export, found, asked=keys is not None), details)


def _house_rules(system: str, values: Mapping[str, HouseValue]) -> Iterator[str]:
    """A line for each house rule that a fight was played by."""
    book = Registry.installed().books.get(system)
    for rule in house_rules_in(book.system, values, "en") if book is not None else ():
        yield f"played  by a house rule: {rule.name}: {rule.label} (the game has {rule.default_label})"


def _conclusion(export: Export, candidate: verification.Verification, *, asked: bool) -> tuple[int, str]:
    """The exit code and the last line. asked: a key was given."""
    signature = export.header.signature
    if candidate.finding == "BROKEN":
        return BROKEN, f"BROKEN at version {candidate.broken_at}"
    rest = f"; not computed again: {', '.join(candidate.unproven)}" if candidate.unproven else ""
    kept = (
        ""
        if candidate.kept is None
        else f"MATCHES the head you kept, version {candidate.kept} of {export.header.version}"
    )
    if candidate.certified is not None and "replay" in candidate.unproven:
        rest += ", which the certificate vouches for"
    if candidate.signed and signature:
        return OK, f"SIGNED by {signature.key}{f', and {kept}' if kept else ''}{rest}"
    if candidate.certified is not None:
        certain, last = f"CERTIFIED to play again to version {candidate.certified}", export.header.version
        if candidate.certified == last:
            return OK, f"{certain}{f', and {kept}' if kept else ''}{rest}"
        return KEPT, f"{certain} of {last}: what comes after it anybody could have made{rest}"
    why = ", but NOT SIGNED by the key you gave" if asked else ""
    if kept:
        later = "" if candidate.kept == export.header.version else ": what comes after it anybody could have made"
        return (UNSIGNED if asked else KEPT), f"{kept}{later}{why}{rest}"
    return (UNSIGNED if asked else CONSISTENT), f"CONSISTENT: anybody could have made it{why}{rest}"


def _concluded(given: argparse.Namespace, code: int, last: str, details: dict[str, Any]) -> int:
    """Print the conclusion in the last line or, with --json, in the only one; returns the exit code."""
    if given.json:
        words = {BROKEN: "BROKEN", UNSIGNED: "UNSIGNED", CONSISTENT: "CONSISTENT", KEPT: "KEPT", OK: "SIGNED"}
        finding = "CERTIFIED" if last.startswith("CERTIFIED") else words[code]
        print(one_line(msgspec.json.encode({"finding": finding, "says": last, **details}).decode()))
    else:
        print(one_line(last))
    return code


def _certificate(path: Path) -> Certificate:
    """The certificate in a file. Misread for anything else."""
    try:
        with path.open("rb") as file:
            return read_certificate(file.read(LONGEST + 1))
    except (CertificateUnreadable, OSError) as error:
        raise Misread(f"{path}: {error}") from error


def _finding_line(name: str, verdict: Verdict) -> str:
    where = f" at version {verdict.version}" if verdict.version is not None else ""
    return one_line(f"{name:<7} {verdict.state.lower().replace('_', ' ')}{where}: {verdict.detail}")


def read_keys(given: str) -> tuple[PublicKey, ...]:
    """The given public keys: one in base64, or the JWK or JWK set in a file. Misread for anything else."""
    try:
        if not Path(given).is_file():
            return (PublicKey.read(given),)
        found = msgspec.json.decode(Path(given).read_bytes(), type=dict[str, Any])
        return tuple(PublicKey.read(str(item["x"])) for item in found.get("keys", [found]))
    except (BadKey, msgspec.MsgspecError, OSError, ValueError, LookupError, TypeError) as error:
        raise Misread(f"--key is a public key, or a file with /.well-known/jwks.json: {error}") from None


# -- files
async def _campaign_parts(
    campaign: str, settings: Settings, registry: Registry
) -> list[tuple[list[Entry], Rulebook[Any]]]:
    """A campaign, and each of its fights that has been created, in the order of its stream."""
    entries, book = await stored_entries(campaign, settings, registry)
    if not book.campaign_of:
        raise CommandFailed(f"{campaign} is a fight, and no campaign: leave --campaign out")
    own: Any = fold(book, [_decoded(book, whole_event(entry)) for entry in entries]).state.own
    begun = [fight for fight, found in own.fights.items() if found.begun]
    begun += [found.replaced_by for found in own.fights.values() if found.replaced_by]
    return [(entries, book), *[await stored_entries(fight, settings, registry) for fight in begun]]


def export_fight(given: argparse.Namespace, settings: Settings) -> int:
    """Write a fight to a file, or a campaign with all its fights."""
    if given.campaign:
        return _export_campaign(given, settings)
    entries, book = asyncio.run(stored_entries(given.encounter, settings, Registry.installed(), given.at))
    if given.seat is not None and given.seat not in (seats := fold_seats(book, entries)):
        raise CommandFailed(f"there is no seat {given.seat!r} at this table: {', '.join(seats)}")
    signer = known_signer(settings)
    sign = None if signer is None else signer.sign
    if sign is None:
        print(f"skald: the file is not signed: there is no key in {settings.data}", file=sys.stderr)
    if given.output is None:
        _write(sys.stdout.buffer, entries, book, given.seat, sign)
        return OK
    # Written beside the target and then moved: the target is never incomplete.
    beside = given.output.with_name(f"{given.output.name}.part")
    with beside.open("wb") as file:
        _write(file, entries, book, given.seat, sign)
    beside.replace(given.output)
    print(f"{given.output}: {len(entries)} events, head {entries[-1].hash}", file=sys.stderr)
    return OK


def _export_campaign(given: argparse.Namespace, settings: Settings) -> int:
    if given.seat is not None or given.at is not None or given.output is None:
        raise CommandFailed("a campaign is written whole, to a file: name it by -o, without --seat and --at")
    parts = asyncio.run(_campaign_parts(given.encounter, settings, Registry.installed()))
    signer = known_signer(settings)
    sign = None if signer is None else signer.sign
    beside = given.output.with_name(f"{given.output.name}.part")
    with beside.open("wb") as file:
        for entries, book in parts:
            _write(file, entries, book, None, sign)
    beside.replace(given.output)
    print(f"{given.output}: a campaign and {len(parts) - 1} fights, head {parts[0][0][-1].hash}", file=sys.stderr)
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
    """Import a fight from a file."""
    export = read_file(given.file)

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
