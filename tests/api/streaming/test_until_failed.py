"""A stream that ends with its host's right, as it would end with its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from api.streaming.stream_end import until_failed
from engine.store.port import Revoked


class Source:
    """Numbers, each once it is asked for; closed: its end was reached, or it was closed."""

    def __init__(self, last: int) -> None:
        self.last, self.closed, self.held = last, False, asyncio.Event()

    async def numbers(self) -> AsyncGenerator[int, None]:
        try:
            for number in range(self.last):
                yield number
            await self.held.wait()
        finally:
            self.closed = True


class Guard:
    """Waits till it is told how to end. cancelled: nobody waits for it any more."""

    def __init__(self) -> None:
        self.end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.cancelled = False

    async def watch(self) -> None:
        try:
            await self.end
        except asyncio.CancelledError:
            self.cancelled = True
            raise


async def test_it_ends_when_the_guard_fails() -> None:
    """Also while nothing comes; its source is closed."""
    source, guard = Source(2), Guard()
    async with aclosing(until_failed(source.numbers(), guard.watch)) as stream:
        assert [await anext(stream), await anext(stream)] == [0, 1]
        asyncio.get_running_loop().call_soon(guard.end.set_exception, Revoked("hanna"))
        with pytest.raises(Revoked):
            await anext(stream)
    assert source.closed


async def test_it_ends_though_its_reader_was_busy_meanwhile() -> None:
    """What comes after the end of the right is not given any more."""
    source, guard = Source(9), Guard()
    async with aclosing(until_failed(source.numbers(), guard.watch)) as stream:
        assert await anext(stream) == 0
        guard.end.set_exception(Revoked("hanna"))
        await asyncio.sleep(0)
        with pytest.raises(Revoked):
            await anext(stream)
    assert source.closed


async def test_it_goes_to_its_end_where_the_guard_has_nothing_to_say() -> None:
    """A guard that is done is asked no more; one that still waits is let go."""
    for done in (True, False):
        source, guard = Source(3), Guard()
        source.held.set()
        if done:
            guard.end.set_result(None)
        assert [number async for number in until_failed(source.numbers(), guard.watch)] == [0, 1, 2]
        assert guard.cancelled is not done
