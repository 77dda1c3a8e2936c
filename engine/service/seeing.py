"""What a seat is shown of a fight: its events, and its state at a version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from engine.kernel.errors import RuleRefusal
from engine.kernel.fight import State
from engine.kernel.messages import Recorded
from engine.kernel.position import Position
from engine.kernel.rulebook import Rulebook
from engine.service import clock
from engine.service.line import Line
from engine.store.chain import digest
from engine.store.ids import created_ms
from engine.store.port import Entry, Head


class UnknownEncounter(RuleRefusal):
    """There is no such fight, or not for this seat."""

    def __init__(self, encounter: str) -> None:
        super().__init__(f"there is no encounter {encounter!r}", code="UNKNOWN", field="encounter")


class Told(Struct, frozen=True):
    """An event as a seat sees it: whole, its public part, or a bare Hidden. digest: "" where nothing is withheld."""

    recorded: Recorded
    hash: str
    digest: str


class Glimpse(Struct, frozen=True, dict=True):
    """A fight at a version as a seat sees it. position is whole and never shown; time: of the last step.

    line: of the stream that it was read from; None where nobody needs to know.
    """

    book: Rulebook[Any]
    id: str
    head: Head
    position: Position[Any]
    seat: str | None
    time: str
    line: Line | None = None

    @property
    def version(self) -> int:
        return self.head.version

    @cached_property
    def seen(self) -> State[Any]:
        """What the seat sees of the position."""
        return self.book.seen(self.position.state, self.seat)

    @property
    def commitment(self) -> str:
        return self.position.state.fight.commitment

    @property
    def created(self) -> str:
        """When the fight was made."""
        return clock.format_ms(created_ms(self.id) or 0)


class Done(Struct, frozen=True, dict=True):
    """The step a request made: its events, and the fight behind it as the seat of the glimpse sees it.

    key: the idempotency key, ours where the caller sent none. again: it had been made before this call.
    """

    entries: Sequence[Entry]
    key: str
    again: bool
    durable: bool
    glimpse: Glimpse

    @property
    def first(self) -> int:
        return self.entries[0].version

    @property
    def last(self) -> int:
        return self.entries[-1].version

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Its events as the seat sees them: made for whoever reads them, of the bytes that stand in the stream."""
        return tell_all(self.glimpse.book, self.entries, self.glimpse.seat)

    @property
    def answers(self) -> bool:
        """Whether it may hold the answer to a decision: for those who would read it, to see if there is one."""
        return self.again or any(b'"DecisionAnswered"' in part_for(entry, self.glimpse.seat) for entry in self.entries)


def hidden_whole(entry: Entry) -> bool:
    """Whether outsiders get nothing of an entry but version and time."""
    return entry.secret is not None and b'"type":' not in entry.public


def part_for(entry: Entry, seat: str | None) -> bytes:
    """The bytes of an entry that a seat may read: they depend on entry and seat only, never on when they are read."""
    if entry.secret is not None and entry.to is not None and seat is not None and seat in entry.to:
        return entry.secret
    return entry.public


def whole(book: Rulebook[Any], entry: Entry) -> Recorded:
    """The event as it was emitted: for folding, never for showing."""
    if entry.secret is None:
        return book.codec.decode(entry.public, hash=entry.hash)
    return book.codec.decode(entry.secret, to=entry.to, whole=hidden_whole(entry), hash=entry.hash)


def tell(book: Rulebook[Any], entry: Entry, seat: str | None) -> Told:
    """The event as a seat sees it."""
    recorded = book.codec.decode(part_for(entry, seat), hash=entry.hash)
    return Told(recorded, entry.hash, digest(entry.salt, entry.secret))


def tell_all(book: Rulebook[Any], entries: Iterable[Entry], seat: str | None) -> tuple[Told, ...]:
    """`tell`, over several."""
    return tuple(tell(book, entry, seat) for entry in entries)
