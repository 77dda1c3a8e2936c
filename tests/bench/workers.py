"""Orders by REST to a service with several workers, each on its own fight, against a service of one process."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from engine.store.redis import RedisStore
from tests.bench import servers, wire
from tests.bench.http import rest_request
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, interleaved
from tests.bench.scene import Scene
from tests.support.processes.workers import more_serve

WORKERS = 2
AT_ONCE = 32


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """One row. The gain depends on the cores: client and database need some too."""
    store = RedisStore(plan.url)
    scene = await Scene.make(store, plan.url, plan.registry)
    try:
        async with servers.skald(plan, SKALD_WORKERS=str(WORKERS)) as ours, servers.skald(plan) as one:
            await more_serve(ours, WORKERS)
            each = plan.pick(1, 6, 20)
            found = await interleaved(
                plan.rounds,
                {"ours": lambda: _side(scene, ours.port, each), "one": lambda: _side(scene, one.port, each)},
            )
            yield Row(
                group="workers",
                work=f"orders by REST on different fights, {WORKERS} workers, {AT_ONCE} connections",
                unit="commands/s",
                ours=found["ours"],
                peers={"one process": found["one"]},
                note="all on the same cores, with the client and the database",
            )
    finally:
        scene.close()
        await store.close()


async def _side(scene: Scene, port: int, each: int) -> Sample:
    ids = scene.copies(AT_ONCE * each)
    authority = servers.tokens()
    issued = {id: authority.issue(id, "ana", "PLAYER", epoch=0).token for id in ids}
    # Every worker must have loaded a fight: the one that gets the order may not be the one that was asked first.
    await wire.asked(port, [wire.get(f"/v1/encounters/{id}", issued[id]) for id in ids], AT_ONCE)
    figure, _ = await wire.asked(port, [rest_request(id, issued[id]) for id in ids], AT_ONCE)
    sample = Sample(figure, await scene.check(ids))
    scene.clear()
    return sample
