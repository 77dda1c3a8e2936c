"""One watched encounter in one process: its known head, its last events, and the reads in progress."""

from __future__ import annotations

from asyncio import CancelledError, Event, Task, create_task, current_task, get_running_loop, shield, sleep
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from engine.store import chain
from engine.store.port import Damaged, Entry, Head, HeadAndEpochs, Store, StoreUnavailable

T = TypeVar("T")

PAGE = 200
"""The most events read or returned at a time."""
KEPT = 256
"""Last events cached for all watchers of an encounter."""
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0


EpochListener = Callable[[str, str, int], None]
"""Called with (encounter, seat, epoch): the seat's tokens of lower epochs are void. Calls may repeat."""


class Closed(Exception):
    """The tail was closed while somebody waited: the hub is stopping."""


class Tail:
    """Shared by all watchers of an encounter; created for the first, dropped with the last.

    version, hash: of the stream's last known event; hash "" if the version is known only from a notification.
    head_read_at: loop time at which the last answered head read was sent; its answer was true at that moment or later.
    damaged: the version at which the encounter was marked as damaged while it was watched, else 0.
    epochs: the known token epochs of the seats; `on_epoch` is called for each that grows.
    """

    def __init__(self, store: Store, encounter: str, on_epoch: EpochListener) -> None:
        self.encounter = encounter
        self.watchers = 0
        self.version = 0
        self.hash = ""
        self.damaged = 0
        self.head_read_at = float("-inf")
        self.epochs: dict[str, int] = {}
        self._store = store
        self._on_epoch = on_epoch
        self._entries: list[Entry] = []
        self._moved = Event()
        self._under_way: dict[int | str, Task[Any]] = {}

    @property
    def head(self) -> Head:
        """The last known event of the stream."""
        return Head(self.version, self.hash)

    async def moved(self) -> None:
        """Returns when anything has changed since this call."""
        await self._moved.wait()

    def wake(self) -> None:
        """Wake every watcher to check its condition."""
        self._moved.set()
        self._moved = Event()

    def close(self) -> None:
        """Nobody watches any more: cancel the reads in progress."""
        for task in self._under_way.values():
            task.cancel()
        self.wake()

    # -- notifications
    def notified(self, version: int) -> None:
        """An append announced this version. Old or repeated notifications change nothing."""
        if version > self.version:
            self.version, self.hash = version, ""
            self.wake()

    def mark_damaged(self, version: int) -> None:
        """The encounter was marked as damaged at this version: wake its watchers."""
        self.damaged = version
        self.wake()

    def revoked(self, seat: str, epoch: int) -> None:
        """A seat's tokens of epochs below this one are void."""
        if epoch > self.epochs.get(seat, 0):
            self.epochs[seat] = epoch
            self._on_epoch(self.encounter, seat, epoch)
            self.wake()

    def apply(self, current: HeadAndEpochs, before: Head, sent: float) -> None:
        """Apply the answer of a head read sent at loop time `sent`, when `before` was known.

        Lost events are detected only against `before`: newer events may have become known in the meantime.
        """
        for seat, epoch in current.epochs.items():
            self.revoked(seat, epoch)
        self.head_read_at = max(self.head_read_at, sent)
        head, known = current.head, self.head
        rewritten = head.version == before.version and "" not in (head.hash, before.hash) and head.hash != before.hash
        lost = head.version < before.version or rewritten
        if lost:
            self.forget()
        if lost or head.version >= known.version:
            self.version, self.hash = head.version, head.hash
        if self.head != known:
            self.wake()

    # -- reads
    async def read_head(self) -> None:
        """Ask the store for head and epochs; concurrent callers share the call. Waits until the store answers."""
        await self._shared("head", self._read_head)

    async def head_read_since(self, moment: float) -> None:
        """Returns once a head read sent after `moment` (loop time) was answered."""
        while self.head_read_at <= moment:
            await self.read_head()

    async def page(self, first: int) -> list[Entry]:
        """Events from version `first` on, at most PAGE; none if the stream ends before. Waits for the store."""
        if self._entries and self._entries[0].version <= first <= self._entries[-1].version:
            start = first - self._entries[0].version
            return self._entries[start : start + PAGE]
        return await self._shared(first, lambda: self._read(first))

    def forget(self) -> None:
        """Drop the cached events: somebody has different ones, so they must be read again."""
        self._entries = []

    async def _shared(self, name: int | str, do: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `do` returns: run once for all concurrent callers of `name`, to its end even if one leaves."""
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
            task.exception()  # retrieved, in case all waiters have left

    async def _read_head(self) -> None:
        before, sent = self.head, get_running_loop().time()

        async def read() -> list[HeadAndEpochs]:
            # Set again for each try: an answer is only as old as its try.
            nonlocal before, sent
            before, sent = self.head, get_running_loop().time()
            return await self._store.heads([self.encounter])

        [current] = await retry_until_available(read)
        self.apply(current, before, sent)

    async def _read(self, first: int) -> list[Entry]:
        entries = await retry_until_available(lambda: self._whole(first))
        if entries:
            self._keep(entries)
        return entries

    async def _whole(self, first: int) -> list[Entry]:
        """A page up to the first damaged event. Raises Damaged if that is its first event."""
        try:
            return await self._store.read(self.encounter, first, first + PAGE - 1)
        except Damaged as error:
            if error.version <= first:
                raise
            return await self._store.read(self.encounter, first, error.version - 1)

    def _keep(self, entries: list[Entry]) -> None:
        """Append a page to the cached events, or replace them, if it has newer ones."""
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


async def retry_until_available(do: Callable[[], Awaitable[T]]) -> T:
    """What `do` returns, retried until the store is available."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await do()
        except StoreUnavailable:
            await sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
