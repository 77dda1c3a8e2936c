"""The port on Redis 7.0 or newer, or Valkey: streams, and beside them hashes and sorted sets."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any, TypeVar

from redis.exceptions import RedisError

from engine.store import port
from engine.store.redis import codec, directory, hints, keys
from engine.store.redis.calls import PATIENCE, Caller, is_full
from engine.store.redis.client import CALL_TIMEOUT, CONNECTIONS
from engine.store.redis.cluster import servers_at
from engine.store.redis.pauses import Pauses
from engine.store.redis.script import Script
from engine.store.redis.servers import Command

T = TypeVar("T")

LOOKED_AT_ONCE = 250
"""Fights per round trip of `look`: a pipeline of thousands would keep every other caller waiting."""

REPLICA_TIMEOUT = 1.0
"""Seconds that replicas have to confirm an append."""
USUAL = Pauses()

PROBED = 1.0
"""Seconds within which a store that is well takes a write, whatever else goes on."""

_APPEND = Script.of(files(__package__).joinpath("append.lua").read_text())


class RedisStore:
    """The store on one server (redis://, rediss:// or unix://) or on a cluster, named by some of its servers.

    connections: the most that are open to a server at once; further calls wait for one.
    patience: seconds for which a call is repeated while the server is away, before StoreUnavailable.
    timeout: seconds until a call counts as lost. pauses: between the tries.
    replicas: how many must confirm an append before it counts as durable; 0 asks none.
    replica_timeout: seconds to wait for them; after that the append stands, with durable=False.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int = CONNECTIONS,
        patience: float = PATIENCE,
        timeout: float = CALL_TIMEOUT,
        pauses: Pauses = USUAL,
        replicas: int = 0,
        replica_timeout: float = REPLICA_TIMEOUT,
    ) -> None:
        waiting = replica_timeout if replicas else 0.0
        self._servers = servers_at(url, connections=connections, timeout=timeout, waiting=waiting)
        self._execute = self._servers.execute
        self._append = _APPEND
        self._calls = Caller(patience, pauses, self._servers.heed)
        self._probes = Caller(min(patience, PROBED), pauses, self._servers.heed)
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
        figures: port.Figures,
        secrets: port.Secrets | None = None,
        grounds: port.Grounds = port.NO_GROUNDS,
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
            *codec.format_grounds(seat, grounds),
        ]
        for entry in entries:
            arguments += codec.format_entry(entry)
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
    ) -> port.Opening:
        """See the port. One MULTI, so head and events are of the same moment."""
        some = () if limit is None else ("COUNT", limit)
        commands: list[Command] = [
            ("HGET", keys.commands(encounter), keys.command_field(seat, key)),
            ("XREVRANGE", keys.events(encounter), "+", "-", "COUNT", 1),
            ("XRANGE", keys.events(encounter), codec.format_id(after + 1), "+", *some),
            ("HGETALL", keys.seats(encounter)),
            ("HGETALL", keys.preferences(encounter)),
        ]
        if newest:
            commands.append(("GET", keys.newest(encounter)))
        remembered, last, rows, epochs, preferences, *snapshot = await self._glance(commands)
        return port.Opening(
            remembered=codec.parse_remembered(remembered),
            head=codec.parse_head(last),
            entries=tuple(codec.parse_entries(rows)),
            epochs=codec.parse_numbers(epochs),
            preferences=codec.parse_texts(preferences),
            newest=codec.parse_newest(snapshot[0]) if newest else None,
        )

    async def head(self, encounter: str) -> port.Head:
        """The last event's version and hash, from the stream itself."""
        return codec.parse_head(await self._command("XREVRANGE", keys.events(encounter), "+", "-", "COUNT", 1))

    async def look(self, encounters: Sequence[str]) -> list[port.Standing]:
        """See the port."""
        standings = []
        for start in range(0, len(encounters), LOOKED_AT_ONCE):
            commands: list[Command] = []
            for encounter in encounters[start : start + LOOKED_AT_ONCE]:
                commands.append(("XREVRANGE", keys.events(encounter), "+", "-", "COUNT", 1))
                commands.append(("HGETALL", keys.seats(encounter)))
            answers = await self._pipeline(commands)
            for last, epochs in zip(answers[::2], answers[1::2], strict=True):
                standings.append(port.Standing(codec.parse_head(last), codec.parse_numbers(epochs)))
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
        """Both dice secrets; None for a fight that has none."""
        fields = codec.parse_texts(await self._command("HGETALL", keys.secret(encounter)))
        return port.Secrets(fields["dice"], fields["hidden"]) if fields else None

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
        if preference == "ask":
            await self._command("HDEL", keys.preferences(encounter), f"{seat} {kind}")
        else:
            await self._command("HSET", keys.preferences(encounter), f"{seat} {kind}", preference)

    async def raise_epoch(self, encounter: str, seat: str) -> int:
        """See the port. A lost announcement is healed by whoever looks."""
        epoch = int(await self._command("HINCRBY", keys.seats(encounter), seat, 1))
        # The tokens are revoked: without the channel, or the right to it, only the news of it is late.
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
            ("SET", keys.newest(encounter), codec.format_newest(port.Newest(code, snapshot))),
        ]
        if not passing:
            commands += [
                ("SADD", keys.codes(encounter), code),
                ("HSET", keys.snapshots(encounter, code), snapshot.version, codec.format_snapshot(snapshot)),
            ]
        await self._pipeline(commands)

    async def drop_snapshots(self, encounter: str) -> None:
        """Delete the snapshots of all codes; nothing but time is lost."""
        codes = await self._command("SMEMBERS", keys.codes(encounter))
        names = [keys.snapshots(encounter, code.decode()) for code in codes]
        await self._command("UNLINK", keys.newest(encounter), keys.codes(encounter), *names)

    # -- directory
    async def enter(self, encounter: str) -> None:
        """See the port."""
        await self._pipeline([("ZADD", keys.DIRECTORY, 0, encounter), ("ZADD", keys.RUNNING, 0, encounter)])

    async def page(self, *, before: str | None, limit: int, running: bool = False) -> list[port.Listed]:
        """See the port."""
        now = int(time.time() * 1000)
        return await directory.page(self._pipeline, now=now, before=before, limit=limit, running=running)

    # -- deadlines
    async def schedule(self, due: port.Due) -> None:
        """Keep a deadline; one of the same decision is moved."""
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

    # -- watching
    def hints(self) -> AsyncGenerator[port.Hint, None]:
        """See the port. Each call opens a connection of its own: one is enough for a process."""
        return hints.listen(self._servers.listener, self._pauses)

    async def ping(self) -> None:
        """Returns if the server answers."""
        await self._command("PING")

    async def probe(self) -> None:
        """See the port. Written, for a server whose disk or memory is full, or that became a replica, still answers."""
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
        """All the commands in one round trip; atomic: nobody's command falls between them."""

        return await self._try(lambda: self._servers.send(commands, atomic=atomic))

    async def _glance(self, commands: Sequence[Command]) -> list[Any]:
        """What several commands read at one moment.

        A server whose memory is full queues nothing for a MULTI, reads neither; and takes no writes that could fall
        between them. So that what it holds can still be seen, they are then sent without.
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
        """What append.lua says, and whether the replicas confirmed it."""
        return await self._append.run(self._confirmed if self._replicas else self._alone, names, arguments)

    async def _alone(self, *call: Any) -> tuple[Any, bool]:
        return await self._execute(*call), True

    async def _confirmed(self, *call: Any) -> tuple[Any, bool]:
        # WAIT speaks of the writes of its own connection: both go over the same one.
        wait = ("WAIT", self._replicas, int(self._replica_timeout * 1000))
        said, confirmed = await self._servers.send([call, wait], raising=False)
        if isinstance(said, RedisError):
            raise said
        return said, isinstance(confirmed, int) and confirmed >= self._replicas
