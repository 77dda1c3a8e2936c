"""What is asked of somebody else's server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from engine.store.server import Binary, ServerRefused, Verdict, check
from engine.store.server.external import _check_version
from tests.store.server.conftest import RawServer

GOOD = {
    "appendonly": "yes",
    "appendfsync": "always",
    "aof_load_truncated": "no",
}


@asynccontextmanager
async def client(url: str) -> AsyncIterator[Redis]:
    made = Redis.from_url(url)
    try:
        yield made
    finally:
        await made.aclose()


async def verdict(url: str, *, strict: bool) -> Verdict:
    async with client(url) as asked:
        return await check(asked, strict)


async def test_a_good_server_is_proven(binary: Binary, raw_server: RawServer) -> None:
    assert await verdict(raw_server(**GOOD), strict=True) == Verdict(
        str(binary), True, f"{binary} syncs every step to its disk before it is acknowledged"
    )


@pytest.mark.parametrize("policy", ["allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru", "volatile-ttl"])
@pytest.mark.parametrize("strict", [True, False])
async def test_every_eviction_policy_is_refused(raw_server: RawServer, policy: str, strict: bool) -> None:
    url = raw_server(**GOOD, maxmemory_policy=policy)
    with pytest.raises(ServerRefused, match=rf"maxmemory-policy is {policy}, must be noeviction"):
        await verdict(url, strict=strict)


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("appendonly", "no", "appendonly is no, must be yes"),
        ("appendfsync", "everysec", "appendfsync is everysec, must be always"),
        ("aof_load_truncated", "yes", "aof-load-truncated is yes, must be no"),
        ("no_appendfsync_on_rewrite", "yes", "no-appendfsync-on-rewrite is yes, must be no"),
    ],
)
async def test_the_strict_durability_needs_all_its_settings(
    raw_server: RawServer, setting: str, value: str, said: str
) -> None:
    url = raw_server(**{**GOOD, setting: value})
    with pytest.raises(ServerRefused, match=said):
        await verdict(url, strict=True)
    lax = await verdict(url, strict=False)
    assert lax.proven
    assert "a crash may lose the last ones" in lax.note


async def test_everything_that_is_wrong_is_named_at_once(raw_server: RawServer) -> None:
    with pytest.raises(ServerRefused, match=r"(?s)maxmemory-policy is.*appendonly is.*aof-load-truncated is"):
        await verdict(raw_server(maxmemory_policy="allkeys-lru"), strict=True)


async def test_a_setting_changed_while_it_runs_counts(raw_server: RawServer) -> None:
    url = raw_server(**GOOD)
    async with client(url) as asked:
        await asked.config_set("appendfsync", "everysec")
    with pytest.raises(ServerRefused, match="appendfsync is everysec"):
        await verdict(url, strict=True)


async def test_where_config_is_forbidden_the_promise_is_the_operators(raw_server: RawServer) -> None:
    for hidden in (
        raw_server(**GOOD, rename_command="CONFIG GONE"),
        raw_server(**GOOD, user="default on nopass ~* &* +@all -config"),
    ):
        found = await verdict(hidden, strict=True)
        assert not found.proven
        assert "does not let us read appendonly, appendfsync" in found.note
        assert "its operator's promise (appendonly yes, appendfsync always" in found.note


async def test_what_info_tells_is_refused_even_where_config_is_forbidden(raw_server: RawServer) -> None:
    hide = {"rename_command": "CONFIG GONE"}
    with pytest.raises(ServerRefused, match="maxmemory-policy is allkeys-lru"):
        await verdict(raw_server(**GOOD, **hide, maxmemory_policy="allkeys-lru"), strict=False)
    with pytest.raises(ServerRefused, match="appendonly is no"):
        await verdict(raw_server(**hide), strict=True)


async def test_a_server_that_tells_nothing_at_all_is_the_operators(raw_server: RawServer) -> None:
    url = raw_server(**GOOD, user="default on nopass ~* &* +@all -config -info")
    for strict in (True, False):
        found = await verdict(url, strict=strict)
        assert not found.proven
        assert "maxmemory-policy" in found.note


def test_a_server_older_than_7_is_refused() -> None:
    _check_version({"redis_version": "7.0.0"}, "redis 7.0.0")
    _check_version({}, "redis of unknown version")
    for version in ("6.2.14", "5.0.14", "seven"):
        with pytest.raises(ServerRefused, match=r"7\.0"):
            _check_version({"redis_version": version}, f"redis {version}")
