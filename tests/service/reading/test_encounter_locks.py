"""Many who write one fight at once: in one process one after the other, between processes one of each."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from redis.asyncio import Redis

from engine.service.encounters import Encounters
from engine.service.reading import encounter_locks
from engine.service.reading.encounter_locks import EncounterLocks
from engine.service.registry import Registry
from engine.store.redis import RedisStore
from tests.support.fights.fights import new_fight
from tests.support.processes.beside import note

WRITERS, EACH = 40, 3


@pytest.mark.parametrize("processes", [1, 3])
async def test_concurrent_orders_without_a_version_all_succeed(
    redis_url: str, registry: Registry, processes: int
) -> None:
    """All are done, and hardly anybody decides in vain: appends that were asked for are counted by the server."""
    stores = [RedisStore(redis_url) for _ in range(processes)]
    services = [Encounters(store, registry) for store in stores]
    try:
        made = await services[0].create(new_fight())
        async with Redis.from_url(redis_url) as server:
            await server.config_resetstat()
            await asyncio.gather(*(note(services[n % processes], made.id, EACH, f"{n}-") for n in range(WRITERS)))
            told = await server.info("commandstats")
        appends = sum(told[name]["calls"] for name in ("cmdstat_evalsha", "cmdstat_eval") if name in told)
        entries = await stores[0].read(made.id, made.head.version + 1, 10**6)
        assert len(entries) == WRITERS * EACH
        # The first time all of a process try; from then on those of other processes are the only ones in the way.
        assert appends <= 3 * WRITERS + (2 * processes - 1) * WRITERS * EACH
    finally:
        for store in stores:
            await store.close()


async def test_locks_are_taken_in_turn_and_leave_nothing_behind() -> None:
    """Of two fights at once; who gives up waiting leaves nothing behind either."""
    made, inside, most = EncounterLocks(), Counter[str](), Counter[str]()

    async def take(encounter: str) -> None:
        async with made.one(encounter):
            assert encounter in made
            inside[encounter] += 1
            most[encounter] = max(most[encounter], inside[encounter])
            await asyncio.sleep(0)
            inside[encounter] -= 1

    async with made.one("a"):
        given_up = asyncio.create_task(take("a"))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        assert "b" not in made
        await asyncio.gather(*(take("b") for _ in range(9)))
        others = [asyncio.create_task(take("a")) for _ in range(9)]
    await asyncio.gather(*others)
    assert most == {"a": 1, "b": 1}
    assert "a" not in made
    assert "b" not in made


async def test_whoever_holds_up_the_others_does_so_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then they try out of turn, and what they have not, they do not give back."""
    monkeypatch.setattr(encounter_locks, "PATIENCE", 0.01)
    made = EncounterLocks()
    async with made.one("a"):
        async with made.one("a"):
            assert "a" in made
        assert "a" in made
    assert "a" not in made
