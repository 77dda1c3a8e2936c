"""What a table feels of odds that are worked out beside it: orders by REST, with and without, on one server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from engine.kernel.words.ready_fights import ready_fights_of
from engine.store.redis import RedisStore
from engine.systems.fantasia import system as FANTASIA
from tests.bench import servers, wire
from tests.bench.http import rest_request
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, interleaved
from tests.bench.scene import REFUSED, Scene

LATE = 0.95
"""The part of orders that are answered sooner than the figure."""
MOST = 1.3
"""Of the same without odds."""
LASTING = {"runs": 2000, "within": 10, "seconds": 60, "rounds": 50}
"""Odds that go on for longer than the orders, of an even fight, each with a seed of its own: those that are worked out
are kept."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """One row. Its figure contains what the runs take of the cores: a table has one core less while they go on."""
    store = RedisStore(plan.url)
    scene = await Scene.make(store, plan.url, plan.registry)
    try:
        async with servers.skald(plan) as ours:
            each = plan.pick(2, 100, 200)
            found = await interleaved(
                plan.rounds,
                {
                    "ours": lambda: _side(scene, ours.port, each, ahead=True),
                    "limit": lambda: _side(scene, ours.port, each, ahead=False),
                },
            )
            row = Row(
                group="beside",
                work="p95 of an order by REST while odds are worked out",
                unit="ms",
                ours=found["ours"],
                limit=found["limit"],
                against="the same without odds",
                note="one connection, each order in a fight of its own; odds of a fight of six, in the process pool",
            )
            yield row.at_most(MOST)
    finally:
        scene.close()
        await store.close()


async def _side(scene: Scene, port: int, each: int, *, ahead: bool) -> Sample:
    ids = scene.copies(each + 1)
    seed, *ids = ids
    authority = servers.tokens()
    issued = {id: authority.issue(id, "ana", "PLAYER", epoch=0).token for id in ids}
    await wire.asked(port, [rest_request(id, issued[id], REFUSED) for id in ids], 8, status=403)
    times = list[float]()
    async with _odds(port, seed, wanted=ahead):
        connection = await wire.Connection.open(port)
        for id in ids:
            start = time.perf_counter()
            await connection.ask(rest_request(id, issued[id]))
            times.append((time.perf_counter() - start) * 1000)
        await connection.close()
    sample = Sample(sorted(times)[int(len(times) * LATE)], await scene.check(ids))
    scene.clear()
    return sample


@asynccontextmanager
async def _odds(port: int, seed: str, *, wanted: bool) -> AsyncGenerator[None, None]:
    """Odds in work, from their first runs on; whoever asked has left afterwards."""
    if not wanted:
        yield
        return
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    (fight,) = (ready.request for ready in ready_fights_of(FANTASIA, "en") if ready.key == "bridge")
    body = msgspec.json.encode({"fight": fight, **LASTING, "seed": seed})
    request = wire.post("/v1/odds", servers.ADMIN, body)
    writer.write(request.replace(b"content-type:", b"accept: application/x-ndjson\r\ncontent-type:", 1))
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head + await reader.read(2000)
        while True:
            line = await reader.readuntil(b"\n")
            assert b'"complete":true' not in line, line
            if b'"runs":' in line and b'"runs":0' not in line:
                break
        yield
    finally:
        writer.close()
