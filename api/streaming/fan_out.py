"""Fan-out: a step is read and rendered once for all watchers who see the same.

What a seat may read of an event depends on the event and the seat. Its text depends on the language and on the names
that the reader has met since it began. So a group has one seat and one language, and admits only watchers for whom it
renders the next step exactly as they would alone (`EventRenderer.alike`). Its tokens share one epoch: they are revoked
together.

A group pulls, as a watcher does (`engine.service.reading.hub`): it reads the next step once a watcher has taken the
last one. Nothing is queued. A watcher that is behind keeps the steps after its position alive; the group itself keeps
only the newest. A watcher that falls too far behind leaves the group and reads the stream alone until it is level
again. When a group ends, for any reason, each of its watchers continues alone and learns the reason there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from contextvars import Context
from weakref import ref

from msgspec import Struct

from api.reading.earlier_events import earlier_events
from api.reading.rendered_event import EventRenderer
from api.reading.shared_result import SharedStep
from api.streaming.stream_end import until_end
from engine.service.encounters import Encounters
from engine.service.reading.views import SeenEvent
from engine.store.port import Head

log = logging.getLogger(__name__)

KEPT = 8
"""Steps that a watcher may be behind and still use those of the group."""


class Audience(Struct, frozen=True):
    """Watchers who see the same of a fight. epoch: of their tokens; admin: the operator, who has no seat."""

    encounter: str
    seat: str | None
    epoch: int
    admin: bool
    gm: bool
    locale: str


class GroupPosition:
    """A position that a group has reached. step: the step that led there; renderer: renders the next one.

    next: the following position; None for the newest, and for one too old to follow (`lost`).
    """

    __slots__ = ("__weakref__", "at", "lost", "next", "renderer", "step")

    def __init__(self, at: Head, step: SharedStep | None, renderer: EventRenderer) -> None:
        self.at, self.step, self.renderer = at, step, renderer
        self.next: GroupPosition | None = None
        self.lost = False


class SubscriptionGroup:
    """Watchers who share their steps. newest: its position; over: it has stopped; ended: because the fight ended."""

    def __init__(self, audience: Audience, at: Head, renderer: EventRenderer) -> None:
        self.newest = GroupPosition(at, None, renderer)
        self.watchers = 0
        self.over = self.ended = False
        self._audience = audience
        self._older: deque[ref[GroupPosition]] = deque()
        self._waiting: set[asyncio.Future[bool]] = set()
        self._wanted = asyncio.Event()

    def at(self, head: Head, renderer: EventRenderer) -> GroupPosition | None:
        """The group's position at this event, if it is still known and renders what follows as `renderer` does."""
        for moment in (
            self.newest,
            *(group_position for older in self._older if (group_position := older()) is not None),
        ):
            if moment.at == head:
                return moment if moment.renderer.alike(renderer) else None
        return None

    async def moved(self, seconds: float | None) -> bool:
        """Wait for the next step or the end of the group. False after `seconds`."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[bool] = loop.create_future()
        self._waiting.add(waiting)
        self._wanted.set()
        timer = None if seconds is None else loop.call_later(seconds, _settle, waiting, False)
        try:
            return await waiting
        finally:
            self._waiting.discard(waiting)
            if timer is not None:
                timer.cancel()

    async def run(self, service: Encounters, stopping: asyncio.Event) -> None:
        """Run until the fight or the process ends, or something fails; watchers then continue alone."""
        who, start = self._audience, self.newest.at
        source = service.watch(who.encounter, who.seat, start.version, hash=start.hash, epoch=who.epoch)
        try:
            async with aclosing(until_end(source, stopping)) as steps:
                async for seen in steps:
                    if seen is not None:
                        await self._publish(service, seen)
                        await self._wanted.wait()
            self.ended = True
        except Exception as error:
            log.debug("the watchers of %s go on one by one: %r", who.encounter, error)
        finally:
            self.over = True
            self._wake()

    async def _publish(self, service: Encounters, seen: list[SeenEvent]) -> None:
        who, renderer = self._audience, self.newest.renderer.copied()
        earlier = await earlier_events(service, who.encounter, who.seat, seen, renderer.knows)
        last = seen[-1]
        step = SharedStep(renderer.render(seen, earlier))
        moment = GroupPosition(Head(last.recorded.version, last.hash), step, renderer)
        self._older.append(ref(self.newest))
        self.newest.next = moment
        self.newest = moment
        if len(self._older) > KEPT and (oldest := self._older.popleft()()) is not None:
            oldest.next, oldest.lost = None, True
        self._wanted.clear()
        self._wake()

    def _wake(self) -> None:
        for waiting in self._waiting:
            _settle(waiting, True)


def _settle(waiting: asyncio.Future[bool], value: bool) -> None:
    if not waiting.done():
        waiting.set_result(value)


class SubscriptionGroups:
    """All groups of a process."""

    def __init__(self) -> None:
        self._groups: dict[Audience, list[SubscriptionGroup]] = {}
        self._running: dict[SubscriptionGroup, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return sum(len(groups) for groups in self._groups.values())

    def behind(self, audience: Audience, version: int) -> SubscriptionGroup | None:
        """A group that has not reached this version: wait for it (`SubscriptionGroup.moved`), then join it."""
        return next((group for group in self._going(audience) if group.newest.at.version < version), None)

    @contextmanager
    def joined(
        self, audience: Audience, head: Head, renderer: EventRenderer, service: Encounters, stopping: asyncio.Event
    ) -> Iterator[tuple[SubscriptionGroup, GroupPosition] | None]:
        """The group that continues from this event with this rendering, and the position in it: created for its first
        watcher, ended with its last. None if other groups are ahead: they may be joined at their positions.

        renderer: of a watcher that knows no names from later events.
        """
        place = self._find(audience, head, renderer)
        if place is None:
            if any(group.newest.at.version > head.version for group in self._going(audience)):
                yield None
                return
            place = self._begin(audience, head, renderer, service, stopping)
        group, moment = place
        group.watchers += 1
        try:
            yield group, moment
        finally:
            group.watchers -= 1
            if not group.watchers:
                self._end(audience, group)

    def _going(self, audience: Audience) -> list[SubscriptionGroup]:
        return [group for group in self._groups.get(audience, ()) if not group.over]

    def _find(
        self, audience: Audience, head: Head, renderer: EventRenderer
    ) -> tuple[SubscriptionGroup, GroupPosition] | None:
        for group in self._going(audience):
            if (moment := group.at(head, renderer)) is not None:
                return group, moment
        return None

    def _begin(
        self, audience: Audience, head: Head, renderer: EventRenderer, service: Encounters, stopping: asyncio.Event
    ) -> tuple[SubscriptionGroup, GroupPosition]:
        group = SubscriptionGroup(audience, head, renderer)
        self._groups.setdefault(audience, []).append(group)
        # In its own context: the group outlives the request that created it.
        self._running[group] = asyncio.get_running_loop().create_task(group.run(service, stopping), context=Context())
        return group, group.newest

    def _end(self, audience: Audience, group: SubscriptionGroup) -> None:
        self._running.pop(group).cancel()
        alike = self._groups[audience]
        alike.remove(group)
        if not alike:
            del self._groups[audience]
