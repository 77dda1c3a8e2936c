"""The servers of a Redis Cluster: each key has a slot, each slot a primary; slots and primaries may move any time.

redis-py's own cluster client is not used: it sends ASKING over another connection than the call it is for, closes other
callers' connections when a slot is missing, refuses calls instead of queueing them when its pool is empty, and cannot
WAIT for the replicas of what was just written. Here each server has the same client as a single server, and this module
only chooses the server.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import AskError, ConnectionError, MovedError, RedisError

from engine.store.redis.address import host_of, seeds_of, sibling
from engine.store.redis.client import CALL_TIMEOUT, CONNECTIONS, connect, connect_listener
from engine.store.redis.servers import Command, OneServer, Servers, close, executing, send

ASKED_AT_ONCE = 3
"""Servers asked for the slot table at the same time, so that a frozen one blocks nobody."""
ASKED_FOR = 1.0
"""Seconds for them to answer."""


class Cluster:
    """The servers of a redis+cluster:// or rediss+cluster:// URL.

    connections, timeout, waiting: per server, see `client.connect`. Commands go to primaries only: a replica may lack
    acknowledged writes.
    """

    def __init__(
        self, url: str, *, connections: int = CONNECTIONS, timeout: float = CALL_TIMEOUT, waiting: float = 0.0
    ) -> None:
        self._seeds = seeds_of(url)
        self._connections, self._timeout, self._waiting = connections, timeout, waiting
        self._clients: dict[str, Redis] = {}
        self._owners: list[str | None] = []
        self._primaries: tuple[str, ...] = ()
        self._known: tuple[str, ...] = self._seeds
        self._doubts, self._settled = 1, 0
        self._hint: str | None = None
        self._why: RedisError | None = None
        self._learning: asyncio.Task[None] | None = None
        self._turn = random.randrange(1 << 16)

    # -- calling
    async def execute(self, *command: Any) -> Any:
        """See Servers."""
        client = await self._having(key_of(command))
        try:
            return await executing(client)(*command)
        except AskError as error:
            if isinstance(error, MovedError):
                raise
            [reply] = await self._ask(error, [command])
            if isinstance(reply, Exception):
                raise reply from error
            return reply

    async def send(self, commands: Sequence[Command], *, atomic: bool = False, raising: bool = True) -> list[Any]:
        """See Servers. An atomic batch waits while its slot moves: a server without all of its keys refuses it."""
        places: dict[Redis, list[int]] = {}
        client: Redis | None = None
        for place, command in enumerate(commands):
            key = key_of(command)
            if key is not None or client is None:
                client = await self._having(key)
            places.setdefault(client, []).append(place)
        replies: list[Any] = [None] * len(commands)
        parts = [
            self._send(client, [commands[place] for place in found], atomic=atomic) for client, found in places.items()
        ]
        # All run to the end: an unread answer would be read by the next user of its connection.
        answers = await asyncio.gather(*parts, return_exceptions=True)
        for found, answer in zip(places.values(), answers, strict=True):
            if isinstance(answer, BaseException):
                raise answer
            for place, reply in zip(found, answer, strict=True):
                replies[place] = reply
        if raising:
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return replies

    async def _send(self, client: Redis, commands: list[Command], *, atomic: bool) -> list[Any]:
        replies = await send(client, commands, atomic=atomic, raising=False)
        for place, reply in enumerate(replies):
            if isinstance(reply, AskError) and not isinstance(reply, MovedError):
                end = place + 1
                while end < len(commands) and key_of(commands[end]) is None:
                    end += 1  # WAIT counts the writes of its own connection
                replies[place:end] = await self._ask(reply, commands[place:end])
        return replies

    async def _ask(self, error: AskError, commands: Sequence[Command]) -> list[Any]:
        """Ask the server that a key has moved to while its slot is still moving; errors are among the answers."""
        client = self._client(self._url(error.host, error.port))
        return (await send(client, [("ASKING",), *commands], atomic=False, raising=False))[1:]

    # -- slots
    async def note_failure(self, error: RedisError) -> None:
        """See Servers. After any error, another server may have the slot."""
        if isinstance(error, MovedError):
            self._hint = self._url(error.host, error.port)
        self._doubts += 1

    async def _having(self, key: str | bytes | None) -> Redis:
        """The client of the primary that has a key; of any server if there is no key or its slot has no primary."""
        if self._doubts != self._settled:
            await self._learn()
        owner = None if key is None else self._owners[key_slot(key if isinstance(key, bytes) else key.encode())]
        return self._client(owner or random.choice(self._primaries or self._known))

    async def _learn(self) -> None:
        """Read the slot table; concurrent callers share one read."""
        if self._learning is None:
            self._learning = asyncio.create_task(self._ask_around())
            self._learning.add_done_callback(self._learnt)
        await asyncio.shield(self._learning)

    def _learnt(self, done: asyncio.Task[None]) -> None:
        self._learning = None
        if not done.cancelled():
            done.exception()  # retrieved, in case all waiters have left

    async def _ask_around(self) -> None:
        # Doubts that arise meanwhile cause another read.
        doubts, hint, self._hint, self._why = self._doubts, self._hint, None, None
        # A slot's reported new owner knows first; others may learn later.
        if hint is None or not await self._ask_some([hint]):
            others = [name for name in dict.fromkeys((*self._known, *self._seeds)) if name != hint]
            random.shuffle(others)
            while others and not await self._ask_some(others[:ASKED_AT_ONCE]):
                others = others[ASKED_AT_ONCE:]
            if not others:
                raise self._why or ConnectionError(f"none of {', '.join(self.names())} says which slots are where")
        self._settled = doubts

    async def _ask_some(self, urls: Sequence[str]) -> bool:
        """Use the first answer of these servers; returns whether there was one."""
        asked = [asyncio.create_task(self._slots(url)) for url in urls]
        try:
            for done in asyncio.as_completed(asked):
                try:
                    owners, known = await done
                except TimeoutError:
                    continue
                except RedisError as error:
                    self._why = error
                    continue
                self._owners, self._known = owners, known
                self._primaries = tuple({owner for owner in owners if owner is not None})
                await self._leave_others()
                return True
            return False
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    async def _slots(self, url: str) -> tuple[list[str | None], tuple[str, ...]]:
        """The primary of every slot, and all servers, according to one server."""
        async with asyncio.timeout(min(self._timeout, ASKED_FOR)):
            table = await executing(self._client(url))("CLUSTER", "SLOTS")
        if not table:
            raise ConnectionError(f"{url.rpartition('@')[2]} has not met its cluster yet")
        owners: list[str | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        known: dict[str, None] = {}
        for first, last, *servers in table:
            found = [self._url(host.decode() if host else host_of(url), port) for host, port, *_ in servers]
            owners[first : last + 1] = [found[0]] * (last + 1 - first)
            known.update(dict.fromkeys(found))
        return owners, tuple(known)

    async def _leave_others(self) -> None:
        """Drop servers without slots; calls in progress there still finish."""
        for url, client in list(self._clients.items()):
            if url not in self._primaries:
                await client.connection_pool.disconnect(inuse_connections=False)

    # -- servers
    async def listener(self) -> Redis:
        """See Servers. Messages reach every server of a cluster, so any will do; processes spread over them."""
        self._turn += 1
        return connect_listener(self._known[self._turn % len(self._known)], waiting=self._timeout)

    async def each(self) -> dict[str, Redis]:
        """A client for each server, including replicas, by host and port."""
        await self._learn()
        return {name: self._client(url) for name, url in zip(self.names(), self._known, strict=True)}

    def names(self) -> list[str]:
        """Host and port of every known server."""
        return [url.partition("://")[2].partition("?")[0].rpartition("@")[2] for url in self._known]

    async def close(self) -> None:
        """See Servers."""
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)
        for client in self._clients.values():
            await close(client)

    def _url(self, host: str, port: int) -> str:
        return sibling(self._seeds[0], host, port)

    def _client(self, url: str) -> Redis:
        if url not in self._clients:
            self._clients[url] = connect(
                url, connections=self._connections, timeout=self._timeout, waiting=self._waiting
            )
        return self._clients[url]


def servers_at(
    url: str, *, connections: int = CONNECTIONS, timeout: float = CALL_TIMEOUT, waiting: float = 0.0
) -> Servers:
    """The servers of a URL: one server or a cluster. The numbers: see `client.connect`."""
    kind = Cluster if seeds_of(url) else OneServer
    return kind(url, connections=connections, timeout=timeout, waiting=waiting)


def key_of(command: Command) -> str | bytes | None:
    """The key that selects a command's server: a script's first key; None for commands that any server can run."""
    if command[0] in ("EVALSHA", "EVAL"):
        place = 3 if command[2] else 0
    else:
        place = 0 if command[0] in ("PING", "PUBLISH", "WAIT") else 1
    key: str | bytes | None = command[place] if place else None
    return key
