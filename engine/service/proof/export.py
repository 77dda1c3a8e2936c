"""An encounter as a file: NDJSON that anybody can keep, read and prove.

    {"skald":1,"encounter":...,"system":...,"rules":n,"version":n,"hash":...,"seat":null,
     "signature":{"key":...,"value":...}}                                                     the header
    {"version":1,"hash":...,"public":{...}}                                                   one line per event
    {"version":2,"hash":...,"public":{...},"secret":{...},"salt":...,"to":["gm","ana"]}       ... with a secret part
    {"version":3,"hash":...,"public":{...},"digest":...}                                      ... which is withheld

version and hash of the header are those of the last event: its hash is the encounter's fingerprint. signature: the
server's signature of them (`engine.service.proof.signing`), if any. seat is null if the file holds
everything. Otherwise it holds what that seat may see, without `to`, because the seat may not know who else knows.
`public` and `secret` are the bytes that the hash chain covers (`engine.store.chain`), byte for byte.

A file has exactly one byte form. The members of a line are in the order above, each as canonical JSON, without white
space. Every line, including the last, ends in one line feed. Any other form of a line (a duplicate member, a needless
escape, `1.0` for `1`) is refused: two programs could read different encounters from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import EncounterCreated, EncounterForked
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import SkaldError
from engine.store.chain import digest
from engine.store.port import Entry, Head

FORMAT: Literal[1] = 1


class ExportUnreadable(SkaldError):
    """A file that is no export, or is too damaged to read. line: from 1; 0 if no single line is the cause."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class ExportAltered(ExportUnreadable):
    """A readable line that is not in the one byte form: it was not written by Skald."""


class HeadSignature(Struct, frozen=True, forbid_unknown_fields=True):
    """A signature of a head: see `signing`. key: the id of the public key; value: base64url."""

    key: str
    value: str


Sign = Callable[[str, Head], HeadSignature]
"""Signs a head of an encounter."""


class ExportHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. rules: the version of the rules at creation. seat: None: nothing is withheld."""

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
    """An event in a file.

    digest: of the secret part if that is withheld, else "". to: also None in a seat's file.
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
        """The digest of the secret part in the hash chain."""
        return self.digest or digest(self.salt, self.secret)

    @property
    def redacted(self) -> bool:
        """Whether something is withheld: the secret part, or its readers."""
        return bool(self.digest) or (self.secret is not None and self.to is None)

    def entry(self) -> Entry:
        """The event as a store entry. ValueError if something is withheld."""
        if self.redacted:
            raise ValueError(f"version {self.version} is not whole")
        return Entry(self.version, self.public, self.hash, self.secret, self.to, self.salt)


class Export(Struct, frozen=True):
    """A file that was read. It is not proven yet: see `audit`."""

    header: ExportHeader
    events: tuple[ExportedEvent, ...]


class Limits(Struct, frozen=True):
    """Limits for reading a file: bytes of a line, events, bytes of all lines; values of a line, of all lines.

    Values are counted by their separators, because a value of three bytes may become an object of a hundred.
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


def _no_fraction(number: str) -> object:
    raise ValueError(f"{number[:40]} is no whole number")


_header = msgspec.json.Decoder(ExportHeader)
_line = msgspec.json.Decoder(_Line)
_first = msgspec.json.Decoder(dict[str, object])
_any = msgspec.json.Decoder(float_hook=_no_fraction)


# -- writing
def whole_event(entry: Entry) -> ExportedEvent:
    """An entry with nothing withheld."""
    return ExportedEvent(entry.version, entry.hash, entry.public, entry.secret, entry.to, entry.salt)


def seen_event(entry: Entry, seat: str) -> ExportedEvent:
    """An entry as a seat may keep it: with the secret part only if the seat is among its readers."""
    if entry.secret is None:
        return ExportedEvent(entry.version, entry.hash, entry.public)
    if entry.to is not None and seat in entry.to:
        return ExportedEvent(entry.version, entry.hash, entry.public, entry.secret, None, entry.salt)
    return ExportedEvent(entry.version, entry.hash, entry.public, digest=digest(entry.salt, entry.secret))


def header_for(
    entries: Sequence[Entry], book: Rulebook[Any], seat: str | None, sign: Sign | None = None
) -> ExportHeader:
    """The header for an export of all entries. ValueError if they do not begin with the creation."""
    if not entries:
        raise ValueError("a fight begins with EncounterCreated")
    encounter, last = "", entries[-1]
    for entry in entries:
        # A fork holds its parent's events, and uses its own id from the fork on.
        if b'"type":"EncounterForked"' in entry.public:
            forked = book.codec.decode(entry.public).event
            encounter = forked.encounter if isinstance(forked, EncounterForked) else encounter
    return stored_header(encounter, entries[0], Head(last.version, last.hash), book, seat, sign)


def stored_header(
    encounter: str, first: Entry, head: Head, book: Rulebook[Any], seat: str | None, sign: Sign | None = None
) -> ExportHeader:
    """The header of an encounter's export. encounter: "": the id in the first event. ValueError if there is none."""
    created = book.codec.decode(first.public).event
    if not isinstance(created, EncounterCreated):
        raise ValueError("a fight begins with EncounterCreated")
    encounter = encounter or created.encounter
    return ExportHeader(
        encounter=encounter,
        system=created.system,
        rules=created.rules,
        version=head.version,
        hash=head.hash,
        seat=seat,
        signature=UNSET if sign is None else sign(encounter, head),
    )


