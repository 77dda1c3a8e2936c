"""Measures how long a loop blocks, in processor time of its own thread, so that machine load does not matter."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp, Receive, Scope, Send

PERIOD = 0.005
"""Seconds between a reply and the next ping."""


class Heartbeat:
    """longest: the most processor time, in seconds, that the loop's thread spent between a ping and its reply.

    beats: replies so far.
    """

    def __init__(self) -> None:
        self.longest, self.beats = 0.0, 0

    @contextmanager
    def watching(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Ping the loop from another thread repeatedly, until the block ends."""
        clock, stopping = _clock_of(loop), threading.Event()

        def ask() -> None:
            while not stopping.is_set():
                answered, before = threading.Event(), time.clock_gettime(clock)
                loop.call_soon_threadsafe(answered.set)
                answered.wait()
                self.longest = max(self.longest, time.clock_gettime(clock) - before)
                self.beats += 1
                stopping.wait(PERIOD)

        asking = threading.Thread(target=ask)
        asking.start()
        try:
            yield
        finally:
            stopping.set()
            asking.join()


class LoopFinder:
    """Wraps an application; loop: the one it runs in, known once it has started."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None

    def around(self, app: ASGIApp) -> ASGIApp:
        """The wrapped application."""

        async def inside(scope: Scope, receive: Receive, send: Send) -> None:
            self.loop = asyncio.get_running_loop()
            await app(scope, receive, send)

        return inside


def _clock_of(loop: asyncio.AbstractEventLoop) -> int:
    """The processor clock of the thread that runs a loop."""
    found: list[int] = []
    told = threading.Event()

    def tell() -> None:
        found.append(time.pthread_getcpuclockid(threading.get_ident()))
        told.set()

    loop.call_soon_threadsafe(tell)
    told.wait()
    return found[0]
