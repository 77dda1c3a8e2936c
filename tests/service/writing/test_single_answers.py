"""Questions that answer themselves after the table's pace, and answers by hand that wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as k
from engine.kernel.state.fight import SingleAnswers
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded, plain
from engine.service import clock
from engine.service.encounters import Encounters
from engine.service.proof.audit_replay import replay
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.service.writing import deadlines
from engine.store.memory import MemoryStore
from tests.support.amounts import PATIENCE
from tests.support.fights.wishes import changed
from tests.support.secrecy.masquerade import masque
from tests.support.slices import wits

BOOK: Rulebook[Any] = Rulebook(wits.system)
PONDER = {"sliceWits": {"ponder": {"combatant": "bo"}}}
WHISPER = {"sliceWits": {"whisper": {"combatant": "aino"}}}
MOON = Choice("moon")
PACE = 1
LATE = 60_000
"""Milliseconds by which a loaded machine may be late."""


@pytest.fixture(autouse=True)
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here answers do wait."""
    monkeypatch.setattr(deadlines, "sleep", asyncio.sleep)


@asynccontextmanager
async def table(wit: int, single: SingleAnswers | None = None) -> AsyncIterator[tuple[Encounters, str]]:
    """A masque that has begun, its clocks running. wit: of Ben's and the GM's guests."""
    service = Encounters(MemoryStore(), Registry([BOOK]))
    wish = structs.replace(masque(), system=wits.system.id, single_answers=single or SingleAnswers(pace=PACE))
    for who in ("bo", "gil"):
        wish = changed(wish, who, sheet={"wit": wit})
    made = await service.create(wish)
    await service.submit(made.id, "gm", {"sliceWits": {"begin": {}}})
    stopping = asyncio.Event()
    clocks = asyncio.create_task(service.run_deadlines(stopping))
    try:
        yield service, made.id
    finally:
        stopping.set()
        await clocks


async def asked(service: Encounters, id: str) -> list[int]:
    """The decisions that wait."""
    window = (await service.view(id, "gm")).position.state.fight.window
    return [one.decision for one in window.asked if not one.answered] if window else []


async def rest(service: Encounters, id: str) -> None:
    """Wait until nobody is asked any more."""
    async with asyncio.timeout(PATIENCE):
        while await asked(service, id):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def stream(service: Encounters, id: str) -> list[Recorded]:
    book, entries = await service.entries(id)
    return [decode_whole(book, one) for one in entries]


def took(events: list[Recorded], decision: int) -> int:
    """Milliseconds from a question to its answer."""
    answered = next(r for r in events if isinstance(r.event, k.DecisionAnswered) and r.event.decision == decision)
    return clock.parse_ms(answered.time) - clock.parse_ms(events[decision - 1].time)


def how(events: list[Recorded]) -> list[str | None]:
    return [r.event.how for r in events if isinstance(r.event, k.DecisionAnswered)]


async def test_the_only_answer_is_given_after_the_pace() -> None:
    """Nobody does anything, and the fight goes on; it is proven like any other."""
    async with table(wit=1) as (service, id):
        await service.submit(id, "ben", PONDER)
        (decision,) = await asked(service, id)
        await rest(service, id)
        events = await stream(service, id)
        assert how(events) == ["ONLY"]
        assert PACE * 1000 <= took(events, decision) < PACE * 1000 + LATE
        assert (await service.audit(id)).replay.state == "PROVEN"


async def test_an_answer_by_hand_comes_no_sooner_and_looks_the_same() -> None:
    """What others get of a choice made at once is, time included, what they get of an only answer."""
    told = []
    for wit in (1, 9):
        async with table(wit) as (service, id):
            await service.submit(id, "ben", PONDER)
            (decision,) = await asked(service, id)
            if wit == 9:
                await service.answer(id, "ben", decision, MOON, key="at once")
            await rest(service, id)
            events = await stream(service, id)
            assert how(events) == ["HAND" if wit == 9 else "ONLY"]
            assert PACE * 1000 <= took(events, decision) < PACE * 1000 + LATE
            seen = await service.seen_events(id, "ana", decision, len(events))
            told.append([(type(one.recorded.event).__name__, plain(one.recorded.draft)) for one in seen])
    assert told[0] == told[1]


async def test_an_answer_that_waits_comes_before_a_preference() -> None:
    """Ben has said that he never cares, and then cares after all."""
    async with table(wit=9) as (service, id):
        await service.prefer(id, "ben", "Muse", "never")
        await service.submit(id, "ben", PONDER)
        (decision,) = await asked(service, id)
        done = await service.answer(id, "ben", decision, Choice("sun"))
        answered = done.seen_events[0].recorded.event
        assert isinstance(answered, k.DecisionAnswered)
        assert answered.choice == "sun"
        assert took(await stream(service, id), decision) >= PACE * 1000


