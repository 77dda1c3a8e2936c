"""Steps that take long are worked out in the pool: the same events, nobody waits for them, and nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as e
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.service.encounters import Encounters
from engine.service.pool import overflow
from engine.service.pool.process_pool import INLINE, Pool, TookTooLong
from engine.service.reading.views import StepResult
from engine.service.registry import Registry
from engine.service.writing.seating import Asking
from engine.store.memory import MemoryStore
from tests.service.test_takeback import ASK, CLOUD, MOVE, OGRE
from tests.support.fights.fights import combatant, new_fight
from tests.support.processes.alive import waited_for
from tests.support.processes.pool_jobs import names_of_jobs

BEGIN = {"fantasia": {"begin": {}}}
HARMED = {"path": "combatants.ogre.vitals.hp.now", "value": 1}
OWN_IDS = (e.EncounterCreated, e.EncounterForked)
"""Events that name their fight, and its dice."""


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pool]:
    """Of one process; every step is one that takes long."""
    monkeypatch.setattr(overflow, "QUICK", 0)
    async with Pool(1, seconds=300) as made:
        yield made


def next_of(state: State[Any], service: Encounters) -> tuple[str, Any]:
    """What comes next, by the first offer: (seat, order) or (seat, (decision, key))."""
    window = state.fight.window
    if window is not None:
        asked = next(one for one in window.asked if not one.answered)
        return asked.seats[0], (asked.decision, asked.default)
    book = service.registry.book("fantasia")
    offers = [one for who in state.fight.acting for one in book.system.offers(book.seen(state, "gm"), who)]
    return "gm", book.encode_order(next(one for one in offers if one.key == "end-turn").body)


async def played(service: Encounters, steps: int) -> list[dict[str, Any]]:
    """The events of a fight that is played for so many steps."""
    id = (await service.create(new_fight(seed="the same"))).id
    result: StepResult = await service.submit(id, "gm", BEGIN)
    made = [*result.seen_events]
    for _ in range(steps):
        seat, what = next_of(result.view.position.state, service)
        if isinstance(what, tuple):
            result = await service.answer(id, seat, what[0], Choice(what[1]))
        else:
            result = await service.submit(id, seat, what)
        made += result.seen_events
    ruled = await service.submit(id, "gm", {"gm": {"correct": {"path": "combatants.ogre.vitals.hp.now", "value": 1}}})
    return [plain(one.recorded.event) for one in (*made, *ruled.seen_events)]


async def test_the_same_comes_about_wherever_it_is_worked_out(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same seed, event by event: orders, answers and their dice, and rulings."""
    asked = names_of_jobs(monkeypatch)
    there = await played(Encounters(MemoryStore(), Registry.installed(), work=pool), 6)
    assert {"submitted", "ruled"} <= set(asked) <= {"created", "submitted", "answered", "ruled"}
    assert there == await played(Encounters(MemoryStore(), Registry.installed()), 6)


async def gone_back(service: Encounters) -> list[tuple[str, dict[str, Any]]]:
    """The events of a fight in which much is taken back: by its GM, by consent, in a fork; and of its table."""
    id = (await service.create(new_fight(seed="the same", combatants=(CLOUD, OGRE)))).id
    await service.submit(id, "gm", BEGIN)
    before = (await service.seating.hand_over(Asking(id, "gm"), "ogre", "ben")).last
    await service.submit(id, "ana", MOVE)
    await service.submit(id, "ana", ASK)
    await service.submit(id, "ana", MOVE)
    await service.submit(id, "gm", {"gm": {"correct": HARMED}})
    await service.submit(id, "gm", {"gm": {"revert": {"to": before, "corrections": [HARMED]}}})
    await service.submit(id, "ana", MOVE)
    await service.submit(id, "gm", {"gm": {"setTakeBacks": {"consent": "ALWAYS"}}})
    request = await service.submit(id, "ana", ASK)
    talk = request.view.position.state.fight.taking_back
    assert talk is not None
    await service.answer(id, "gm", talk.asked[0].decision, Choice("yes"))
    await service.seating.remove(Asking(id, "gm"), "ben")
    branch = await service.fork(id, "gm", before)
    told = [await service.seen_events(one, "gm", 1, 1000) for one in (id, branch.id)]
    return [
        (
            type(one.recorded.event).__name__,
            {} if isinstance(one.recorded.event, OWN_IDS) else plain(one.recorded.event),
        )
        for events in told
        for one in events
    ]


