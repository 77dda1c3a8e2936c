"""A fight as a file: NDJSON that anybody can keep, read and prove.

    {"skald":1,"encounter":...,"system":...,"rules":n,"version":n,"hash":...,"seat":null,
     "signature":{"key":...,"value":...}}                                                     the header
    {"version":1,"hash":...,"public":{...}}                                                   one line per event
    {"version":2,"hash":...,"public":{...},"secret":{...},"salt":...,"to":["gm","ana"]}       ... with a secret part
    {"version":3,"hash":...,"public":{...},"digest":...}                                      ... which is withheld

version and hash of the header are those of the last event: its hash is the fight's fingerprint. signature: the
server's word for them (`engine.service.signing`), where it was given. seat is null where the
file holds everything; else it holds what that seat may see, and `to` is left out, for who else knows is not that
seat's business. `public` and `secret` are the bytes that the hash chain covers (`engine.store.chain`), byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.kernel.errors import SkaldError
from engine.kernel.events import EncounterCreated, EncounterForked
from engine.kernel.rulebook import Rulebook
from engine.store.chain import digest
from engine.store.port import Entry, Head

FORMAT: Literal[1] = 1


class ExportUnreadable(SkaldError):
    """A file that is no export, or is damaged beyond reading. line: from 1; 0 where no line is to blame."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class HeadSignature(Struct, frozen=True, forbid_unknown_fields=True):
    """Who vouches for a head, and how: see `signing`. key: the id of the public key; value: base64url."""

    key: str
    value: str


Sign = Callable[[str, Head], HeadSignature]
"""Signs a head of an encounter."""


class ExportHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. rules: the version of the rules the fight was created under. seat: None: nothing is withheld."""

    skald: Literal[1] = FORMAT
    encounter: str
    system: str
    rules: int
    version: int
    hash: str
    seat: str | None
    signature: HeadSignature | UnsetType = UNSET

    @property
    def head(self) -> Head:
        return Head(self.version, self.hash)


class ExportedEvent(Struct, frozen=True):
    """An event as a file holds it.

    digest: of the secret part where that is withheld, else "". to: None also in what a seat may keep of it.
    """

    version: int
    hash: str
    public: bytes
    secret: bytes | None = None
    to: tuple[str, ...] | None = None
    salt: str = ""
    digest: str = ""

    @property
    def chained(self) -> str:
        """What stands in the hash chain for the secret part."""
        return self.digest or digest(self.salt, self.secret)

    @property
    def redacted(self) -> bool:
        """Whether something is withheld: the secret part, or for whom it is."""
        return bool(self.digest) or (self.secret is not None and self.to is None)

    def entry(self) -> Entry:
        """As a store keeps it. ValueError where it is what a seat may keep of it."""
        if self.redacted:
            raise ValueError(f"version {self.version} is not whole")
        return Entry(self.version, self.public, self.hash, self.secret, self.to, self.salt)


class Export(Struct, frozen=True):
    """A file that was read. Nothing is proven by that: see `audit`."""

    header: ExportHeader
    events: tuple[ExportedEvent, ...]


class Limits(Struct, frozen=True):
    """How much of a file is read: bytes of a line, events, bytes of all lines; values of a line, of all lines.

    Values are counted by what separates them: one of three bytes would become an object of a hundred.
    """

    line: int = 4 << 20
    events: int = 200_000
    total: int = 256 << 20
    values: int = 200_000
    all_values: int = 10_000_000


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    hash: str
    public: msgspec.Raw
    secret: msgspec.Raw = msgspec.Raw(b"")
    to: tuple[str, ...] | None = None
    salt: str = ""
    digest: str = ""


_SEPARATORS = (b",", b"[", b"{")

_header = msgspec.json.Decoder(ExportHeader)
_line = msgspec.json.Decoder(_Line)
_first = msgspec.json.Decoder(dict[str, object])


# -- writing
def whole_event(entry: Entry) -> ExportedEvent:
    """All of an entry."""
    return ExportedEvent(entry.version, entry.hash, entry.public, entry.secret, entry.to, entry.salt)


def seen_event(entry: Entry, seat: str) -> ExportedEvent:
    """What a seat may keep of an entry: the secret part only where it is among those meant."""
    if entry.secret is None:
        return ExportedEvent(entry.version, entry.hash, entry.public)
    if entry.to is not None and seat in entry.to:
        return ExportedEvent(entry.version, entry.hash, entry.public, entry.secret, None, entry.salt)
    return ExportedEvent(entry.version, entry.hash, entry.public, digest=digest(entry.salt, entry.secret))


def header_for(
    entries: Sequence[Entry], book: Rulebook[Any], seat: str | None, sign: Sign | None = None
) -> ExportHeader:
    """The header of an export of all of a fight's entries. ValueError where they do not begin with its creation."""
    created = book.codec.decode(entries[0].public).event if entries else None
    if not isinstance(created, EncounterCreated):
        raise ValueError("a fight begins with EncounterCreated")
    encounter, last = created.encounter, entries[-1]
    for entry in entries:
        # A fork holds its parent's events, and goes by its own id from the fork on.
        if b'"type":"EncounterForked"' in entry.public:
            forked = book.codec.decode(entry.public).event
            encounter = forked.encounter if isinstance(forked, EncounterForked) else encounter
    return ExportHeader(
        encounter=encounter,
        system=created.system,
        rules=created.rules,
        version=last.version,
        hash=last.hash,
        seat=seat,
        signature=UNSET if sign is None else sign(encounter, Head(last.version, last.hash)),
    )


