"""Looks at how fights stand: shared by those who ask at once, and never older than the asking."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from engine.service.reading.head_lookups import HeadLookups
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, HeadAndEpochs, StoreUnavailable
from tests.support.fights.streams import FIGURES, head_of, step


class Told(MemoryStore):
    """Remembers who was looked at, and fails where it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[list[str]] = []
        self.called = asyncio.Event()
        self.away = False

    async def heads(self, encounters: Sequence[str]) -> list[HeadAndEpochs]:
        self.calls.append(list(encounters))
        self.called.set()
        await asyncio.sleep(0)
        if self.away:
            raise StoreUnavailable("away")
        return await super().heads(encounters)


async def test_concurrent_head_lookups_share_a_call() -> None:
    """Each gets his own fight's, also where several ask for one."""
    store = Told()
    entries = step()
    await store.append("a", NOTHING, entries, seat="", key="k", fingerprint="f", figures=FIGURES)
    await store.raise_epoch("b", "ana")
    looks = HeadLookups(store)
    found = await asyncio.gather(*(looks.of(one) for one in "abab"))
    assert store.calls == [["a", "b"]]
    assert [one.head for one in found] == [head_of(entries), NOTHING] * 2
    assert found[1].epochs == {"ana": 1}


async def test_who_comes_later_is_told_what_is_so_then() -> None:
    """A call that is under way began before he asked."""
    store = Told()
    looks = HeadLookups(store)
    first = asyncio.create_task(looks.of("a"))
    await store.called.wait()
    await store.raise_epoch("a", "ana")
    later = await looks.of("a")
    assert len(store.calls) == 2
    assert later.epochs == {"ana": 1}
    await first


async def test_a_store_that_is_away_fails_all_who_asked_and_nobody_later() -> None:
    """Who leaves meanwhile takes nothing from the others."""
    store = Told()
    looks = HeadLookups(store)
    store.away = True
    leaving = asyncio.create_task(looks.of("a"))
    staying = [asyncio.create_task(looks.of("a")) for _ in range(2)]
    await asyncio.sleep(0)
    leaving.cancel()
    for one in staying:
        with pytest.raises(StoreUnavailable):
            await one
    store.away = False
    assert (await looks.of("a")).head == NOTHING
    assert len(store.calls) == 2
