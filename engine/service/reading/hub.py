"""Watching: every event of an encounter, once and in order, for any number of watchers over one subscription.

Streams are authoritative, notifications are not. A watcher pulls events from its own version; nothing is queued for
it, so a slow watcher costs nothing. Lost notifications are repaired by re-reading the heads: after every new
subscription, and every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

from engine.kernel.structs.errors import SkaldError
from engine.service.reading.checked_store import checked
from engine.service.reading.tail import FIRST_PAUSE, Closed, EpochListener, Tail, follows
from engine.store.port import Damaged, Entry, Head, Notification, Revoked, Store, StoreUnavailable

log = logging.getLogger(__name__)

AFTER_A_FAULT = 1.0
"""Seconds until a background loop goes on after an internal error."""


class Ahead(SkaldError):
    """A watcher has events that the stream does not hold: they were lost or replaced by others.

    version: what the watcher has; head: the stream's head. The watcher must restart, from the head or earlier.
    """

    def __init__(self, version: int, head: Head) -> None:
        super().__init__(
            f"version {version} is not in the stream as you know it; it stands at {head.version} ({head.hash[:12]})"
        )
        self.version = version
        self.head = head


class Hub:
    """All watchers of one process. Start it before the first watch; one hub is enough.

    look_every: seconds between reads of the watched encounters' heads, which find what a lost notification missed.
    """

    def __init__(self, store: Store, *, look_every: float = 5.0) -> None:
        self._store = checked(store)
        self._look_every = look_every
        self._tails: dict[str, Tail] = {}
        self._listeners: set[EpochListener] = set()
        self._returns: list[Callable[[], None]] = []
        self._on_damage: list[Callable[[str], None]] = []
        self._on_presence: list[Callable[[str], None]] = []
        self._on_append: list[Callable[[str], None]] = []
        self._on_webhooks: list[Callable[[str], None]] = []
        self._subscribed = False
        self._tasks: list[asyncio.Task[None]] = []
        self._overdue = asyncio.Event()
        self._stopped = False

    @property
    def watched(self) -> int:
        """The number of watched encounters."""
        return len(self._tails)

    @property
    def watchers(self) -> int:
        """The number of watchers of all encounters."""
        return sum(tail.watchers for tail in self._tails.values())

    async def start(self) -> None:
        """Start listening. Returns at once: watchers are served even before the subscription is made."""
        self._stopped = False
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep_reading_heads())]

    async def stop(self) -> None:
        """End the subscription and every watch."""
        self._stopped = True
        pending = set(self._tasks)
        while pending:
            for task in pending:
                task.cancel()
            # Repeated if lost: before Python 3.12 `wait_for`, which opens connections, may swallow the cancellation.
            _, pending = await asyncio.wait(pending, timeout=1)
        for tail in self._tails.values():
            tail.close()

    def on_epoch(self, listener: EpochListener) -> Callable[[], None]:
        """Call `listener` for every known revocation; returns a function that ends this.

        Revocations in unwatched encounters may be missed; in watched ones the next read of the head finds them.
        """
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def on_return(self, listener: Callable[[], None]) -> None:
        """Call `listener` when the store is back after a lost subscription: it may have lost its last steps."""
        self._returns.append(listener)

    def on_damage(self, listener: Callable[[str], None]) -> None:
        """Call `listener` for each encounter that any process finds damaged in the database."""
        self._on_damage.append(listener)

    def on_presence(self, listener: Callable[[str], None]) -> None:
        """Call `listener` for each encounter that other seats watch by now."""
        self._on_presence.append(listener)

    def on_append(self, listener: Callable[[str], None]) -> None:
        """Call `listener` for each encounter to which anything was appended, as far as this process hears of it."""
        self._on_append.append(listener)

    def on_webhooks(self, listener: Callable[[str], None]) -> None:
        """Call `listener` for each encounter whose webhooks, or their letters, were changed."""
        self._on_webhooks.append(listener)

    async def watch(
        self, encounter: str, after: int, *, hash: str = "", seat: str = "", epoch: int = 0
    ) -> AsyncGenerator[list[Entry], None]:
        """Every event after version `after`, in pages of 1 to 200, ascending, once, until the hub stops.

        A page ends inside a step only if it is full. The watcher waits while the store is unavailable. Close it
        (`contextlib.aclosing`) when leaving.

        hash: of the event at `after`, if known, so that the watcher learns if another event replaced it.
        seat, epoch: of the watcher's token, if any: the watch ends when it is revoked.
        Raises Ahead (see there), Revoked, and Damaged when no undamaged event is left to return.
        """
        tail = self._enter(encounter)
        have, since = Head(after, hash), asyncio.get_running_loop().time()
        try:
            if tail.head_read_at == float("-inf"):
                await tail.read_head()
            while not self._stopped:
                if seat and tail.epochs.get(seat, 0) > epoch:
                    raise Revoked(seat)
                if tail.damaged:
                    raise Damaged(encounter, tail.damaged)
                if have.version < tail.version:
                    page = await self._next(tail, have)
                    if page:
                        have, since = Head(page[-1].version, page[-1].hash), asyncio.get_running_loop().time()
                        yield page
                elif resting := await self._resting_head(tail, have, since):
                    # No await between this and `moved`: every change from here on wakes this task.
                    have = resting
                    await tail.moved()
        except Closed:
            return
        finally:
            self._leave(tail)

    async def wait(self, encounter: str, version: int, timeout: float) -> int:  # noqa: ASYNC109 (ends with an answer)
        """The stream's version as soon as it exceeds `version`, or the current one after `timeout` seconds.

        Raises Ahead if the stream is shorter than `version`, and StoreUnavailable if it could not be asked in time.
        """
        tail = self._enter(encounter)
        since = asyncio.get_running_loop().time()
        try:
            with suppress(TimeoutError, Closed):
                async with asyncio.timeout(timeout):
                    if tail.version <= version:
                        await tail.head_read_since(since)
                    while not self._stopped and tail.version <= version:
                        if await self._resting_head(tail, Head(version), since):
                            await tail.moved()
            if tail.version <= version and tail.head_read_at <= since:
                raise StoreUnavailable("the store does not answer")
            return tail.version
        finally:
            self._leave(tail)

    # -- one watcher
    async def _next(self, tail: Tail, have: Head) -> list[Entry]:
        """The page after a watcher's version; empty if a notification announced events that no longer exist."""
        page = await tail.page(have.version + 1)
        if page and not _continues(page, have):
            # The cached events may be the lost ones: only the stream decides.
            tail.forget()
            page = await tail.page(have.version + 1)
            if page and not _continues(page, have):
                raise Ahead(have.version, tail.head)
        if not page:
            await tail.head_read_since(asyncio.get_running_loop().time())
            await asyncio.sleep(FIRST_PAUSE)  # a stream with a gap must not cause a busy loop
        return page

    async def _resting_head(self, tail: Tail, have: Head, since: float) -> Head | None:
        """The head at which a watcher may wait; None if the head had to be read, so that things may have changed.

        A watcher may know of events before this process does, so only a read sent after `since` decides.
        Raises Ahead if the stream is shorter, or has other events.
        """
        known = tail.head
        if have.version == known.version and (not have.hash or not known.hash or have.hash == known.hash):
            # A watcher without a hash gets this one, so it learns if this event is lost.
            return known if known.hash else have
        if tail.head_read_at <= since:
            await tail.head_read_since(since)
            return None
        raise Ahead(have.version, known)

    # -- all encounters
    def _enter(self, encounter: str) -> Tail:
        tail = self._tails.get(encounter)
        if tail is None:
            tail = self._tails[encounter] = Tail(self._store, encounter, self._publish_epoch)
        tail.watchers += 1
        return tail

    def _leave(self, tail: Tail) -> None:
        tail.watchers -= 1
        if not tail.watchers:
            self._tails.pop(tail.encounter, None)
            tail.close()

    async def _listen(self) -> None:
        while True:
            try:
                async with aclosing(self._store.notifications()) as notifications:
                    async for notification in notifications:
                        self._handle(notification)
            except Exception:
                log.exception("listening to notifications failed; the timer serves meanwhile")
            await asyncio.sleep(AFTER_A_FAULT)

    def _handle(self, notification: Notification) -> None:
        if not notification.encounter:
            self._overdue.set()
            if self._subscribed:
                for returned in self._returns:
                    returned()
            self._subscribed = True
            return
        tail = self._tails.get(notification.encounter)
        if notification.present:
            for changed in self._on_presence:
                changed(notification.encounter)
        elif notification.webhooks:
            for hooked in self._on_webhooks:
                hooked(notification.encounter)
        elif notification.damaged:
            for listener in self._on_damage:
                listener(notification.encounter)
            if tail is not None:
                tail.mark_damaged(notification.damaged)
        elif notification.seat is None:
            for appended in self._on_append:
                appended(notification.encounter)
            if tail is not None:
                tail.notified(notification.version)
        elif tail is not None:
            tail.revoked(notification.seat, notification.epoch)
        else:
            self._publish_epoch(notification.encounter, notification.seat, notification.epoch)

    async def _keep_reading_heads(self) -> None:
        """Read the heads of all watched encounters, in one pipeline, after each subscription and every few seconds."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._overdue.wait(), self._look_every)
            self._overdue.clear()
            try:
                await self._read_heads()
            except StoreUnavailable:
                self._overdue.set()  # what was missed is still missing
                await asyncio.sleep(AFTER_A_FAULT)
            except Exception:
                log.exception("reading the heads of the watched fights failed")
                await asyncio.sleep(AFTER_A_FAULT)

    async def _read_heads(self) -> None:
        tails = list(self._tails.values())
        before, sent = [tail.head for tail in tails], asyncio.get_running_loop().time()
        answers = await self._store.heads([tail.encounter for tail in tails])
        for tail, head, current in zip(tails, before, answers, strict=True):
            tail.apply(current, head, sent)

    def _publish_epoch(self, encounter: str, seat: str, epoch: int) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(encounter, seat, epoch)
            except Exception:
                log.exception("a listener of revocations failed")


def _continues(page: list[Entry], have: Head) -> bool:
    """Whether the page directly follows a watcher's head: by version, and by hash if known."""
    return page[0].version == have.version + 1 and (not have.hash or follows(page[0], have.hash))
