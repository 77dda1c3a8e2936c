"""What every store owes short codes: judged on memory and on each real server."""

from __future__ import annotations

import asyncio

from engine.store.port import Store


async def test_a_short_code_means_one_thing_for_a_while(store: Store) -> None:
    """Whoever keeps it first; the same thing may keep it again."""
    assert await store.short_code("KQ7MRT") is None
    assert await store.keep_short_code("KQ7MRT", "a.1", 60) == "a.1"
    assert await store.keep_short_code("KQ7MRT", "b.2", 60) == "a.1"
    assert await store.keep_short_code("KQ7MRT", "a.1", 60) == "a.1"
    assert await store.short_code("KQ7MRT") == "a.1"
    assert await store.short_code("KQ7MRU") is None


async def test_it_ends_in_time_and_may_be_another_s_then(store: Store) -> None:
    """By the store's clock; of a race one wins."""
    await store.keep_short_code("KQ7MRT", "a.1", 1)
    while await store.short_code("KQ7MRT") is not None:  # noqa: ASYNC110 - it goes by itself
        await asyncio.sleep(0.02)
    told = await asyncio.gather(*(store.keep_short_code("KQ7MRT", f"b.{n}", 60) for n in range(4)))
    assert len(set(told)) == 1
    assert await store.short_code("KQ7MRT") == told[0]
