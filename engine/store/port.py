"""The store port: all that the service needs of a store. Adapters: `redis`, `memory`; one contract suite tests both."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from engine.kernel.structs.errors import Fault, SkaldError
from engine.store.origin import AllowedOrigin
from engine.store.picture import KeptPicture, PictureRoom
from engine.store.shelf import ItemToShelve, ShelfLimits, ShelvedItem
from engine.store.webhook import KeptWebhook, Letter, Webhook, WebhookLimits, WebhookState


class Head(Struct, frozen=True):
    """The last event of a stream. A stream that does not exist has version 0 and hash ""."""

    version: int = 0
    hash: str = ""


NOTHING = Head()

CLAIMED_FOR = 7 * 24 * 3600
"""Seconds for which a creation key is remembered; order keys are remembered as long as their encounter."""


class Entry(Struct, frozen=True):
    """One event as stored in the stream.

    public, secret: canonical JSON (see `chain`). secret is None if everybody sees the whole event.
    to: the seats that see the secret part; None if there is none.
    salt: hex, protects the secret part from guessing; "" if there is none.
    hash: hex SHA-256, the chain up to this event.
    """

    version: int
    public: bytes
    hash: str
    secret: bytes | None = None
    to: tuple[str, ...] | None = None
    salt: str = ""


class ListingFigures(Struct, frozen=True):
    """What a listing shows of an encounter without opening it; a cache beside the stream.

    status: "running", "paused" or "ended"; an ended encounter never runs again. created, updated: ISO 8601, UTC.
    """

    system: str
    name: str
    status: str
    created: str
    updated: str


class Secrets(Struct, frozen=True):
    """Dice secrets, 256 bits as hex each: saved with the first event, never exported before the end.

    hidden: for rolls that players do not see; players never get it.
    """

    dice: str
    hidden: str


class AppendConditions(Struct, frozen=True):
    """What a step was decided on, beside the head: checked atomically with the append.

    epoch: of the seat's token; None: no token. preferences: all that were set, as in `OpenedStream`; None: not
    checked.
    """

    epoch: int | None = None
    preferences: dict[str, str] | None = None


NO_CONDITIONS = AppendConditions()


class Appended(Struct, frozen=True):
    """The versions a key wrote. again: they existed before this call. durable: replicas confirmed, if asked."""

    first: int
    last: int
    again: bool = False
    durable: bool = True


class Remembered(Struct, frozen=True):
    """What a store keeps for an idempotency key; the answer itself is read from the stream."""

    fingerprint: str
    first: int
    last: int


class Snapshot(Struct, frozen=True):
    """A stored state that saves folding. Ignored unless its hash is the stream's hash at its version."""

    version: int
    hash: str
    body: bytes


class LatestSnapshot(Struct, frozen=True):
    """The snapshot stored last, and the code that made it."""

    code: str
    snapshot: Snapshot


class OpenedStream(Struct, frozen=True):
    """One round trip's read of an encounter: what a key wrote before, the head, events after a version, epochs.

    newest: only if asked for. damaged: only if asked for; the version at which the encounter was marked as damaged,
    else 0.
    """

    remembered: Remembered | None
    head: Head
    entries: tuple[Entry, ...]
    epochs: dict[str, int]
    preferences: dict[str, str]
    newest: LatestSnapshot | None = None
    damaged: int = 0


class HostRecord(Struct, frozen=True):
    """Somebody who has encounters of his own. name: "" for none. created: ISO 8601, UTC."""

    id: str
    name: str
    created: str


HOST_SEAT = "host"
"""The seat of `host_stream` whose epoch is that of a host's tokens."""


def host_stream(host: str) -> str:
    """What stands for a host where an encounter is named: his tokens have an epoch there, and it never has events."""
    return f"host:{host}"


class HostLimits(Struct, frozen=True):
    """Encounters that a host may have. running: that have not ended; stored: in all."""

    running: int
    stored: int


