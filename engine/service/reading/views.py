"""What a seat sees of an encounter: its events, and its state at a version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service import clock
from engine.service.reading.lineage import Lineage
from engine.store.chain import digest
from engine.store.ids import created_ms
from engine.store.port import Entry, Head


class UnknownEncounter(RuleRefusal):
    """There is no such encounter, or not for this seat."""

    def __init__(self, encounter: str) -> None:
        super().__init__(f"there is no encounter {encounter!r}", code="UNKNOWN", field="encounter")


class SeenEvent(Struct, frozen=True):
    """An event as a seat sees it: whole, its public part, or a bare Hidden. digest: "" if nothing is withheld."""

    recorded: Recorded
    hash: str
    digest: str


class FightView(Struct, frozen=True, dict=True):
    """An encounter at a version as a seat sees it. position is complete and never shown; time: of the last step.

    line: the lineage it was read from; None if not needed.
    """

    book: Rulebook[Any]
    id: str
    head: Head
    position: Position[Any]
    seat: str | None
    time: str
    line: Lineage | None = None

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
        """When the encounter was created."""
        return clock.format_ms(created_ms(self.id) or 0)


class StepResult(Struct, frozen=True, dict=True):
    """The step a request made: its events, and the encounter after it as the view's seat sees it.

    key: the idempotency key, generated if the caller sent none. again: it was made before this call.
    """

    entries: Sequence[Entry]
    key: str
    again: bool
    durable: bool
    view: FightView

    @property
    def first(self) -> int:
        return self.entries[0].version

    @property
    def last(self) -> int:
        return self.entries[-1].version

    @cached_property
    def seen_events(self) -> tuple[SeenEvent, ...]:
        """Its events as the seat sees them, decoded on first use from the stored bytes."""
        return events_for(self.view.book, self.entries, self.view.seat)

    @property
    def stands_alone(self) -> bool:
        """Whether its events need no earlier ones to be rendered: a cheap check before decoding them."""
        texts = [bytes_for(entry, self.view.seat) for entry in self.entries]
        if self.again or any(b'"DecisionAnswered"' in text or b'"Reverted"' in text for text in texts):
            return False
        return any(b'"CommandAccepted"' in text for text in texts[:2])


def is_hidden_whole(entry: Entry) -> bool:
    """Whether outsiders see only version and time of an entry."""
    return entry.secret is not None and b'"type":' not in entry.public


def bytes_for(entry: Entry, seat: str | None) -> bytes:
    """The bytes of an entry that a seat may read: they depend only on entry and seat, never on the time of reading."""
    if entry.secret is not None and entry.to is not None and seat is not None and seat in entry.to:
        return entry.secret
    return entry.public


def may_read(entry: Entry, through: str | None) -> bool:
    """Whether a seat (None: nobody asks) may read all that any seat may of an entry: not what is sealed from it."""
    return through is None or entry.secret is None or entry.to is None or through in entry.to


def decode_whole(book: Rulebook[Any], entry: Entry) -> Recorded:
    """The complete event: for folding, never for showing."""
    if entry.secret is None:
        return book.codec.decode(entry.public, hash=entry.hash)
    return book.codec.decode(entry.secret, to=entry.to, whole=is_hidden_whole(entry), hash=entry.hash)


def event_for(book: Rulebook[Any], entry: Entry, seat: str | None) -> SeenEvent:
    """The event as a seat sees it."""
    recorded = book.codec.decode(bytes_for(entry, seat), hash=entry.hash)
    return SeenEvent(recorded, entry.hash, digest(entry.salt, entry.secret))


def events_for(book: Rulebook[Any], entries: Iterable[Entry], seat: str | None) -> tuple[SeenEvent, ...]:
    """`event_for`, over several."""
    return tuple(event_for(book, entry, seat) for entry in entries)
