"""Watchers who are told alike: a step is read and put into words once for all of them.

What a seat may read of an event depends on the event and the seat. How it is put depends on the language, and on the
names that the reader has met since he came. So a crowd is of one seat and one language, and takes in only whom it tells
the next step in the very words that he would be told it in alone (`Speech.alike`). Its tokens are of one epoch: they
are revoked together.

A crowd pulls, as a watcher does (`engine.service.watch`): the next step is read when somebody has taken the last one.
Nothing is queued. Whoever is behind holds on to the steps behind the last one that he took, the crowd itself only to
the newest. Who is too far behind falls out, and reads the stream by himself until he is level again. When a crowd ends,
whatever the reason is, each of its watchers goes on by himself, and is told what there is to be told to him.
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

from api.reading.asked import asked
from api.reading.shared import Step
from api.reading.spoken import Speech
from api.streams import guarded
from engine.service.encounters import Encounters
from engine.service.seeing import Told
from engine.store.port import Head

log = logging.getLogger(__name__)

KEPT = 8
"""Steps that somebody may be behind, and still take those that were made for all."""


class Audience(Struct, frozen=True):
    """Who sees the same of a fight. epoch: of their tokens; admin: the operator, who has no seat."""

    encounter: str
    seat: str | None
    epoch: int
    admin: bool
    gm: bool
    locale: str


class Moment:
    """Where a crowd stood once. step: what brought it there; speech: how the next one is told.

    next: what came behind it; None at the newest, and where that is too long ago (`lost`).
    """

    __slots__ = ("__weakref__", "at", "lost", "next", "speech", "step")

    def __init__(self, at: Head, step: Step | None, speech: Speech) -> None:
        self.at, self.step, self.speech = at, step, speech
        self.next: Moment | None = None
        self.lost = False


class Crowd:
    """One crowd. newest: where it stands; over: it goes no further; ended: because the fight does not."""

    def __init__(self, audience: Audience, at: Head, speech: Speech) -> None:
        self.newest = Moment(at, None, speech)
        self.watchers = 0
        self.over = self.ended = False
        self._audience = audience
        self._older: deque[ref[Moment]] = deque()
        self._waiting: set[asyncio.Future[bool]] = set()
        self._wanted = asyncio.Event()

    def at(self, head: Head, speech: Speech) -> Moment | None:
        """The moment at this event from which on a speech says what the crowd's says, if it is remembered."""
        for moment in (self.newest, *(one for older in self._older if (one := older()) is not None)):
            if moment.at == head:
                return moment if moment.speech.alike(speech) else None
        return None

    async def moved(self, seconds: float | None) -> bool:
        """Wait for what comes behind the newest moment, or for the crowd's end. False if `seconds` pass before."""
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
        """Go on until the fight ends, or the process, or something fails: each watcher is told by himself then."""
        who, start = self._audience, self.newest.at
        source = service.watch(who.encounter, who.seat, start.version, hash=start.hash, epoch=who.epoch)
        try:
            async with aclosing(guarded(source, stopping)) as steps:
                async for told in steps:
                    if told is not None:
                        await self._tell(service, told)
                        await self._wanted.wait()
            self.ended = True
        except Exception as error:
            log.debug("the watchers of %s go on one by one: %r", who.encounter, error)
        finally:
            self.over = True
            self._wake()

    async def _tell(self, service: Encounters, told: list[Told]) -> None:
        who, speech = self._audience, self.newest.speech.again()
        speech.meet(await asked(service, who.encounter, who.seat, told, speech.knows))
        last = told[-1]
        moment = Moment(Head(last.recorded.version, last.hash), Step(speech.tell(told)), speech)
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


class Crowds:
    """Those of a process."""

    def __init__(self) -> None:
        self._crowds: dict[Audience, list[Crowd]] = {}
        self._running: dict[Crowd, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return sum(len(crowds) for crowds in self._crowds.values())

    def behind(self, audience: Audience, version: int) -> Crowd | None:
        """One that has not come so far. It will, if it is waited for (`Crowd.moved`), and may be joined then."""
        return next((crowd for crowd in self._going(audience) if crowd.newest.at.version < version), None)

    @contextmanager
    def joined(
        self, audience: Audience, head: Head, speech: Speech, service: Encounters, stopping: asyncio.Event
    ) -> Iterator[tuple[Crowd, Moment] | None]:
        """The crowd that goes on from this event in these words, and where in it that is: made for its first watcher,
        ended with its last. None where there are crowds that have gone further: they may be joined there.

        speech: of a watcher to whom no word of later events is known.
        """
        place = self._find(audience, head, speech)
        if place is None:
            if any(crowd.newest.at.version > head.version for crowd in self._going(audience)):
                yield None
                return
            place = self._begin(audience, head, speech, service, stopping)
        crowd, moment = place
        crowd.watchers += 1
        try:
            yield crowd, moment
        finally:
            crowd.watchers -= 1
            if not crowd.watchers:
                self._end(audience, crowd)

    def _going(self, audience: Audience) -> list[Crowd]:
        return [crowd for crowd in self._crowds.get(audience, ()) if not crowd.over]

    def _find(self, audience: Audience, head: Head, speech: Speech) -> tuple[Crowd, Moment] | None:
        for crowd in self._going(audience):
            if (moment := crowd.at(head, speech)) is not None:
                return crowd, moment
        return None

    def _begin(
        self, audience: Audience, head: Head, speech: Speech, service: Encounters, stopping: asyncio.Event
    ) -> tuple[Crowd, Moment]:
        crowd = Crowd(audience, head, speech)
        self._crowds.setdefault(audience, []).append(crowd)
        # In a context of its own: it outlives the request that it began with.
        self._running[crowd] = asyncio.get_running_loop().create_task(crowd.run(service, stopping), context=Context())
        return crowd, crowd.newest

    def _end(self, audience: Audience, crowd: Crowd) -> None:
        self._running.pop(crowd).cancel()
        alike = self._crowds[audience]
        alike.remove(crowd)
        if not alike:
            del self._crowds[audience]
