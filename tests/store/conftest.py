"""Real servers for the tests of the store, started once; every test finds them empty."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import redis

from engine.store.memory import MemoryStore
from engine.store.port import Store
from engine.store.redis import RedisStore
from tests.support.process import ServerProcess, binaries


@pytest.fixture(scope="session")
def servers() -> Iterator[dict[str, ServerProcess]]:
    """Every kind of server this machine has, by name."""
    with ExitStack() as stack:
        running = {}
        for name, binary in binaries().items():
            directory = stack.enter_context(TemporaryDirectory(prefix="skald-"))
            running[name] = ServerProcess(binary, Path(directory))
            running[name].start()
            stack.callback(running[name].kill)
        yield running


@pytest.fixture(params=["redis", "valkey"])
def live(request: pytest.FixtureRequest, servers: dict[str, ServerProcess]) -> ServerProcess:
    """One real server, empty."""
    if request.param not in servers:
        pytest.skip("no redis-server on PATH; the wheel's Valkey stands in")
    server = servers[request.param]
    with redis.Redis(unix_socket_path=str(server.socket), legacy_responses=False) as client:
        client.flushall()
        client.config_resetstat()
    return server


@pytest.fixture(params=["memory", "redis", "valkey"])
async def store(request: pytest.FixtureRequest, servers: dict[str, ServerProcess]) -> AsyncIterator[Store]:
    """Each adapter in turn, empty."""
    if request.param == "memory":
        yield MemoryStore()
        return
    if request.param not in servers:
        pytest.skip("no redis-server on PATH; the wheel's Valkey stands in")
    server = servers[request.param]
    with redis.Redis(unix_socket_path=str(server.socket), legacy_responses=False) as client:
        client.flushall()
    made = RedisStore(server.url)
    yield made
    await made.close()