async def test_a_preference_is_given_after_the_pace_and_proven() -> None:
    """It is nobody's act: Ben's last one is still his order."""
    async with table(wit=9) as (service, id):
        await service.prefer(id, "ben", "Muse", "always")
        done = await service.submit(id, "ben", PONDER)
        (decision,) = await asked(service, id)
        await rest(service, id)
        events = await stream(service, id)
        assert how(events) == ["PREFERENCE"]
        assert PACE * 1000 <= took(events, decision) < PACE * 1000 + LATE
        assert (await service.view(id, "gm")).position.state.fight.last_acts["ben"] == done.first - 1
        assert (await service.audit(id)).replay.state == "PROVEN"


async def test_what_cannot_be_accepted_does_not_wait() -> None:
    async with table(wit=9, single=SingleAnswers(pace=10)) as (service, id):
        await service.submit(id, "ben", PONDER)
        (decision,) = await asked(service, id)
        began = clock.now_ms()
        for seat, choice in (("ana", MOON), ("eve", MOON), ("ben", Choice("comet"))):
            with pytest.raises(RuleRefusal):
                await service.answer(id, seat, decision, choice)
        with pytest.raises(RuleRefusal):
            await service.answer(id, "ben", decision + 1, MOON)
        assert clock.now_ms() - began < LATE


async def test_who_wants_to_be_asked_is_asked() -> None:
    """And without a pace nothing is answered by itself."""
    async with table(wit=1) as (service, id):
        await service.prefer(id, "ben", "Muse", "ask")
        await service.submit(id, "ben", PONDER)
        await asyncio.sleep(PACE + 0.8)
        (decision,) = await asked(service, id)
        await service.answer(id, "ben", decision, MOON)
        await service.submit(id, "gm", {"gm": {"setSingleAnswers": {"skip": True, "pace": 0}}})
        await service.prefer(id, "ben", "Muse", "choice")
        await service.prefer(id, "ben", "Make", "ask")
        await service.submit(id, "ana", WHISPER)
        await asyncio.sleep(0.8)
        assert len(await asked(service, id)) == 2


async def test_a_pause_stops_the_pace() -> None:
    async with table(wit=1) as (service, id):
        await service.submit(id, "ben", PONDER)
        await service.submit(id, "gm", {"gm": {"pause": {}}})
        await asyncio.sleep(PACE + 0.8)
        assert len(await asked(service, id)) == 1


async def test_nothing_is_answered_by_itself_while_somebody_asks_to_take_back() -> None:
    """The answer would close the request; once that is refused, the fight goes on."""
    async with table(wit=1) as (service, id):
        await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "ALWAYS"}}})
        await service.submit(id, "ben", PONDER)
        (decision,) = await asked(service, id)
        await service.submit(id, "ben", {"table": {"takeBack": {}}})
        await asyncio.sleep(PACE + 0.8)
        assert await asked(service, id) == [decision]
        talk = (await service.view(id, "gm")).position.state.fight.taking_back
        assert talk is not None
        await service.answer(id, "gm", talk.asked[0].decision, Choice("no"))
        await rest(service, id)
        assert how(await stream(service, id))[-1] == "ONLY"


async def test_only_the_gm_sets_it() -> None:
    async with table(wit=1) as (service, id):
        with pytest.raises(RuleRefusal):
            await service.submit(id, "ana", {"gm": {"setSingleAnswers": {"skip": False}}})
        done = await service.submit(id, "gm", {"gm": {"setSingleAnswers": {"skip": False, "pace": 3}}})
        assert done.view.position.state.fight.single_answers == SingleAnswers(skip=False, pace=3)
        with pytest.raises(RuleRefusal):
            await service.submit(id, "gm", {"gm": {"setSingleAnswers": {"pace": 11}}})


async def test_a_file_in_which_an_answer_comes_by_itself_too_soon_is_broken() -> None:
    """And so is one in which somebody's choice is told as an only answer."""
    for wit in (1, 9):
        async with table(wit) as (service, id):
            await service.submit(id, "ben", PONDER)
            (decision,) = await asked(service, id)
            if wit == 9:
                await service.answer(id, "ben", decision, MOON)
            await rest(service, id)
            events = await stream(service, id)
        at = next(n for n, r in enumerate(events) if isinstance(r.event, k.DecisionAnswered))
        opened = events[decision - 1].time
        forged = list(events)
        for n in range(at, len(events)):
            draft = events[n].draft
            if n == at and wit == 9:
                draft = structs.replace(draft, event=structs.replace(draft.event, how="ONLY"))
            forged[n] = structs.replace(events[n], time=opened if wit == 1 else events[n].time, draft=draft)
        verdict = replay(BOOK, forged, progress=lambda count: None).verdict
        assert (verdict.state, verdict.version) == ("BROKEN", at + 1)
