"""Many stored fights: the start of the service, a page of the listing, and opening a fight, by the number stored."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial

import redis

from engine.service import randomness
from engine.service.reading.loader import Loader
from engine.service.reading.queries import view
from engine.store.port import Listing
from engine.store.redis import RedisStore, keys
from tests.bench import scene, servers
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, interleaved
from tests.support.processes.servers import test_server

EVENTS = 20
"""Minimum length of each fight."""
FEW = 100
PAGE = 50
AT_ONCE = 500
BOUND = 1.2
"""The largest ratio that counts as independent of the number stored."""


async def stored(plan: Plan, url: str, count: int) -> list[str]:
    """Store `count` fights: one that was played, and copies of it. Their ids, the oldest first."""
    store, played = RedisStore(url), await scene.play_short(plan.registry, EVENTS)
    ids = sorted(randomness.encounter_id() for _ in range(count))
    await scene.put(store, played, ids[0])
    await store.close()
    with redis.Redis.from_url(url) as client:
        for first in range(1, count, AT_ONCE):
            with client.pipeline(transaction=False) as pipeline:
                for id in ids[first : first + AT_ONCE]:
                    for name in (keys.events, keys.meta, keys.secret, keys.commands):
                        pipeline.copy(name(ids[0]), name(id))
                    pipeline.zadd(keys.DIRECTORY, {id: 0})
                    pipeline.zadd(keys.RUNNING, {id: 0})
                pipeline.execute()
    return ids


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Each compared with the same at a hundred stored fights."""
    count = plan.pick(200, 2_000, 10_000, 100_000)
    with test_server() as small:
        ids = {plan.url: await stored(plan, plan.url, count), small.url: await stored(plan, small.url, FEW)}
        works: dict[str, tuple[str, Callable[[Plan, str, list[str]], Awaitable[Sample]]]] = {
            "starting the service on the store": ("s", start),
            f"a page of {PAGE}, from the middle": ("ms", page),
            f"a page of {PAGE} that run": ("ms", running),
            "opening one that nobody has at hand": ("ms", opened),
        }
        for work, (unit, measure) in works.items():
            sides = {
                "ours": partial(measure, plan, plan.url, ids[plan.url]),
                "limit": partial(measure, plan, small.url, ids[small.url]),
            }
            # A start takes a second or two, and has no warm state.
            fresh = measure is start
            found = await interleaved(plan.pick(1, 2, 3) if fresh else plan.rounds, sides, warm=not fresh)
            yield Row(
                group="directory",
                work=f"{count:,} fights stored: {work}",
                unit=unit,
                ours=found["ours"],
                limit=found["limit"],
                against=f"the same with {FEW} stored",
            ).at_most(BOUND)


async def start(plan: Plan, url: str, ids: list[str]) -> Sample:
    """Seconds from the start of the process until it is ready; the store already runs."""
    begin = time.perf_counter()
    async with servers.skald(plan, SKALD_REDIS_URL=url):
        return Sample(time.perf_counter() - begin)


async def page(plan: Plan, url: str, ids: list[str], *, run: bool = False) -> Sample:
    """Milliseconds for a page of the listing."""
    store, times = RedisStore(url), plan.pick(2, 10, 30)
    try:
        await store.ping()
        begin = time.perf_counter()
        for _ in range(times):
            found = await store.page(before=ids[len(ids) // 2], limit=PAGE, listing=Listing(running=run))
        taken = time.perf_counter() - begin
    finally:
        await store.close()
    return Sample(taken / times * 1000, f"{len(found)} of {found[0].version} events")


async def running(plan: Plan, url: str, ids: list[str]) -> Sample:
    """Milliseconds for a page of the fights that have not ended."""
    return await page(plan, url, ids, run=True)


async def opened(plan: Plan, url: str, ids: list[str]) -> Sample:
    """Milliseconds to open one fight."""
    store, times = RedisStore(url), plan.pick(2, 20, 50)
    loader = Loader(store, plan.registry)
    try:
        await view(loader, ids[-1], None)
        begin = time.perf_counter()
        for id in ids[:times]:
            seen = await view(loader, id, None)
        taken = time.perf_counter() - begin
    finally:
        await store.close()
    return Sample(taken / times * 1000, f"{seen.version} events")
