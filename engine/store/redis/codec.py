"""What lies in Redis and what the port speaks of: pairs of functions over bytes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import msgspec

from engine.store import port

Fields = dict[bytes, bytes]
Row = tuple[bytes, Fields]
"""A stream's entry as the client gives it: its id and its fields."""

_to = msgspec.json.Decoder(tuple[str, ...])


def format_id(version: int) -> str:
    """The stream id of a version."""
    return f"{version}-0"


def parse_id(id: bytes) -> int:
    """The version of a stream id."""
    return int(id.partition(b"-")[0])


def format_entry(entry: port.Entry) -> tuple[bytes, str, bytes, bytes, str]:
    """The five arguments of one event in append.lua."""
    to = b"" if entry.to is None else msgspec.json.encode(entry.to)
    return entry.public, entry.hash, entry.secret or b"", to, entry.salt


def format_grounds(seat: str, grounds: port.Grounds) -> list[str | int]:
    """The arguments of append.lua that stand before the events: the last of them are as many as there are pairs."""
    epoch = "" if grounds.epoch is None else grounds.epoch
    if grounds.preferences is None:
        return [seat, epoch, ""]
    return [seat, epoch, len(grounds.preferences), *chain.from_iterable(grounds.preferences.items())]


def parse_entry(row: Row) -> port.Entry:
    """The event of a stream's entry."""
    id, fields = row
    to = fields.get(b"to")
    return port.Entry(
        version=parse_id(id),
        public=fields[b"event"],
        hash=fields[b"hash"].decode(),
        secret=fields.get(b"secret"),
        to=None if to is None else _to.decode(to),
        salt=fields.get(b"salt", b"").decode(),
    )


def parse_entries(rows: Iterable[Row]) -> list[port.Entry]:
    """The events of a range of a stream."""
    return [parse_entry(row) for row in rows]


def parse_head(rows: list[Row]) -> port.Head:
    """The head, from a range that holds the stream's last entry, if there is one."""
    if not rows:
        return port.NOTHING
    id, fields = rows[0]
    return port.Head(parse_id(id), fields[b"hash"].decode())


def parse_remembered(value: bytes | None) -> port.Remembered | None:
    """What is kept of a command's key."""
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


def parse_listed(encounter: str, fields: Fields) -> port.Listed:
    """A line of a listing, from a fight's `meta`."""
    texts = parse_texts(fields)
    figures = port.Figures(
        system=texts["system"],
        name=texts["name"],
        status=texts["status"],
        created=texts["created"],
        updated=texts["updated"],
    )
    return port.Listed(encounter, int(texts["version"]), figures)


def format_snapshot(snapshot: port.Snapshot) -> bytes:
    """A snapshot as one value; its version is the name of its field."""
    return snapshot.hash.encode() + b"\n" + snapshot.body


def parse_snapshot(version: int, value: bytes) -> port.Snapshot:
    """A snapshot from its field."""
    hash, _, body = value.partition(b"\n")
    return port.Snapshot(version, hash.decode(), body)


def format_newest(newest: port.Newest) -> bytes:
    """A snapshot with all that its place does not say of it."""
    return f"{newest.code} {newest.snapshot.version} ".encode() + format_snapshot(newest.snapshot)


def parse_newest(value: bytes | None) -> port.Newest | None:
    """The other way; None where there is none."""
    if value is None:
        return None
    code, version, rest = value.split(b" ", 2)
    return port.Newest(code.decode(), parse_snapshot(int(version), rest))


def format_due(due: port.Due) -> str:
    """A deadline's member; its time is the score."""
    return f"{due.encounter} {due.decision}"


def parse_due(member: bytes, score: float) -> port.Due:
    """A deadline from member and score."""
    encounter, decision = member.decode().rsplit(" ", 1)
    return port.Due(encounter, int(decision), int(score))


def format_epoch(encounter: str, seat: str, epoch: int) -> str:
    """A revocation as it is announced. The seat stands last, so it may be any text."""
    return f"{encounter} e{epoch} {seat}"


def parse_hint(data: bytes) -> port.Hint | None:
    """A word of the wake channel; None for one we do not understand (a newer process may say more)."""
    match data.decode(errors="replace").split(" ", 2):
        case [encounter, version] if version.isdecimal():
            return port.Hint(encounter, int(version))
        case [encounter, epoch, seat] if epoch[:1] == "e" and epoch[1:].isdecimal():
            return port.Hint(encounter, 0, seat=seat, epoch=int(epoch[1:]))
    return None
