"""One watcher: told alone while he catches up, then among those who are told alike."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

from api.auth import expired
from api.crowds import Audience, Crowds
from api.errors import Stopping
from api.reading.asked import asked
from api.reading.spoken import Speech, Spoken
from api.streams import guarded
from engine.service.encounters import Encounters
from engine.store.port import Head


class House(Protocol):
    """What he needs of it (`api.session.House`)."""

    @property
    def service(self) -> Encounters: ...
    @property
    def stopping(self) -> asyncio.Event: ...
    @property
    def crowds(self) -> Crowds: ...


class Watcher:
    """have: the last event that he was told; its hash is "" where only he knows it.

    speech: of a glimpse of the fight as he came. expires, beat: as for `guarded`.
    """

    def __init__(
        self, house: House, audience: Audience, speech: Speech, have: Head, *, expires: float | None, beat: float | None
    ) -> None:
        self._house, self._audience = house, audience
        self._speech, self._have = speech, have
        self._expires, self._beat = expires, beat
        self._ended = False

    async def steps(self) -> AsyncGenerator[list[Spoken] | None, None]:
        """What `Session.watch` yields."""
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
        """Whether all that comes is new to him: before that, names that he knows from later on are not learnt."""
        return bool(self._have.hash) and self._have.version >= self._speech.version

    async def _alone(self) -> AsyncGenerator[list[Spoken] | None, None]:
        """To the fight's end, or until he is level."""
        house, who, have = self._house, self._audience, self._have
        source = house.service.watch(who.encounter, who.seat, have.version, hash=have.hash, epoch=who.epoch)
        async with aclosing(guarded(source, house.stopping, expires=self._expires, beat=self._beat)) as steps:
            async for step in steps:
                if step is None:
                    yield None
                    continue
                self._speech.meet(await asked(house.service, who.encounter, who.seat, step, self._speech.knows))
                self._have = Head(step[-1].recorded.version, step[-1].hash)
                yield self._speech.tell(step)
                if self._level:
                    return
        self._ended = True

    async def _together(self) -> AsyncGenerator[list[Spoken] | None, None]:
        """To the fight's end, or until he is behind, or the crowd breaks up: why, he is told alone."""
        house, patience = self._house, self._patience
        while (late := house.crowds.behind(self._audience, self._have.version)) is not None:
            if not await late.moved(patience()) and patience() is not None:
                yield None
        joined = house.crowds.joined(self._audience, self._have, self._speech, house.service, house.stopping)
        with joined as place:
            if place is None:
                return
            crowd, moment = place
            self._speech = moment.speech  # which is alike: his own is let go
            try:
                while not house.stopping.is_set():
                    seconds = patience()
                    if moment.next is not None:
                        moment = moment.next
                        yield moment.step
                    elif crowd.over or moment.lost:
                        self._ended = crowd.ended and not moment.lost
                        return
                    elif not await crowd.moved(seconds) and patience() is not None:
                        yield None
                raise Stopping
            finally:
                self._have, self._speech = moment.at, moment.speech.again()

    def _patience(self) -> float | None:
        """Seconds that he waits for a step; None for ever. Unauthenticated is raised when his token has ended."""
        if self._expires is None:
            return self._beat
        left = self._expires - time.time()
        if left <= 0:
            raise expired()
        return left if self._beat is None else min(self._beat, left)
