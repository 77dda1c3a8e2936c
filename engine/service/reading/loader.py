"""Loading an encounter: back along its live path to a snapshot or the beginning, then fold forward."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from msgspec import Struct, field, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.takeback import TakeBackTarget
from engine.kernel.playing.jumps import Landing
from engine.kernel.playing.position import Position, advance
from engine.kernel.state.events import Reverted
from engine.kernel.state.stored.history import Jump, live_since
from engine.kernel.structs.errors import Fault
from engine.service.pool.owner import Owner
from engine.service.pool.payment import begin_paying
from engine.service.pool.process_pool import INLINE, Work
from engine.service.pool.single_flight import SingleFlight
from engine.service.reading.encounter_locks import EncounterLocks
from engine.service.reading.lineage import Lineage
from engine.service.reading.live_path import LivePath, fold_here, fold_packed, land_packed, pack_path
from engine.service.reading.tail import follows
from engine.service.reading.views import UnknownEncounter, decode_whole
from engine.service.registry import Registry, naming_rules, snapshot_code
from engine.store.packing import pack_page
from engine.store.port import Entry, Head, OpenedStream, Snapshot, Store, StoreUnavailable

PAGE = 500
"""Events per read: as many as between two permanent snapshots."""
SNAPSHOT_EVERY = 500
"""Events between permanent snapshots, for past versions: the most to fold after one."""
PASSING_EVERY = 100
"""Events between passing snapshots, for loading: at most one exists, and the head is this close to it."""
AT_ONCE = PASSING_EVERY
"""The most events folded in this process without blocking others. More go to the pool."""
DECODED_AT_ONCE = 2_000
"""The most events decoded or written in this process for one caller: some milliseconds. More go to the pool."""
RECENT = 2
"""Earlier heads cached with each head: whoever follows a fight asks for what came after the step before."""
FAR = 2**53 - 1
"""A version beyond every head: `open` after it returns the head and no events."""


class Loaded(Struct, frozen=True):
    """An encounter at its head. time: of its last step; line: the head's lineage."""

    book: Rulebook[Any]
    position: Position[Any]
    head: Head
    time: str
    line: Lineage = field(default_factory=Lineage)


class CachedHead(Struct, frozen=True):
    """A cached head, and the data beside the stream at that time; all of it may be outdated.

    alone: nobody else appended since the previous cached head. recent: the last heads before it, the newest first.
    """

    loaded: Loaded
    epochs: dict[str, int] = {}
    preferences: dict[str, str] = {}
    alone: bool = True
    recent: tuple[Loaded, ...] = ()


class _Fold(Struct, frozen=True):
    """The result of folding to a version. top: its entry; events: how many were folded."""

    position: Position[Any]
    top: Entry
    events: int


class _Timed(Struct):
    time: str


_timed = msgspec.json.Decoder(_Timed)


def time_of(entry: Entry) -> str:
    """The timestamp of an event, without decoding the rest."""
    return _timed.decode(entry.public).time


Charge = Callable[[int], Awaitable[None]]
"""Called with the number of events about to be processed for a caller; raises if that exceeds its budget."""


async def free(events: int) -> None:
    """Charges nothing."""


