"""The in-memory store, for offline replays and simulations. Its data ends with the process."""

from __future__ import annotations

import time
from asyncio import Event
from collections.abc import AsyncGenerator, Mapping, Sequence

from msgspec import structs

from engine.store import port
from engine.store.ids import created_ms
from engine.store.origin import AllowedOrigin, OriginsFull
from engine.store.picture import KeptPicture, PictureRoom, PicturesFull
from engine.store.shelf import ItemToShelve, ShelfConflict, ShelfFull, ShelfLimits, ShelvedItem, check_items
from engine.store.webhook import LETTERS, KeptWebhook, Letter, Webhook, WebhookLimits, WebhooksFull, WebhookState

GRACE_MS = 60_000


class _Fight:
    """One encounter's stream and the data beside it."""

    def __init__(self) -> None:
        self.entries: list[port.Entry] = []
        self.commands: dict[tuple[str, str], port.Remembered] = {}
        self.figures: port.ListingFigures | None = None
        self.secrets: port.Secrets | None = None
        self.epochs: dict[str, int] = {}
        self.preferences: dict[str, str] = {}
        self.snapshots: dict[tuple[str, int], port.Snapshot] = {}
        self.newest: port.LatestSnapshot | None = None
        self.damaged = 0
        self.standing = port.Standing()

    @property
    def head(self) -> port.Head:
        return port.Head(self.entries[-1].version, self.entries[-1].hash) if self.entries else port.NOTHING


