"""The port: all that the service asks of a store. Adapters: `redis`, `memory`; one contract suite judges both."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from msgspec import Struct

from engine.kernel.errors import SkaldError


class Head(Struct, frozen=True):
    """The last event of a stream. A stream that does not exist has version 0 and hash ""."""

    version: int = 0
    hash: str = ""


NOTHING = Head()

CLAIMED_FOR = 7 * 24 * 3600
"""Seconds for which the key of a creation is remembered; keys of orders are remembered as long as their fight."""


class Entry(Struct, frozen=True):
    """One event as it lies in the stream.

    public, secret: canonical JSON (see `chain`). secret is None where everybody sees all of the event.
    to: the seats that see the secret part; None where there is none.
    salt: hex, hides the secret part from guessing; "" where there is none.
    hash: hex SHA-256, the chain up to this event.
    """

    version: int
    public: bytes
    hash: str
    secret: bytes | None = None
    to: tuple[str, ...] | None = None
    salt: str = ""


class Figures(Struct, frozen=True):
    """What a listing shows of a fight without opening it; a cache beside the stream.

    status: "running", "paused" or "ended"; an ended fight never runs again. created, updated: ISO 8601, UTC.
    """

    system: str
    name: str
    status: str
    created: str
    updated: str


class Secrets(Struct, frozen=True):
    """Dice secrets, hex of 256 bits each: saved with the first event, never exported before the end.

    hidden is for rolls that players do not see; players never get it.
    """

    dice: str
    hidden: str


class Grounds(Struct, frozen=True):
    """On what a step was decided, beside the head: checked in one moment with the writing of it.

    epoch: of the token that the seat ordered with; None: no token. preferences: all that stood, as `Opening` has them;
    None: none counted.
    """

    epoch: int | None = None
    preferences: dict[str, str] | None = None


NO_GROUNDS = Grounds()


class Appended(Struct, frozen=True):
    """The versions a key made. again: they were there before this call. durable: replicas confirmed, if asked."""

    first: int
    last: int
    again: bool = False
    durable: bool = True


class Remembered(Struct, frozen=True):
    """What a store keeps of an idempotency key; the answer itself is read from the stream."""

    fingerprint: str
    first: int
    last: int


class Snapshot(Struct, frozen=True):
    """A state kept to save folding. Ignored unless its hash is the stream's hash at its version."""

    version: int
    hash: str
    body: bytes


class Newest(Struct, frozen=True):
    """The snapshot that was kept last, and the code that made it."""

    code: str
    snapshot: Snapshot


class Opening(Struct, frozen=True):
    """One round trip's worth of a fight: what a key did before, the head, events after a version, seats' epochs.

    newest: only where it was asked for.
    """

    remembered: Remembered | None
    head: Head
    entries: tuple[Entry, ...]
    epochs: dict[str, int]
    preferences: dict[str, str]
    newest: Newest | None = None


class Listed(Struct, frozen=True):
    """A fight as a directory page shows it."""

    id: str
    version: int
    figures: Figures


class Due(Struct, frozen=True):
    """A decision whose deadline has come. at: Unix time in milliseconds."""

    encounter: str
    decision: int
    at: int


class Standing(Struct, frozen=True):
    """How a fight stands for those who watch it: the last event, and the epochs of seats whose tokens were revoked."""

    head: Head
    epochs: dict[str, int]


class Hint(Struct, frozen=True):
    """A word on the wake channel; it may be lost, late or repeated, so it is never the truth.

    Hint(encounter, version)                    something was appended
    Hint(encounter, 0, seat=..., epoch=...)     the tokens of a seat were revoked
    Hint("", 0)                                 look at everything again: the subscription was confirmed anew
    """

    encounter: str
    version: int
    seat: str | None = None
    epoch: int = 0


class ExpectedVersionConflict(SkaldError):
    """Somebody was faster, or the writer's events were lost: expected and actual heads differ."""

    def __init__(self, expected: Head, actual: Head) -> None:
        super().__init__(
            f"expected version {expected.version} ({expected.hash[:12] or 'empty'}), "
            f"the stream stands at {actual.version} ({actual.hash[:12] or 'empty'})"
        )
        self.expected = expected
        self.actual = actual


class Revoked(SkaldError):
    """The token of a seat was taken back: it orders and is told nothing more."""

    def __init__(self, seat: str) -> None:
        super().__init__(f"the token of {seat} was revoked")


class PreferencesChanged(SkaldError):
    """Other preferences stand than a step was decided by: read them, and decide again."""

    def __init__(self, encounter: str) -> None:
        super().__init__(f"other preferences stand in {encounter} by now")


class KeyReused(SkaldError):
    """The idempotency key of this seat already stands for another order."""


class StoreUnavailable(SkaldError):
    """The store cannot be reached, or its outcome is unknown: repeat with the same key."""