def header_line(header: ExportHeader) -> bytes:
    """The first line, with its line feed."""
    return msgspec.json.encode(header) + b"\n"


def export_line(entry: Entry, seat: str | None) -> bytes:
    """The line of one event for a seat (None: whole), with its line feed."""
    return event_line(whole_event(entry) if seat is None else seen_event(entry, seat))


def event_line(event: ExportedEvent) -> bytes:
    """The one byte form of an event's line, with its line feed."""
    line: dict[str, object] = {"version": event.version, "hash": event.hash, "public": msgspec.Raw(event.public)}
    if event.secret is not None:
        line |= {"secret": msgspec.Raw(event.secret), "salt": event.salt}
        if event.to is not None:
            line["to"] = event.to
    if event.digest:
        line["digest"] = event.digest
    return msgspec.json.encode(line) + b"\n"


def export_lines(
    entries: Sequence[Entry], book: Rulebook[Any], seat: str | None, sign: Sign | None = None
) -> Iterator[bytes]:
    """The whole file, line by line, as a seat may see it; None: nothing is withheld. entries: the whole stream."""
    yield header_line(header_for(entries, book, seat, sign))
    for entry in entries:
        yield export_line(entry, seat)


# -- reading
def read_export(file: BinaryIO, limits: Limits = Limits()) -> Export:  # noqa: B008 (frozen)
    """Read an export from a file; a readable file may still be forged.

    ExportUnreadable names the line; ExportAltered if the line is not in the one byte form.
    """
    return export_of(lines_of(file, limits))


def export_of(lines: Iterator[bytes]) -> Export:
    """An export from its lines. Raises what `read_export` does."""
    try:
        first = next(lines)
    except StopIteration:
        raise ExportUnreadable(1, "the file is empty") from None
    header = read_header(first)
    events = tuple(_read_event(number, line, header.seat) for number, line in enumerate(lines, 2))
    if not events:
        raise ExportUnreadable(2, "there is no event")
    return Export(header, events)


def lines_of(file: BinaryIO, limits: Limits) -> Iterator[bytes]:
    """The lines of a file one by one, each with its line feed. ExportUnreadable for what is beyond the limits."""
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


def read_header(line: bytes) -> ExportHeader:
    """The header in a first line, with its line feed. ExportUnreadable, or ExportAltered, if it is none."""
    try:
        found = _first.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExportUnreadable(1, f"this is no export of Skald: {_reason(error)}") from error
    if found.get("skald") != FORMAT:
        raise ExportUnreadable(1, f'this is no export of Skald that can be read here: it has no "skald":{FORMAT}')
    try:
        header = _header.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExportUnreadable(1, f"the header cannot be read: {_reason(error)}") from error
    _check_form(1, line, header_line(header))
    return header


def _check_form(number: int, line: bytes, written: bytes) -> None:
    """ExportAltered if a line differs from its content written again."""
    if line != written:
        shorter = min(len(line), len(written))
        place = next((at for at in range(shorter) if line[at] != written[at]), shorter)
        reason = "a file has one form only: no blanks, no member twice, no other order, escapes or line ends"
        raise ExportAltered(number, f"this is not as Skald writes it from byte {place + 1} on: {reason}")


def _check_part(number: int, part: bytes) -> None:
    """ExportAltered if the public or secret part of an event is not canonical JSON."""
    try:
        written = canonical(_any.decode(part))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExportAltered(number, f"an event that is not canonical JSON: {_reason(error)}") from error
    _check_form(number, part, written)


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
    event = ExportedEvent(line.version, line.hash, bytes(line.public), secret, line.to, line.salt, line.digest)
    _check_form(number, data, event_line(event))
    for part in (event.public, event.secret):
        if part is not None:
            _check_part(number, part)
    return event