class HostFull(SkaldError):
    """A host has as many encounters as he may have. running: that run, else in all."""

    def __init__(self, most: int, *, running: bool) -> None:
        super().__init__(f"{most} encounters {'run' if running else 'are stored'}, and that is the most for a host")
        self.most, self.running = most, running


class Standing(Struct, frozen=True):
    """What is kept beside an encounter of who may do what with it.

    host: whose it is; "": the operator's. archived: left out of the usual listing. published: the seat as which
    everybody reads it; "": nobody does.
    """

    host: str = ""
    archived: bool = False
    published: str = ""


class Listing(Struct, frozen=True):
    """Which encounters a page of the directory shows.

    running: only those that have not ended (a paused one has not). host: only his; None: all. archived: only those
    that are archived, or that are not; None: both.
    """

    running: bool = False
    host: str | None = None
    archived: bool | None = None


ALL, RUNNING = Listing(), Listing(running=True)


class ListedFight(Struct, frozen=True):
    """An encounter as a directory page shows it."""

    id: str
    version: int
    figures: ListingFigures
    standing: Standing = Standing()


class Due(Struct, frozen=True):
    """A decision whose deadline has come. at: Unix time in milliseconds."""

    encounter: str
    decision: int
    at: int


class Tick(Struct, frozen=True):
    """What time a process has. machine: what this start of its machine is called; elapsed: milliseconds since that;
    now: Unix time in milliseconds, by the clock that all processes share.
    """

    machine: str
    elapsed: int
    now: int


class HeadAndEpochs(Struct, frozen=True):
    """The last event of an encounter, and the epochs of seats whose tokens were revoked."""

    head: Head
    epochs: dict[str, int]


class Notification(Struct, frozen=True):
    """A message on the wake channel. It may be lost, late or repeated, so it is never authoritative.

    Notification(encounter, version)                  something was appended
    Notification(encounter, 0, seat=..., epoch=...)   the tokens of a seat were revoked
    Notification(encounter, 0, damaged=...)           the encounter was marked as damaged here; it may be whole again
    Notification(encounter, 0, present=True)          other seats watch by now: see `Store.present`
    Notification(encounter, 0, webhooks=True)         its webhooks, or their letters, were changed
    Notification("", 0)                               check everything again: the subscription was renewed
    """

    encounter: str
    version: int
    seat: str | None = None
    epoch: int = 0
    damaged: int = 0
    present: bool = False
    webhooks: bool = False


class ExpectedVersionConflict(SkaldError):
    """Expected and actual heads differ: somebody else wrote first, or the writer's events were lost."""

    def __init__(self, expected: Head, actual: Head) -> None:
        super().__init__(
            f"expected version {expected.version} ({expected.hash[:12] or 'empty'}), "
            f"the stream stands at {actual.version} ({actual.hash[:12] or 'empty'})"
        )
        self.expected = expected
        self.actual = actual


class Revoked(SkaldError):
    """The token of a seat was revoked: it can neither write nor read any more."""

    def __init__(self, seat: str) -> None:
        super().__init__(f"the token of {seat} was revoked")


class PreferencesChanged(SkaldError):
    """The preferences changed since a step was decided: read them and decide again."""

    def __init__(self, encounter: str) -> None:
        super().__init__(f"other preferences stand in {encounter} by now")


class KeyReused(SkaldError):
    """This seat already used the idempotency key for another order."""


class Damaged(Fault):
    """The stored data of an encounter is not what was written: it is neither shown nor played on.

    version: the first known to be damaged.
    """

    def __init__(self, encounter: str, version: int) -> None:
        super().__init__(
            f"this fight is damaged in the database at version {version}: nothing is shown of it or played on until "
            "the operator has restored it"
        )
        self.encounter, self.version = encounter, version


class StoreUnavailable(SkaldError):
    """The store cannot be reached, or the outcome is unknown: retry with the same key."""


