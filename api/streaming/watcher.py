"""One watcher: reads alone while it catches up, then joins a group."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

from api.access.auth import expired
from api.errors.request_errors import Stopping
from api.reading.earlier_events import earlier_events
from api.reading.rendered_event import EventRenderer, RenderedEvent
from api.streaming.fan_out import Audience, SubscriptionGroups
from api.streaming.stream_end import until_end
from engine.service.encounters import Encounters
from engine.store.port import Head


class WatchServices(Protocol):
    """The parts of `api.operations.session.Services` that a watcher needs."""

    @property
    def service(self) -> Encounters: ...
    @property
    def stopping(self) -> asyncio.Event: ...
    @property
    def groups(self) -> SubscriptionGroups: ...


class Watcher:
    """have: the last event that the watcher received; its hash is "" if only the client knows it.

    renderer: renderer of the view that the watcher began with. expires, beat: as for `until_end`.
    """

    def __init__(
        self,
        services: WatchServices,
        audience: Audience,
        renderer: EventRenderer,
        have: Head,
        *,
        expires: float | None,
        beat: float | None,
    ) -> None:
        self._services, self._audience = services, audience
        self._renderer, self._have = renderer, have
        self._expires, self._beat = expires, beat
        self._ended = False

    async def steps(self) -> AsyncGenerator[list[RenderedEvent] | None, None]:
        """The steps that `Session.watch` yields."""
        while not self._ended:
            if self._level:
                async with aclosing(self._together()) as steps:
                    async for step in steps:
                        yield step
            if not self._ended:
                async with aclosing(self._alone()) as steps:
                    async for step in steps:
                        yield step

    @property
    def _level(self) -> bool:
        """Whether all following events are new: before that, the renderer knows later names and learns none."""
        return bool(self._have.hash) and self._have.version >= self._renderer.version

    async def _alone(self) -> AsyncGenerator[list[RenderedEvent] | None, None]:
        """Read alone to the fight's end, or until level."""
        services, who, have = self._services, self._audience, self._have
        source = services.service.watch(who.encounter, who.seat, have.version, hash=have.hash, epoch=who.epoch)
        async with aclosing(until_end(source, services.stopping, expires=self._expires, beat=self._beat)) as steps:
            async for step in steps:
                if step is None:
                    yield None
                    continue
                knows = self._renderer.knows
                earlier = await earlier_events(services.service, who.encounter, who.seat, step, knows)
                self._have = Head(step[-1].recorded.version, step[-1].hash)
                yield self._renderer.render(step, earlier)
                if self._level:
                    return
        self._ended = True

    async def _together(self) -> AsyncGenerator[list[RenderedEvent] | None, None]:
        """Read in a group to the fight's end, or until too far behind, or the group ends: `_alone` finds out why."""
        services, patience = self._services, self._patience
        while (late := services.groups.behind(self._audience, self._have.version)) is not None:
            if not await late.moved(patience()) and patience() is not None:
                yield None
        joined = services.groups.joined(self._audience, self._have, self._renderer, services.service, services.stopping)
        with joined as place:
            if place is None:
                return
            group, moment = place
            self._renderer = moment.renderer  # an equivalent one, so the watcher's own can be dropped
            try:
                while not services.stopping.is_set():
                    seconds = patience()
                    if moment.next is not None:
                        moment = moment.next
                        yield moment.step
                    elif group.over or moment.lost:
                        self._ended = group.ended and not moment.lost
                        return
                    elif not await group.moved(seconds) and patience() is not None:
                        yield None
                raise Stopping
            finally:
                self._have, self._renderer = moment.at, moment.renderer.copied()

    def _patience(self) -> float | None:
        """Seconds to wait for a step; None: forever. Raises Unauthenticated once the token has expired."""
        if self._expires is None:
            return self._beat
        left = self._expires - time.time()
        if left <= 0:
            raise expired()
        return left if self._beat is None else min(self._beat, left)
