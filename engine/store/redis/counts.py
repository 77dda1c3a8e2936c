"""Counts beside the fights, for all processes of a store: what `limits` keeps its windows in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from limits.aio.storage import RedisStorage
from redis.exceptions import RedisError

from engine.store.redis import keys
from engine.store.redis.cluster import servers_at
from engine.store.redis.script import Script
from engine.store.redis.servers import Servers


class Counts(RedisStorage):
    """On one server, or on a cluster, named by its URL. Close it.

    connections: to a server at once. timeout: seconds for an answer. A call that fails is not repeated: RedisError, or
    StoreUnavailable.
    """

    def __init__(self, url: str, *, connections: int, timeout: float) -> None:
        self._servers = servers_at(url, connections=connections, timeout=timeout)
        super().__init__("async+redis://", implementation="redispy", key_prefix=keys.RATES)

    def configure_bridge(self) -> None:
        """See the base: where its scripts come from. Its own clients know of clusters what `cluster` says of them."""
        self.bridge.connection_getter = lambda _: _Scripts(self._servers)  # type: ignore[attr-defined]

    async def close(self) -> None:
        """Close all connections."""
        await self._servers.close()


class _Scripts:
    """What the base asks a client for: ways to run its scripts."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def register_script(self, text: bytes) -> Callable[[Sequence[str], Sequence[float]], Awaitable[Any]]:
        """A way to run this one: with keys of one slot, and arguments."""
        script = Script.of(text.decode())

        async def run(keys: Sequence[str], arguments: Sequence[float]) -> Any:
            try:
                return await script.run(self._servers.execute, keys, arguments)
            except RedisError as error:
                await self._servers.heed(error)
                raise

        return run
