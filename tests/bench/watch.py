"""A step to many watchers: when the last of them has it, and the writer's latency; and watchers that never read."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack
from typing import Any

from engine.service.encounters import Encounters
from engine.store.redis import RedisStore
from tests.bench import servers
from tests.bench.audience import Listening, Wanted, Watch, audience
from tests.bench.bare import Given
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Sample, Series, interleaved
from tests.bench.scene import Scene, lengthen
from tests.support.processes.serving import free_port

HERS: dict[str, Any] = {"fantasia": {"endTurn": {"combatant": "cloud"}}}
OTHERS: dict[str, Any] = {"fantasia": {"endTurn": {"combatant": "ogre"}}}
STEP = 6
"""Events of the step that begins a round."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """By the number of watchers; then some that never read."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else soft, hard))
    store = RedisStore(plan.url)
    scene = await Scene.make(store, plan.url, plan.registry, events=100)
    try:
        async with servers.skald(plan, SKALD_SLOW_SECONDS="600") as ours:
            message = await _message(plan, scene, store, ours.port)
            given = Given(plan.url, free_port(), scene.head, scene.step, scene.figures, "{}", message)
            async with servers.bare(plan, given):
                numbers = plan.pick((1, 3), (10, 100), (10, 100, 1000))
                for watchers in numbers:
                    table = Table(plan, scene, store, {"ours": ours.port, "limit": given.port})
                    async for row in table.rows(watchers, fewest=numbers[0]):
                        yield row
            async for row in unread(plan, scene, store, ours.port, ours.pid):
                yield row
    finally:
        scene.close()
        await store.close()


def watch(id: str, after: int, *, silent: bool = False) -> Watch:
    """A spectator's watch."""
    return Watch(id, servers.tokens().issue(id, "eve", "SPECTATOR", epoch=0).token, after, silent)


async def step(service: Encounters, id: str) -> tuple[float, float, int]:
    """When the ogre's turn was ended, how many seconds its writer waited, and the number of events."""
    start = time.monotonic()
    done = await service.submit(id, "gm", OTHERS)
    return start, time.monotonic() - start, done.last - done.first + 1


async def _message(plan: Plan, scene: Scene, store: RedisStore, port: int) -> str:
    """The message that the service sends for the step: the bare server sends the same bytes."""
    (id,) = scene.copies(1)
    service = Encounters(store, plan.registry)
    async with audience(Wanted(port, [watch(id, scene.head.version)])) as listening:
        await service.submit(id, "ana", HERS)
        await listening.received()
        await step(service, id)
        return (await listening.received()).text


class Table:
    """Watched fights, one on each server, and one with few watchers; the same service writes to all."""

    def __init__(self, plan: Plan, scene: Scene, store: RedisStore, ports: Mapping[str, int]) -> None:
        self._plan, self._scene, self._ports = plan, scene, ports
        self._service = Encounters(store, plan.registry)
        self._waits: dict[str, list[float]] = {}

    async def rows(self, watchers: int, *, fewest: int) -> AsyncGenerator[Row, None]:
        """Both figures. fewest: watchers of the fight whose writer latency is the baseline, round by round."""
        sides = {name: (port, watchers) for name, port in self._ports.items()}
        if watchers > fewest:
            sides["few"] = self._ports["ours"], fewest
        self._waits = {name: [] for name in sides}
        async with AsyncExitStack() as stack:
            fights: dict[str, tuple[str, Listening]] = {}
            for name, (port, count) in sides.items():
                (id,) = self._scene.copies(1)
                watches = [watch(id, self._scene.head.version)] * count
                fights[name] = id, await stack.enter_async_context(audience(Wanted(port, watches)))
            found = await interleaved(
                self._plan.rounds,
                {name: lambda name=name: self._round(name, *fights[name]) for name in fights},  # type: ignore[misc]
            )
        yield Row(
            group="watch",
            work=f"a step of {STEP} events to {watchers:,} GraphQL watchers, until the last has it",
            unit="ms",
            ours=found["ours"],
            limit=found["limit"],
            against="one read in the process, and prebuilt bytes handed out there",
        ).at_most(2)
        waits = {name: Series(tuple(figures[1:])) for name, figures in self._waits.items()}
        row = Row(
            group="watch",
            work=f"the same, what its writer waits, {watchers:,} watchers",
            unit="ms",
            ours=waits["ours"],
            limit=waits["limit"],
            against="the same writer, watchers handed prebuilt bytes",
            note="the writer is another process than that of the watchers",
        ).at_most(1.2)
        if "few" in waits:
            value = waits["ours"].median / waits["few"].median
            row.goals.append(Goal(f"of that with {fewest} watchers", value, "<=", 1.2))
        yield row

    async def _round(self, name: str, id: str, listening: Listening) -> Sample:
        reached, waits, events = [], [], set()
        for _ in range(self._plan.pick(1, 5, 10)):
            await self._service.submit(id, "ana", HERS)
            await listening.received()
            start, wait, made = await step(self._service, id)
            received = await listening.received()
            reached.append((received.at - start) * 1000)
            waits.append(wait * 1000)
            events.add(made)
        assert events == {STEP}, f"steps of {events} events"
        self._waits[name].append(statistics.median(waits))
        return Sample(statistics.median(reached), f"{received.messages} messages")


def resident(pid: int) -> float:
    """MiB of a process's resident memory."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


async def unread(plan: Plan, scene: Scene, store: RedisStore, port: int, pid: int) -> AsyncGenerator[Row, None]:
    """A quarter of the sockets never read; the time the others need for a fight from its beginning."""
    sockets, silent = plan.pick(4, 40, 200), plan.pick(1, 10, 50)
    length = plan.pick(300, 1000, 1000, 20_000)
    (id,) = scene.copies(1)
    head = await lengthen(store, plan.registry, id, scene.head, scene.figures, length)
    grown: dict[str, list[float]] = {"ours": [], "limit": []}

    async def side(name: str, never: int) -> Sample:
        watches = [watch(id, 0, silent=True)] * never + [watch(id, 0)] * (sockets - silent)
        before, start = resident(pid), time.monotonic()
        async with audience(Wanted(port, watches, head.version)) as listening:
            at = (await listening.received(600)).at
            grown[name].append(max(0.1, resident(pid) - before))
        return Sample(at - start, f"{sockets - silent} at {head.version}")

    sides = {"ours": lambda: side("ours", silent), "limit": lambda: side("limit", 0)}
    found = await interleaved(plan.pick(1, 2, 3), sides)
    work = f"{silent} of {sockets} sockets never read, {length:,} events"
    yield Row(
        group="watch",
        work=f"{work}: until the others have all",
        unit="s",
        ours=found["ours"],
        limit=found["limit"],
        against="the same without them",
    ).at_most(1.5)
    memory = {name: Series(tuple(figures[1:])) for name, figures in grown.items()}
    yield Row(
        group="watch",
        work=f"{work}: what the server grew by",
        unit="MiB",
        ours=memory["ours"],
        limit=memory["limit"],
        against="the same without them",
        note=f"{length * silent:,} events were not read",
    )
