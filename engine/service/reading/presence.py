"""Who watches: the streams of all processes, by encounter and seat.

Each process keeps its own share in the store, with an expiry that it puts off as long as it lives. A share is written
at most once in `SETTLE` seconds, however many streams begin or end, and a stream that ends still counts for `LINGER`
seconds, so that nobody who reconnects is missed. Nothing of it is an event, and nothing depends on it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import Context

from engine.service import clock
from engine.service.reading.hub import Hub
from engine.store.port import Store, StoreUnavailable

log = logging.getLogger(__name__)

LINGER = 4.0
"""Seconds for which a stream that has ended counts."""
SETTLE = 0.5
"""Seconds between two writes, and between two reads, of an encounter."""
BEAT = 10.0
"""Seconds after which a share is put off, and who is there is looked up again."""
LASTING = 30.0
"""Seconds for which a share counts: what a killed process leaves behind."""


Names = Callable[[str], Awaitable[Mapping[str, str]]]


class _Watched:
    """An encounter that this process watches.

    streams: open or lingering, by seat; lingering: those of them that have ended. written: as last written; there: as
    last read. names: of the seats, as last looked up. appended: something was appended since; crossed: whatever else
    woke its keeper.
    """

    def __init__(self) -> None:
        self.streams: Counter[str] = Counter()
        self.lingering: dict[str, list[asyncio.TimerHandle]] = {}
        self.written: dict[str, int] = {}
        self.there: dict[str, int] | None = None
        self.names: Mapping[str, str] = {}
        self.appended = self.crossed = True
        self.listeners = 0
        self.woken, self.changed = asyncio.Event(), asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Somebody came or went, here or in another process."""
        self.crossed = True
        self.woken.set()


class Presence:
    """Who watches, as this process knows it.

    linger: as LINGER; hub: tells of what other processes write; names: the names of an encounter's seats.
    """

    def __init__(self, store: Store, hub: Hub | None, names: Names, *, linger: float = LINGER) -> None:
        self._store, self._names, self._linger = store, names, linger
        self._process = secrets.token_hex(8)
        self._watched: dict[str, _Watched] = {}
        if hub is not None:
            hub.on_presence(self._changed)
            hub.on_append(self._appended)

    @contextmanager
    def one(self, encounter: str, seat: str | None) -> Iterator[None]:
        """A stream of a seat, open for the duration of the block; of nobody's seat (the operator's): not counted."""
        if seat is None:
            yield
            return
        watched = self._of(encounter)
        lingering = watched.lingering.get(seat)
        if lingering:
            lingering.pop().cancel()  # who comes back takes the place of one that has left
        else:
            watched.streams[seat] += 1
            watched.wake()
        try:
            yield
        finally:
            timer = asyncio.get_running_loop().call_later(self._linger, self._left, encounter, seat)
            watched.lingering.setdefault(seat, []).append(timer)

    async def now(self, encounter: str) -> dict[str, int]:
        """The streams of each seat that watches. StoreUnavailable."""
        return await self._store.present(encounter, clock.now_ms())

    async def changes(self, encounter: str) -> AsyncGenerator[dict[str, int], None]:
        """Who watches now, and again after every change, also of a seat's name. Close it when leaving."""
        watched = self._of(encounter)
        watched.listeners += 1
        watched.appended = True  # before anybody listened, nobody looked
        watched.wake()
        told: tuple[dict[str, int], Mapping[str, str]] | None = None
        try:
            while True:
                async with watched.changed:
                    while watched.there is None or (watched.there, watched.names) == told:
                        await watched.changed.wait()
                    told = watched.there, watched.names
                yield dict(told[0])
        finally:
            watched.listeners -= 1
            if not watched.listeners:
                watched.there = None  # nobody keeps it up to date
            watched.wake()

    async def close(self) -> None:
        """Take the shares of this process back, as far as the store takes it."""
        for encounter, watched in list(self._watched.items()):
            for timer in (timer for timers in watched.lingering.values() for timer in timers):
                timer.cancel()
            if watched.task is not None:
                watched.task.cancel()
            if watched.written:
                with suppress(StoreUnavailable):
                    await self._store.appear(encounter, self._process, dict.fromkeys(watched.written, 0), 0)
        self._watched.clear()

    def _of(self, encounter: str) -> _Watched:
        watched = self._watched.get(encounter)
        if watched is None:
            watched = self._watched[encounter] = _Watched()
            # In its own context: it outlives the request that began it.
            loop = asyncio.get_running_loop()
            watched.task = loop.create_task(self._keep(encounter, watched), context=Context())
        return watched

    def _left(self, encounter: str, seat: str) -> None:
        watched = self._watched.get(encounter)
        if watched is None:
            return
        timers = watched.lingering[seat]
        timers.pop(0)
        if not timers:
            del watched.lingering[seat]
        watched.streams[seat] -= 1
        if not watched.streams[seat]:
            del watched.streams[seat]
        watched.wake()

    def _changed(self, encounter: str) -> None:
        watched = self._watched.get(encounter)
        if watched is not None and watched.listeners:
            watched.wake()

    def _appended(self, encounter: str) -> None:
        watched = self._watched.get(encounter)
        if watched is not None and watched.listeners:
            watched.appended = True
            watched.woken.set()

    async def _keep(self, encounter: str, watched: _Watched) -> None:
        """Write and read until nothing of this encounter is left in this process."""
        while True:
            watched.woken.clear()
            crossed, appended, watched.crossed, watched.appended = watched.crossed, watched.appended, False, False
            try:
                await self._write(encounter, watched)
                if watched.listeners:
                    await self._read(encounter, watched, crossed, appended)
            except StoreUnavailable as error:
                watched.crossed = watched.appended = True
                log.debug("who watches %s is not known: %s", encounter, error)
            except Exception:
                log.exception("who watches %s could not be kept", encounter)
            if not (watched.streams or watched.written or watched.listeners):
                # No await between this and the end: whoever comes now begins anew.
                if self._watched.get(encounter) is watched:
                    del self._watched[encounter]
                return
            await asyncio.sleep(SETTLE)
            try:
                await asyncio.wait_for(watched.woken.wait(), BEAT)
            except TimeoutError:
                watched.crossed = True

    async def _write(self, encounter: str, watched: _Watched) -> None:
        wanted = dict(watched.streams)
        told: Mapping[str, int] = {**dict.fromkeys(watched.written, 0), **wanted}
        if not told:
            return
        until = clock.now_ms() + int(LASTING * 1000)
        await self._store.appear(encounter, self._process, told, until, changed=wanted != watched.written)
        watched.written = wanted

    async def _read(self, encounter: str, watched: _Watched, crossed: bool, appended: bool) -> None:
        """Look up who is there, if somebody came or went, and what they are called, if anything was appended."""
        there, names = watched.there, watched.names
        if crossed or there is None:
            there = await self._store.present(encounter, clock.now_ms())
        if appended:
            names = await self._names(encounter)
        if (there, names) != (watched.there, watched.names):
            async with watched.changed:
                watched.there, watched.names = there, names
                watched.changed.notify_all()
