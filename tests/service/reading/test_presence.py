"""Who watches: over processes, without flicker, at a bounded cost, whatever the store does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

import pytest

from engine.service.reading import presence
from engine.service.reading.hub import Hub
from engine.service.reading.presence import Presence
from engine.store.memory import MemoryStore
from engine.store.port import StoreUnavailable
from tests.support.amounts import PATIENCE


class Counted(MemoryStore):
    """A store that counts, and can be away."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[dict[str, int]] = []
        self.reads = 0
        self.away = False

    async def appear(
        self, encounter: str, process: str, streams: Mapping[str, int], until: int, *, changed: bool = True
    ) -> None:
        if self.away:
            raise StoreUnavailable("away")
        self.writes.append(dict(streams))
        await super().appear(encounter, process, streams, until, changed=changed)

    async def present(self, encounter: str, now: int) -> dict[str, int]:
        if self.away:
            raise StoreUnavailable("away")
        self.reads += 1
        return await super().present(encounter, now)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes follow each other at once."""
    monkeypatch.setattr(presence, "SETTLE", 0.02)


async def nameless(encounter: str) -> dict[str, str]:
    """There are no such fights."""
    return {}


@asynccontextmanager
async def process(store: MemoryStore, linger: float = 0.05) -> AsyncIterator[Presence]:
    """A process of the service."""
    hub = Hub(store)
    await hub.start()
    made = Presence(store, hub, nameless, linger=linger)
    try:
        yield made
    finally:
        await made.close()
        await hub.stop()


async def until(made: Presence, encounter: str, wanted: dict[str, int]) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(PATIENCE):
        while await made.now(encounter) != wanted:  # noqa: ASYNC110 (other processes have no event here)
            await asyncio.sleep(0.005)


async def test_all_processes_together_know_who_watches() -> None:
    """By seat, with the number of its streams; the operator is not counted, another fight is another."""
    store = Counted()
    async with process(store) as one, process(store) as two:
        with one.one("a", "ana"), two.one("a", "ana"), two.one("a", "eve"), one.one("a", None), one.one("b", "gm"):
            for made in (one, two):
                await until(made, "a", {"ana": 2, "eve": 1})
                await until(made, "b", {"gm": 1})
        await until(one, "a", {})
        await until(two, "b", {})


async def test_a_change_is_told_to_those_who_listen_in_every_process() -> None:
    """Once, by the notification; and the present first."""
    store = Counted()
    async with process(store) as one, process(store) as two, aclosing(two.changes("a")) as told:
        assert await asyncio.wait_for(anext(told), PATIENCE) == {}
        with one.one("a", "ana"):
            assert await asyncio.wait_for(anext(told), PATIENCE) == {"ana": 1}
            with two.one("a", "eve"):
                assert await asyncio.wait_for(anext(told), PATIENCE) == {"ana": 1, "eve": 1}
        last: dict[str, int] = {"ana": 1}
        async with asyncio.timeout(PATIENCE):
            while last:
                last = await anext(told)


async def test_who_comes_back_soon_has_not_been_away() -> None:
    """A stream that ends and begins again is told to nobody, however often."""
    store = Counted()
    async with process(store, linger=5.0) as made, aclosing(made.changes("a")) as told:
        assert await asyncio.wait_for(anext(told), PATIENCE) == {}
        with made.one("a", "ana"):
            assert await asyncio.wait_for(anext(told), PATIENCE) == {"ana": 1}
        for _ in range(20):
            with made.one("a", "ana"):
                await asyncio.sleep(0)
        with made.one("a", "ana"), made.one("a", "eve"):
            assert await asyncio.wait_for(anext(told), PATIENCE) == {"ana": 1, "eve": 1}
        assert all(write.get("ana", 1) == 1 for write in store.writes)


async def test_a_thousand_watchers_cost_a_few_writes() -> None:
    """One for all that come at once; the listeners of a process share its reads."""
    store = Counted()
    async with process(store) as made, AsyncExitStack() as stack:
        listening = [await stack.enter_async_context(aclosing(made.changes("a"))) for _ in range(100)]
        assert await asyncio.gather(*(asyncio.wait_for(anext(one), PATIENCE) for one in listening)) == [{}] * 100
        reads, writes = store.reads, len(store.writes)
        for _ in range(1000):
            stack.enter_context(made.one("a", "eve"))
        assert (
            await asyncio.gather(*(asyncio.wait_for(anext(one), PATIENCE) for one in listening))
            == [{"eve": 1000}] * 100
        )
        assert len(store.writes) - writes == 1
        assert store.reads - reads <= 3


async def test_what_a_killed_process_leaves_behind_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, without a word of it."""
    monkeypatch.setattr(presence, "LASTING", 0.3)
    monkeypatch.setattr(presence, "BEAT", 0.05)
    store = Counted()
    async with process(store) as one:
        other = Presence(store, None, nameless)
        with other.one("a", "ana"), one.one("a", "eve"):
            await until(one, "a", {"ana": 1, "eve": 1})
            task = other._watched["a"].task
            assert task is not None
            task.cancel()
            async with aclosing(one.changes("a")) as told:
                async with asyncio.timeout(PATIENCE):
                    while await anext(told) != {"eve": 1}:
                        pass
                await asyncio.sleep(0.5)
                assert await one.now("a") == {"eve": 1}, "a living one puts it off"


async def test_a_store_that_was_away_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams go on meanwhile."""
    monkeypatch.setattr(presence, "BEAT", 0.05)
    store = Counted()
    store.away = True
    async with process(store) as made:
        with made.one("a", "ana"):
            await asyncio.sleep(0.1)
            store.away = False
            await until(made, "a", {"ana": 1})


async def test_a_process_that_stops_takes_its_streams_back() -> None:
    """At once, and keeps nothing of a fight that nobody watches."""
    store = Counted()
    async with process(store) as one:
        async with process(store) as two:
            with two.one("a", "ana"):
                await until(two, "a", {"ana": 1})
                await two.close()
                assert await one.now("a") == {}
        with one.one("a", "ana"):
            await until(one, "a", {"ana": 1})
        async with asyncio.timeout(PATIENCE):
            while one._watched:  # noqa: ASYNC110 (nothing tells of it)
                await asyncio.sleep(0.01)
