"""Requests that come at the same moment are counted as exactly as those that come one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import redis
import websockets

from api.access.auth import NOBODY, Caller
from api.access.rates import BLOCKS, Rates
from api.errors.request_errors import RateLimited
from api.hosting.wiring import counting
from engine.store.server import PrivateServer
from tests.api.table import serving
from tests.support.amounts import PATIENCE
from tests.support.processes.outages import freeze, thaw
from tests.support.processes.servers import flush

AT_ONCE = 130
HERE = "10.0.0.1"
ANA = Caller(mark="ana")


@asynccontextmanager
async def rates(url: str, *, per_address: int = 0, per_token: int = 0) -> AsyncGenerator[Rates, None]:
    """Counts of one process, in a real store."""
    async with counting(url, per_token=per_token, per_address=per_address) as made:
        yield made


def counted(url: str) -> int:
    """What the store has counted, of whatever: the windows are the only numbers in it."""
    with redis.Redis.from_url(url) as client:
        return sum(int(client.get(key) or 0) for key in client.scan_iter("*"))  # type: ignore[arg-type]


async def verdicts(*asked: Awaitable[None]) -> list[bool]:
    """Whether each was let in; any other error than a refusal is one."""
    told = await asyncio.gather(*asked, return_exceptions=True)
    for one in told:
        assert one is None or isinstance(one, RateLimited), one
    return [one is None for one in told]


async def many(url: str, count: Callable[[], Awaitable[None]]) -> list[bool]:
    return await verdicts(*(count() for _ in range(AT_ONCE)))


async def test_simultaneous_requests_take_one_block(redis_url: str) -> None:
    """A hundredth of the limit, once, and not a hundredth for each of them."""
    async with rates(redis_url, per_address=30_000) as one:
        assert all(await many(redis_url, lambda: one.count(NOBODY, HERE)))
        assert counted(redis_url) == 30_000 // BLOCKS
        assert all([await verdicts(one.count(NOBODY, HERE)) for _ in range(30_000 // BLOCKS - AT_ONCE)])
        assert counted(redis_url) == 30_000 // BLOCKS
        await one.count(NOBODY, HERE)
        assert counted(redis_url) == 2 * 30_000 // BLOCKS


async def test_of_simultaneous_requests_as_many_pass_as_there_are(redis_url: str) -> None:
    """Not one more, not one fewer, also over two processes; and the next one is refused."""
    async with rates(redis_url, per_address=AT_ONCE, per_token=AT_ONCE - 30) as one:
        let_in = await many(redis_url, lambda: one.count(ANA, HERE))
        assert sum(let_in) == AT_ONCE - 30
        assert counted(redis_url) == AT_ONCE + AT_ONCE - 30
        assert await verdicts(one.count(ANA, "10.0.0.2")) == [False]
    async with rates(redis_url, per_address=AT_ONCE) as one, rates(redis_url, per_address=AT_ONCE) as other:
        let_in = await verdicts(*(who.count(NOBODY, "10.0.0.3") for _ in range(AT_ONCE) for who in (one, other)))
        assert sum(let_in) == AT_ONCE


async def test_handshakes_at_the_same_moment_lock_nobody_out(
    server: PrivateServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Sockets without a token, all of one address; who comes after them is served."""
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data")) as table:
        address = f"ws://127.0.0.1:{table.port}/graphql"
        protocols: Any = ["graphql-transport-ws"]

        async def shake() -> None:
            async with websockets.connect(address, subprotocols=protocols, open_timeout=PATIENCE) as made:
                await made.send('{"type": "connection_init"}')
                assert "connection_ack" in str(await made.recv())

        await asyncio.gather(*(shake() for _ in range(AT_ONCE)))
        answer = await asyncio.to_thread(table.get, "/v1/systems")
        assert answer.status_code == 200, answer.text
        share = table.app.state.services.rates._shares["address", "127.0.0.1"]
        assert share.left == 30_000 // BLOCKS - AT_ONCE - 1


async def test_who_is_cancelled_leaves_what_was_taken_to_the_others(redis_url: str) -> None:
    """Whoever began to take, all others get theirs, and no request is counted for nobody."""
    async with rates(redis_url, per_address=1000) as one:
        asked = [asyncio.create_task(one.count(NOBODY, HERE)) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)  # all wait for the first one's block
        for gone in asked[:30]:
            gone.cancel()
        await asyncio.wait(asked)
        assert [task.cancelled() for task in asked] == [True] * 30 + [False] * (AT_ONCE - 30)
        assert all(task.exception() is None for task in asked[30:])
        share = one._shares["address", HERE]
        assert (share.taking, share.waiting) == (None, {})
        assert counted(redis_url) - share.left == AT_ONCE - 30


async def test_while_the_store_is_away_requests_pass_uncounted_and_one_line_is_logged(
    redis_url: str, server: PrivateServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Those who waited for a block that never came too; when it answers again it counts again."""
    caplog.set_level(logging.WARNING, "api.access.rates")
    async with rates(redis_url, per_address=3) as one:
        freeze(server)
        try:
            assert all(await many(redis_url, lambda: one.count(NOBODY, HERE)))
        finally:
            thaw(server)
        assert len(caplog.records) == 1
        assert "are not counted" in caplog.text
        one._blind_until = 0.0
        assert sum(await many(redis_url, lambda: one.count(NOBODY, HERE))) <= 3
        assert await verdicts(one.count(NOBODY, HERE)) == [False]


async def test_a_request_may_count_for_several(redis_url: str) -> None:
    """What is dear is refused where its cost is not left, and takes nothing from what is cheap."""
    async with rates(redis_url, per_token=100) as one:
        await one.count(ANA, HERE, cost=60)
        assert counted(redis_url) == 60
        assert await verdicts(one.count(ANA, HERE, cost=60)) == [False]
        assert await verdicts(*(one.count(ANA, HERE, cost=3) for _ in range(AT_ONCE))) == [True] * 13 + [False] * 117
        assert await verdicts(one.count(ANA, HERE)) == [True]
        assert await verdicts(one.count(ANA, HERE)) == [False]
        assert counted(redis_url) == 100


async def test_a_cost_above_the_limit_takes_the_whole_of_it(redis_url: str) -> None:
    """Or nobody could ever do the dearest thing that is allowed."""
    async with rates(redis_url, per_token=100) as one:
        assert await verdicts(one.count(ANA, HERE, cost=5000)) == [True]
        assert await verdicts(one.count(ANA, HERE)) == [False]
