"""Conversion between Redis data and the port's types: pairs of functions over bytes."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec

from engine.store import port

Fields = dict[bytes, bytes]
Row = tuple[bytes, Fields]
"""A stream entry as the client returns it: id and fields."""

DAMAGED = "damaged"
"""Replaces the hash of an event whose list of readers was altered."""

_to = msgspec.json.Decoder(tuple[str, ...])


def format_id(version: int) -> str:
    """The stream id of a version."""
    return f"{version}-0"


def parse_id(id: bytes) -> int:
    """The version of a stream id."""
    return int(id.partition(b"-")[0])


def format_entry(entry: port.Entry) -> tuple[bytes, str, bytes, bytes, str]:
    """The five arguments of one event in append.lua."""
    return entry.public, entry.hash, entry.secret or b"", _format_to(entry.to, entry.hash), entry.salt


def format_conditions(seat: str, conditions: port.AppendConditions) -> list[str | int]:
    """The arguments of append.lua before the events; two per preference at the end."""
    epoch = "" if conditions.epoch is None else conditions.epoch
    if conditions.preferences is None:
        return [seat, epoch, ""]
    return [seat, epoch, len(conditions.preferences), *chain.from_iterable(conditions.preferences.items())]


def parse_entry(row: Row) -> port.Entry:
    """The event of a stream entry. A damaged one is still read, but breaks the chain."""
    id, fields = row
    hash, secret = fields.get(b"hash", b"").decode(errors="replace"), fields.get(b"secret")
    to = _parse_to(fields.get(b"to"), hash)
    unreadable = (to is None) != (secret is None)
    return port.Entry(
        version=parse_id(id),
        public=fields.get(b"event", b""),
        hash=DAMAGED if unreadable else hash,
        secret=secret,
        to=to,
        salt=fields.get(b"salt", b"").decode(errors="replace"),
    )


def _format_to(to: tuple[str, ...] | None, hash: str) -> bytes:
    """The readers of a secret part, with a checksum bound to their event: the chain does not cover them."""
    if to is None:
        return b""
    names = msgspec.json.encode(to)
    return b"%s %08x" % (names, zlib.crc32(hash.encode() + names))


def _parse_to(value: bytes | None, hash: str) -> tuple[str, ...] | None:
    """The reverse; None if missing or damaged."""
    if value is None:
        return None
    names, _, _ = value.rpartition(b" ")
    try:
        to = _to.decode(names)
    except (msgspec.MsgspecError, ValueError):
        return None
    return to if _format_to(to, hash) == value else None


def parse_entries(rows: Iterable[Row]) -> list[port.Entry]:
    """The events of a range of a stream."""
    return [parse_entry(row) for row in rows]


def parse_head(rows: list[Row]) -> port.Head:
    """The head, from a range with the stream's last entry, if any."""
    if not rows:
        return port.NOTHING
    id, fields = rows[0]
    return port.Head(parse_id(id), fields.get(b"hash", b"").decode(errors="replace"))


def parse_remembered(value: bytes | None) -> port.Remembered | None:
    """The stored result of a command's key."""
    if value is None:
        return None
    fingerprint, first, last = value.decode().rsplit(" ", 2)
    return port.Remembered(fingerprint, int(first), int(last))


def parse_texts(fields: Fields) -> dict[str, str]:
    """A hash of texts."""
    return {name.decode(): value.decode() for name, value in fields.items()}


def parse_numbers(fields: Fields) -> dict[str, int]:
    """A hash of numbers."""
    return {name.decode(): int(value) for name, value in fields.items()}


def parse_listed(encounter: str, fields: Fields, standing: port.Standing) -> port.ListedFight:
    """A row of a listing, from an encounter's `meta` and its standing."""
    texts = parse_texts(fields)
    figures = port.ListingFigures(
        system=texts["system"],
        name=texts["name"],
        status=texts["status"],
        created=texts["created"],
        updated=texts["updated"],
    )
    return port.ListedFight(encounter, int(texts["version"]), figures, standing)


