"""The store port on Redis 7.0 or newer, or Valkey: streams, with hashes and sorted sets beside them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import chain
from typing import Any, TypeVar

from redis.exceptions import RedisError

from engine.store import port
from engine.store.origin import AllowedOrigin
from engine.store.picture import KeptPicture, PictureRoom
from engine.store.redis import codec, directory, keys, notifications, origins, pictures, shelves, webhooks
from engine.store.redis.calls import PATIENCE, Caller, is_full
from engine.store.redis.client import CALL_TIMEOUT, CONNECTIONS
from engine.store.redis.cluster import servers_at
from engine.store.redis.retry_pauses import RetryPauses
from engine.store.redis.script import Script
from engine.store.redis.servers import Command
from engine.store.shelf import ItemToShelve, ShelfLimits, ShelvedItem
from engine.store.webhook import KeptWebhook, Letter, Webhook, WebhookLimits, WebhookState

T = TypeVar("T")

FORMATTED_AT_ONCE = 500
"""Events formatted for an append before the event loop gets a turn."""
LOOKED_AT_ONCE = 250
"""Encounters per round trip of `heads`: a pipeline of thousands would block all other callers."""

REPLICA_TIMEOUT = 1.0
"""Seconds for replicas to confirm an append."""
USUAL = RetryPauses()

PROBED = 1.0
"""Seconds within which a healthy store accepts a write under any load."""

_ADMIT = Script.of(files(__package__).joinpath("admit.lua").read_text())
_APPEND = Script.of(files(__package__).joinpath("append.lua").read_text())


class RedisStore:
    """The store on one server (redis://, rediss:// or unix://) or on a cluster, named by some of its servers.

    connections: the most open to a server at once; further calls wait for one.
    patience: seconds for which a call is retried while the server is away, before StoreUnavailable.
    timeout: seconds until a call counts as lost. pauses: between retries.
    replicas: how many must confirm an append before it counts as durable; 0: none.
    replica_timeout: seconds to wait for them; after that the append is kept, with durable=False.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int = CONNECTIONS,
        patience: float = PATIENCE,
        timeout: float = CALL_TIMEOUT,
        pauses: RetryPauses = USUAL,
        replicas: int = 0,
        replica_timeout: float = REPLICA_TIMEOUT,
    ) -> None:
        waiting = replica_timeout if replicas else 0.0
        self._servers = servers_at(url, connections=connections, timeout=timeout, waiting=waiting)
        self._execute = self._servers.execute
        self._append = _APPEND
        self._calls = Caller(patience, pauses, self._servers.note_failure)
        self._probes = Caller(min(patience, PROBED), pauses, self._servers.note_failure)
        self._pauses = pauses
        self._replicas = replicas
        self._replica_timeout = replica_timeout

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
        """See the port. One call of append.lua."""
        port.check_append(expected, entries, secrets)
        names = [
            keys.events(encounter),
            keys.commands(encounter),
            keys.secret(encounter),
            keys.meta(encounter),
            keys.seats(encounter),
            keys.preferences(encounter),
        ]
        arguments: list[str | int | bytes] = [
            expected.version,
            expected.hash,
            encounter,
            keys.WAKE,
            keys.command_field(seat, key),
            fingerprint,
            "1" if self._replicas else "",
            secrets.dice if secrets else "",
            secrets.hidden if secrets else "",
            figures.system,
            figures.name,
            figures.status,
            figures.created,
            figures.updated,
            *codec.format_conditions(seat, conditions),
        ]
        for number, entry in enumerate(entries, 1):
            arguments += codec.format_entry(entry)
            if number % FORMATTED_AT_ONCE == 0:  # a fork may have tens of thousands
                await asyncio.sleep(0)
        said, durable = await self._try(lambda: self._run_append(names, arguments))
        match said:
            case [b"revoked"]:
                raise port.Revoked(seat)
            case [b"changed"]:
                raise port.PreferencesChanged(encounter)
            case [b"reused"]:
                raise port.KeyReused(f"the key {key!r} of {seat or 'nobody'} stands for another order")
            case [b"conflict", int(version), bytes(hash)]:
                raise port.ExpectedVersionConflict(expected, port.Head(version, hash.decode()))
            case [bytes(outcome), int(first), int(last)]:
                if figures.status == "ended":
                    await directory.forget_running(self._execute, encounter)
                return port.Appended(first, last, again=outcome == b"again", durable=durable)
        raise AssertionError(f"append.lua said {said!r}")

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
        """See the port. One MULTI, so head and events are consistent."""
        some = () if limit is None else ("COUNT", limit)
        commands: list[Command] = [
            ("HGET", keys.commands(encounter), keys.command_field(seat, key)),
            ("XREVRANGE", keys.events(encounter), "+", "-", "COUNT", 1),
            ("XRANGE", keys.events(encounter), codec.format_id(after + 1), "+", *some),
            ("HGETALL", keys.seats(encounter)),
            ("HGETALL", keys.preferences(encounter)),
        ]
        if newest:
            commands += [("GET", keys.newest(encounter)), ("GET", keys.damaged(encounter))]
        remembered, last, rows, epochs, preferences, *more = await self._glance(commands)
        return port.OpenedStream(
            remembered=codec.parse_remembered(remembered),
            head=codec.parse_head(last),
            entries=tuple(codec.parse_entries(rows)),
            epochs=codec.parse_numbers(epochs),
            preferences=codec.parse_texts(preferences),
            newest=codec.parse_newest(more[0]) if newest else None,
            damaged=int(more[1] or 0) if newest else 0,
        )

    async def head(self, encounter: str) -> port.Head:
        """The last event's version and hash, from the stream itself."""
        return codec.parse_head(await self._command("XREVRANGE", keys.events(encounter), "+", "-", "COUNT", 1))

    async def heads(self, encounters: Sequence[str]) -> list[port.HeadAndEpochs]:
        """See the port."""
        standings = []
        for start in range(0, len(encounters), LOOKED_AT_ONCE):
            commands: list[Command] = []
            for encounter in encounters[start : start + LOOKED_AT_ONCE]:
                commands.append(("XREVRANGE", keys.events(encounter), "+", "-", "COUNT", 1))
                commands.append(("HGETALL", keys.seats(encounter)))
            answers = await self._pipeline(commands)
            for last, epochs in zip(answers[::2], answers[1::2], strict=True):
                standings.append(port.HeadAndEpochs(codec.parse_head(last), codec.parse_numbers(epochs)))
        return standings

    async def read(self, encounter: str, first: int, last: int) -> list[port.Entry]:
        """Events first..last, ascending; those that exist."""
        if last < first:
            return []
        rows = await self._command(
            "XRANGE", keys.events(encounter), codec.format_id(max(first, 1)), codec.format_id(max(last, 0))
        )
        return codec.parse_entries(rows)

    async def read_back(self, encounter: str, last: int, limit: int) -> list[port.Entry]:
        """At most `limit` events from version `last` downwards, descending."""
        if last < 1 or limit < 1:
            return []
        rows = await self._command("XREVRANGE", keys.events(encounter), codec.format_id(last), "-", "COUNT", limit)
        return codec.parse_entries(rows)

    async def secrets(self, encounter: str) -> port.Secrets | None:
        """Both dice secrets; None if the encounter has none."""
        fields = codec.parse_texts(await self._command("HGETALL", keys.secret(encounter)))
        return port.Secrets(fields["dice"], fields["hidden"]) if fields else None

    async def mark_damaged(self, encounter: str, version: int) -> None:
        """See the port."""
        if not version:
            await self._command("DEL", keys.damaged(encounter))
            return
        await self._command("SET", keys.damaged(encounter), version)
        with suppress(port.StoreUnavailable):
            await self._command("PUBLISH", keys.WAKE, codec.format_damaged(encounter, version))

    # -- beside the stream
    async def claim(self, owner: str, key: str, encounter: str) -> str:
        """See the port."""
        name = keys.claim(owner, key)
        _, claimed = await self._pipeline(
            [("SET", name, encounter, "NX", "EX", port.CLAIMED_FOR), ("GET", name)], atomic=True
        )
        return bytes(claimed).decode()

    async def prefer(self, encounter: str, seat: str, kind: str, preference: str) -> None:
        """See the port."""
        if not preference:
            await self._command("HDEL", keys.preferences(encounter), f"{seat} {kind}")
        else:
            await self._command("HSET", keys.preferences(encounter), f"{seat} {kind}", preference)

    async def raise_epoch(self, encounter: str, seat: str) -> int:
        """See the port. If the announcement is lost, the next `heads` still finds the new epoch."""
        epoch = int(await self._command("HINCRBY", keys.seats(encounter), seat, 1))
        # The tokens are revoked: if publishing fails, watchers only learn it later.
        with suppress(port.StoreUnavailable):
            await self._command("PUBLISH", keys.WAKE, codec.format_epoch(encounter, seat, epoch))
        return epoch

    async def snapshot(self, encounter: str, code: str, at_most: int) -> port.Snapshot | None:
        """See the port."""
        key = keys.snapshots(encounter, code)
        value, versions = await self._pipeline([("GET", keys.newest(encounter)), ("HKEYS", key)])
        newest = codec.parse_newest(value)
        lasting = max((v for v in map(int, versions) if v <= at_most), default=0)
        if newest is not None and newest.code == code and lasting <= newest.snapshot.version <= at_most:
            return newest.snapshot
        value = await self._command("HGET", key, lasting) if lasting else None
        return None if value is None else codec.parse_snapshot(lasting, value)

    async def keep_snapshot(self, encounter: str, code: str, snapshot: port.Snapshot, *, passing: bool = False) -> None:
        """See the port; one of the same version and code is replaced."""
        commands: list[Command] = [
            ("SET", keys.newest(encounter), codec.format_newest(port.LatestSnapshot(code, snapshot))),
        ]
        if not passing:
            commands += [
                ("SADD", keys.codes(encounter), code),
                ("HSET", keys.snapshots(encounter, code), snapshot.version, codec.format_snapshot(snapshot)),
            ]
        await self._pipeline(commands)

    async def drop_snapshots(self, encounter: str) -> None:
        """Delete the snapshots of all codes; only time is lost."""
        codes = await self._command("SMEMBERS", keys.codes(encounter))
        names = [keys.snapshots(encounter, code.decode()) for code in codes]
        await self._command("UNLINK", keys.newest(encounter), keys.codes(encounter), *names)

    async def lease(self, name: str, holder: str, seconds: int) -> bool:
        """See the port."""
        key = keys.lease(name)
        _, owner = await self._pipeline([("SET", key, holder, "NX", "EX", seconds), ("GET", key)], atomic=True)
        if bytes(owner).decode() != holder:
            return False
        await self._command("EXPIRE", key, seconds)
        return True

    # -- directory
    async def enter(self, encounter: str) -> None:
        """See the port."""
        await self._pipeline([("ZADD", keys.DIRECTORY, 0, encounter), ("ZADD", keys.RUNNING, 0, encounter)])

    async def page(self, *, before: str | None, limit: int, listing: port.Listing = port.ALL) -> list[port.ListedFight]:
        """See the port."""
        now = int(time.time() * 1000)
        return await directory.page(self._pipeline, now=now, before=before, limit=limit, listing=listing)

    async def standings(self, encounters: Sequence[str]) -> list[port.Standing]:
        """See the port."""
        return [
            codec.parse_standing(fields)
            for fields in await self._pipeline([("HGETALL", keys.standing(encounter)) for encounter in encounters])
        ]

    async def archive(self, encounter: str, archived: bool) -> None:
        """See the port."""
        change = ("HSET", keys.standing(encounter), "archived", 1)
        await self._command(*(change if archived else ("HDEL", keys.standing(encounter), "archived")))

    async def publish(self, encounter: str, seat: str) -> None:
        """See the port."""
        change = ("HSET", keys.standing(encounter), "published", seat)
        await self._command(*(change if seat else ("HDEL", keys.standing(encounter), "published")))

    # -- shelves
    async def shelf(self, owner: str) -> list[ShelvedItem]:
        """See the port."""
        return await shelves.shelf(self._command, owner)

    async def read_shelved(
        self, owner: str, names: Sequence[tuple[str, str]]
    ) -> list[tuple[ShelvedItem, bytes] | None]:
        """See the port."""
        return await shelves.read(self._glance, owner, names)

    async def shelve(self, owner: str, items: Sequence[ItemToShelve], limits: ShelfLimits) -> list[int]:
        """See the port."""
        return await self._try(lambda: shelves.put(self._execute, owner, items, limits))

    async def unshelve(self, owner: str, kind: str, key: str, expected: int | None = None) -> bool:
        """See the port."""
        return await self._try(lambda: shelves.remove(self._execute, owner, kind, key, expected))

    # -- hosts
    async def keep_host(self, host: port.HostRecord) -> None:
        """See the port. The listing comes first, so that a record is never without its place there."""
        await self._command("ZADD", keys.HOSTS, 0, host.id)
        name = keys.host(host.id)
        named: list[Command] = [("HSET", name, "name", host.name)] if host.name else []
        await self._pipeline([("HSETNX", name, "created", host.created), *named])

    async def admit(self, host: str, encounter: str, key: str, limits: port.HostLimits) -> str:
        """See the port. One call of admit.lua; whose it is stands beside the encounter before it is created."""
        names = [keys.fights(host), keys.running(host), keys.made(host)]
        arguments: list[str | int] = [encounter, key, limits.running, limits.stored]
        match await self._try(lambda: _ADMIT.run(self._execute, names, arguments)):
            case [b"full", bytes(which)]:
                running = which == b"running"
                raise port.HostFull(limits.running if running else limits.stored, running=running)
            case [b"admitted", bytes(admitted)]:
                await self._command("HSET", keys.standing(admitted.decode()), "host", host)
                return admitted.decode()
            case said:
                raise AssertionError(f"admit.lua said {said!r}")

    async def hosts(self, *, after: str | None, limit: int) -> list[port.HostRecord]:
        """See the port."""
        start = "-" if after is None else f"({after}"
        ids = [id.decode() for id in await self._command("ZRANGE", keys.HOSTS, start, "+", "BYLEX", "LIMIT", 0, limit)]
        fields = await self._pipeline([("HGETALL", keys.host(id)) for id in ids]) if ids else []
        return [codec.parse_host(id, each) for id, each in zip(ids, fields, strict=True)]

    # -- deadlines
    async def schedule(self, due: port.Due) -> None:
        """Keep a deadline; it replaces an earlier one of the same decision."""
        await self._command("ZADD", keys.DUE, due.at, codec.format_due(due))

    async def unschedule(self, due: port.Due) -> None:
        """Drop the deadline of a decision, whatever its time; nothing happens if there is none."""
        await self._command("ZREM", keys.DUE, codec.format_due(due))

    async def due(self, now: int, limit: int = 100) -> list[port.Due]:
        """See the port."""
        pairs = await self._command("ZRANGE", keys.DUE, "-inf", now, "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        return [codec.parse_due(member, score) for member, score in pairs]

    async def scheduled(self) -> list[port.Due]:
        """All deadlines, oldest first."""
        pairs = await self._command("ZRANGE", keys.DUE, 0, -1, "WITHSCORES")
        return [codec.parse_due(member, score) for member, score in pairs]

    # -- the clock
    async def tick(self) -> port.Tick | None:
        """See the port."""
        kept = await self._command("GET", keys.TICK)
        return codec.parse_tick(kept) if kept is not None else None

    async def keep_tick(self, tick: port.Tick) -> None:
        """See the port."""
        await self._command("SET", keys.TICK, codec.format_tick(tick))

    # -- watching
    async def appear(
        self, encounter: str, process: str, streams: Mapping[str, int], until: int, *, changed: bool = True
    ) -> None:
        """See the port."""
        key = keys.present(encounter)
        there = {f"{process} {seat}": f"{count} {until}" for seat, count in streams.items() if count}
        gone = [f"{process} {seat}" for seat, count in streams.items() if not count]
        commands: list[Command] = []
        if there:
            commands.append(("HSET", key, *chain.from_iterable(there.items())))
            commands.append(("PEXPIREAT", key, until))
        if gone:
            commands.append(("HDEL", key, *gone))
        if commands:
            await self._pipeline(commands)
        if changed:
            with suppress(port.StoreUnavailable):
                await self._command("PUBLISH", keys.WAKE, codec.format_present(encounter))

    async def present(self, encounter: str, now: int) -> dict[str, int]:
        """See the port."""
        return codec.parse_present(await self._command("HGETALL", keys.present(encounter)), now)

    # -- webhooks
    async def add_webhook(
        self, encounter: str, webhook: Webhook, state: WebhookState, limits: WebhookLimits
    ) -> KeptWebhook:
        """See the port. Listed first: a webhook is never without its place there."""
        await self._command("ZADD", keys.WEBHOOKED, 0, encounter)
        kept = await self._try(lambda: webhooks.add(self._execute, encounter, webhook, state, limits))
        await self._announce_webhooks(encounter)
        return kept

    async def webhooks(self, encounters: Sequence[str]) -> list[list[KeptWebhook]]:
        """See the port."""
        found: list[list[KeptWebhook]] = []
        for start in range(0, len(encounters), LOOKED_AT_ONCE):
            found += await webhooks.of(self._pipeline, encounters[start : start + LOOKED_AT_ONCE])
        return found

    async def remove_webhook(self, encounter: str, owner: str, key: str) -> bool:
        """See the port."""
        removed = await webhooks.remove(self._pipeline, encounter, owner, key)
        await self._announce_webhooks(encounter)
        return removed

    async def note_webhook(self, encounter: str, owner: str, key: str, state: WebhookState) -> bool:
        """See the port."""
        return await self._try(lambda: webhooks.note(self._execute, encounter, owner, key, state))

    async def letters(self, encounter: str, owner: str, key: str) -> list[Letter]:
        """See the port."""
        return await webhooks.letters(self._command, encounter, owner, key)

    async def put_letters(
        self, encounter: str, owner: str, key: str, letters: Sequence[Letter], *, announce: bool = False
    ) -> bool:
        """See the port. Listed first, as in `add_webhook`."""
        if not letters:
            return True
        if announce:
            await self._command("ZADD", keys.WEBHOOKED, 0, encounter)
        kept = await self._try(lambda: webhooks.put_letters(self._execute, encounter, owner, key, letters))
        if announce:
            await self._announce_webhooks(encounter)
        return kept

    async def drop_letters(self, encounter: str, owner: str, key: str, ids: Sequence[str]) -> None:
        """See the port."""
        if ids:
            await webhooks.drop_letters(self._pipeline, encounter, owner, key, ids)

    async def webhooked(self, *, after: str | None, limit: int) -> list[str]:
        """See the port."""
        start = "-" if after is None else f"({after}"
        ids = await self._command("ZRANGE", keys.WEBHOOKED, start, "+", "BYLEX", "LIMIT", 0, limit)
        return [id.decode() for id in ids]

    async def unlist_webhooks(self, encounter: str) -> None:
        """See the port."""
        await self._command("ZREM", keys.WEBHOOKED, encounter)

    async def _announce_webhooks(self, encounter: str) -> None:
        with suppress(port.StoreUnavailable):
            await self._command("PUBLISH", keys.WAKE, codec.format_webhooks(encounter))

    # -- origins
    async def allow_origin(self, whose: str, origin: AllowedOrigin, most: int) -> AllowedOrigin:
        """See the port. Remembered first: what is allowed is never unknown."""
        await origins.remember(self._command, origin.origin)
        return await self._try(lambda: origins.allow(self._execute, whose, origin, most))

    async def disallow_origin(self, whose: str, origin: str) -> bool:
        """See the port."""
        return bool(await self._command("HDEL", keys.origins(whose), origin))

    async def origins(self, whose: Sequence[str]) -> list[list[AllowedOrigin]]:
        """See the port."""
        return await origins.of(self._pipeline, whose)

    async def known_origin(self, origin: str) -> bool:
        """See the port."""
        return await origins.known(self._command, origin)

    # -- pictures
    async def put_picture(
        self, host: str, encounter: str, picture: KeptPicture, content: bytes, room: PictureRoom
    ) -> None:
        """See the port. Room first: bytes never lie there uncounted."""
        await self._try(lambda: pictures.take_room(self._execute, host, encounter, picture, room))
        await pictures.write(self._pipeline, encounter, picture, content)

    async def pictures(self, encounter: str) -> list[KeptPicture]:
        """See the port."""
        return await pictures.of(self._command, encounter)

    async def read_picture(self, encounter: str, id: str) -> tuple[KeptPicture, bytes] | None:
        """See the port."""
        return await pictures.read(self._glance, encounter, id)

    async def drop_picture(self, host: str, encounter: str, id: str) -> bool:
        """See the port. The room last, for the same reason."""
        dropped = await pictures.drop(self._pipeline, encounter, id)
        await self._command("HDEL", keys.picture_room(host), f"{encounter}/{id}")
        return dropped

    async def picture_holders(self, host: str) -> list[tuple[str, str]]:
        """See the port."""
        return await pictures.holders(self._command, host)

    # -- short codes
    async def keep_short_code(self, code: str, means: str, seconds: int) -> str:
        """See the port. Whoever comes second reads what the first one has set."""
        key = keys.short_code(code)
        if await self._command("SET", key, means, "EX", seconds, "NX"):
            return means
        there = await self.short_code(code)
        if there == means:
            await self._command("EXPIRE", key, seconds)
        return there if there is not None else await self.keep_short_code(code, means, seconds)

    async def short_code(self, code: str) -> str | None:
        """See the port."""
        found = await self._command("GET", keys.short_code(code))
        return None if found is None else str(found.decode())

    def notifications(self) -> AsyncGenerator[port.Notification, None]:
        """See the port. Each call opens its own connection: one call per process is enough."""
        return notifications.listen(self._servers.listener, self._pauses)

    async def ping(self) -> None:
        """Returns if the server answers."""
        await self._command("PING")

    async def probe(self) -> None:
        """See the port. A write, because a replica, or a server whose disk or memory is full, still answers reads."""
        await self._probes.call(lambda: self._execute("SET", keys.PROBE, "1", "EX", 60))

    async def close(self) -> None:
        """Close all connections."""
        await self._servers.close()

    # -- calling
    async def _try(self, do: Callable[[], Awaitable[T]]) -> T:
        return await self._calls.call(do)

    async def _command(self, *command: Any) -> Any:
        return await self._try(lambda: self._execute(*command))

    async def _pipeline(self, commands: Sequence[Command], *, atomic: bool = False) -> list[Any]:
        """All the commands in one round trip; atomic: no other command runs between them."""

        return await self._try(lambda: self._servers.send(commands, atomic=atomic))

    async def _glance(self, commands: Sequence[Command]) -> list[Any]:
        """Several reads at one moment.

        A server whose memory is full rejects even reads inside a MULTI. It also takes no writes, so none can come
        between the reads: they are then sent without MULTI.
        """

        async def run() -> list[Any]:
            try:
                return await self._servers.send(commands, atomic=True)
            except RedisError as error:
                if not is_full(error):
                    raise
                return await self._servers.send(commands, atomic=False)

        return await self._try(run)

    async def _run_append(self, names: list[str], arguments: list[str | int | bytes]) -> tuple[Any, bool]:
        """The result of append.lua, and whether the replicas confirmed it."""
        return await self._append.run(self._confirmed if self._replicas else self._alone, names, arguments)

    async def _alone(self, *call: Any) -> tuple[Any, bool]:
        return await self._execute(*call), True

    async def _confirmed(self, *call: Any) -> tuple[Any, bool]:
        # WAIT counts the writes of its own connection: both use the same one.
        wait = ("WAIT", self._replicas, int(self._replica_timeout * 1000))
        said, confirmed = await self._servers.send([call, wait], raising=False)
        if isinstance(said, RedisError):
            raise said
        return said, isinstance(confirmed, int) and confirmed >= self._replicas
