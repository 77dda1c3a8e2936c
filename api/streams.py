"""Streams that end in time: with the token, with the process, and never silent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Any, TypeVar

from api.auth import expired
from api.errors import Stopping

T = TypeVar("T")


async def guarded(
    source: AsyncGenerator[T, None],
    stopping: asyncio.Event,
    *,
    expires: float | None = None,
    beat: float | None = None,
) -> AsyncGenerator[T | None, None]:
    """What `source` yields, to its end. None after every `beat` seconds of silence.

    expires: Unix time of the token's end; Unauthenticated is raised then. Stopping is raised when the process stops:
    the end of a stream says that there is nothing more to come, and that would not be true.
    """
    stop = asyncio.ensure_future(stopping.wait())
    step: asyncio.Future[T] | None = None
    try:
        while not stopping.is_set():
            step = step or asyncio.ensure_future(source.__anext__())
            left = None if expires is None else max(0.0, expires - time.time())
            wait = left if beat is None else beat if left is None else min(beat, left)
            done, _ = await asyncio.wait(_both(step, stop), timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            if step in done:
                try:
                    item = step.result()
                except StopAsyncIteration:
                    return
                finally:
                    step = None
                yield item
            elif expires is not None and time.time() >= expires:
                raise expired()
            elif not done:
                yield None
        raise Stopping
    finally:
        stop.cancel()
        if step is not None:
            step.cancel()
            await asyncio.gather(step, return_exceptions=True)
        await source.aclose()


def _both(step: asyncio.Future[Any], stop: asyncio.Future[Any]) -> set[asyncio.Future[Any]]:
    return {step, stop}
