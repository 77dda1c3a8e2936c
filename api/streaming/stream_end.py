"""Streams with heartbeats that end with the token or the process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, TypeVar

from api.access.auth import expired
from api.errors.request_errors import Stopping

T = TypeVar("T")


async def until_end(
    source: AsyncGenerator[T, None],
    stopping: asyncio.Event,
    *,
    expires: float | None = None,
    beat: float | None = None,
) -> AsyncGenerator[T | None, None]:
    """Yield what `source` yields, to its end. None after every `beat` seconds of silence.

    expires: Unix time of the token's expiry, which raises Unauthenticated. Raises Stopping when the process stops,
    because a plain end would mean that no more events follow.
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


async def until_failed(
    source: AsyncGenerator[T, None], guard: Callable[[], Coroutine[Any, Any, None]]
) -> AsyncGenerator[T, None]:
    """Yield what `source` yields, to its end, or until the guard raises: then that is raised."""
    watching = asyncio.ensure_future(guard())
    step: asyncio.Future[T] | None = None
    try:
        while True:
            step = asyncio.ensure_future(source.__anext__())
            waiting: set[asyncio.Future[Any]] = {step, watching}
            while not step.done():
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if watching.done():
                    watching.result()
                    waiting = {step}
            try:
                yield step.result()
            except StopAsyncIteration:
                return
    finally:
        watching.cancel()
        if step is not None:
            step.cancel()
        await asyncio.gather(watching, *(future for future in (step,) if future is not None), return_exceptions=True)
        await source.aclose()