def header_line(header: ExportHeader) -> bytes:
    """The first line, with its end."""
    return msgspec.json.encode(header) + b"\n"


def export_line(entry: Entry, seat: str | None) -> bytes:
    """The line of one event for a seat (None: whole), with its end."""
    event = whole_event(entry) if seat is None else seen_event(entry, seat)
    line: dict[str, object] = {"version": event.version, "hash": event.hash, "public": msgspec.Raw(event.public)}
    if event.secret is not None:
        line |= {"secret": msgspec.Raw(event.secret), "salt": event.salt}
        if seat is None:
            line["to"] = event.to
    if event.digest:
        line["digest"] = event.digest
    return msgspec.json.encode(line) + b"\n"


def export_lines(
    entries: Sequence[Entry], book: Rulebook[Any], seat: str | None, sign: Sign | None = None
) -> Iterator[bytes]:
    """The whole file, line by line, as a seat may have it; None: nothing is withheld. entries: all of a fight's."""
    yield header_line(header_for(entries, book, seat, sign))
    for entry in entries:
        yield export_line(entry, seat)


# -- reading
def read_export(file: BinaryIO, limits: Limits = Limits()) -> Export:  # noqa: B008 (frozen)
    """The export that a file holds. ExportUnreadable names the line; what can be read may still be forged."""
    lines = _lines(file, limits)
    try:
        first = next(lines)
    except StopIteration:
        raise ExportUnreadable(1, "the file is empty") from None
    header = _read_header(first)
    events = tuple(_read_event(number, line, header.seat) for number, line in enumerate(lines, 2))
    if not events:
        raise ExportUnreadable(2, "there is no event")
    return Export(header, events)


def _lines(file: BinaryIO, limits: Limits) -> Iterator[bytes]:
    total = number = all_values = 0
    while line := file.readline(limits.line + 1):
        number += 1
        total += len(line)
        if len(line) > limits.line:
            raise ExportUnreadable(number, f"longer than {limits.line} bytes")
        if number > limits.events + 1:
            raise ExportUnreadable(number, f"more than {limits.events} events")
        if total > limits.total:
            raise ExportUnreadable(number, f"the file is longer than {limits.total} bytes")
        values = sum(map(line.count, _SEPARATORS))
        all_values += values
        if values > limits.values:
            raise ExportUnreadable(number, f"more than {limits.values} values in a line")
        if all_values > limits.all_values:
            raise ExportUnreadable(number, f"more than {limits.all_values} values in the file")
        yield line


def _reason(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _read_header(line: bytes) -> ExportHeader:
    try:
        found = _first.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExportUnreadable(1, f"this is no export of Skald: {_reason(error)}") from error
    if found.get("skald") != FORMAT:
        raise ExportUnreadable(1, f'this is no export of Skald that can be read here: it has no "skald":{FORMAT}')
    try:
        return _header.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExportUnreadable(1, f"the header cannot be read: {_reason(error)}") from error


def _read_event(number: int, data: bytes, seat: str | None) -> ExportedEvent:
    try:
        line = _line.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExportUnreadable(number, f"this event cannot be read: {_reason(error)}") from error
    secret = bytes(line.secret) or None
    if (secret is not None) != bool(line.salt):
        raise ExportUnreadable(number, "a secret part and its salt belong together")
    if (secret is not None and seat is None) != (line.to is not None):
        raise ExportUnreadable(number, 'a whole export names in "to" who sees a secret part, any other does not')
    if line.digest and (secret is not None or seat is None):
        raise ExportUnreadable(number, "a digest stands only where the secret part is withheld from the header's seat")
    return ExportedEvent(line.version, line.hash, bytes(line.public), secret, line.to, line.salt, line.digest)
