"""A command through the service (load, decide, append) against the bare append of the same bytes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress

from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.store.redis import RedisStore
from tests.bench.peers import eventsourced
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, Side, interleaved
from tests.bench.scene import ATTACK, REFUSED, Scene


async def written(ids: list[str], writers: int, write: Callable[[str], Awaitable[object]]) -> float:
    """Steps per second of `writers` writers, each with its share of the fights, one after another."""

    async def writer(mine: list[str]) -> None:
        for id in mine:
            await write(id)

    start = time.perf_counter()
    await asyncio.gather(*(writer(ids[number::writers]) for number in range(writers)))
    return len(ids) / (time.perf_counter() - start)


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """One writer, and thirty-two."""
    store = RedisStore(plan.url)
    scene = await Scene.make(store, plan.url, plan.registry)
    try:
        for writers, each in ((1, plan.pick(3, 100, 300)), (32, plan.pick(1, 6, 15))):
            yield await _row(plan, store, scene, writers, each)
    finally:
        scene.close()
        await store.close()


async def _row(plan: Plan, store: RedisStore, scene: Scene, writers: int, each: int) -> Row:
    service = Encounters(store, plan.registry)

    async def ours() -> Sample:
        ids = scene.copies(writers * each)
        for id in ids:
            # The service has fights and dice cached, as in play: an earlier order, which changed nothing, loaded them.
            with suppress(RuleRefusal):
                await service.submit(id, "ana", REFUSED)
        figure = await written(ids, writers, lambda id: service.submit(id, "ana", ATTACK))
        sample = Sample(figure, await scene.check(ids))
        scene.clear()
        return sample

    async def limit() -> Sample:
        ids = scene.copies(writers * each)
        figure = await written(ids, writers, lambda id: scene.strike_bare(id, id))
        sample = Sample(figure, await scene.check(ids))
        scene.clear()
        return sample

    sides: dict[str, Side] = {"ours": ours, "limit": limit}
    with eventsourced.peers(plan, scene.head.version, len(scene.step), commands=plan.pick(2, 20, 60)) as peers:
        found = await interleaved(plan.rounds, sides | {name: peer.command for name, peer in peers.items()})
    row = Row(
        group="append",
        work=f"attack with two rolls appended through the service, {writers} writer{'s' if writers > 1 else ''}",
        unit="commands/s",
        ours=found.pop("ours"),
        limit=found.pop("limit"),
        against="the same bytes by the bare Lua append",
        peers=found,
        note=f"a fight of {scene.head.version} events, {len(scene.step)} more; eventsourcing writes alone, by no rules",
    )
    if writers > 1:
        row.at_least(0.5)
    return row.ahead_of(10, *peers)
