"""Loading a fight: backwards along its live path to a snapshot or the beginning, then folded forward."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct, field, structs

from engine.kernel.errors import Fault
from engine.kernel.events import Reverted
from engine.kernel.history import Jump, live_since
from engine.kernel.messages import Recorded
from engine.kernel.position import Position, advance, standing_at
from engine.kernel.rulebook import Rulebook
from engine.kernel.takeback import Past
from engine.service.line import Line
from engine.service.registry import Registry
from engine.service.seeing import UnknownEncounter, whole
from engine.service.tail import follows
from engine.service.turns import Turns
from engine.store.port import Entry, Head, Opening, Snapshot, Store, StoreUnavailable

PAGE = 500
"""Events of a read: as many as there are between two snapshots that last."""
SNAPSHOT_EVERY = 500
"""Events between two snapshots that last, for looking back: any version lies so near behind one of them."""
PASSING_EVERY = 100
"""Events between two that pass, for loading: there is one of them at the most, and the head lies so near behind it."""
FAR = 2**53 - 1
"""A version beyond every head: `open` after it brings the head and no events."""


class Loaded(Struct, frozen=True):
    """A fight at its head. time: of its last step; line: what this head was followed along."""

    book: Rulebook[Any]
    position: Position[Any]
    head: Head
    time: str
    line: Line = field(default_factory=Line)


class Held(Struct, frozen=True):
    """A head as this process knows it, and what lay beside the stream then: all of it may be past by now.

    alone: nobody else appended since it was known before.
    """

    loaded: Loaded
    epochs: dict[str, int] = {}
    preferences: dict[str, str] = {}
    alone: bool = True


class _Fold(Struct, frozen=True):
    """What a version was folded to. top: its entry; events: how many were folded to get there."""

    position: Position[Any]
    top: Entry
    events: int


def snapshot_code(book: Rulebook[Any]) -> str:
    """Names the code that makes a state; a snapshot of any other is ignored."""
    shape = msgspec.json.encode(msgspec.json.schema(book.state_type), order="sorted")
    return f"{book.system.id}-{book.system.version}-{hashlib.sha256(shape).hexdigest()[:16]}"


class _Timed(Struct):
    time: str


_timed = msgspec.json.Decoder(_Timed)


def time_of(entry: Entry) -> str:
    """When an event happened, without reading the rest of it."""
    return _timed.decode(entry.public).time


class Loader:
    """Loads fights from a store, and keeps the last `keep` heads it has seen, which it never trusts unchecked."""

    def __init__(self, store: Store, registry: Registry, *, keep: int = 512) -> None:
        self._store, self._registry, self._keep = store, registry, keep
        self._heads: OrderedDict[str, Held] = OrderedDict()
        self._folds = Turns()
        self._codes: dict[str, str] = {}

    # -- heads
    def remember(self, encounter: str, loaded: Loaded) -> None:
        """Keep a head that was just appended."""
        before = self._heads.get(encounter)
        self._hold(encounter, structs.replace(before, loaded=loaded) if before else Held(loaded))

    def held(self, encounter: str) -> Held | None:
        """What was kept of a fight; None where nothing was. To be checked by whoever makes something of it."""
        return self._heads.get(encounter)

    def _hold(self, encounter: str, held: Held) -> None:
        self._heads[encounter] = held
        self._heads.move_to_end(encounter)
        while len(self._heads) > self._keep:
            self._heads.popitem(last=False)

    def forget(self, encounter: str) -> None:
        """Read this fight from the store next time."""
        self._heads.pop(encounter, None)

    def line(self, encounter: str, head: Head) -> Line:
        """The line of what is appended behind this head."""
        held = self._heads.get(encounter)
        return held.loaded.line if held is not None and held.loaded.head == head else Line()

    async def at_head(self, encounter: str, head: Head) -> Loaded:
        """The fight at a head that the store has just told, or at a later one."""
        held = self._heads.get(encounter)
        if held is None or held.loaded.head != head:
            return (await self.head(encounter))[0]
        self._heads.move_to_end(encounter)
        return held.loaded

    async def head(self, encounter: str, *, seat: str = "", key: str = "") -> tuple[Loaded, Opening]:
        """The fight at its head, and what the store told on the way (idempotency key, epochs, preferences)."""
        before = self._heads.get(encounter)
        kept = before.loaded if before else None
        # Far behind, a snapshot is nearer. Of a fight not seen before, the first event names the system.
        after, limit = (kept.head.version, PAGE) if kept else (0, 1)
        opening = await self._store.open(encounter, after=after, limit=limit, newest=kept is None, seat=seat, key=key)
        if opening.head.version == 0:
            self.forget(encounter)
            raise UnknownEncounter(encounter)
        loaded = kept and self._caught_up(kept, opening)
        if loaded is None:
            # Of all who come at once, as the screens do of a process that has just started, one folds.
            async with self._folds.one(encounter):
                now = self._heads.get(encounter)
                if now is None or now is before:
                    loaded = await self._folded(encounter, kept, opening)
                    self._hold(encounter, Held(loaded, opening.epochs, opening.preferences, kept is None))
                    return loaded, opening
            return await self.head(encounter, seat=seat, key=key)
        self._hold(encounter, Held(loaded, opening.epochs, opening.preferences, kept is loaded))
        return loaded, opening

    async def _folded(self, encounter: str, kept: Loaded | None, opening: Opening) -> Loaded:
        """The fight at a head that was just read, from the newest snapshot. kept: at another, if any."""
        book = kept.book if kept else self._book(opening.entries[0])
        snapshot = await self._newest(encounter, book, opening, asked=kept is None)
        fold = await self._fold(encounter, book, opening.head.version, snapshot)
        loaded = Loaded(book, fold.position, Head(fold.top.version, fold.top.hash), time_of(fold.top))
        if fold.events >= SNAPSHOT_EVERY:
            await self._spare_the_next(encounter, loaded)
        return loaded

    def _caught_up(self, kept: Loaded, opening: Opening) -> Loaded | None:
        """What was kept, with the events since; None where the stream went another way, jumped, or is far ahead."""
        if opening.head == kept.head:
            return kept
        entries = opening.entries
        if not entries or entries[-1].hash != opening.head.hash or not follows(entries[0], kept.head.hash):
            return None
        position = kept.position
        for entry in entries:
            recorded = whole(kept.book, entry)
            if isinstance(recorded.event, Reverted):
                return None
            position = advance(kept.book, position, recorded)
        return Loaded(kept.book, position, opening.head, time_of(entries[-1]), kept.line)

    async def book(self, encounter: str) -> Rulebook[Any]:
        """The rulebook of a fight's system."""
        first = await self._store.read(encounter, 1, 1)
        if not first:
            raise UnknownEncounter(encounter)
        return self._book(first[0])

    def _book(self, first: Entry) -> Rulebook[Any]:
        return self._registry.book(msgspec.json.decode(first.public)["data"]["system"])

    # -- any version
    async def at(self, encounter: str, book: Rulebook[Any], version: int) -> tuple[Position[Any], Entry]:
        """The position at a version that exists, and that version's entry."""
        fold = await self._fold(encounter, book, version, await self._snapshot(encounter, book, version))
        return fold.position, fold.top

    async def _fold(self, encounter: str, book: Rulebook[Any], version: int, snapshot: Snapshot | None) -> _Fold:
        """snapshot: the newest at or before the version, which may be of events that are lost."""
        back: list[Entry] = []
        base: Position[Any] | None = None
        top: Entry | None = None
        cursor, jumped = version, False
        while cursor >= 1 and base is None:
            least = snapshot.version if snapshot else 1
            page = await self._store.read_back(encounter, cursor, min(PAGE, cursor - least + 1))
            if not page or page[0].version != cursor:
                raise UnknownEncounter(f"{encounter}@{cursor}")
            top = top or page[0]
            cursor = page[-1].version - 1
            for entry in page:
                if snapshot and (entry.version, entry.hash) == (snapshot.version, snapshot.hash):
                    base = Position(snapshot.version, self._decode(book, snapshot))
                    break
                if (jump := _jump_in(book, entry)) is not None:
                    jumped = True
                    back += [await self._one(encounter, kept) for kept in reversed(jump.kept)]
                    cursor = jump.to_version
                    break
                back.append(entry)
            if base is None and snapshot and snapshot.version > cursor:
                # A jump leads behind it, or another event stands there now: an older one may hold.
                snapshot = await self._snapshot(encounter, book, cursor)
        position = base
        for entry in reversed(back):
            # Decoded one by one: all of them at once are far more to hold than their bytes.
            position = advance(book, position, whole(book, entry))
        if position is None or top is None:
            raise Fault(f"encounter {encounter} has no events")
        return _Fold(standing_at(position, version, jumped=jumped), top, len(back))

    async def _snapshot(self, encounter: str, book: Rulebook[Any], at_most: int) -> Snapshot | None:
        """The newest at or before a version; there is none before the first multiple of PASSING_EVERY."""
        return await self._store.snapshot(encounter, self._code(book), at_most) if at_most >= PASSING_EVERY else None

    async def _newest(self, encounter: str, book: Rulebook[Any], opening: Opening, *, asked: bool) -> Snapshot | None:
        """The newest at or before the head. asked: whether it would have come with the opening, if there is any."""
        newest, version = opening.newest, opening.head.version
        if newest is not None and newest.code == self._code(book) and newest.snapshot.version <= version:
            return newest.snapshot
        return None if asked and newest is None else await self._snapshot(encounter, book, version)

    async def _one(self, encounter: str, version: int) -> Entry:
        found = await self._store.read(encounter, version, version)
        if not found:
            raise Fault(f"encounter {encounter}: version {version} is missing")
        return found[0]

    async def stream(self, encounter: str, last: int) -> list[Entry]:
        """All entries from the beginning to version `last`, page by page."""
        found: list[Entry] = []
        for first in range(1, last + 1, PAGE):
            found += await self._store.read(encounter, first, min(first + PAGE - 1, last))
        return found

    async def lasting(self, encounter: str, book: Rulebook[Any], after: int, head: int) -> list[Recorded]:
        """Events behind version `after` that no revert takes back; each revert has kept them, so all are live."""
        found: list[Recorded] = []
        for first in range(after + 1, head + 1, PAGE):
            for entry in await self._store.read(encounter, first, min(first + PAGE - 1, head)):
                if any(name in entry.public for name in _lasting_marks(book)):
                    recorded = whole(book, entry)
                    if recorded.event.lasting:
                        found.append(recorded)
        return found

    async def past(self, encounter: str, loaded: Loaded, to: int) -> Past[Any] | None:
        """The fight at an earlier version, and what has come since; None where that version counts no more."""
        entries: dict[int, Entry] = {}
        for first in range(to + 1, loaded.head.version + 1, PAGE):
            last = min(first + PAGE - 1, loaded.head.version)
            entries |= {entry.version: entry for entry in await self._store.read(encounter, first, last)}
        book = loaded.book
        jumps = [Jump(v, j.to_version, j.kept) for v, one in entries.items() if (j := _jump_in(book, one)) is not None]
        live = live_since(jumps, to, loaded.head.version)
        if live is None:
            return None
        position, _ = await self.at(encounter, book, to)
        return Past(position, tuple(whole(book, entries[version]) for version in live))

    # -- snapshots
    async def keep_snapshot(self, encounter: str, loaded: Loaded, first: int) -> None:
        """Keep a snapshot where what began at `first` has passed a multiple of 100, and no command is open now."""
        before, last = first - 1, loaded.head.version
        if before // SNAPSHOT_EVERY != last // SNAPSHOT_EVERY:
            await self._save(encounter, loaded, passing=False)
        elif before // PASSING_EVERY != last // PASSING_EVERY:
            await self._save(encounter, loaded, passing=True)

    async def _spare_the_next(self, encounter: str, loaded: Loaded) -> None:
        """Keep a snapshot of what took long to fold: the code is a new one, or no step came to an end at its time.

        A fight that has ended gets no other. Where the store takes no writes now, whoever reads is answered all the
        same.
        """
        with suppress(StoreUnavailable):
            await self._save(encounter, loaded, passing=True)

    async def _save(self, encounter: str, loaded: Loaded, *, passing: bool) -> None:
        if loaded.position.base is None:
            body = msgspec.json.encode(loaded.position.state)
            snapshot = Snapshot(loaded.head.version, loaded.head.hash, body)
            await self._store.keep_snapshot(encounter, self._code(loaded.book), snapshot, passing=passing)

    def _code(self, book: Rulebook[Any]) -> str:
        code = self._codes.get(book.system.id)
        if code is None:
            code = self._codes[book.system.id] = snapshot_code(book)
        return code

    @staticmethod
    def _decode(book: Rulebook[Any], snapshot: Snapshot) -> Any:
        return msgspec.json.decode(snapshot.body, type=book.state_type)


def _jump_in(book: Rulebook[Any], entry: Entry) -> Reverted | None:
    """The revert that an entry is. The mark is looked for first: most entries need no decoding here."""
    if b'"type":"Reverted"' not in entry.public:
        return None
    event = whole(book, entry).event
    return event if isinstance(event, Reverted) else None


def _lasting_marks(book: Rulebook[Any]) -> list[bytes]:
    return [f'"type":"{name}"'.encode() for cls, name in book.codec.names.items() if cls.lasting]
