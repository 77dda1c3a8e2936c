"""A pause stops the clock of what waits: deadlines, paces, requests to take back. The clock is set, nobody sleeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as k
from engine.kernel.state.fight import Asked, SingleAnswers
from engine.kernel.structs.messages import Recorded
from engine.service import clock
from engine.service.encounters import Encounters
from engine.service.proof.audit_replay import replay
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.wishes import changed
from tests.support.secrecy.masquerade import masque
from tests.support.slices import wits

BOOK: Rulebook[Any] = Rulebook(wits.system)
START = 1_767_225_600_000
PONDER = {"sliceWits": {"ponder": {"combatant": "bo"}}}
PAUSE: dict[str, Any] = {"gm": {"pause": {"reason": "tea"}}}
RESUME: dict[str, Any] = {"gm": {"resume": {}}}

STEPS = 20
"""Milliseconds by which steps of one moment stand behind each other."""

Passing = Callable[[float], None]


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Passing:
    """Lets seconds pass on the service's clock."""
    now = [START]
    monkeypatch.setattr(clock, "now_ms", lambda: now[0])

    def passes(seconds: float) -> None:
        now[0] += round(seconds * 1000)

    return passes


async def at_a_question() -> tuple[Encounters, str, Asked]:
    """Ben is asked, with six seconds to answer."""
    service = Encounters(MemoryStore(), Registry([BOOK]))
    wish = structs.replace(masque(), system=wits.system.id, single_answers=SingleAnswers(skip=False, pace=0))
    made = await service.create(changed(wish, "bo", sheet={"wit": 9}))
    await service.submit(made.id, "gm", {"sliceWits": {"begin": {}}})
    await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "Muse", "deadline": 6}}})
    await service.submit(made.id, "ben", PONDER)
    (asked,) = await waiting(service, made.id)
    return service, made.id, asked


async def waiting(service: Encounters, id: str) -> list[Asked]:
    window = (await service.view(id, "gm")).position.state.fight.window
    return [one for one in window.asked if not one.answered] if window else []


async def stream(service: Encounters, id: str) -> list[Recorded]:
    book, entries = await service.entries(id)
    return [decode_whole(book, one) for one in entries]


async def test_a_pause_uses_up_no_deadline(passing: Passing) -> None:
    """Two seconds of six are over as the table drinks tea; four are left when it comes back. It is proven so."""
    service, id, asked = await at_a_question()
    passing(2)
    await service.submit(id, "gm", PAUSE)
    passing(9)
    looked = await service._deadlines.expire(id, asked.decision)
    assert looked is not None
    assert await waiting(service, id)
    await service.submit(id, "gm", RESUME)
    resumed = clock.now_ms()
    end = await service._deadlines.expire(id, asked.decision)
    assert end == pytest.approx(resumed + 4000, abs=STEPS)
    assert [due.at for due in await service._store.scheduled() if due.decision == asked.decision] == [end]
    passing(3.9)
    assert await service._deadlines.expire(id, asked.decision) == end
    passing(0.2)
    assert await service._deadlines.expire(id, asked.decision) is None
    assert await waiting(service, id) == []
    assert (await service.audit(id)).replay.state == "PROVEN"


async def test_pauses_add_up(passing: Passing) -> None:
    """Two of them, and the second before the first would have mattered."""
    service, id, asked = await at_a_question()
    for _ in range(2):
        passing(1)
        await service.submit(id, "gm", PAUSE)
        passing(100)
        await service.submit(id, "gm", RESUME)
    assert await service._deadlines.expire(id, asked.decision) == pytest.approx(clock.now_ms() + 4000, abs=STEPS)


async def test_silence_that_answers_within_the_time_of_a_pause_is_no_proof(passing: Passing) -> None:
    """A file whose deadline ran through the pause is broken where silence answers."""
    service, id, asked = await at_a_question()
    passing(2)
    await service.submit(id, "gm", PAUSE)
    passing(9)
    await service.submit(id, "gm", RESUME)
    passing(4.1)
    await service._deadlines.expire(id, asked.decision)
    events = await stream(service, id)
    answered = next(r for r in events if isinstance(r.event, k.DecisionAnswered))
    early = clock.format_ms(clock.parse_ms(answered.time) - 1000)
    forged = [structs.replace(r, time=early) if r.time == answered.time else r for r in events]
    told = replay(BOOK, forged, explain=True, progress=lambda _: None).verdict
    assert told.state == "BROKEN"
    assert "before its deadline" in str(told)


async def test_a_request_to_take_back_waits_out_a_pause(passing: Passing) -> None:
    """Its silence is a no only after the time that the table has set."""
    service, id, asked = await at_a_question()
    await service.answer(id, "ben", asked.decision, Choice(asked.offers[0].key))
    await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "ALWAYS", "deadline": 5}}})
    await service.submit(id, "ben", {"table": {"takeBack": {}}})
    talk = (await service.view(id, "gm")).position.state.fight.taking_back
    assert talk is not None
    (consent,) = talk.asked
    passing(1)
    await service.submit(id, "gm", PAUSE)
    passing(60)
    await service.submit(id, "gm", RESUME)
    assert await service._deadlines.expire(id, consent.decision) == pytest.approx(clock.now_ms() + 4000, abs=STEPS)
