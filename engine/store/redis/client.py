"""The clients of the adapter: for calls, for the wake channel, and for whoever else counts on the same server."""

from __future__ import annotations

from typing import Any

import hiredis
from redis.asyncio import BlockingConnectionPool, Connection, Redis, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError

CONNECTIONS = 32
"""Connections to one server, at most: further calls wait for one."""
CALL_TIMEOUT = 3.0
"""Seconds until a call counts as lost: longer than a slow disk's fsync, shorter than a person's patience."""


class _Ours(AbstractConnection):
    """Packs commands at once; and says ConnectionError where it broke between two writes: uvloop has a RuntimeError."""

    def pack_command(self, *args: Any) -> list[bytes]:
        """See the base, which packs argument by argument: for a step of eight events half of the whole call."""
        name, *more = args
        return [hiredis.pack_command((*name.split(), *more))]

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """See the base. Raises ConnectionError or TimeoutError, nothing else."""
        try:
            await super().send_packed_command(command, check_health)
        except RuntimeError as error:
            raise ConnectionError(f"the connection broke: {error}") from error


class _Tcp(_Ours, Connection):
    pass


class _Tls(_Ours, SSLConnection):
    pass


class _Local(_Ours, UnixDomainSocketConnection):
    pass


_CONNECTIONS: dict[type[AbstractConnection], type[AbstractConnection]] = {
    Connection: _Tcp,
    SSLConnection: _Tls,
    UnixDomainSocketConnection: _Local,
}


def pool_of(url: str, *, connections: int, timeout: float | None, waiting: float) -> BlockingConnectionPool:
    """Connections to one server, made when they are needed. They repeat nothing themselves.

    timeout: seconds for an answer; None: any time. waiting: seconds for a free one of `connections`, and to connect.
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
    """A client of one server whose calls wait for one of `connections` connections.

    A call ends after `timeout` seconds and the `waiting` seconds that the server itself may wait for replicas.
    The client itself repeats nothing: `calls.call` does, and knows the deadline.
    """
    return Redis.from_pool(pool_of(url, connections=connections, timeout=timeout + waiting, waiting=timeout))


def connect_listener(url: str, *, waiting: float = CALL_TIMEOUT) -> Redis:
    """A client for one subscription: it may be silent for hours, so reading has no timeout."""
    return Redis.from_pool(pool_of(url, connections=1, timeout=None, waiting=waiting))