def check_append(expected: Head, entries: Sequence[Entry], secrets: Secrets | None) -> None:
    """What every adapter asks of an append before it goes anywhere. Raises ValueError: a mistake of the caller."""
    if not entries:
        raise ValueError("an append needs an event")
    if [entry.version for entry in entries] != list(range(expected.version + 1, expected.version + len(entries) + 1)):
        raise ValueError(f"the events do not follow version {expected.version} without a gap")
    if secrets is not None and expected.version:
        raise ValueError("secrets are kept with the first events only")


class Store(Protocol):
    """Streams of events and the few things that lie beside them.

    Every method raises StoreUnavailable when the store is away or the outcome is unknown.
    """

    # -- streams
    async def append(
        self,
        encounter: str,
        expected: Head,
        entries: Sequence[Entry],
        *,
        seat: str,
        key: str,
        fingerprint: str,
        figures: Figures,
        secrets: Secrets | None = None,
        grounds: Grounds = NO_GROUNDS,
    ) -> Appended:
        """Append the events of one step, all or none, in one atomic call.

        In this order: the seat's epoch must not be above that of its token (Revoked); a key already known for this
        seat gives back the versions it made (KeyReused if its fingerprint is another); then version and hash of the
        head must be the expected ones (ExpectedVersionConflict), and the preferences those that stand
        (PreferencesChanged); then the events, the key, the listing's figures, and last the notification, whose
        failure never fails an append that is done. `secrets` is given with the first events only.
        ValueError if there are no entries, or they do not follow the expected head: a mistake of the caller.
        """
        ...

    async def open(
        self,
        encounter: str,
        *,
        after: int = 0,
        limit: int | None = None,
        newest: bool = False,
        seat: str = "",
        key: str = "",
    ) -> Opening:
        """Key, head, the events after a version (at most `limit`), epochs and preferences, in one round trip.

        newest: the snapshot that was kept last comes along.
        """
        ...

    async def head(self, encounter: str) -> Head: ...

    async def look(self, encounters: Sequence[str]) -> list[Standing]:
        """How each of the fights stands, in the order asked, in one round trip (per 250 fights)."""
        ...

    async def read(self, encounter: str, first: int, last: int) -> list[Entry]:
        """Events first..last, ascending; those that exist."""
        ...

    async def read_back(self, encounter: str, last: int, limit: int) -> list[Entry]:
        """At most `limit` events from version `last` downwards, descending."""
        ...

    async def secrets(self, encounter: str) -> Secrets | None: ...

    # -- beside the stream
    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """Keep a seat's preference for a kind of question; "ask" removes it. Field name in Opening: "seat kind"."""
        ...

    async def raise_epoch(self, encounter: str, seat: str) -> int:
        """Revoke a seat's tokens: its epoch grows and is announced on the wake channel. Returns the new epoch.

        It grows by one, or by more where a reply was lost and the call repeated: all that counts is that it grew.
        """
        ...

    async def snapshot(self, encounter: str, code: str, at_most: int) -> Snapshot | None:
        """The newest snapshot made by `code` at a version <= at_most; its hash is not checked here."""
        ...

    async def keep_snapshot(self, encounter: str, code: str, snapshot: Snapshot, *, passing: bool = False) -> None:
        """Keep a snapshot, as the newest one. passing: until the next is kept, by whatever code."""
        ...

    async def drop_snapshots(self, encounter: str) -> None: ...

    # -- creating
    async def claim(self, owner: str, key: str, encounter: str) -> str:
        """The encounter that this key of an owner stands for: `encounter`, unless the key was used before.

        A repeated creation meets the fight it made. Remembered for `CLAIMED_FOR` seconds.
        """
        ...

    # -- directory
    async def enter(self, encounter: str) -> None:
        """Put an id (see `ids`) in the directory, before the fight is created; again before each repeated try."""
        ...

    async def page(self, *, before: str | None, limit: int, running: bool = False) -> list[Listed]:
        """Newest first, strictly older than id `before`; a page shorter than `limit` is the last one.

        running: only fights that have not ended (a paused one has not). An id whose fight was never created is left
        out, and dropped on sight once it is a minute old. Figures are empty where only the stream is left.
        """
        ...

    # -- deadlines
    async def schedule(self, due: Due) -> None: ...

    async def unschedule(self, due: Due) -> None: ...

    async def due(self, now: int, limit: int = 100) -> list[Due]:
        """Deadlines at or before `now` (Unix time in milliseconds), oldest first; they stay until unscheduled."""
        ...

    async def scheduled(self) -> list[Due]:
        """All deadlines, oldest first."""
        ...

    # -- watching
    def hints(self) -> AsyncGenerator[Hint, None]:
        """Hints of appends of all encounters, over reconnects; Hint("", 0) after every (re)subscription. Close it."""
        ...

    async def ping(self) -> None: ...

    async def probe(self) -> None:
        """Returns if the store takes writes now; StoreUnavailable within seconds if it does not."""
        ...

    async def close(self) -> None: ...
