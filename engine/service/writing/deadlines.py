"""Overdue decisions: answered by a seat's preference, by what is their only answer, or by their default."""

from __future__ import annotations

import asyncio
from asyncio import sleep
from collections import Counter
from contextlib import suppress
from typing import Any

from msgspec import structs

from engine.kernel.overruling.takeback import find_consent
from engine.kernel.playing import decide
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import Step
from engine.kernel.playing.preferences import Itself, answers_itself, preferred
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.fight import Asked
from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.service.reading.loader import Loaded, Loader
from engine.service.writing.steps import Steps
from engine.service.writing.timers import LATER
from engine.service.writing.writer import Writer, fingerprint

AGAIN = 1000
"""Milliseconds until a decision is looked at again that answers itself once a request to take back is settled."""

GRACE = 200
"""Milliseconds that an answer by hand has to be stored in, once its pace has passed, before a timer answers."""


class Deadlines:
    """Answers decisions that nobody answered in time, and lets answers by hand wait for a pace."""

    def __init__(self, loader: Loader, writer: Writer, steps: Steps) -> None:
        self._loader, self._writer, self._steps = loader, writer, steps
        self._waiting: Counter[tuple[str, int]] = Counter()
        """Answers by hand that wait in this process."""

    async def wait(self, encounter: str, seat: str, decision: int, choice: Choice | None) -> None:
        """Wait until the table's pace of a decision has passed, where this answer would be accepted.

        An answer before that would tell everybody that somebody had something to choose.
        """
        held = self._loader.held(encounter)
        loaded = held.loaded if held is not None else None
        if loaded is None or not _is_open(loaded, decision):
            loaded, _ = await self._loader.head(encounter)
            if not _is_open(loaded, decision):
                return
        fight, book = loaded.position.state.fight, loaded.book
        asked = decide.find_asked(fight, decision, seat)[1]
        if not (asked.pace and fight.single_answers.skip and fight.single_answers.pace):
            return
        if choice is None or (seat not in asked.seats and not fight.is_gm(seat)) or fight.status != "RUNNING":
            return
        try:
            decide.require_offered(book, asked, choice)
        except RuleRefusal:
            return
        seconds = min(asked.pace, fight.single_answers.pace)
        rest = (_opened_at(loaded, decision) + clock.stood(asked.stops) + seconds * 1000 - clock.now_ms()) / 1000
        if rest <= 0:
            return
        key = (encounter, decision)
        self._waiting[key] += 1
        try:
            await sleep(rest)
        finally:
            # A moment longer, so that the answer is stored before the timer looks.
            asyncio.get_running_loop().call_later(GRACE / 1000, self._no_longer, key)

    def _no_longer(self, key: tuple[str, int]) -> None:
        self._waiting[key] -= 1
        if not self._waiting[key]:
            del self._waiting[key]

    async def expire(self, encounter: str, decision: int) -> int | None:
        """Answer a decision at the end of its pace or deadline. Returns when to check again, Unix ms; None: never.

        At the end of its pace a preference answers, or what is the only answer; at the deadline the default does.
        """
        loaded, opening = await self._loader.head(encounter)
        position, now = loaded.position, clock.now_ms()
        fight = position.state.fight
        request = fight.taking_back
        consenting = find_consent(fight, decision)
        asked = consenting or decide.find_asked(fight, decision)[1]
        if fight.status == "PAUSED":
            return now + LATER
        if self._waiting[encounter, decision]:
            return now + GRACE
        if consenting is not None and request is not None:
            opened = clock.parse_ms(request.since)
        else:
            opened = _opened_at(loaded, decision)
        opened += clock.stood(asked.stops)
        if asked.pace and now < opened + asked.pace * 1000:
            return opened + asked.pace * 1000
        wish = preferred(opening.preferences, asked.seats, asked.kind, asked.offers, asked.default)
        if asked.pace and wish is not None and await self._by_itself(encounter, asked, wish, "PREFERENCE"):
            return None
        only = answers_itself(fight, asked, opening.preferences)
        if only and request is None and await self._by_itself(encounter, asked, asked.offers[0].key, "ONLY"):
            return None
        # An answer would close a request to take back, of which everybody knows: till then none is given by itself.
        again = now + AGAIN if only and request is not None else None
        if not asked.deadline:
            return again
        end = opened + asked.deadline * 1000
        if now < end:
            return end if again is None else min(again, end)

        async def late(current: Loaded, circumstances: Circumstances) -> Step[Any]:
            nobody = structs.replace(circumstances, seat=None)
            if find_consent(current.position.state.fight, decision) is not None:
                return await self._steps.consent(encounter, current, None, decision, None, nobody)
            return await self._steps.answer(encounter, current, None, decision, None, nobody)

        print_ = fingerprint("deadline", decision)
        await self._writer.write(encounter, fight.gms()[0], late, None, f"deadline-{decision}", print_, ())
        return None

    async def _by_itself(self, encounter: str, asked: Asked, key: str, itself: Itself) -> bool:
        """Answer a decision for its seat. False where the rules refuse the `always` preference: the seat is asked."""
        seat, decision = asked.seats[0], asked.decision

        async def given(current: Loaded, circumstances: Circumstances) -> Step[Any]:
            choice = Choice(key)
            return await self._steps.answer(encounter, current, seat, decision, choice, circumstances, itself=itself)

        print_ = fingerprint("pace", decision, key)
        with suppress(RuleRefusal):
            await self._writer.write(encounter, seat, given, None, f"pace-{decision}", print_, ())
            return True
        return False


def _is_open(loaded: Loaded, decision: int) -> bool:
    """Whether a decision of the open order waits for its answer."""
    window = loaded.position.state.fight.window
    return any(a.decision == decision and not a.answered for a in (window.asked if window else ()))


def _opened_at(loaded: Loaded, decision: int) -> int:
    """When a decision of the open order was put, Unix ms."""
    trail = loaded.position.trail
    return next((clock.parse_ms(r.time) for r in trail if r.version == decision), clock.now_ms())
