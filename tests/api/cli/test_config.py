"""Settings from the environment."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from api.config import ConfigError, Settings, from_environment
from api.errors.request_errors import Unauthenticated
from api.hosting.wiring import keep_secret, look_ahead, make_authority, running_server, store_at
from engine.service.odds.look_ahead import LookAhead
from engine.service.pool.process_pool import INLINE
from engine.store.port import StoreUnavailable
from engine.store.redis import RedisStore
from engine.store.redis.retry_pauses import RetryPauses
from engine.store.server import ServerRefused


def test_without_settings_the_defaults_apply() -> None:
    """Other variables are none of ours."""
    assert from_environment({"PATH": "/bin", "SKALD_PORT": ""}) == Settings()


def test_every_kind_of_value_is_read() -> None:
    """Numbers, paths, lists, words."""
    made = from_environment(
        {
            "SKALD_PORT": "9000",
            "SKALD_DATA": "/tmp/x",
            "SKALD_ORIGINS": "https://a, https://b",
            "SKALD_STATUSES": "draft",
        }
    )
    assert (made.port, made.data, made.statuses) == (9000, Path("/tmp/x"), "draft")
    assert made.origins == ("https://a", "https://b")


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("SKALD_PORT", "many", "SKALD_PORT cannot be used"),
        ("SKALD_PORT", "70000", "<= 65535"),
        ("SKALD_DURABILITY", "lax", "SKALD_DURABILITY cannot be used"),
        ("SKALD_SECRET", "short", "length >= 32"),
        ("SKALD_STORE_CONNECTIONS", "0", ">= 1"),
        ("SKALD_STORE_TIMEOUT", "0", ">= 0.1"),
        ("SKALD_STORE_PATIENCE", "a while", "SKALD_STORE_PATIENCE cannot be used"),
        ("SKALD_STORE_LONGEST_PAUSE", "-1", ">= 0.001"),
        ("SKALD_PROT", "1", "SKALD_PORT"),
    ],
)
def test_what_cannot_be_used_names_the_variable(variable: str, value: str, words: str) -> None:
    """A mistyped name lists the names there are."""
    with pytest.raises(ConfigError, match=words):
        from_environment({variable: value})


def test_secrets_are_made_once_and_kept(tmp_path: Path) -> None:
    """Tokens outlive a restart; nobody else can read the file."""
    settings = Settings(data=tmp_path / "data")
    token = make_authority(settings).issue("e", "gm", "GM", epoch=0).token
    assert make_authority(settings).read(token).claims is not None
    kept = tmp_path / "data" / "secret"
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_text("x" * 40)
    with pytest.raises(Unauthenticated):
        make_authority(settings).read(token)
    kept.write_text("short")
    with pytest.raises(ConfigError, match="remove it"):
        keep_secret(tmp_path / "data", "secret")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis+cluster://", "names no server: write"),
        ("redis+cluster://one:1/2", "no database 2"),
        ("http://one:1", "following schemes"),
    ],
)
async def test_an_address_that_is_none_is_refused_at_the_start(url: str, words: str) -> None:
    """In the words of who could not read it, with the variable that it stands in."""
    with pytest.raises(ServerRefused, match=f"SKALD_REDIS_URL cannot be used: .*{words}"):
        async with running_server(Settings(redis_url=url)):
            pass


async def test_what_is_set_is_how_the_store_is_called(tmp_path: Path) -> None:
    """What nobody sets is what the store does by itself; a patience of nothing gives up after the first try."""
    usual, own = store_at("redis://127.0.0.1:1", Settings()), RedisStore("redis://127.0.0.1:1")
    assert told(usual) == told(own)
    made = from_environment(
        {
            "SKALD_REPLICAS": "2",
            "SKALD_REPLICA_TIMEOUT": "0.25",
            "SKALD_STORE_CONNECTIONS": "7",
            "SKALD_STORE_PATIENCE": "0",
            "SKALD_STORE_TIMEOUT": "1.5",
            "SKALD_STORE_FIRST_PAUSE": "0.002",
            "SKALD_STORE_LONGEST_PAUSE": "0.004",
        }
    )
    store = store_at("redis://127.0.0.1:1", made)
    assert told(store) == (7, 1.75, 0.0, RetryPauses(0.002, 0.004), 2, 0.25)
    with pytest.raises(StoreUnavailable):
        await asyncio.wait_for(store.ping(), 2)
    for one in (usual, own, store):
        await one.close()


def test_what_is_set_is_how_many_ask_for_odds() -> None:
    """What nobody sets is what the service does by itself."""

    async def nobody(_: str) -> str:
        return ""

    def limits(ahead: LookAhead) -> tuple[object, ...]:
        return ahead._turns._places, ahead._turns._most, ahead._turns._most_of_host

    assert limits(look_ahead(Settings(), INLINE, nobody)) == limits(LookAhead())
    given = {"SKALD_ODDS_AT_ONCE": "3", "SKALD_ODDS_WAITING": "5", "SKALD_ODDS_HOST_WAITING": "7"}
    assert limits(look_ahead(from_environment(given), INLINE, nobody)) == (3, 5, 7)


def told(store: RedisStore) -> tuple[object, ...]:
    """Connections, seconds of a call with those for its replicas, patience, pauses, replicas, seconds for them."""
    servers: Any = store._servers
    pool = servers._client.connection_pool
    calls = store._calls
    timeout = pool.connection_kwargs["socket_timeout"]
    return (pool.max_connections, timeout, calls._patience, calls._pauses, store._replicas, store._replica_timeout)
