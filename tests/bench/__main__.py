"""Each row: ours, the same bytes through the bare parts, and their ratio; rounds interleaved, medians of the rounds."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from msgspec import Struct

from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.service.seeing import whole
from engine.service.writing import seal
from engine.store.port import NOTHING, Entry, Figures, Head
from engine.store.redis import RedisStore
from tests.support.fights import new_fight
from tests.support.servers import test_server

ROUNDS = 5
NOTE = {"gm": {"setPolicy": {"kind": "GroupInitiative", "asked": False}}}
FIGURES = Figures("fantasia", "bench", "running", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")


class Row(Struct):
    """One line of the table. ours, limit: operations per second."""

    work: str
    ours: float
    limit: float


async def rate(count: int, run: Callable[[], Awaitable[None]]) -> float:
    """Operations per second of `run`, which does `count` of them."""
    start = time.perf_counter()
    await run()
    return count / (time.perf_counter() - start)


class Bench:
    """One store, one service, and the same work done bare."""

    def __init__(self, store: RedisStore, service: Encounters) -> None:
        self.store, self.service = store, service
        self.made = 0

    async def fights(self, count: int) -> list[str]:
        return [(await self.service.create(new_fight())).id for _ in range(count)]

    async def commands(self, ids: list[str], each: int) -> None:
        """`each` commands on every fight, all fights at once."""

        async def play(id: str) -> None:
            for _ in range(each):
                await self.service.submit(id, "gm", NOTE)

        await asyncio.gather(*(play(id) for id in ids))

    async def appends(self, steps: list[list[Entry]], writers: int) -> None:
        """The same entries, appended by nothing but the store."""

        async def write(id: str) -> None:
            head = NOTHING
            for number, entries in enumerate(steps):
                await self.store.append(
                    id, head, entries, seat="gm", key=f"k{number}", fingerprint="f", figures=FIGURES
                )
                head = Head(entries[-1].version, entries[-1].hash)

        self.made += 1
        await asyncio.gather(*(write(f"bare{self.made}x{n}") for n in range(writers)))

    async def steps_like(self, each: int) -> list[list[Entry]]:
        """Steps of one event with the bytes of a command, chained from nothing."""
        (id,) = await self.fights(1)
        await self.commands([id], 1)
        book, entries = await self.service.entries(id)
        recorded = whole(book, entries[-1])
        head, steps = NOTHING, []
        for version in range(1, each + 1):
            step = seal(book, head, [type(recorded)(version, recorded.time, recorded.draft)])
            head = Head(version, step[-1].hash)
            steps.append(step)
        return steps

    async def append_row(self, writers: int, each: int) -> Row:
        steps, ours, limit = await self.steps_like(each), [], []
        for _ in range(ROUNDS):
            ids = await self.fights(writers)
            ours.append(await rate(writers * each, lambda ids=ids: self.commands(ids, each)))  # type: ignore[misc]
            limit.append(await rate(writers * each, lambda: self.appends(steps, writers)))
        return Row(f"a command, {writers} writer(s), steps/s", statistics.median(ours), statistics.median(limit))

    async def load_row(self, events: int) -> Row:
        (id,) = await self.fights(1)
        await self.commands([id], events)
        version = (await self.service.glimpse(id, "gm")).version
        ours, limit = [], []
        for _ in range(ROUNDS):
            cold = Encounters(self.store, self.service.registry)
            ours.append(await rate(1, lambda cold=cold: _ignore(cold.glimpse(id, "gm"))))  # type: ignore[misc]
            limit.append(await rate(1, lambda: self._read(id, version)))
        return Row(f"cold load of {version} events, loads/s", statistics.median(ours), statistics.median(limit))

    async def _read(self, id: str, version: int) -> None:
        book = self.service.registry.book("fantasia")
        for entry in await self.store.read(id, 1, version):
            whole(book, entry)


async def _ignore(work: Awaitable[object]) -> None:
    await work


async def main() -> None:
    with test_server() as server:
        store = RedisStore(server.url)
        bench = Bench(store, Encounters(store, Registry.installed()))
        rows = [await bench.append_row(1, 300), await bench.append_row(32, 40)]
        rows += [await bench.load_row(events) for events in (200, 2000)]
        await store.close()
    print(f"{'work':<40}{'ours':>12}{'limit':>12}{'ratio':>8}")
    for row in rows:
        print(f"{row.work:<40}{row.ours:>12,.0f}{row.limit:>12,.0f}{row.ours / row.limit:>8.2f}")


if __name__ == "__main__":
    asyncio.run(main())
