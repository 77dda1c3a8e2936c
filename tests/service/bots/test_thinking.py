"""Bots think in the pool: the same as here, beside the event loop, and no longer than anybody waits for it."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.state.seat import Bot
from engine.service.bots import thinking
from engine.service.bots.thinking import thought, thought_of
from engine.service.encounters import Encounters
from engine.service.pool.process_pool import INLINE, Pool
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.service.bots.test_runner import begun, decided, duel, fight_of, running, until
from tests.support.amounts import PATIENCE
from tests.support.fights.fights import new_fight
from tests.support.processes.pool_jobs import names_of_jobs
from tests.support.processes.serving import gone

BEGUN = "SKALD_TEST_BEGUN"
"""The variable of the environment that names the file of `thinks_for_ever`."""


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    async with Pool(2, seconds=PATIENCE) as made:
        yield made


@pytest.mark.parametrize("bot", ["GREEDY", "RANDOM"])
async def test_a_thought_is_the_same_in_the_pool(pool: Pool, registry: Registry, bot: Bot) -> None:
    """Move for move of a fight, from the same seed."""
    service = Encounters(MemoryStore(), registry)
    id = (await begun(service, duel(40, gm=bot, ana=bot))).id
    for number in range(6):
        loaded = await service._loaded(id)
        book, position = loaded.book, loaded.position
        here = thought_of(book, position, position.state.fight.bots(), random.Random(number))
        assert here == await thought(pool, id, book, position, random.Random(number))
        assert here == await thought(INLINE, id, book, position, random.Random(number))
        if here is None:
            break
        await service._bot_moves(id, here, loaded)
    assert number > 1


async def test_a_fight_of_bots_is_thought_out_in_processes_of_their_own(
    pool: Pool, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To its end, with not one thought in the process that serves."""
    asked = names_of_jobs(monkeypatch)

    def here(*given: Any) -> None:
        raise AssertionError("a bot thinks in the process that serves")

    monkeypatch.setattr(thinking.policy, "next_move", here)
    service = Encounters(MemoryStore(), registry, bot_pause=0, work=pool)
    id = (await begun(service, duel(gm="GREEDY", ana="GREEDY"))).id
    async with running(service):
        await until(decided, service, id)
    assert "thought_of" in asked
    assert pool.pids


@pytest.mark.parametrize("away", ["paused", "taken off", "ended", "stopped"])
async def test_nobody_thinks_on_where_nothing_is_to_be_decided(
    pool: Pool, registry: Registry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, away: str
) -> None:
    """The process ends in the middle of its thought; the fight goes on when bots are wanted again."""
    sign = tmp_path / "begun"
    monkeypatch.setenv(BEGUN, str(sign))
    monkeypatch.setattr(thinking, "thought_of", thinks_for_ever)
    service = Encounters(MemoryStore(), registry, bot_pause=0, work=pool)
    id = (await service.create(new_fight(seed="", dice="SEEDED"))).id
    result = await service.submit(id, "gm", {"fantasia": {"begin": {}}})
    while (window := result.view.position.state.fight.window) is not None:
        asked = next(one for one in window.asked if not one.answered)
        result = await service.answer(id, asked.seats[0], asked.decision, Choice(asked.default))
    for seat in ("gm", "ana", "ben"):
        await service.set_bot(id, "gm", seat, "GREEDY")
    async with running(service):
        await until(is_there, sign)
        (pid,) = pool.pids
        version = (await fight_of(service, id)).unattended.moves
        match away:
            case "paused":
                await service.submit(id, "gm", {"gm": {"pause": {}}})
            case "taken off":
                for seat in ("gm", "ana", "ben"):
                    await service.set_bot(id, "gm", seat, None)
            case "ended":
                await service.submit(id, "gm", {"gm": {"end": {}}})
            case _:
                await service._bots.stop()
        await asyncio.wait_for(gone(pid), PATIENCE)
        assert (await fight_of(service, id)).unattended.moves == version
        if away == "paused":
            monkeypatch.undo()
            await service.submit(id, "gm", {"gm": {"resume": {}}})
            await until(moves_on, service, id)


def thinks_for_ever(*given: Any) -> None:
    """A thought without an end, in a process of the pool, which leaves a file when it begins."""
    Path(os.environ[BEGUN]).touch()
    while True:
        random.random()


async def is_there(file: Path) -> bool:
    return await asyncio.to_thread(file.exists)


async def moves_on(service: Encounters, id: str) -> bool:
    return (await fight_of(service, id)).unattended.moves > 0
