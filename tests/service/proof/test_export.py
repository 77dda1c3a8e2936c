"""A file holds a fight byte for byte, proves it, and becomes a fight again."""

from __future__ import annotations

import io
import random

import msgspec
import pytest
from msgspec import structs

from engine.service.proof.audit import audit
from engine.service.proof.export import (
    Export,
    ExportedEvent,
    ExportUnreadable,
    Limits,
    export_lines,
    header_for,
    read_export,
    seen_event,
    whole_event,
)
from engine.store.port import Entry
from tests.support.fights.played import BOOK, REGISTRY, stream


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended."""
    return stream(seed=3)


def file_of(entries: list[Entry], seat: str | None = None) -> bytes:
    return b"".join(export_lines(entries, BOOK, seat))


def read(data: bytes, limits: Limits = Limits()) -> Export:  # noqa: B008 (frozen)
    return read_export(io.BytesIO(data), limits)


# -- the form
def test_a_file_holds_every_entry_byte_for_byte(fight: list[Entry]) -> None:
    export = read(file_of(fight))
    assert [event.entry() for event in export.events] == fight
    assert file_of([event.entry() for event in export.events]) == file_of(fight)


def test_the_header_names_the_fight_and_its_fingerprint(fight: list[Entry]) -> None:
    first = file_of(fight).splitlines()[0]
    assert msgspec.json.decode(first) == {
        "skald": 1,
        "encounter": msgspec.json.decode(fight[0].public)["data"]["encounter"],
        "system": "fantasia",
        "rules": BOOK.system.version,
        "version": len(fight),
        "hash": fight[-1].hash,
        "seat": None,
    }


def test_a_fork_goes_by_its_own_id() -> None:
    entries = stream(fork=True)
    export = read(file_of(entries))
    assert export.header.encounter != msgspec.json.decode(entries[0].public)["data"]["encounter"]
    assert audit(REGISTRY, export.events, header=export.header).chain.state == "PROVEN"


def test_a_stream_without_its_creation_is_not_exported(fight: list[Entry]) -> None:
    for entries in ([], fight[1:]):
        with pytest.raises(ValueError, match="begins with EncounterCreated"):
            header_for(entries, BOOK, None)


@pytest.mark.parametrize("seat", ["gm", "ana", "ben", "eve"])
def test_a_seat_gets_the_secrets_meant_for_it_and_no_others(fight: list[Entry], seat: str) -> None:
    data = file_of(fight, seat)
    export = read(data)
    assert export.header.seat == seat
    for entry, event in zip(fight, export.events, strict=True):
        meant = entry.to is not None and seat in entry.to
        assert event.secret == (entry.secret if meant else None)
        assert event.salt == (entry.salt if meant else "")
        assert bool(event.digest) == (entry.secret is not None and not meant)
        assert event == seen_event(entry, seat)
    assert b'"to":[' not in b"".join(line[:0] or _outer(line) for line in data.splitlines()[1:])
    report = audit(REGISTRY, export.events, header=export.header)
    assert [v.state for v in report.verdicts] == ["PROVEN", "PROVEN", "NOT_PROVABLE"]


def _outer(line: bytes) -> bytes:
    """A line without the events in it."""
    return b",".join(b'"to":[' if name == "to" else b"" for name in msgspec.json.decode(line))


# -- what cannot be read
def test_whatever_is_no_export_is_refused_with_its_line(fight: list[Entry]) -> None:
    good = file_of(fight).splitlines(keepends=True)
    seats = file_of(fight, "ana").splitlines(keepends=True)
    secret = next(n for n, line in enumerate(good) if b'"secret"' in line)
    withheld = next(line for line in seats if b'"digest"' in line)
    cases: list[tuple[int, list[bytes]]] = [
        (1, []),
        (1, [b"\n"]),
        (1, [b"hello\n"]),
        (1, [b"[1]\n"]),
        (1, [b"\xff\xfe\n"]),
        (1, [b"[" * 10_000]),
        (1, [good[0].replace(b'"skald":1', b'"skald":2'), *good[1:]]),
        (1, [good[0].replace(b'"seat"', b'"seal"'), *good[1:]]),
        (2, [good[0]]),
        (3, [*good[:2], b"\n", *good[2:]]),
        (3, [*good[:2], b"{}\n"]),
        (3, [*good[:2], good[2].rstrip(b"\n") + good[3]]),
        (4, [*good[:3], b'{"version":1,"hash":"","public":' + b"[" * 10_000]),
        (4, [*good[:3], good[3].replace(b'"hash"', b'"hush"', 1)]),
        (secret + 1, [*good[:secret], good[secret].replace(b'"salt"', b'"malt"')]),
        (secret + 1, [*good[:secret], good[secret].replace(b'"secret"', b'"sacred"', 1)]),
        (3, [*good[:2], withheld]),
        (3, [*seats[:2], good[secret]]),
    ]
    for line, parts in cases:
        with pytest.raises(ExportUnreadable) as caught:
            read(b"".join(parts))
        assert caught.value.line == line, parts[:1]
        assert caught.value.reason


def test_a_file_is_not_read_beyond_its_limits(fight: list[Entry]) -> None:
    """Neither a line, nor the number of events, nor the whole."""
    data = file_of(fight)
    with pytest.raises(ExportUnreadable, match="longer than 100 bytes"):
        read(data, Limits(line=100))
    with pytest.raises(ExportUnreadable, match=r"line 12: more than 10 events"):
        read(data, Limits(events=10))
    with pytest.raises(ExportUnreadable, match="the file is longer than 5000 bytes"):
        read(data, Limits(total=5000))

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    with pytest.raises(ExportUnreadable, match="line 1: longer than"):
        read_export(io.BufferedReader(Endless()))


# -- one byte
def verdict(data: bytes) -> str:
    """Where a file is bad, in words; "" where nothing is wrong with it."""
    try:
        export = read(data)
    except ExportUnreadable as error:
        return f"line {error.line}"
    report = audit(REGISTRY, export.events, header=export.header)
    return f"version {report.broken_at}" if report.broken else ""


def changed(data: bytes, at: int, chance: random.Random) -> bytes:
    other = chance.choice([b for b in b'0aZ"{},:x\n ' if b != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :]


@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("seat", [None, "ana"])
def test_one_changed_byte_anywhere_is_found_where_it_is(fight: list[Entry], part: int, seat: str | None) -> None:
    """Every position of the header; of the rest, in twenty parts, a handful each, and every kind of place in a line."""
    chance = random.Random(part)
    data = file_of(fight, seat)
    start = data.index(b"\n") + 1
    places = list(range(start))[part::20] + chance.sample(range(start, len(data) - 1), 25)
    for at in places:
        line = data.count(b"\n", 0, at) + 1
        said = verdict(changed(data, at, chance))
        found = int(said.split()[1]) if said else 0
        if line == 1:
            assert said, f"byte {at} of the header"
        elif said.startswith("line"):
            assert found in (line, line + 1), f"byte {at}, line {line}: {said}"
        else:
            assert found == line - 1, f"byte {at}, version {line - 1}: {said}"


def test_every_byte_of_one_line_counts(fight: list[Entry]) -> None:
    """The one with a secret part: keys, hash, salt, audience and all."""
    data = file_of(fight)
    lines = data.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if b'"salt"' in line and n > 1)
    start, chance = sum(map(len, lines[:number])), random.Random(7)
    shorter = read(data).events[number - 1]
    for at in range(start, start + len(lines[number]), 3):
        said = verdict(changed(data, at, chance))
        assert said in (f"version {shorter.version}", f"line {number + 1}", f"line {number + 2}"), at


def test_lines_lost_exchanged_or_repeated_are_found(fight: list[Entry]) -> None:
    lines = file_of(fight).splitlines(keepends=True)
    end = len(fight)
    for cut in (1, 2, end // 2):
        assert verdict(b"".join(lines[:-cut])) == f"version {end - cut + 1}"
    assert verdict(b"".join([*lines[:20], *lines[21:]])) == "version 20"
    assert verdict(b"".join([*lines[:20], lines[21], lines[20], *lines[22:]])) == "version 20"
    assert verdict(b"".join([*lines[:21], *lines[20:]])) == "version 21"
    assert verdict(b"".join([*lines, lines[-1]])) == f"version {end + 1}"


def test_a_header_of_another_fight_is_found(fight: list[Entry]) -> None:
    export = read(file_of(fight))
    for other in (
        {"encounter": "0" * 20},
        {"system": "chess"},
        {"rules": 9},
        {"version": 3},
        {"hash": ""},
        {"seat": "an"},
    ):
        header = structs.replace(export.header, **other)
        assert audit(REGISTRY, export.events, header=header).chain.state == "BROKEN"


def test_only_a_whole_event_becomes_an_entry(fight: list[Entry]) -> None:
    secret = next(entry for entry in fight if entry.secret is not None)
    assert whole_event(secret).entry() == secret
    for seat in ("gm", "stranger"):
        with pytest.raises(ValueError, match="is not whole"):
            seen_event(secret, seat).entry()
    assert isinstance(seen_event(secret, "gm"), ExportedEvent)
