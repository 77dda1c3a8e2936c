"""Whom the adapter calls: the server that has a key. Here the plain case, one server that has them all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.exceptions import MovedError, RedisError

from engine.store.port import StoreUnavailable
from engine.store.redis.client import CALL_TIMEOUT, CONNECTIONS, connect, connect_listener

Command = tuple[Any, ...]


class Servers(Protocol):
    """One server, or the servers of a cluster. They repeat nothing: `calls.Caller` does, and knows the deadline."""

    async def execute(self, *command: Any) -> Any:
        """What the server says that has the command's key."""

    async def send(self, commands: Sequence[Command], *, atomic: bool = False, raising: bool = True) -> list[Any]:
        """What is said to each, in order; one round trip, to every server that has one of the keys.

        atomic: nobody's command falls between them; their keys are of one slot. raising: a refusal is raised, else it
        stands among the answers. A command without a key goes over the connection of the one before it.
        """

    async def heed(self, error: RedisError) -> None:
        """What a call that failed says of the servers, before it is repeated.

        Raises StoreUnavailable where to repeat it is of no use.
        """

    async def listener(self) -> Redis:
        """A client for one subscription; on a cluster every call leads to another server."""

    async def each(self) -> dict[str, Redis]:
        """A client of every server, a cluster's replicas too, by host and port; "" where there is only one."""

    async def close(self) -> None:
        """Close all connections."""


class OneServer:
    """The server of a redis://, rediss:// or unix:// URL. The numbers: see `client.connect`."""

    def __init__(
        self, url: str, *, connections: int = CONNECTIONS, timeout: float = CALL_TIMEOUT, waiting: float = 0.0
    ) -> None:
        self._client = connect(url, connections=connections, timeout=timeout, waiting=waiting)
        self._execute = executing(self._client)
        self._listener = partial(connect_listener, url, waiting=timeout)

    async def execute(self, *command: Any) -> Any:
        """See Servers."""
        return await self._execute(*command)

    async def send(self, commands: Sequence[Command], *, atomic: bool = False, raising: bool = True) -> list[Any]:
        """See Servers."""
        return await send(self._client, commands, atomic=atomic, raising=raising)

    async def heed(self, error: RedisError) -> None:
        """See Servers. A replica's address may lead to the new primary: only a new connection gets there."""
        if isinstance(error, MovedError):
            raise StoreUnavailable(
                "the store is part of a cluster: SKALD_REDIS_URL has to begin with redis+cluster://"
            ) from error
        if "READONLY" in (error.status_code, *str(error).split()):
            await self._client.connection_pool.disconnect(inuse_connections=False)

    async def listener(self) -> Redis:
        """See Servers."""
        return self._listener()

    async def each(self) -> dict[str, Redis]:
        """See Servers."""
        return {"": self._client}

    async def close(self) -> None:
        """See Servers."""
        await close(self._client)


def executing(client: Redis) -> Callable[..., Awaitable[Any]]:
    """How one server is told a command: a method of the client that has no types."""
    execute: Callable[..., Awaitable[Any]] = client.execute_command
    return execute


async def send(client: Redis, commands: Sequence[Command], *, atomic: bool, raising: bool) -> list[Any]:
    """All the commands over one connection of one server, in one round trip; see Servers."""
    async with client.pipeline(transaction=atomic) as pipeline:
        for command in commands:
            pipeline.execute_command(*command)
        said: list[Any] = await pipeline.execute(raise_on_error=raising)
        return said


async def close(client: Redis) -> None:
    """Close the connections of a client, those in use too."""
    await client.aclose()
    await client.connection_pool.aclose()
