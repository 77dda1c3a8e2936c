"""Watching: every event of a fight, once and in order, for any number of watchers over one subscription.

Streams are the truth, notifications a hint. A watcher is a version that pulls; nothing is queued for it, so a slow one
costs nobody anything. A hint that was lost is healed by looking at the heads again: whenever a subscription is
confirmed anew, and every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

from engine.kernel.errors import SkaldError
from engine.service.tail import FIRST_PAUSE, Closed, EpochListener, Tail, follows
from engine.store.port import Entry, Head, Hint, Revoked, Store, StoreUnavailable

log = logging.getLogger(__name__)

AFTER_A_FAULT = 1.0
"""Seconds until a background loop that met a fault of ours goes on."""


class Ahead(SkaldError):
    """A watcher knows events that the stream does not hold: its tail was lost, or other events came in their place.

    version: what the watcher has; head: how the stream stands. It has to begin again, at the latest from the head.
    """

    def __init__(self, version: int, head: Head) -> None:
        super().__init__(
            f"version {version} is not in the stream as you know it; it stands at {head.version} ({head.hash[:12]})"
        )
        self.version = version
        self.head = head


class Hub:
    """All watching of one process. Start it before the first watch; one is enough.

    look_every: seconds between looks at the heads of the watched fights, which find what a lost hint hid.
    """

    def __init__(self, store: Store, *, look_every: float = 5.0) -> None:
        self._store = store
        self._look_every = look_every
        self._tails: dict[str, Tail] = {}
        self._listeners: set[EpochListener] = set()
        self._returns: list[Callable[[], None]] = []
        self._subscribed = False
        self._tasks: list[asyncio.Task[None]] = []
        self._anew = asyncio.Event()
        self._stopped = False

    @property
    def watched(self) -> int:
        """Fights that somebody watches."""
        return len(self._tails)

    @property
    def watchers(self) -> int:
        """Watchers of all fights."""
        return sum(tail.watchers for tail in self._tails.values())

    async def start(self) -> None:
        """Begin to listen. Returns at once: whoever watches before the subscription stands is served all the same."""
        self._stopped = False
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look_again())]

    async def stop(self) -> None:
        """End the subscription and every watch."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for tail in self._tails.values():
            tail.close()

    def on_epoch(self, listener: EpochListener) -> Callable[[], None]:
        """Tell `listener` of every revocation we hear of; what is returned ends that.

        Of fights that nobody watches a revocation may be missed; of watched ones it comes at the latest with a look.
        """
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def on_return(self, listener: Callable[[], None]) -> None:
        """Tell `listener` when the store is back after our subscription broke off: it may have lost its last steps."""
        self._returns.append(listener)

    async def watch(
        self, encounter: str, after: int, *, hash: str = "", seat: str = "", epoch: int = 0
    ) -> AsyncGenerator[list[Entry], None]:
        """Every event after version `after`, in pages of 1 to 200, ascending, once, for ever (until the hub stops).

        A page may end inside a step only where it is full. While the store is away the watcher waits. Close it
        (`contextlib.aclosing`) when leaving.

        hash: of the event at `after`, where the watcher knows it, so that it is told if another came in its place.
        seat, epoch: of the watcher's token, if it has one: the watch ends when they are revoked.
        Raises Ahead (see there) and Revoked.
        """
        tail = self._enter(encounter)
        have, since = Head(after, hash), asyncio.get_running_loop().time()
        try:
            if tail.looked == float("-inf"):
                await tail.look()
            while not self._stopped:
                if seat and tail.epochs.get(seat, 0) > epoch:
                    raise Revoked(seat)
                if have.version < tail.version:
                    page = await self._next(tail, have)
                    if page:
                        have, since = Head(page[-1].version, page[-1].hash), asyncio.get_running_loop().time()
                        yield page
                elif standing := await self._standing(tail, have, since):
                    # No wait between this and `moved`: what changes from here on wakes us.
                    have = standing
                    await tail.moved()
        except Closed:
            return
        finally:
            self._leave(tail)

    async def wait(self, encounter: str, version: int, timeout: float) -> int:  # noqa: ASYNC109 (ends with an answer)
        """The stream's version as soon as it is beyond `version`, or as it stands after `timeout` seconds.

        Raises Ahead if the stream is shorter than `version`, and StoreUnavailable if it could not be asked in time.
        """
        tail = self._enter(encounter)
        since = asyncio.get_running_loop().time()
        try:
            with suppress(TimeoutError, Closed):
                async with asyncio.timeout(timeout):
                    if tail.version <= version:
                        await tail.looked_since(since)
                    while not self._stopped and tail.version <= version:
                        if await self._standing(tail, Head(version), since):
                            await tail.moved()
            if tail.version <= version and tail.looked <= since:
                raise StoreUnavailable("the store does not answer")
            return tail.version
        finally:
            self._leave(tail)

    # -- one watcher
    async def _next(self, tail: Tail, have: Head) -> list[Entry]:
        """The page behind what a watcher has; none if a hint spoke of events that are no longer there."""
        page = await tail.page(have.version + 1)
        if page and not _continues(page, have):
            # What we keep may be what was lost: only the stream itself decides.
            tail.forget()
            page = await tail.page(have.version + 1)
            if page and not _continues(page, have):
                raise Ahead(have.version, tail.head)
        if not page:
            await tail.looked_since(asyncio.get_running_loop().time())
            await asyncio.sleep(FIRST_PAUSE)  # a stream with a hole must not keep us spinning
        return page

    async def _standing(self, tail: Tail, have: Head, since: float) -> Head | None:
        """The head a watcher stands at and may wait behind; None if we had to look, and things may have changed.

        A watcher may know of events earlier than we do, so only a look sent after it knew them (`since`) decides.
        Raises Ahead if the stream never had that much, or has it with other events.
        """
        known = tail.head
        if have.version == known.version and (not have.hash or not known.hash or have.hash == known.hash):
            # Who came without a hash stands here from now on, and is told if this event is lost.
            return known if known.hash else have
        if tail.looked <= since:
            await tail.looked_since(since)
            return None
        raise Ahead(have.version, known)

    # -- all fights
    def _enter(self, encounter: str) -> Tail:
        tail = self._tails.get(encounter)
        if tail is None:
            tail = self._tails[encounter] = Tail(self._store, encounter, self._tell)
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
                async with aclosing(self._store.hints()) as hints:
                    async for hint in hints:
                        self._hear(hint)
            except Exception:
                log.exception("listening to hints failed; the timer serves meanwhile")
            await asyncio.sleep(AFTER_A_FAULT)

    def _hear(self, hint: Hint) -> None:
        if not hint.encounter:
            self._anew.set()
            if self._subscribed:
                for returned in self._returns:
                    returned()
            self._subscribed = True
            return
        tail = self._tails.get(hint.encounter)
        if hint.seat is None:
            if tail is not None:
                tail.hinted(hint.version)
        elif tail is not None:
            tail.revoked(hint.seat, hint.epoch)
        else:
            self._tell(hint.encounter, hint.seat, hint.epoch)

    async def _look_again(self) -> None:
        """Look at all watched fights, in one pipeline, after every subscription and every few seconds."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._anew.wait(), self._look_every)
            self._anew.clear()
            try:
                await self._look_at_all()
            except StoreUnavailable:
                self._anew.set()  # what we missed is missing still
                await asyncio.sleep(AFTER_A_FAULT)
            except Exception:
                log.exception("looking at the watched fights failed")
                await asyncio.sleep(AFTER_A_FAULT)

    async def _look_at_all(self) -> None:
        tails = list(self._tails.values())
        before, sent = [tail.head for tail in tails], asyncio.get_running_loop().time()
        standings = await self._store.look([tail.encounter for tail in tails])
        for tail, head, standing in zip(tails, before, standings, strict=True):
            tail.stand(standing, head, sent)

    def _tell(self, encounter: str, seat: str, epoch: int) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(encounter, seat, epoch)
            except Exception:
                log.exception("a listener of revocations failed")


def _continues(page: list[Entry], have: Head) -> bool:
    """Whether the page begins right behind what a watcher has: by version, and by hash where it knows one."""
    return page[0].version == have.version + 1 and (not have.hash or follows(page[0], have.hash))
