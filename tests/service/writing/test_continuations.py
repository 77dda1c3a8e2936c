"""Rules that are held at their questions: who lacks the continuation runs the command again, with the same events."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.continuation import Continuation
from engine.kernel.state.fight import State
from engine.kernel.structs.messages import Recorded
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.service.writing.continuations import Continuations
from engine.store.memory import MemoryStore
from engine.store.port import Store
from engine.store.redis import RedisStore
from tests.support.fights.typed_fight import created, play, told

STEPS, MIDST = 40, 17


class Counter:
    """How often a rule went on, and how often its command was run again at an answer."""

    def __init__(self) -> None:
        self.went_on = self.ran_again = 0


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    made, take = Counter(), Continuations.take

    def counted(
        self: Continuations, book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]
    ) -> Continuation[Any] | None:
        found = take(self, book, base, trail)
        made.went_on += found is not None
        made.ran_again += found is None
        return found

    monkeypatch.setattr(Continuations, "take", counted)
    return made


async def alone(registry: Registry) -> list[Any]:
    """The events of the fight where each answer runs its command again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Continuations, "take", lambda *_: None)
        service = Encounters(MemoryStore(), registry)
        id = await created(service)
        await play([service], id, STEPS)
        return await told(service, id)


async def test_answers_of_one_process_go_on_where_the_rules_stopped(registry: Registry, counter: Counter) -> None:
    service = Encounters(MemoryStore(), registry)
    id = await created(service)
    await play([service], id, STEPS)
    assert counter.went_on > 4 * counter.ran_again > 0
    assert await told(service, id) == await alone(registry)
    assert not (await service.audit(id)).broken


async def test_two_processes_that_answer_in_turns_run_commands_again(
    store: Store, registry: Registry, counter: Counter
) -> None:
    """What either holds was left behind by the other."""
    services = Encounters(store, registry), Encounters(store, registry)
    id = await created(services[0])
    await play(services, id, STEPS)
    assert counter.ran_again > STEPS / 2
    assert await told(services[0], id) == await told(services[1], id) == await alone(registry)


async def test_a_process_that_is_killed_in_the_midst_takes_nothing_along(
    redis_url: str, registry: Registry, counter: Counter
) -> None:
    """Another one goes on with the order that the first has left open."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.fights.typed_fight", redis_url, str(MIDST), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert process.returncode == -signal.SIGKILL
    store, id = RedisStore(redis_url), said.decode().strip()
    service = Encounters(store, registry)
    assert (await service.view(id, "gm")).position.state.fight.open is not None
    await play([service], id, STEPS - MIDST)
    assert counter.ran_again
    assert counter.went_on
    assert await told(service, id) == await alone(registry)
    assert not (await service.audit(id)).broken
    await store.close()