async def test_what_goes_back_comes_about_alike_wherever_it_is_worked_out(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reverts, requests and their answers, forks, and changes of the table; the fight as it is created, or refused."""
    asked = names_of_jobs(monkeypatch)
    there = await gone_back(Encounters(MemoryStore(), Registry.installed(), work=pool))
    assert {"created", "changed", "reverted", "asked_back", "consented", "forked"} <= set(asked)
    assert there == await gone_back(Encounters(MemoryStore(), Registry.installed()))
    await refused_alike(pool)


async def refused_alike(pool: Pool) -> None:
    """All that is wrong with a new fight is told, each with its field, and nothing is created."""
    wrong = new_fight(
        combatants=(
            combatant("cloud", "heroes", "nobody", "soldier"),
            combatant("cloud", "heroes", "ana", "no such thing"),
            {"id": "vivi"},
        )
    )
    there, here = (Encounters(MemoryStore(), Registry.installed(), work=work) for work in (pool, INLINE))
    people = dict(enumerate(wrong.combatants))
    found = [(one.field, one.reason) for one in (await here.check(wrong, people)).faults]
    assert len(found) >= 3
    assert [(one.field, one.reason) for one in (await there.check(wrong, people)).faults] == found
    with pytest.raises(RuleRefusal) as refused:
        await there.create(wrong)
    assert [(one.field, one.reason) for one in refused.value.all] == found
    assert await there.page(before=None, limit=1) == []


async def test_a_process_that_is_killed_in_the_middle_of_a_step_loses_nothing(pool: Pool) -> None:
    """It stands still with the step in its hands; others are served meanwhile, and the step is done by the next one."""
    service = Encounters(MemoryStore(), Registry.installed(), work=pool)
    ours, others = [(await service.create(new_fight())).id for _ in range(2)]
    await service.submit(others, "gm", BEGIN)
    (pid,) = pool.pids
    os.kill(pid, signal.SIGSTOP)
    step = asyncio.create_task(service.submit(ours, "gm", BEGIN))
    assert (await service.view(others, "gm")).version > 0
    await asyncio.sleep(0)
    assert not step.done()
    os.kill(pid, signal.SIGKILL)
    result = await step
    assert result.last == (await service.view(ours, "gm")).version
    assert pool.pids
    assert pid not in pool.pids


async def test_a_step_that_is_never_done_is_refused_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is ended; the same order is done afterwards."""
    monkeypatch.setattr(overflow, "QUICK", 0)
    async with Pool(1, seconds=300) as pool:
        service = Encounters(MemoryStore(), Registry.installed(), work=pool)
        ours, others = [(await service.create(new_fight())).id for _ in range(2)]
        await service.submit(others, "gm", BEGIN)
        (pid,) = pool.pids
        before = (await service.view(ours, "gm")).version
        os.kill(pid, signal.SIGSTOP)
        monkeypatch.setattr(pool, "_seconds", 0.2)
        with pytest.raises(TookTooLong):
            await service.submit(ours, "gm", BEGIN)
        monkeypatch.setattr(pool, "_seconds", 300)
        assert (await service.view(ours, "gm")).version == before
        assert (await service.submit(ours, "gm", BEGIN)).first == before + 1


async def test_a_request_that_is_given_up_ends_its_step(pool: Pool) -> None:
    """As the end of a server gives up what it is asked."""
    service = Encounters(MemoryStore(), Registry.installed(), work=pool)
    ours, others = [(await service.create(new_fight())).id for _ in range(2)]
    await service.submit(others, "gm", BEGIN)
    (pid,) = pool.pids
    before = (await service.view(ours, "gm")).version
    os.kill(pid, signal.SIGSTOP)
    step = asyncio.create_task(service.submit(ours, "gm", BEGIN))
    await waited_for(lambda: not pool._idle)
    step.cancel()
    await asyncio.gather(step, return_exceptions=True)
    assert pid not in pool.pids
    assert (await service.view(ours, "gm")).version == before