class _Listener:
    """A reader of notifications: at most one is pending per encounter and seat, however slow the reader."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[str, str | None], port.Notification] = {("", None): port.Notification("", 0)}
        self.event = Event()
        self.event.set()


class MemoryStore:
    """A store without a server; never unavailable."""

    def __init__(self) -> None:
        self._fights: dict[str, _Fight] = {}
        self._directory: set[str] = set()
        self._due: dict[tuple[str, int], port.Due] = {}
        self._tick: port.Tick | None = None
        self._listeners: set[_Listener] = set()
        self._claims: dict[tuple[str, str], str] = {}
        self._leases: dict[str, tuple[str, float]] = {}
        self._present: dict[str, dict[tuple[str, str], tuple[int, int]]] = {}
        self._shelves: dict[str, dict[tuple[str, str], tuple[ShelvedItem, bytes]]] = {}
        self._shelf_versions: dict[str, int] = {}
        self._hosts: dict[str, port.HostRecord] = {}
        self._admitted: dict[str, dict[str, bool]] = {}
        """Host -> encounter -> whether it still counts as running."""
        self._made: dict[tuple[str, str], str] = {}
        self._webhooks: dict[str, dict[tuple[str, str], KeptWebhook]] = {}
        self._letters: dict[tuple[str, str, str], dict[str, Letter]] = {}
        self._webhooked: set[str] = set()
        self._origins: dict[str, dict[str, AllowedOrigin]] = {}
        self._known_origins: set[str] = set()
        self._short_codes: dict[str, tuple[str, float]] = {}
        self._pictures: dict[str, dict[tuple[str, str], tuple[KeptPicture, bytes]]] = {}
        """Host -> (encounter, id) -> a picture."""

    # -- streams
    async def append(
        self,
        encounter: str,
        expected: port.Head,
        entries: Sequence[port.Entry],
        *,
        seat: str,
        key: str,
        fingerprint: str,
        figures: port.ListingFigures,
        secrets: port.Secrets | None = None,
        conditions: port.AppendConditions = port.NO_CONDITIONS,
    ) -> port.Appended:
        """See the port. Atomic because it never awaits."""
        port.check_append(expected, entries, secrets)
        fight = self._seen(encounter)
        if conditions.epoch is not None and fight.epochs.get(seat, 0) > conditions.epoch:
            raise port.Revoked(seat)
        known = fight.commands.get((seat, key))
        if known is not None:
            if known.fingerprint != fingerprint:
                raise port.KeyReused(f"the key {key!r} of {seat or 'nobody'} stands for another order")
            return port.Appended(known.first, known.last, again=True)
        if fight.head != expected:
            raise port.ExpectedVersionConflict(expected, fight.head)
        if conditions.preferences is not None and fight.preferences != conditions.preferences:
            raise port.PreferencesChanged(encounter)
        fight.entries += entries
        first, last = entries[0].version, entries[-1].version
        fight.commands[seat, key] = port.Remembered(fingerprint, first, last)
        fight.figures = figures
        fight.secrets = secrets or fight.secrets
        self._fights[encounter] = fight
        self._announce(port.Notification(encounter, last))
        return port.Appended(first, last)

    async def open(
        self,
        encounter: str,
        *,
        after: int = 0,
        limit: int | None = None,
        newest: bool = False,
        seat: str = "",
        key: str = "",
    ) -> port.OpenedStream:
        """See the port."""
        fight = self._seen(encounter)
        return port.OpenedStream(
            remembered=fight.commands.get((seat, key)),
            head=fight.head,
            entries=tuple(fight.entries[after:][:limit]),
            epochs=dict(fight.epochs),
            preferences=dict(fight.preferences),
            newest=fight.newest if newest else None,
            damaged=fight.damaged if newest else 0,
        )

    async def head(self, encounter: str) -> port.Head:
        """The last event's version and hash."""
        return self._seen(encounter).head

    async def heads(self, encounters: Sequence[str]) -> list[port.HeadAndEpochs]:
        """See the port."""
        return [port.HeadAndEpochs(fight.head, dict(fight.epochs)) for fight in map(self._seen, encounters)]

    async def read(self, encounter: str, first: int, last: int) -> list[port.Entry]:
        """Events first..last, ascending; those that exist."""
        return self._seen(encounter).entries[max(first, 1) - 1 : max(last, 0)]

    async def read_back(self, encounter: str, last: int, limit: int) -> list[port.Entry]:
        """At most `limit` events from version `last` downwards, descending."""
        return self._seen(encounter).entries[: max(last, 0)][::-1][: max(limit, 0)]

    async def secrets(self, encounter: str) -> port.Secrets | None:
        """Both dice secrets; None if the encounter has none."""
        return self._seen(encounter).secrets

    async def mark_damaged(self, encounter: str, version: int) -> None:
        """See the port."""
        self._kept(encounter).damaged = version
        self._announce(port.Notification(encounter, 0, damaged=version))

    # -- beside the stream
    async def claim(self, owner: str, key: str, encounter: str) -> str:
        """See the port; remembered as long as this store lives."""
        return self._claims.setdefault((owner, key), encounter)

    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """See the port."""
        preferences = self._kept(encounter).preferences
        if not preference:
            preferences.pop(f"{seat} {kind}", None)
        else:
            preferences[f"{seat} {kind}"] = preference

    async def raise_epoch(self, encounter: str, seat: str) -> int:
        """See the port."""
        epochs = self._kept(encounter).epochs
        epochs[seat] = epochs.get(seat, 0) + 1
        self._announce(port.Notification(encounter, 0, seat=seat, epoch=epochs[seat]))
        return epochs[seat]

    async def snapshot(self, encounter: str, code: str, at_most: int) -> port.Snapshot | None:
        """See the port."""
        fight = self._seen(encounter)
        found = [snapshot for (made_by, _), snapshot in fight.snapshots.items() if made_by == code]
        if fight.newest is not None and fight.newest.code == code:
            found.append(fight.newest.snapshot)
        return max(
            (snapshot for snapshot in found if snapshot.version <= at_most),
            key=lambda snapshot: snapshot.version,
            default=None,
        )

    async def keep_snapshot(self, encounter: str, code: str, snapshot: port.Snapshot, *, passing: bool = False) -> None:
        """See the port; one of the same version and code is replaced."""
        fight = self._kept(encounter)
        fight.newest = port.LatestSnapshot(code, snapshot)
        if not passing:
            fight.snapshots[code, snapshot.version] = snapshot

    async def drop_snapshots(self, encounter: str) -> None:
        """Delete the snapshots of all codes."""
        fight = self._seen(encounter)
        fight.snapshots.clear()
        fight.newest = None

    async def lease(self, name: str, holder: str, seconds: int) -> bool:
        """See the port."""
        now = time.monotonic()
        owner, end = self._leases.get(name, (holder, now))
        if owner != holder and now < end:
            return False
        self._leases[name] = (holder, now + seconds)
        return True

    # -- directory
    async def enter(self, encounter: str) -> None:
        """See the port."""
        self._directory.add(encounter)

    async def page(self, *, before: str | None, limit: int, listing: port.Listing = port.ALL) -> list[port.ListedFight]:
        """See the port."""
        oldest = int(time.time() * 1000) - GRACE_MS
        mine = None if listing.host is None else self._admitted.get(listing.host, {})
        ids = self._directory if mine is None else mine
        found: list[port.ListedFight] = []
        for id in sorted((id for id in ids if before is None or id < before), reverse=True):
            if len(found) >= limit:
                break
            fight = self._seen(id)
            if fight.figures is None:
                if (created_ms(id) or oldest) < oldest:
                    self._directory.discard(id)
                    if mine is not None:
                        mine.pop(id)
                continue
            ended = fight.figures.status == "ended"
            if mine is not None and listing.running and ended:
                mine[id] = False
            if (not listing.running or not ended) and listing.archived in (None, fight.standing.archived):
                found.append(port.ListedFight(id, fight.head.version, fight.figures, fight.standing))
        return found

    async def standings(self, encounters: Sequence[str]) -> list[port.Standing]:
        """See the port."""
        return [self._seen(encounter).standing for encounter in encounters]

    async def archive(self, encounter: str, archived: bool) -> None:
        """See the port."""
        fight = self._kept(encounter)
        fight.standing = structs.replace(fight.standing, archived=archived)

    async def publish(self, encounter: str, seat: str) -> None:
        """See the port."""
        fight = self._kept(encounter)
        fight.standing = structs.replace(fight.standing, published=seat)

    # -- shelves
    async def shelf(self, owner: str) -> list[ShelvedItem]:
        """See the port."""
        shelf = self._shelves.get(owner, {})
        return [shelf[name][0] for name in sorted(shelf)]

    async def read_shelved(
        self, owner: str, names: Sequence[tuple[str, str]]
    ) -> list[tuple[ShelvedItem, bytes] | None]:
        """See the port."""
        return [self._shelves.get(owner, {}).get(name) for name in names]

    async def shelve(self, owner: str, items: Sequence[ItemToShelve], limits: ShelfLimits) -> list[int]:
        """See the port. Atomic because it never awaits."""
        check_items(items)
        shelf = self._shelves.get(owner, {})
        changed = dict(shelf)
        version = self._shelf_versions.get(owner, 0) + 1
        for item in items:
            known = shelf.get((item.kind, item.key))
            if known is not None and known[0].digest == item.digest:
                continue
            actual = known[0].version if known else 0
            if item.expected is not None and item.expected != actual:
                raise ShelfConflict(item.kind, item.key, item.expected, actual)
            made = ShelvedItem(
                item.kind, item.key, item.name, item.system, item.updated, version, len(item.content), item.digest
            )
            changed[item.kind, item.key] = made, item.content
        if len(changed) > max(limits.items, len(shelf)):
            raise ShelfFull(limits.items, of_bytes=False)
        before, after = (sum(len(content) for _, content in each.values()) for each in (shelf, changed))
        if after > max(limits.size, before):
            raise ShelfFull(limits.size, of_bytes=True)
        if changed != shelf:
            self._shelves[owner], self._shelf_versions[owner] = changed, version
        return [changed[item.kind, item.key][0].version for item in items]

    async def unshelve(self, owner: str, kind: str, key: str, expected: int | None = None) -> bool:
        """See the port."""
        shelf = self._shelves.get(owner, {})
        known = shelf.get((kind, key))
        if known is None:
            return False
        if expected is not None and known[0].version != expected:
            raise ShelfConflict(kind, key, expected, known[0].version)
        self._shelves[owner] = {name: pair for name, pair in shelf.items() if name != (kind, key)}
        return True

    # -- hosts
    async def keep_host(self, host: port.HostRecord) -> None:
        """See the port."""
        known = self._hosts.get(host.id)
        if known is not None:
            host = port.HostRecord(host.id, host.name or known.name, known.created)
        self._hosts[host.id] = host

    async def admit(self, host: str, encounter: str, key: str, limits: port.HostLimits) -> str:
        """See the port. Atomic because it never awaits."""
        mine = self._admitted.get(host, {})
        encounter = self._made.get((host, key), encounter) if key else encounter
        if encounter not in mine:
            if len(mine) >= limits.stored:
                raise port.HostFull(limits.stored, running=False)
            if sum(mine.values()) >= limits.running:
                raise port.HostFull(limits.running, running=True)
            self._admitted.setdefault(host, {})[encounter] = True
            fight = self._kept(encounter)
            fight.standing = structs.replace(fight.standing, host=host)
            if key:
                self._made[host, key] = encounter
        return encounter

    async def hosts(self, *, after: str | None, limit: int) -> list[port.HostRecord]:
        """See the port."""
        return [self._hosts[id] for id in sorted(id for id in self._hosts if after is None or id > after)][:limit]

    # -- deadlines
    async def schedule(self, due: port.Due) -> None:
        """Keep a deadline; it replaces an earlier one of the same decision."""
        self._due[due.encounter, due.decision] = due

    async def unschedule(self, due: port.Due) -> None:
        """Drop the deadline of a decision, whatever its time; nothing happens if there is none."""
        self._due.pop((due.encounter, due.decision), None)

    async def due(self, now: int, limit: int = 100) -> list[port.Due]:
        """See the port."""
        return [due for due in await self.scheduled() if due.at <= now][:limit]

    async def scheduled(self) -> list[port.Due]:
        """All deadlines, oldest first."""
        return sorted(self._due.values(), key=lambda due: due.at)

    # -- the clock
    async def tick(self) -> port.Tick | None:
        """See the port."""
        return self._tick

    async def keep_tick(self, tick: port.Tick) -> None:
        """See the port."""
        self._tick = tick

    # -- watching
    async def appear(
        self, encounter: str, process: str, streams: Mapping[str, int], until: int, *, changed: bool = True
    ) -> None:
        """See the port."""
        here = self._present.setdefault(encounter, {})
        for seat, count in streams.items():
            here.pop((process, seat), None)
            if count:
                here[process, seat] = (count, until)
        if changed:
            self._announce(port.Notification(encounter, 0, present=True))

    async def present(self, encounter: str, now: int) -> dict[str, int]:
        """See the port."""
        here = self._present.get(encounter, {})
        for key in [key for key, (_, until) in here.items() if until <= now]:
            del here[key]
        streams: dict[str, int] = {}
        for (_, seat), (count, _) in here.items():
            streams[seat] = streams.get(seat, 0) + count
        return streams

    # -- webhooks
    async def add_webhook(
        self, encounter: str, webhook: Webhook, state: WebhookState, limits: WebhookLimits
    ) -> KeptWebhook:
        """See the port. Atomic because it never awaits."""
        there = self._webhooks.setdefault(encounter, {})
        name = (webhook.owner, webhook.key)
        if name not in there:
            if sum(owner == webhook.owner for owner, _ in there) >= limits.own:
                raise WebhooksFull(limits.own, own=True)
            if len(there) >= limits.all:
                raise WebhooksFull(limits.all, own=False)
            there[name] = KeptWebhook(webhook, state)
        self._webhooked.add(encounter)
        self._announce(port.Notification(encounter, 0, webhooks=True))
        return there[name]

    async def webhooks(self, encounters: Sequence[str]) -> list[list[KeptWebhook]]:
        """See the port."""
        there = [self._webhooks.get(encounter, {}) for encounter in encounters]
        return [[item[name] for name in sorted(item)] for item in there]

    async def remove_webhook(self, encounter: str, owner: str, key: str) -> bool:
        """See the port."""
        self._letters.pop((encounter, owner, key), None)
        removed = self._webhooks.get(encounter, {}).pop((owner, key), None)
        self._announce(port.Notification(encounter, 0, webhooks=True))
        return removed is not None

    async def note_webhook(self, encounter: str, owner: str, key: str, state: WebhookState) -> bool:
        """See the port."""
        there = self._webhooks.get(encounter, {})
        if (owner, key) not in there:
            return False
        there[owner, key] = KeptWebhook(there[owner, key].webhook, state)
        return True

    async def letters(self, encounter: str, owner: str, key: str) -> list[Letter]:
        """See the port."""
        return list(self._letters.get((encounter, owner, key), {}).values())

    async def put_letters(
        self, encounter: str, owner: str, key: str, letters: Sequence[Letter], *, announce: bool = False
    ) -> bool:
        """See the port."""
        if not letters:
            return True
        if announce:
            self._webhooked.add(encounter)
            self._announce(port.Notification(encounter, 0, webhooks=True))
        if (owner, key) not in self._webhooks.get(encounter, {}):
            return False
        there = self._letters.setdefault((encounter, owner, key), {})
        there.update((letter.id, letter) for letter in letters)
        for id in list(there)[: len(there) - LETTERS]:
            del there[id]
        return True

    async def drop_letters(self, encounter: str, owner: str, key: str, ids: Sequence[str]) -> None:
        """See the port."""
        there = self._letters.get((encounter, owner, key), {})
        for id in ids:
            there.pop(id, None)

    async def webhooked(self, *, after: str | None, limit: int) -> list[str]:
        """See the port."""
        return sorted(id for id in self._webhooked if after is None or id > after)[:limit]

    async def unlist_webhooks(self, encounter: str) -> None:
        """See the port."""
        self._webhooked.discard(encounter)

    # -- origins
    async def allow_origin(self, whose: str, origin: AllowedOrigin, most: int) -> AllowedOrigin:
        """See the port. Atomic because it never awaits."""
        there = self._origins.setdefault(whose, {})
        self._known_origins.add(origin.origin)
        if origin.origin not in there and len(there) >= most:
            raise OriginsFull(most)
        return there.setdefault(origin.origin, origin)

    async def disallow_origin(self, whose: str, origin: str) -> bool:
        """See the port."""
        return self._origins.get(whose, {}).pop(origin, None) is not None

    async def origins(self, whose: Sequence[str]) -> list[list[AllowedOrigin]]:
        """See the port."""
        there = [self._origins.get(key, {}) for key in whose]
        return [[item[name] for name in sorted(item)] for item in there]

    async def known_origin(self, origin: str) -> bool:
        """See the port; remembered as long as this store lives."""
        return origin in self._known_origins

    # -- pictures
    async def put_picture(
        self, host: str, encounter: str, picture: KeptPicture, content: bytes, room: PictureRoom
    ) -> None:
        """See the port. Atomic because it never awaits."""
        there = self._pictures.setdefault(host, {})
        if (encounter, picture.id) in there:
            return
        mine = {(encounter, picture.id): picture, **{name: candidate for name, (candidate, _) in there.items()}}
        own = [candidate.size for (whose, _), candidate in mine.items() if whose == encounter]
        for sizes, most, most_bytes, of_host in (
            (own, room.of_fight, room.bytes_of_fight, False),
            ([candidate.size for candidate in mine.values()], room.of_host, room.bytes_of_host, True),
        ):
            if len(sizes) > most:
                raise PicturesFull(most, of_bytes=False, of_host=of_host)
            if sum(sizes) > most_bytes:
                raise PicturesFull(most_bytes, of_bytes=True, of_host=of_host)
        there[encounter, picture.id] = picture, content

    async def pictures(self, encounter: str) -> list[KeptPicture]:
        """See the port."""
        there = (
            picture
            for kept in self._pictures.values()
            for (whose, _), (picture, _) in kept.items()
            if whose == encounter
        )
        return sorted(there, key=lambda picture: picture.id)

    async def read_picture(self, encounter: str, id: str) -> tuple[KeptPicture, bytes] | None:
        """See the port."""
        return next((kept[encounter, id] for kept in self._pictures.values() if (encounter, id) in kept), None)

    async def drop_picture(self, host: str, encounter: str, id: str) -> bool:
        """See the port."""
        return self._pictures.get(host, {}).pop((encounter, id), None) is not None

    async def picture_holders(self, host: str) -> list[tuple[str, str]]:
        """See the port."""
        return sorted(self._pictures.get(host, {}))

    # -- short codes
    async def keep_short_code(self, code: str, means: str, seconds: int) -> str:
        """See the port."""
        there = await self.short_code(code)
        if there in (None, means):
            self._short_codes[code] = (means, time.monotonic() + seconds)
            return means
        return there or means

    async def short_code(self, code: str) -> str | None:
        """See the port."""
        means, until = self._short_codes.get(code, ("", 0.0))
        return means if until > time.monotonic() else None

    async def notifications(self) -> AsyncGenerator[port.Notification, None]:
        """See the port."""
        listener = _Listener()
        self._listeners.add(listener)
        try:
            while True:
                await listener.event.wait()
                listener.event.clear()
                while listener.waiting:
                    yield listener.waiting.pop(next(iter(listener.waiting)))
        finally:
            self._listeners.discard(listener)

    async def ping(self) -> None:
        """Memory is always available."""

    async def probe(self) -> None:
        """Always."""

    async def close(self) -> None:
        """Nothing is held open."""

    # -- inside
    def _seen(self, encounter: str) -> _Fight:
        """An encounter for reading; a missing one is empty and is not stored."""
        return self._fights.get(encounter) or _Fight()

    def _kept(self, encounter: str) -> _Fight:
        return self._fights.setdefault(encounter, _Fight())

    def _announce(self, notification: port.Notification) -> None:
        # A damage mark has its own slot, so a later append notification does not replace it.
        slot = "damaged" if notification.damaged else "present" if notification.present else notification.seat
        slot = "webhooks" if notification.webhooks else slot
        for listener in self._listeners:
            listener.waiting[notification.encounter, slot] = notification
            listener.event.set()