def check_append(expected: Head, entries: Sequence[Entry], secrets: Secrets | None) -> None:
    """Check the arguments of an append, for every adapter. Raises ValueError: a mistake of the caller."""
    if not entries:
        raise ValueError("an append needs an event")
    if [entry.version for entry in entries] != list(range(expected.version + 1, expected.version + len(entries) + 1)):
        raise ValueError(f"the events do not follow version {expected.version} without a gap")
    if secrets is not None and expected.version:
        raise ValueError("secrets are kept with the first events only")


class Store(Protocol):
    """Event streams and the data beside them.

    Every method raises StoreUnavailable if the store cannot be reached or the outcome is unknown.
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
        figures: ListingFigures,
        secrets: Secrets | None = None,
        conditions: AppendConditions = NO_CONDITIONS,
    ) -> Appended:
        """Append the events of one step, all or none, in one atomic call.

        In this order: the seat's epoch must not be above that of its token (Revoked); a key already known for this
        seat returns the versions it wrote (KeyReused if its fingerprint differs); then version and hash of the
        head must be the expected ones (ExpectedVersionConflict), and the preferences the current ones
        (PreferencesChanged). Then the events, the key and the listing's figures are written. The notification comes
        last; its failure never fails a completed append. `secrets` is given with the first events only.
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
    ) -> OpenedStream:
        """Key, head, the events after a version (at most `limit`), epochs and preferences, in one round trip.

        newest: also read the snapshot stored last, and whether the encounter is marked as damaged.
        """
        ...

    async def head(self, encounter: str) -> Head: ...

    async def heads(self, encounters: Sequence[str]) -> list[HeadAndEpochs]:
        """Head and epochs of each encounter, in the order asked, in one round trip (per 250 encounters)."""
        ...

    async def read(self, encounter: str, first: int, last: int) -> list[Entry]:
        """Events first..last, ascending; those that exist."""
        ...

    async def read_back(self, encounter: str, last: int, limit: int) -> list[Entry]:
        """At most `limit` events from version `last` downwards, descending."""
        ...

    async def secrets(self, encounter: str) -> Secrets | None: ...

    async def mark_damaged(self, encounter: str, version: int) -> None:
        """Mark an encounter as damaged at a version, and announce it on the wake channel; 0: it is whole again."""
        ...

    # -- beside the stream
    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """Keep a seat's preference for a kind of question; "" removes it. Key in OpenedStream: "seat kind"."""
        ...

    async def raise_epoch(self, encounter: str, seat: str) -> int:
        """Revoke a seat's tokens: its epoch grows and is announced on the wake channel. Returns the new epoch.

        It grows by one, or by more if a reply was lost and the call repeated; only the growth matters.
        """
        ...

    async def snapshot(self, encounter: str, code: str, at_most: int) -> Snapshot | None:
        """The newest snapshot made by `code` at a version <= at_most; its hash is not checked here."""
        ...

    async def keep_snapshot(self, encounter: str, code: str, snapshot: Snapshot, *, passing: bool = False) -> None:
        """Keep a snapshot, as the newest one. passing: only until the next one is kept, by any code."""
        ...

    async def drop_snapshots(self, encounter: str) -> None: ...

    async def lease(self, name: str, holder: str, seconds: int) -> bool:
        """Take or renew a named exclusive lease for so many seconds. Returns whether `holder` has it."""
        ...

    # -- creating
    async def claim(self, owner: str, key: str, encounter: str) -> str:
        """The encounter that an owner's key belongs to: `encounter`, unless the key was used before.

        A repeated creation finds the encounter it made. Remembered for `CLAIMED_FOR` seconds.
        """
        ...

    # -- directory
    async def enter(self, encounter: str) -> None:
        """Put an id (see `ids`) in the directory, before the encounter is created and before each retry."""
        ...

    async def page(self, *, before: str | None, limit: int, listing: Listing = ALL) -> list[ListedFight]:
        """Newest first, strictly older than id `before`; a page shorter than `limit` is the last one.

        An id whose encounter was never created is left out, and removed once it is a minute old. Figures are empty if
        only the stream is left.
        """
        ...

    async def standings(self, encounters: Sequence[str]) -> list[Standing]:
        """The standing of each encounter, in the order asked; the plain one if none is kept, or there is no encounter.

        In one round trip.
        """
        ...

    async def archive(self, encounter: str, archived: bool) -> None:
        """Archive an encounter, or (False) put it back. It changes listings only."""
        ...

    async def publish(self, encounter: str, seat: str) -> None:
        """Let everybody read an encounter as a seat does; "": nobody any more."""
        ...

    # -- shelves
    async def shelf(self, owner: str) -> list[ShelvedItem]:
        """All items of an owner's shelves, without their contents, by kind and key."""
        ...

    async def read_shelved(
        self, owner: str, names: Sequence[tuple[str, str]]
    ) -> list[tuple[ShelvedItem, bytes] | None]:
        """Items by (kind, key) with their contents, in the order asked, at one moment; None for one that is missing."""
        ...

    async def shelve(self, owner: str, items: Sequence[ItemToShelve], limits: ShelfLimits) -> list[int]:
        """Put items on an owner's shelves, all or none, in one atomic call; the version of each.

        An item that is already there with the same name, system and content stays as it is, whatever version was
        expected: so a call may be repeated. Else its version must be the expected one (ShelfConflict); then the limits
        are checked (ShelfFull), only where the shelves would grow. ValueError if an item is named twice.
        """
        ...

    async def unshelve(self, owner: str, kind: str, key: str, expected: int | None = None) -> bool:
        """Remove an item; whether it was there. ShelfConflict if its version is not the expected one.

        False also where a lost call is repeated that removed it.
        """
        ...

    # -- hosts
    async def keep_host(self, host: HostRecord) -> None:
        """Record a host. One that is recorded keeps its `created`, and its name if the new one is ""."""
        ...

    async def admit(self, host: str, encounter: str, key: str, limits: HostLimits) -> str:
        """Give a new encounter its place among a host's, in one atomic call; before `enter`, and before it is created.

        key: of the creation; "": none. One that the host used before returns the encounter that it belongs to, and so
        does the repeat of a lost call. HostFull if he has as many as he may have. Encounters that have ended, and such
        as were never created, are counted until a page of his running encounters, or of all of his, has found them.
        """
        ...

    async def hosts(self, *, after: str | None, limit: int) -> list[HostRecord]:
        """Hosts by id, strictly after one; a page shorter than `limit` is the last one."""
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

    # -- the clock
    async def tick(self) -> Tick | None:
        """The last time that a process has noted; None: none has."""
        ...

    async def keep_tick(self, tick: Tick) -> None:
        """Note the time of a process."""
        ...

    # -- watching
    async def appear(
        self, encounter: str, process: str, streams: Mapping[str, int], until: int, *, changed: bool = True
    ) -> None:
        """Keep how many streams of a process watch an encounter, by seat; 0: none any more. Other seats stay.

        until: Unix time in milliseconds after which it no longer counts, unless it is said again. changed: announce it
        on the wake channel. Never authoritative: nothing depends on it.
        """
        ...

    async def present(self, encounter: str, now: int) -> dict[str, int]:
        """The seats that watch an encounter, with the number of their streams in all processes; now: as `until`."""
        ...

    # -- webhooks
    async def add_webhook(
        self, encounter: str, webhook: Webhook, state: WebhookState, limits: WebhookLimits
    ) -> KeptWebhook:
        """Add a webhook, in one atomic call, and announce it. WebhooksFull if there are as many as there may be.

        One of the same owner and key stays as it is and is returned: so a call may be repeated.
        """
        ...

    async def webhooks(self, encounters: Sequence[str]) -> list[list[KeptWebhook]]:
        """The webhooks of each encounter, in the order asked, by owner and key (at most 250 in a round trip)."""
        ...

    async def remove_webhook(self, encounter: str, owner: str, key: str) -> bool:
        """Remove a webhook with its letters; whether it was there. Announced."""
        ...

    async def note_webhook(self, encounter: str, owner: str, key: str, state: WebhookState) -> bool:
        """Keep how far a webhook is. False, and nothing is kept, if it was removed."""
        ...

    async def letters(self, encounter: str, owner: str, key: str) -> list[Letter]:
        """The letters of a webhook, oldest first."""
        ...

    async def put_letters(
        self, encounter: str, owner: str, key: str, letters: Sequence[Letter], *, announce: bool = False
    ) -> bool:
        """Keep letters, in place of those of the same ids; of one webhook at most `LETTERS`, the oldest go.

        False, and nothing is kept, if the webhook was removed.
        """
        ...

    async def drop_letters(self, encounter: str, owner: str, key: str, ids: Sequence[str]) -> None:
        """Drop letters; those that are not there are left out."""
        ...

    async def webhooked(self, *, after: str | None, limit: int) -> list[str]:
        """Encounters with webhooks that may have something to tell, by id, strictly after one.

        A page shorter than `limit` is the last one.
        """
        ...

    async def unlist_webhooks(self, encounter: str) -> None:
        """Take an encounter from that list: it has nothing more to tell, until a webhook or a letter is added."""
        ...

    # -- origins
    async def allow_origin(self, whose: str, origin: AllowedOrigin, most: int) -> AllowedOrigin:
        """Allow an origin for an encounter, or for a host (`host_stream`). OriginsFull if there are too many.

        One that is allowed already stays as it is and is returned. Remembered for `REMEMBERED` seconds (`known_origin`)
        """
        ...

    async def disallow_origin(self, whose: str, origin: str) -> bool:
        """No longer allow an origin; whether it was allowed."""
        ...

    async def origins(self, whose: Sequence[str]) -> list[list[AllowedOrigin]]:
        """The origins allowed for each encounter or host, in the order asked, by origin. In one round trip."""
        ...

    async def known_origin(self, origin: str) -> bool:
        """Whether an origin was allowed for anything; asking renews how long that is remembered."""
        ...

    # -- pictures: of an encounter, or of a host (`host_stream`)
    async def put_picture(
        self, host: str, encounter: str, picture: KeptPicture, content: bytes, room: PictureRoom
    ) -> None:
        """Keep a picture beside an encounter, and count it against its host; the limits are checked in the call that
        takes the room.

        One that is there stays as it is and counts once: so a call may be repeated. PicturesFull above a limit.
        """
        ...

    async def pictures(self, encounter: str) -> list[KeptPicture]:
        """The pictures of an encounter, by id, without their bytes."""
        ...

    async def read_picture(self, encounter: str, id: str) -> tuple[KeptPicture, bytes] | None:
        """A picture of an encounter with its bytes; None: there is none."""
        ...

    async def drop_picture(self, host: str, encounter: str, id: str) -> bool:
        """Drop a picture of an encounter, and give its room back; whether it was there."""
        ...

    async def picture_holders(self, host: str) -> list[tuple[str, str]]:
        """(encounter, picture) of all for which a host has taken room, in that order."""
        ...

    # -- short codes
    async def keep_short_code(self, code: str, means: str, seconds: int) -> str:
        """What a short code means from now on, for so long: `means`, unless it means something else already.

        Of several that keep the same code at once one wins. Keeping it again prolongs it.
        """
        ...

    async def short_code(self, code: str) -> str | None:
        """What a short code means; None: nothing, or no longer."""
        ...

    def notifications(self) -> AsyncGenerator[Notification, None]:
        """Notifications of all encounters; Notification("", 0) after every (re)subscription. Close it."""
        ...

    async def ping(self) -> None: ...

    async def probe(self) -> None:
        """Returns if the store accepts writes now; StoreUnavailable within seconds if not."""
        ...

    async def close(self) -> None: ...