class Loader:
    """Loads encounters from a store, and caches the last `keep` heads; a cached head is never used unchecked.

    work: runs folds of more than AT_ONCE events.
    """

    def __init__(self, store: Store, registry: Registry, *, keep: int = 512, work: Work = INLINE) -> None:
        self._store, self._registry, self._keep, self._work = store, registry, keep, work
        self._heads: OrderedDict[str, CachedHead] = OrderedDict()
        self._folds = EncounterLocks()
        # A fold of a head continues without waiters, so that a returning caller need not start over.
        self._head_folds: SingleFlight[Loaded] = SingleFlight(lasting=True)
        self._past_folds: SingleFlight[_Fold] = SingleFlight()
        self._codes: dict[tuple[str, int], str] = {}
        self._outdated: OrderedDict[str, Rulebook[Any]] = OrderedDict()

    # -- heads
    def remember(self, encounter: str, loaded: Loaded) -> None:
        """Cache a head that was just appended."""
        before = self._heads.get(encounter)
        self._hold(encounter, structs.replace(before, loaded=loaded) if before else CachedHead(loaded))

    def held(self, encounter: str) -> CachedHead | None:
        """The cached head of an encounter, or None. The caller must check it."""
        return self._heads.get(encounter)

    def _hold(self, encounter: str, held: CachedHead) -> None:
        before = self._heads.get(encounter)
        if before is not None:
            recent = before.recent
            if before.loaded.head.version < held.loaded.head.version:
                recent = (before.loaded, *recent)[:RECENT]
            held = structs.replace(held, recent=recent)
        self._heads[encounter] = held
        self._heads.move_to_end(encounter)
        while len(self._heads) > self._keep:
            self._heads.popitem(last=False)

    def forget(self, encounter: str) -> None:
        """Drop the cached head: read this encounter from the store next time."""
        self._heads.pop(encounter, None)

    def line(self, encounter: str, head: Head) -> Lineage:
        """The lineage of events appended after this head."""
        held = self._heads.get(encounter)
        return held.loaded.line if held is not None and held.loaded.head == head else Lineage()

    async def at_head(self, encounter: str, head: Head) -> Loaded:
        """The encounter at a head just read from the store, or at a later one."""
        held = self._heads.get(encounter)
        if held is None or held.loaded.head != head:
            return (await self.head(encounter))[0]
        self._heads.move_to_end(encounter)
        return held.loaded

    async def head(self, encounter: str, *, seat: str = "", key: str = "") -> tuple[Loaded, OpenedStream]:
        """The encounter at its head, and what was read with it (idempotency key, epochs, preferences)."""
        before = self._heads.get(encounter)
        kept = before.loaded if before else None
        # If far behind, a snapshot is closer. For an uncached encounter, the first event names the system.
        after, limit = (kept.head.version, AT_ONCE) if kept else (0, 1)
        opening = await self._store.open(encounter, after=after, limit=limit, newest=kept is None, seat=seat, key=key)
        if opening.head.version == 0:
            self.forget(encounter)
            raise UnknownEncounter(encounter)
        loaded = kept and self._caught_up(kept, opening)
        if loaded is None:
            # Concurrent cold loads of one encounter share a single fold.
            async with self._folds.one(encounter):
                now = self._heads.get(encounter)
                if now is None or now is before:
                    return await self._cold(encounter, kept, opening), opening
            return await self.head(encounter, seat=seat, key=key)
        self._hold(encounter, CachedHead(loaded, opening.epochs, opening.preferences, kept is loaded))
        return loaded, opening

    async def _cold(self, encounter: str, kept: Loaded | None, opening: OpenedStream) -> Loaded:
        """The encounter at a head that was just read; cached from now on. kept: one cached at another head."""

        async def fold() -> Loaded:
            begin_paying(None)  # it is for all who wait, and not ended where the first of them has used up his rate
            loaded = await self._folded(encounter, kept, opening)
            self._hold(encounter, CachedHead(loaded, opening.epochs, opening.preferences, kept is None))
            return loaded

        return await self._head_folds.join((encounter, opening.head), fold)

    async def _folded(self, encounter: str, kept: Loaded | None, opening: OpenedStream) -> Loaded:
        """The encounter at a head that was just read, folded from the newest snapshot."""
        book = kept.book if kept else await self._book(encounter, opening.entries[0])
        snapshot = await self._newest(encounter, book, opening, asked=kept is None)
        owner = Owner(encounter, "the head")
        fold = await self._fold(encounter, book, opening.head.version, snapshot, owner, endless=True)
        loaded = Loaded(book, fold.position, Head(fold.top.version, fold.top.hash), time_of(fold.top))
        if fold.events >= SNAPSHOT_EVERY:
            await self._spare_the_next(encounter, loaded)
        return loaded

    def _caught_up(self, kept: Loaded, opening: OpenedStream) -> Loaded | None:
        """The cached encounter plus the events since; None if the stream diverged, jumped, or is far ahead."""
        if opening.head == kept.head:
            return kept
        entries = opening.entries
        if not entries or entries[-1].hash != opening.head.hash or not follows(entries[0], kept.head.hash):
            return None
        position = kept.position
        for entry in entries:
            recorded = decode_whole(kept.book, entry)
            if isinstance(recorded.event, Reverted):
                return None
            position = advance(kept.book, position, recorded)
        return Loaded(kept.book, position, opening.head, time_of(entries[-1]), kept.line)

    async def book(self, encounter: str) -> Rulebook[Any]:
        """The rulebook by which an encounter is played or, where its rules are not played here, read."""
        first = await self._store.read(encounter, 1, 1)
        if not first:
            raise UnknownEncounter(encounter)
        return await self._book(encounter, first[0])

    async def _book(self, encounter: str, first: Entry) -> Rulebook[Any]:
        """Of a version that is not today's the stream is looked through, once: a fork may play other rules since."""
        created = msgspec.json.decode(first.public)["data"]
        book = self._registry.book(created["system"])
        if created["rules"] == book.rules:
            return book
        found = self._outdated.get(encounter)
        if found is None:
            head = await self._store.head(encounter)
            pages = self.pages(encounter, head.version)
            publics = [entry.public async for page in pages for entry in naming_rules(page)]
            found = self._outdated[encounter] = self._registry.playing(created["system"], publics)
            while len(self._outdated) > self._keep:
                self._outdated.popitem(last=False)
        return found

    # -- any version
    async def at(
        self, encounter: str, book: Rulebook[Any], version: int, *, owner: Owner, charge: Charge = free
    ) -> tuple[Position[Any], Entry]:
        """The position at a version that exists, and that version's entry.

        owner: the job's owner in the pool's queue. Concurrent requests of one owner for the same version share one
        fold, and the first of them is charged. Raises what the pool does.
        """

        async def fold() -> _Fold:
            if (recent := self._recent(encounter, book, version)) is not None:
                found = await self._store.read(encounter, version, version)
                if found and found[0].hash == recent.head.hash:
                    return _Fold(recent.position, found[0], 0)
            snapshot = await self._snapshot(encounter, book, version)
            await charge(version - (snapshot.version if snapshot else 0))
            return await self._fold(encounter, book, version, snapshot, owner)

        found = await self._past_folds.join((encounter, version, book.rules, owner), fold)
        return found.position, found.top

    def _recent(self, encounter: str, book: Rulebook[Any], version: int) -> Loaded | None:
        """A cached head at this version by these rules, whose hash the caller must check."""
        held = self._heads.get(encounter)
        near = (held.loaded, *held.recent) if held is not None else ()
        return next(
            (loaded for loaded in near if loaded.head.version == version and loaded.book.rules == book.rules), None
        )

    async def _fold(
        self,
        encounter: str,
        book: Rulebook[Any],
        version: int,
        snapshot: Snapshot | None,
        owner: Owner,
        *,
        endless: bool = False,
    ) -> _Fold:
        """snapshot: the newest at or before the version; its events may be lost. owner: in the pool."""
        path: LivePath | None = None
        alone = self._work is INLINE  # nothing else waits for this process, so nothing is packed for another one
        if alone or version - (snapshot.version if snapshot else 0) <= AT_ONCE:
            path = await self._path(encounter, book, version, snapshot)
            if alone or len(path.entries) <= AT_ONCE:
                return _Fold(fold_here(book, path), path.top, len(path.entries))
        read: list[LivePath] = [path] if path is not None else []

        async def arguments() -> tuple[Any, ...]:
            # Read when the job starts: queued jobs hold no stream in memory.
            if not read:
                read.append(await self._path(encounter, book, version, snapshot))
            return (await pack_path(read[0]),)

        position = await self._work.run(owner, fold_packed, book, arguments, endless=endless)
        return _Fold(position, read[0].top, len(read[0].entries))

    async def _path(self, encounter: str, book: Rulebook[Any], version: int, snapshot: Snapshot | None) -> LivePath:
        """The path to a version: back to a snapshot or the beginning."""
        back: list[Entry] = []
        base: Snapshot | None = None
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
                    base = snapshot
                    break
                if (jump := _jump_in(book, entry)) is not None:
                    jumped = True
                    back += [await self._one(encounter, kept) for kept in reversed(jump.kept)]
                    cursor = jump.to_version
                    break
                back.append(entry)
            if base is None and snapshot and snapshot.version > cursor:
                # A jump leads to before it, or its event was replaced: an older snapshot may be valid.
                snapshot = await self._snapshot(encounter, book, cursor)
        if top is None:
            raise Fault(f"encounter {encounter} has no events")
        return LivePath(version, base, back[::-1], jumped, top)

    async def _snapshot(self, encounter: str, book: Rulebook[Any], at_most: int) -> Snapshot | None:
        """The newest snapshot at or before a version; there is none before the first multiple of PASSING_EVERY."""
        return await self._store.snapshot(encounter, self._code(book), at_most) if at_most >= PASSING_EVERY else None

    async def _newest(
        self, encounter: str, book: Rulebook[Any], opening: OpenedStream, *, asked: bool
    ) -> Snapshot | None:
        """The newest snapshot at or before the head. asked: whether the opening was asked for it."""
        newest, version = opening.newest, opening.head.version
        if newest is not None and newest.code == self._code(book) and newest.snapshot.version <= version:
            return newest.snapshot
        return None if asked and newest is None else await self._snapshot(encounter, book, version)

    async def _one(self, encounter: str, version: int) -> Entry:
        found = await self._store.read(encounter, version, version)
        if not found:
            raise Fault(f"encounter {encounter}: version {version} is missing")
        return found[0]

    async def pages(self, encounter: str, last: int, *, after: int = 0) -> AsyncGenerator[list[Entry], None]:
        """All entries behind version `after` up to version `last`, page by page."""
        for first in range(after + 1, last + 1, PAGE):
            yield await self._store.read(encounter, first, min(first + PAGE - 1, last))

    async def stream(self, encounter: str, last: int) -> list[Entry]:
        """All entries from the beginning to version `last`, in one list."""
        return [entry async for page in self.pages(encounter, last) for entry in page]

    async def onward(
        self, encounter: str, book: Rulebook[Any], after: int, last: int, *, owner: Owner, charge: Charge = free
    ) -> tuple[list[bytes], dict[int, Position[Any]]]:
        """The packed entries behind version `after` up to `last`, and the position at each revert among them.

        With them the positions after all of these entries follow from the one at `after`. owner, charge: as for `at`.
        """
        pages: list[bytes] = []
        landed: dict[int, Position[Any]] = {}
        async with aclosing(self.pages(encounter, last, after=after)) as read:
            async for page in read:
                pages.append(pack_page(page))
                for entry in page:
                    if _jump_in(book, entry) is not None:
                        landed[entry.version], _ = await self.at(
                            encounter, book, entry.version, owner=owner, charge=charge
                        )
        return pages, landed

    async def landing(self, encounter: str, loaded: Loaded, to: int, *, owner: Owner) -> Landing[Any]:
        """Where a revert of the head to an earlier version lands: there, with the later events that no revert undoes.

        Each revert has kept them, so all are live. owner: as for `at`; the pool works on more than DECODED_AT_ONCE
        events.
        """
        book, last = loaded.book, loaded.head.version
        target, _ = await self.at(encounter, book, to, owner=owner)

        async def arguments() -> tuple[Any, ...]:
            return target, [pack_page(page) async for page in self.pages(encounter, last, after=to)]

        if last - to <= DECODED_AT_ONCE:
            return land_packed(book, *await arguments())
        return await self._work.run(owner, land_packed, book, arguments)

    async def past(self, encounter: str, loaded: Loaded, to: int, *, owner: Owner) -> TakeBackTarget[Any] | None:
        """The encounter at an earlier version, and what came since; None if that version is no longer live.

        owner: as for `at`.
        """
        entries: dict[int, Entry] = {}
        for first in range(to + 1, loaded.head.version + 1, PAGE):
            last = min(first + PAGE - 1, loaded.head.version)
            entries |= {entry.version: entry for entry in await self._store.read(encounter, first, last)}
        book = loaded.book
        jumps = [Jump(v, j.to_version, j.kept) for v, row in entries.items() if (j := _jump_in(book, row)) is not None]
        live = live_since(jumps, to, loaded.head.version)
        if live is None:
            return None
        position, _ = await self.at(encounter, book, to, owner=owner)
        return TakeBackTarget(position, tuple(decode_whole(book, entries[version]) for version in live))

    # -- snapshots
    async def keep_snapshot(self, encounter: str, loaded: Loaded, first: int) -> None:
        """Store a snapshot if the step from `first` passed a multiple of 100 and no command is open now."""
        before, last = first - 1, loaded.head.version
        if before // SNAPSHOT_EVERY != last // SNAPSHOT_EVERY:
            await self._save(encounter, loaded, passing=False)
        elif before // PASSING_EVERY != last // PASSING_EVERY:
            await self._save(encounter, loaded, passing=True)

    async def _spare_the_next(self, encounter: str, loaded: Loaded) -> None:
        """Store a snapshot after a long fold: the code is new, or no step ended when a snapshot was due.

        An ended encounter would get no other. If the store takes no writes now, the reader is still answered.
        """
        with suppress(StoreUnavailable):
            await self._save(encounter, loaded, passing=True)

    async def _save(self, encounter: str, loaded: Loaded, *, passing: bool) -> None:
        if loaded.position.base is None:
            body = msgspec.json.encode(loaded.position.state)
            snapshot = Snapshot(loaded.head.version, loaded.head.hash, body)
            await self._store.keep_snapshot(encounter, self._code(loaded.book), snapshot, passing=passing)

    def _code(self, book: Rulebook[Any]) -> str:
        key = book.system.id, book.system.version
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = snapshot_code(book)
        return code


def _jump_in(book: Rulebook[Any], entry: Entry) -> Reverted | None:
    """The entry as a revert, or None. A byte search comes first: most entries need no decoding."""
    if b'"type":"Reverted"' not in entry.public:
        return None
    event = decode_whole(book, entry).event
    return event if isinstance(event, Reverted) else None
