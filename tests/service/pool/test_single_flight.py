"""Tasks that are shared by whoever wants the same."""

from __future__ import annotations

import asyncio

import pytest

from engine.service.pool.single_flight import SingleFlight


class Kitchen:
    """Makes a thing, as often as it is told to. begun, ended: how often; broken_off: how often it was cancelled."""

    def __init__(self) -> None:
        self.begun = self.ended = self.broken_off = 0
        self.go = asyncio.Event()

    async def make(self) -> int:
        self.begun += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        self.ended += 1
        return self.begun


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_concurrent_callers_share_a_call_and_later_ones_do_not() -> None:
    kitchen, flights = Kitchen(), SingleFlight[int]()
    waiting = [asyncio.create_task(flights.join("soup", kitchen.make)) for _ in range(30)]
    await settled()
    assert kitchen.begun == 1
    assert "soup" in flights
    kitchen.go.set()
    assert await asyncio.gather(*waiting) == [1] * 30
    assert "soup" not in flights
    assert await flights.join("soup", kitchen.make) == 2


async def test_a_shared_call_goes_on_while_somebody_waits() -> None:
    kitchen, flights = Kitchen(), SingleFlight[int]()
    first, second = (asyncio.create_task(flights.join("soup", kitchen.make)) for _ in range(2))
    await settled()
    first.cancel()
    await settled()
    kitchen.go.set()
    assert await second == 1
    assert first.cancelled()


async def test_a_shared_call_is_cancelled_when_all_callers_have_left() -> None:
    kitchen, flights = Kitchen(), SingleFlight[int]()
    alone = asyncio.create_task(flights.join("soup", kitchen.make))
    await settled()
    alone.cancel()
    await settled()
    assert (kitchen.begun, kitchen.broken_off) == (1, 1)
    kitchen.go.set()
    assert await flights.join("soup", kitchen.make) == 2


async def test_a_lasting_one_is_not_broken_off() -> None:
    kitchen, flights = Kitchen(), SingleFlight[int](lasting=True)
    alone = asyncio.create_task(flights.join("soup", kitchen.make))
    await settled()
    alone.cancel()
    await settled()
    kitchen.go.set()
    assert await flights.join("soup", kitchen.make) == 1
    assert (kitchen.begun, kitchen.ended, kitchen.broken_off) == (1, 1, 0)


async def test_all_learn_of_a_failure_and_the_next_tries_again() -> None:
    flights = SingleFlight[int]()

    async def burn() -> int:
        await asyncio.sleep(0)
        raise ValueError("burnt")

    found = await asyncio.gather(*(flights.join("soup", burn) for _ in range(3)), return_exceptions=True)
    assert [str(one) for one in found] == ["burnt"] * 3
    with pytest.raises(ValueError, match="burnt"):
        await flights.join("soup", burn)
