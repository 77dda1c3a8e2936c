"""Rate-limit counters for all processes of a store: the storage of the `limits` package."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from limits.aio.storage import RedisStorage
from redis.exceptions import RedisError

from engine.store.redis import keys
from engine.store.redis.cluster import servers_at
from engine.store.redis.script import Script
from engine.store.redis.servers import Servers


class RateCounters(RedisStorage):
    """Counters on one server or a cluster, named by its URL. Close it.

    connections: to a server at once. timeout: seconds for an answer. A failed call is not retried: RedisError or
    StoreUnavailable.
    """

    def __init__(self, url: str, *, connections: int, timeout: float) -> None:
        self._servers = servers_at(url, connections=connections, timeout=timeout)
        super().__init__("async+redis://", implementation="redispy", key_prefix=keys.RATES)

    def configure_bridge(self) -> None:
        """See the base: the source of its scripts. Why not its own cluster client: see `cluster`."""
        self.bridge.connection_getter = lambda _: _Scripts(self._servers)  # type: ignore[attr-defined]

    async def close(self) -> None:
        """Close all connections."""
        await self._servers.close()


class _Scripts:
    """The part of a client that the base uses: registering scripts."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def register_script(self, text: bytes) -> Callable[[Sequence[str], Sequence[float]], Awaitable[Any]]:
        """A function that runs the script with arguments and keys of one slot."""
        script = Script.of(text.decode())

        async def run(keys: Sequence[str], arguments: Sequence[float]) -> Any:
            try:
                return await script.run(self._servers.execute, keys, arguments)
            except RedisError as error:
                await self._servers.note_failure(error)
                raise

        return run