def parse_standing(fields: Fields) -> port.Standing:
    """The standing of an encounter, from its hash."""
    texts = parse_texts(fields)
    return port.Standing(texts.get("host", ""), texts.get("archived") == "1", texts.get("published", ""))


def parse_host(id: str, fields: Fields) -> port.HostRecord:
    """A host's record; parts that were never written are empty."""
    texts = parse_texts(fields)
    return port.HostRecord(id, texts.get("name", ""), texts.get("created", ""))


def format_snapshot(snapshot: port.Snapshot) -> bytes:
    """A snapshot as one value; its version is the field name."""
    return snapshot.hash.encode() + b"\n" + snapshot.body


def parse_snapshot(version: int, value: bytes) -> port.Snapshot:
    """A snapshot from its field."""
    hash, _, body = value.partition(b"\n")
    return port.Snapshot(version, hash.decode(), body)


def format_newest(newest: port.LatestSnapshot) -> bytes:
    """The newest snapshot as one value, with its code and version."""
    return f"{newest.code} {newest.snapshot.version} ".encode() + format_snapshot(newest.snapshot)


def parse_newest(value: bytes | None) -> port.LatestSnapshot | None:
    """The reverse; None if there is none."""
    if value is None:
        return None
    code, version, rest = value.split(b" ", 2)
    return port.LatestSnapshot(code.decode(), parse_snapshot(int(version), rest))


def format_due(due: port.Due) -> str:
    """A deadline's sorted set member; its time is the score."""
    return f"{due.encounter} {due.decision}"


def parse_due(member: bytes, score: float) -> port.Due:
    """A deadline from member and score."""
    encounter, decision = member.decode().rsplit(" ", 1)
    return port.Due(encounter, int(decision), int(score))


def format_tick(tick: port.Tick) -> str:
    """The time of a process. The machine comes last, as it may have no name."""
    return f"{tick.elapsed} {tick.now} {tick.machine}"


def parse_tick(kept: bytes) -> port.Tick:
    """The reverse of `format_tick`."""
    elapsed, now, machine = kept.decode().split(" ", 2)
    return port.Tick(machine, int(elapsed), int(now))


def format_epoch(encounter: str, seat: str, epoch: int) -> str:
    """The announcement of a revocation. The seat comes last, so it may be any text."""
    return f"{encounter} e{epoch} {seat}"


def format_damaged(encounter: str, version: int) -> str:
    """The announcement that an encounter was marked as damaged."""
    return f"{encounter} d{version}"


def format_present(encounter: str) -> str:
    """The message that other seats watch by now."""
    return f"{encounter} p"


def format_webhooks(encounter: str) -> str:
    """The message that webhooks of an encounter, or their letters, were changed."""
    return f"{encounter} h"


def parse_present(fields: Mapping[bytes, bytes], now: int) -> dict[str, int]:
    """The streams of each seat that still count."""
    streams: dict[str, int] = {}
    for field, value in fields.items():
        _, _, seat = field.decode(errors="replace").partition(" ")
        match value.split():
            case [count, until] if count.isdigit() and until.isdigit() and int(until) > now:
                streams[seat] = streams.get(seat, 0) + int(count)
    return streams


def parse_notification(data: bytes) -> port.Notification | None:
    """A message of the wake channel; None for an unknown one (a newer process may send others)."""
    match data.decode(errors="replace").split(" ", 2):
        case [encounter, "p"]:
            return port.Notification(encounter, 0, present=True)
        case [encounter, "h"]:
            return port.Notification(encounter, 0, webhooks=True)
        case [encounter, version] if version.isdecimal():
            return port.Notification(encounter, int(version))
        case [encounter, damaged] if damaged[:1] == "d" and damaged[1:].isdecimal():
            return port.Notification(encounter, 0, damaged=int(damaged[1:]))
        case [encounter, epoch, seat] if epoch[:1] == "e" and epoch[1:].isdecimal():
            return port.Notification(encounter, 0, seat=seat, epoch=int(epoch[1:]))
    return None
