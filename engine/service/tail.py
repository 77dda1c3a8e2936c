"""One watched fight inside one process: what is known of its head, its last events, and the reads under way."""

from __future__ import annotations

from asyncio import CancelledError, Event, Task, create_task, current_task, get_running_loop, shield, sleep
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from engine.store import chain
from engine.store.port import Entry, Head, Standing, Store, StoreUnavailable

T = TypeVar("T")

PAGE = 200
"""Most events that are read, or handed on, at a time."""
KEPT = 256
"""Last events kept for all watchers of a fight."""
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0


EpochListener = Callable[[str, str, int], None]
"""Told (encounter, seat, epoch): the seat's tokens of lower epochs are void. It may be told twice."""


class Closed(Exception):
    """The tail was closed while somebody waited for it: the hub stops."""


class Tail:
    """Shared by all watchers of a fight; made for the first, dropped with the last.

    version, hash: of the stream's last event as far as anybody told us; hash "" where only a hint spoke of the version.
    looked: loop time at which the last answered look was sent; what it says was true at that moment or later.
    epochs: token epochs of the seats, as far as anybody told us; `tell` hears of each that grows.
    """

    def __init__(self, store: Store, encounter: str, tell: EpochListener) -> None:
        self.encounter = encounter
        self.watchers = 0
        self.version = 0
        self.hash = ""
        self.looked = float("-inf")
        self.epochs: dict[str, int] = {}
        self._store = store
        self._tell = tell
        self._entries: list[Entry] = []
        self._moved = Event()
        self._under_way: dict[int | str, Task[Any]] = {}

    @property
    def head(self) -> Head:
        """What is known of the stream's last event."""
        return Head(self.version, self.hash)

    async def moved(self) -> None:
        """Returns when anything has changed since this call."""
        await self._moved.wait()

    def wake(self) -> None:
        """Let every watcher look at what it waits for."""
        self._moved.set()
        self._moved = Event()

    def close(self) -> None:
        """Nobody watches any more: end the reads under way."""
        for task in self._under_way.values():
            task.cancel()
        self.wake()

    # -- what we are told
    def hinted(self, version: int) -> None:
        """An append announced this version. Old or repeated words say nothing new."""
        if version > self.version:
            self.version, self.hash = version, ""
            self.wake()

    def revoked(self, seat: str, epoch: int) -> None:
        """A seat's tokens of epochs below this one are void."""
        if epoch > self.epochs.get(seat, 0):
            self.epochs[seat] = epoch
            self._tell(self.encounter, seat, epoch)
            self.wake()

    def stand(self, standing: Standing, before: Head, sent: float) -> None:
        """The answer of a look sent at loop time `sent`, when `before` was known.

        Only against what was known at that moment may it say that events were lost: we may have learned of newer ones
        while it was on its way.
        """
        for seat, epoch in standing.epochs.items():
            self.revoked(seat, epoch)
        self.looked = max(self.looked, sent)
        head, known = standing.head, self.head
        rewritten = head.version == before.version and "" not in (head.hash, before.hash) and head.hash != before.hash
        lost = head.version < before.version or rewritten
        if lost:
            self.forget()
        if lost or head.version >= known.version:
            self.version, self.hash = head.version, head.hash
        if self.head != known:
            self.wake()

    # -- what we ask
    async def look(self) -> None:
        """Ask the store for head and epochs; shared by all who ask meanwhile. Waits until the store answers."""
        await self._shared("look", self._look)

    async def looked_since(self, moment: float) -> None:
        """Returns once a look was answered that was sent after `moment` (loop time)."""
        while self.looked <= moment:
            await self.look()

    async def page(self, first: int) -> list[Entry]:
        """Events from version `first` on, at most PAGE; none if the stream ends before. Waits for the store."""
        if self._entries and self._entries[0].version <= first <= self._entries[-1].version:
            start = first - self._entries[0].version
            return self._entries[start : start + PAGE]
        return await self._shared(first, lambda: self._read(first))

    def forget(self) -> None:
        """Drop the events kept: somebody holds others, so they must be read anew."""
        self._entries = []

    async def _shared(self, name: int | str, do: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `do` returns, done once for all who ask for `name` at the same time, and to its end if one leaves."""
        task = self._under_way.get(name)
        if task is None:
            task = self._under_way[name] = create_task(do())
            task.add_done_callback(lambda done: self._done(name, done))
        try:
            result: T = await shield(task)
        except CancelledError:
            caller = current_task()
            if task.cancelled() and not (caller and caller.cancelling()):
                raise Closed from None
            raise
        return result

    def _done(self, name: int | str, task: Task[Any]) -> None:
        self._under_way.pop(name, None)
        if not task.cancelled():
            task.exception()  # seen, in case all who waited have left

    async def _look(self) -> None:
        before, sent = self.head, get_running_loop().time()

        async def look() -> list[Standing]:
            # Taken again for every try: an answer is only as old as the try that brought it.
            nonlocal before, sent
            before, sent = self.head, get_running_loop().time()
            return await self._store.look([self.encounter])

        [standing] = await patiently(look)
        self.stand(standing, before, sent)

    async def _read(self, first: int) -> list[Entry]:
        entries = await patiently(lambda: self._store.read(self.encounter, first, first + PAGE - 1))
        if entries:
            self._keep(entries)
        return entries

    def _keep(self, entries: list[Entry]) -> None:
        """Put a page behind the events kept, or in their place, if it brings newer ones."""
        last = entries[-1]
        if last.version >= self.version:
            self.version, self.hash = last.version, last.hash
        if not self._entries:
            self._entries = entries[-KEPT:]
            return
        end = self._entries[-1]
        if last.version <= end.version:
            return
        if entries[0].version == end.version + 1 and follows(entries[0], end.hash):
            self._entries = (self._entries + entries)[-KEPT:]
        else:
            self._entries = entries[-KEPT:]


def follows(entry: Entry, hash: str) -> bool:
    """Whether the event's predecessor has this hash."""
    return chain.link(hash, entry.public, chain.digest(entry.salt, entry.secret)) == entry.hash


async def patiently(do: Callable[[], Awaitable[T]]) -> T:
    """What `do` returns, as soon as the store is there."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await do()
        except StoreUnavailable:
            await sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
