"""Decisions whose time has come: what a seat has wished beforehand answers them, or their default does."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Protocol

from msgspec import structs

from engine.kernel import decide
from engine.kernel.decide import Choice
from engine.kernel.errors import RuleRefusal
from engine.kernel.position import Step
from engine.kernel.step import Circumstances
from engine.kernel.takeback import find_consent
from engine.service import clock
from engine.service.loading import Loaded, Loader
from engine.service.timers import LATER
from engine.service.tools import consent
from engine.service.writing import Writer, fingerprint


class Answer(Protocol):
    """`Encounters.answer`."""

    def __call__(self, encounter: str, seat: str, decision: int, choice: Choice, *, key: str) -> Awaitable[object]: ...


class Deadlines:
    """Answers what nobody has answered in time. answer: as a seat does it."""

    def __init__(self, loader: Loader, writer: Writer, answer: Answer) -> None:
        self._loader, self._writer, self._answer = loader, writer, answer

    async def expire(self, encounter: str, decision: int) -> int | None:
        """Answer a decision whose pace or deadline has come. Unix ms at which to look again, None: never.

        At the end of its pace a standing preference answers; at the deadline the default does.
        """
        loaded, opening = await self._loader.head(encounter)
        position, now = loaded.position, clock.now_ms()
        fight = position.state.fight
        request = fight.taking_back
        consenting = find_consent(fight, decision)
        asked = consenting or decide.find_asked(fight, decision)[1]
        if fight.status == "PAUSED":
            return now + LATER
        if consenting is not None and request is not None:
            opened = clock.parse_ms(request.since)
        else:
            opened = next((clock.parse_ms(r.time) for r in position.trail if r.version == decision), now)
        wish = opening.preferences.get(f"{asked.seats[0]} {asked.kind}") if len(asked.seats) == 1 else None
        if asked.pace and wish in ("always", "never"):
            other = next((o.key for o in asked.offers if o.key != asked.default), asked.default)
            choice = Choice(other if wish == "always" else asked.default)
            with suppress(RuleRefusal):  # a standing `always` that the rules refuse: the seat is asked after all
                await self._answer(encounter, asked.seats[0], decision, choice, key=f"pace-{decision}")
                return None
        if not asked.deadline:
            return None
        end = opened + asked.deadline * 1000
        if now < end:
            return end

        async def late(current: Loaded, circumstances: Circumstances) -> Step[Any]:
            nobody = structs.replace(circumstances, seat=None)
            if find_consent(current.position.state.fight, decision) is not None:
                return await consent(self._loader, encounter, current, None, decision, None, nobody)
            return decide.answer(current.book, current.position, None, decision, None, nobody)

        print_ = fingerprint("deadline", decision)
        await self._writer.write(encounter, fight.gms()[0], late, None, f"deadline-{decision}", print_, ())
        return None
