"""The servers that the adapter calls, by key. Here the simple case: one server with all keys."""

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
    """One server, or the servers of a cluster. They never retry: `calls.Caller` does, within a deadline."""

    async def execute(self, *command: Any) -> Any:
        """The answer of the server that has the command's key."""

    async def send(self, commands: Sequence[Command], *, atomic: bool = False, raising: bool = True) -> list[Any]:
        """The answers, in order; one round trip to each server that has one of the keys.

        atomic: no other command runs between them; their keys are of one slot. raising: errors are raised, else they
        are among the answers. A command without a key uses the connection of the one before it.
        """

    async def note_failure(self, error: RedisError) -> None:
        """Learn from a failed call before it is retried.

        Raises StoreUnavailable if a retry is useless.
        """

    async def listener(self) -> Redis:
        """A client for one subscription; on a cluster each call picks another server."""

    async def each(self) -> dict[str, Redis]:
        """A client for each server, including a cluster's replicas, by host and port; "" for a single server."""

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

    async def note_failure(self, error: RedisError) -> None:
        """See Servers. A replica's address may now lead to the new primary, but only over a new connection."""
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
    """A client's `execute_command`, typed."""
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
