"""The command line: `skald --help`.

Exit codes: 0 done, and of `verify` proven · 1 broken, or refused · 2 unreadable, or called wrongly · 3 (`verify`)
nothing is broken, but not everything can be proven · 130 interrupted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import structs
from tqdm import tqdm

from api import telling
from api.config import ConfigError, Settings, from_environment
from api.opening import opened
from engine.kernel.errors import SkaldError
from engine.kernel.messages import Recorded
from engine.kernel.rulebook import RegistrationError, Rulebook
from engine.service.audit import AuditReport, audit
from engine.service.encounters import Encounters
from engine.service.export import Export, ExportedEvent, ExportUnreadable, export_lines, read_export, whole_event
from engine.service.folding import fold
from engine.service.importing import import_export
from engine.service.registry import Registry
from engine.service.seeing import UnknownEncounter
from engine.store.port import Entry, Store

OK, BROKEN, UNREADABLE, UNPROVEN, INTERRUPTED = 0, 1, 2, 3, 130
PAGE = 500

Command = Callable[[argparse.Namespace, Settings], int]


class Wrong(SkaldError):
    """The command cannot do what it was asked; the message says what would help."""


# -- the words people type
def parser() -> argparse.ArgumentParser:
    """All commands and their help."""
    top = argparse.ArgumentParser(
        prog="skald",
        description="Skald keeps tabletop fights: it serves them, tells them again, and proves them.",
        epilog="Settings come from the environment (SKALD_...): see `skald serve --print-config`.",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Command, what: str, more: str = "") -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=what, description=f"{what[:1].upper()}{what[1:]}. {more}".strip())
        one.set_defaults(run=run)
        return one

    serve = command("serve", _serve, "serve the API", "Ctrl-C ends it; started again, every fight is there as it was.")
    serve.add_argument("--host", help="the address to listen on; 0.0.0.0 for all")
    serve.add_argument("--port", type=int, help="the port to listen on; 0 for any that is free")
    serve.add_argument("--data", type=Path, help="the folder the fights are kept in")
    serve.add_argument("--no-demo", action="store_true", help="do not make the demo fight")
    serve.add_argument("--print-config", action="store_true", help="print the settings in force, and end")

    token = command("token", _token, "make a token for a seat", "Whoever has it plays that seat.")
    token.add_argument("encounter", metavar="ENCOUNTER", help="the id of the fight")
    token.add_argument("seat", metavar="SEAT", help="the id of the seat, such as gm")
    token.add_argument("--hours", type=int, help="how long it serves; without this as SKALD_TOKEN_HOURS says")

    replay = command("replay", _replay, "tell a fight in words", "The GM's view of it: nothing is left out.")
    replay.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a file that `export` wrote")
    replay.add_argument("--at", type=int, metavar="N", help="stop at this version")
    replay.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")

    export = command("export", _export, "write a fight to a file", "NDJSON: one line per event, and a header.")
    export.add_argument("encounter", metavar="ID", help="the id of the fight")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to; without this to the terminal")
    export.add_argument("--seat", help="only what this seat may see; without this everything")

    bring = command(
        "import",
        _import,
        "bring a fight back from a file",
        "One that has ended comes back under its own id; any other as a fork with dice of its own.",
    )
    bring.add_argument("file", type=Path, metavar="FILE", help="a whole export")

    verify = command(
        "verify",
        _verify,
        "prove a file, offline",
        "Exit code 0: proven. 1: broken, and where. 2: unreadable. 3: nothing broken, but not all of it provable.",
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="an export; - for the standard input")

    command("systems", _systems, "list the rule systems that are installed")

    schema = command("schema", _schema, "print where the published contract stands, or write it")
    doing = schema.add_mutually_exclusive_group()
    doing.add_argument("--write", action="store_true", help="write the files in schemas/ again")
    doing.add_argument("--check", action="store_true", help="exit with 1 if they are not what the code makes")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    given = parser().parse_args(arguments)
    run: Command = given.run
    try:
        return run(given, from_environment(os.environ))
    except ExportUnreadable as error:
        return _fail(f"this file cannot be read: {error}", UNREADABLE)
    except (ConfigError, RegistrationError) as error:
        return _fail(str(error), UNREADABLE)
    except (SkaldError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # whoever read us has read enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        return _fail(str(error), BROKEN)
    except KeyboardInterrupt:
        return INTERRUPTED


def _fail(message: str, code: int) -> int:
    print(f"skald: {message}", file=sys.stderr)
    return code


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[int], object]]:
    """A bar on the terminal; nothing where nobody looks."""
    with tqdm(total=total, desc=what, unit=" events", leave=False, disable=None, file=sys.stderr) as bar:
        yield bar.update


# -- serving
def _serve(given: argparse.Namespace, settings: Settings) -> int:
    changes = {name: getattr(given, name) for name in ("host", "port", "data") if getattr(given, name) is not None}
    settings = structs.replace(settings, **changes)
    if given.print_config:
        from api.serve import printed

        print(printed(settings))
        return OK
    from api.serve import serve

    return serve(settings, demo=not given.no_demo)


def _token(given: argparse.Namespace, settings: Settings) -> int:
    from api.wiring import make_authority

    async def issue() -> str:
        async with opened(settings) as store:
            service = Encounters(store, Registry.installed())
            fight = (await service.glimpse(given.encounter, None)).position.state.fight
            seat = fight.seats.get(given.seat)
            if seat is None:
                raise Wrong(f"there is no seat {given.seat!r} at this table: {', '.join(fight.seats)}")
            epoch = (await service.epochs(given.encounter)).get(seat.seat, 0)
            issued = make_authority(settings).issue(
                given.encounter, seat.seat, seat.role, epoch=epoch, hours=given.hours
            )
            return issued.token

    if given.hours is not None and not 1 <= given.hours <= 8784:
        raise Wrong("a token serves 1 to 8784 hours")
    print(asyncio.run(issue()))
    return OK


# -- telling and proving
def _replay(given: argparse.Namespace, settings: Settings) -> int:
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
        print(line)
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
    with _progress(head.version, "reading") as more:
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


def _verify(given: argparse.Namespace, settings: Settings) -> int:
    try:
        export = _read(given.file)
    except OSError as error:
        return _fail(f"this file cannot be read: {error}", UNREADABLE)
    with _progress(len(export.events), "verifying") as more:
        report = audit(Registry.installed(), export.events, header=export.header, explain=True, progress=more)
    header = export.header
    whose = "everything" if header.seat is None else f"what the seat {header.seat} sees"
    print(f"encounter {header.encounter} of {header.system}, {whose}: {len(export.events)} events")
    for line in _verdicts(report):
        print(line)
    if report.broken:
        print(f"BROKEN at version {report.broken_at}")
        return BROKEN
    print("PROVEN" if report.proven else "nothing is broken, but not everything can be proven")
    return OK if report.proven else UNPROVEN


def _verdicts(report: AuditReport) -> Iterator[str]:
    for name, verdict in (("chain", report.chain), ("dice", report.dice), ("replay", report.replay)):
        where = f" at version {verdict.version}" if verdict.version is not None else ""
        said = verdict.state.lower().replace("_", " ") + where
        yield f"{name:<7} {said}: {verdict.detail}"


# -- files
def _export(given: argparse.Namespace, settings: Settings) -> int:
    entries, book = asyncio.run(_entries(given.encounter, settings, Registry.installed()))
    if given.seat is not None and given.seat not in (seats := fold_seats(book, entries)):
        raise Wrong(f"there is no seat {given.seat!r} at this table: {', '.join(seats)}")
    if given.output is None:
        _write(sys.stdout.buffer, entries, book, given.seat)
        return OK
    # Beside the place and then in it: nobody finds half a file.
    beside = given.output.with_name(f"{given.output.name}.part")
    with beside.open("wb") as file:
        _write(file, entries, book, given.seat)
    beside.replace(given.output)
    print(f"{given.output}: {len(entries)} events, head {entries[-1].hash}", file=sys.stderr)
    return OK


def fold_seats(book: Rulebook[Any], entries: Sequence[Entry]) -> tuple[str, ...]:
    """The seats at the table of a fight."""
    return tuple(fold(book, [_decoded(book, whole_event(entry)) for entry in entries]).state.fight.seats)


def _write(file: BinaryIO, entries: Sequence[Entry], book: Rulebook[Any], seat: str | None) -> None:
    with _progress(len(entries), "writing") as more:
        for line in export_lines(entries, book, seat):
            file.write(line)
            more(1)
    file.flush()


def _import(given: argparse.Namespace, settings: Settings) -> int:
    export = _read(given.file)

    async def bring() -> str:
        async with opened(settings, fresh=True) as store:
            with _progress(len(export.events), "proving") as more:
                done = await import_export(store, Registry.installed(), export, progress=more)
        if done.forked:
            return (
                f"{done.encounter}\nThis fight had not ended, and its dice secret is not in the file: it goes on as a "
                f"fork of {export.header.encounter} with dice of its own, at version {done.version}."
            )
        return f"{done.encounter}\nThis fight has ended; it is here again as it was, {done.version} events."

    print(asyncio.run(bring()))
    return OK


# -- what there is
def _systems(given: argparse.Namespace, settings: Settings) -> int:
    for id, book in Registry.installed().books.items():
        system = book.system
        print(f"{id}  {system.name}  rules {system.version}, {len(book.orders)} orders, {len(system.rules)} rule ids")
    return OK


def _schema(given: argparse.Namespace, settings: Settings) -> int:
    from api.publishing import contract
    from schemas.files import drift, write

    if given.write:
        for path in write(contract()):
            print(path)
        return OK
    changed = drift(contract())
    for name in changed:
        print(f"schemas/{name} is not what the code makes: run `skald schema --write`")
    if not changed:
        print("the published contract is what the code makes")
    return BROKEN if changed and given.check else OK


if __name__ == "__main__":
    sys.exit(main())
