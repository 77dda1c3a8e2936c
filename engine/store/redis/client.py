"""The two clients of the adapter: one for calls, one for the wake channel."""

from __future__ import annotations

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

CALL_TIMEOUT = 3.0
"""Seconds until a call counts as lost: longer than a slow disk's fsync, shorter than a person's patience."""


def connect(url: str, *, connections: int, waiting: float) -> Redis:
    """A client whose calls wait for one of `connections` connections.

    A call ends after CALL_TIMEOUT seconds and the `waiting` seconds that the server itself may wait for replicas.
    The client itself repeats nothing: `calls.call` does, and knows the deadline.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=CALL_TIMEOUT,
        socket_timeout=CALL_TIMEOUT + waiting,
        socket_connect_timeout=CALL_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        legacy_responses=False,
    )
    return Redis.from_pool(pool)


def connect_listener(url: str) -> Redis:
    """A client for one subscription: it may be silent for hours, so reading has no timeout."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=1,
        socket_timeout=None,
        socket_connect_timeout=CALL_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        legacy_responses=False,
    )
    return Redis.from_pool(pool)
