"""The installed systems, and every store that a service may run on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import Store
from engine.store.redis import RedisStore


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry.installed()


@pytest.fixture(params=["redis", "memory"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    made: Store = RedisStore(request.getfixturevalue("redis_url")) if request.param == "redis" else MemoryStore()
    yield made
    await made.close()
