"""Redis clients: for the adapter's calls, the wake channel, and rate counters on the same server."""

from __future__ import annotations

import asyncio
from typing import Any

import hiredis
from redis.asyncio import BlockingConnectionPool, Connection, Redis, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, TimeoutError

CONNECTIONS = 32
"""The most connections to one server: further calls wait for one."""
PIECE = 2_000
"""Arguments of a command that are packed before the event loop gets a turn: about a millisecond."""
CALL_TIMEOUT = 3.0
"""Seconds until a call counts as lost: longer than a slow disk's fsync, shorter than a person's patience."""


class _ConnectionMixin(AbstractConnection):
    """Packs commands in one go; raises ConnectionError if it broke between writes, where uvloop raises RuntimeError."""

    def pack_command(self, *args: Any) -> list[bytes]:
        """See the base, which packs argument by argument: half the time of a call with eight events."""
        name, *more = args
        return [hiredis.pack_command((*name.split(), *more))]

    async def send_command(self, *args: Any, **kwargs: Any) -> None:
        """See the base. A long command, such as the events of a fork, is packed piece by piece."""
        if len(args) <= PIECE:
            await super().send_command(*args, **kwargs)
            return
        name, *more = args
        parts = [*name.split(), *more]
        packed = [b"*%d\r\n" % len(parts)]
        for start in range(0, len(parts), PIECE):
            _, _, piece = hiredis.pack_command(tuple(parts[start : start + PIECE])).partition(b"\r\n")
            packed.append(piece)
            await asyncio.sleep(0)
        await self.send_packed_command(packed, check_health=kwargs.get("check_health", True))

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """See the base. Raises only ConnectionError or TimeoutError."""
        try:
            await super().send_packed_command(command, check_health)
        except RuntimeError as error:
            raise ConnectionError(f"the connection broke: {error}") from error

    async def disconnect(self, *args: Any, **more: Any) -> None:
        """See the base, which raises TimeoutError if closing takes too long, on a busy machine for instance.

        The connection is aborted instead. Its caller could do no more, and a shutdown must not fail.
        """
        writer = self._writer
        try:
            await super().disconnect(*args, **more)
        except TimeoutError:
            if writer is not None:
                writer.transport.abort()


class _Tcp(_ConnectionMixin, Connection):
    pass


class _Tls(_ConnectionMixin, SSLConnection):
    pass


class _Local(_ConnectionMixin, UnixDomainSocketConnection):
    pass


_CONNECTIONS: dict[type[AbstractConnection], type[AbstractConnection]] = {
    Connection: _Tcp,
    SSLConnection: _Tls,
    UnixDomainSocketConnection: _Local,
}


def pool_of(url: str, *, connections: int, timeout: float | None, waiting: float) -> BlockingConnectionPool:
    """A pool of connections to one server, opened on demand. They never retry by themselves.

    timeout: seconds for an answer; None: no limit. waiting: seconds for a free one of `connections`, and to connect.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=waiting,
        socket_timeout=timeout,
        socket_connect_timeout=waiting,
        retry=Retry(NoBackoff(), 0),
        legacy_responses=False,
    )
    pool.connection_class = _CONNECTIONS[pool.connection_class]
    return pool


def connect(url: str, *, connections: int = CONNECTIONS, timeout: float = CALL_TIMEOUT, waiting: float = 0.0) -> Redis:
    """A client for one server; its calls wait for one of `connections` connections.

    A call ends after `timeout` seconds plus the `waiting` seconds that the server may wait for replicas.
    The client never retries: `calls.Caller` does, within a deadline.
    """
    return Redis.from_pool(pool_of(url, connections=connections, timeout=timeout + waiting, waiting=timeout))


def connect_listener(url: str, *, waiting: float = CALL_TIMEOUT) -> Redis:
    """A client for one subscription. It may be silent for hours, so reads have no timeout."""
    return Redis.from_pool(pool_of(url, connections=1, timeout=None, waiting=waiting))
