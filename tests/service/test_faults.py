"""What befalls a writer: a reply lost on the way, a tail lost with the server; and what waits for its time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis

from engine.kernel.playing import facts
from engine.kernel.playing.decide import Choice
from engine.kernel.state.events import Paused
from engine.service import clock
from engine.service.encounters import Encounters
from engine.service.reading.hub import Ahead, Hub
from engine.service.registry import Registry
from engine.service.writing.writer import seal
from engine.store.ids import new_id
from engine.store.port import NOTHING, ExpectedVersionConflict, StoreUnavailable
from engine.store.redis import RedisStore
from engine.store.server import PrivateServer
from tests.support.amounts import PATIENCE
from tests.support.fights.fights import combatant, new_fight
from tests.support.fights.streams import FIGURES, forget_tail, step
from tests.support.processes.outages import cut_subscriptions
from tests.support.processes.proxy import Proxy

BEGIN = {"fantasia": {"begin": {}}}
GROUPS = {"groupRolls": [{"group": "goblin", "each": True}]}


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[RedisStore]:
    made = RedisStore(redis_url)
    yield made
    await made.close()


@pytest.fixture
def service(store: RedisStore, registry: Registry) -> Encounters:
    return Encounters(store, registry)


async def test_an_order_whose_reply_is_lost_takes_effect_once(
    server: PrivateServer, redis_url: str, registry: Registry, tmp_path: Path
) -> None:
    """The store's client asks again by itself; the caller sees one success, the stream one step."""
    async with Proxy(server.socket.with_name("lost"), server.socket) as proxy:
        store = RedisStore(proxy.url)
        service = Encounters(store, registry)
        made = await service.create(new_fight(setup=GROUPS))
        proxy.lose(b"EVALSHA")
        done = await service.submit(made.id, "gm", BEGIN)
        assert proxy.lost == 1
        assert (done.first, done.again) == (made.version + 1, True)
        told = await service.seen_events(made.id, "gm", 1, 500)
        assert sum(type(t.recorded.event).__name__ == "CommandAccepted" for t in told) == 1
        assert done.seen_events == tuple(told[made.version :])
        assert (await service.audit(made.id)).chain.state == "PROVEN"
        await store.close()


async def test_a_writer_that_holds_a_lost_version_gets_conflict(
    redis_url: str, store: RedisStore, registry: Registry
) -> None:
    """The version has come again, with other events: who names it is told, who names none goes on from there."""
    stale, fresh = Encounters(store, registry), Encounters(store, registry)
    made = await stale.create(new_fight(setup=GROUPS))
    lost = await stale.submit(made.id, "gm", {"gm": {"correct": {"path": "name", "value": "lost"}}})
    forget_tail(redis_url, made.id, 1)
    await fresh.submit(made.id, "gm", {"gm": {"correct": {"path": "name", "value": "kept"}}})
    assert (await store.head(made.id)).version == lost.last
    book, held = lost.view.book, lost.view.head
    next_step = facts.table_fact(
        book, lost.view.position, Paused(note="stale"), seat="gm", clock=lambda: "2030-01-01T00:00:00.000Z"
    )
    with pytest.raises(ExpectedVersionConflict) as conflict:
        await store.append(
            made.id,
            held,
            seal(book, held, next_step.new),
            seat="gm",
            key="stale",
            fingerprint="f",
            figures=(await store.page(before=None, limit=1))[0].figures,
        )
    assert conflict.value.actual == await store.head(made.id)
    done = await stale.submit(made.id, "gm", {"gm": {"pause": {}}})
    assert done.view.position.state.fight.name == "kept"
    assert (await stale.audit(made.id)).chain.state == "PROVEN"


async def test_a_watcher_ahead_of_the_stream_is_told(redis_url: str, store: RedisStore, registry: Registry) -> None:
    """What it has was lost: it hears where the stream stands instead of waiting for ever."""
    hub = Hub(store, look_every=0.2)
    await hub.start()
    service = Encounters(store, registry, hub=hub)
    made = await service.create(new_fight())
    with pytest.raises(Ahead) as ahead:
        await anext(service.watch(made.id, "gm", made.version + 3))
    assert ahead.value.head.version == made.version
    await hub.stop()


async def test_snapshots_of_a_lost_tail_are_ignored(redis_url: str, store: RedisStore, registry: Registry) -> None:
    """A snapshot names the hash of its version; where another event stands now, it is not used."""
    service = Encounters(store, registry)
    made = await service.create(new_fight())
    for n in range(500):
        await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "Willing", "pace": n % 7}}})
    forget_tail(redis_url, made.id, 20)
    other = Encounters(store, registry)
    await other.submit(made.id, "gm", {"gm": {"correct": {"path": "name", "value": "kept"}}})
    for n in range(30):
        await other.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "Willing", "pace": n % 5}}})
    cold = await Encounters(store, registry).view(made.id, "gm")
    assert cold.position.state.fight.name == "kept"
    assert (await other.audit(made.id)).replay.state == "PROVEN"


# -- what waits for its time
@asynccontextmanager
async def timers(service: Encounters) -> AsyncIterator[None]:
    """The clocks of a service run."""
    stopping = asyncio.Event()
    running = asyncio.create_task(service.run_deadlines(stopping))
    try:
        yield
    finally:
        stopping.set()
        await running


async def asked(service: Encounters, deadline: int) -> str:
    """A fight that waits for an answer, for so many seconds."""
    made = await service.create(new_fight())
    await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "GroupInitiative", "deadline": deadline}}})
    done = await service.submit(made.id, "gm", BEGIN)
    assert done.view.position.state.fight.window is not None
    return made.id


async def answered(service: Encounters, encounter: str) -> None:
    """Wait until its deadline was kept."""
    for _ in range(300):
        if (await service.view(encounter, "gm")).position.state.fight.window is None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the deadline passed unanswered")


async def test_a_deadline_that_could_not_be_noted_is_put_back(
    server: PrivateServer, redis_url: str, registry: Registry, tmp_path: Path
) -> None:
    """The store breaks off right behind the step: the step is answered, and its decision is not forgotten."""
    async with Proxy(server.socket.with_name("p"), server.socket) as proxy:
        store = RedisStore(proxy.url, patience=0)
        service = Encounters(store, registry)
        async with timers(service):
            first = await asked(service, 1)
            await answered(service, first)  # the clocks run, and have looked at what there was
            proxy.tear(b"ZADD")  # of the directory
            with pytest.raises(StoreUnavailable):
                await service.create(new_fight())
            made = await service.create(new_fight())
            await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "GroupInitiative", "deadline": 1}}})
            proxy.tear(b"ZADD")  # of the deadline
            done = await service.submit(made.id, "gm", BEGIN)
            assert proxy.lost == 2
            assert done.view.position.state.fight.window is not None
            await answered(service, made.id)
        await store.close()


async def test_a_deadline_lost_with_the_tail_is_put_back(
    server: PrivateServer, redis_url: str, store: RedisStore, registry: Registry
) -> None:
    """A store that comes back may have kept a step and lost what was noted behind it."""
    hub = Hub(store)
    await hub.start()
    service = Encounters(store, registry, hub=hub)
    async with timers(service):
        await answered(service, await asked(service, 1))
        waiting = await asked(service, 2)
        with redis.Redis.from_url(redis_url) as client:
            assert client.delete("skald:due") == 1
        cut_subscriptions(server)
        await answered(service, waiting)
    await hub.stop()


async def test_a_fight_that_cannot_be_loaded_stops_no_clock(store: RedisStore, registry: Registry) -> None:
    """One of a game that is not installed any more, say: all others go on."""
    service = Encounters(store, registry)
    waiting = await asked(service, 1)
    foreign = new_id(clock.now_ms(), bytes(6))
    await store.enter(foreign)
    await store.append(foreign, NOTHING, step(count=2), seat="gm", key="k", fingerprint="f", figures=FIGURES)
    for due in await store.scheduled():
        await store.unschedule(due)
    fresh = Encounters(store, registry)
    async with timers(fresh):
        await answered(fresh, waiting)


@pytest.mark.parametrize(("trigger", "wish"), [("ANY", "never"), ("CASTS", "choice")])
async def test_a_preference_answers_at_the_end_of_its_pace(service: Encounters, trigger: str, wish: str) -> None:
    """The table gives a kind a second: till then the question stands, then the standing preference answers it.

    So that nobody learns from an answer at once that there was nothing to choose.
    """
    people = (combatant("cloud", "heroes", "ana", "soldier"), combatant("ogre", "foes", None, "ogre"))
    made = await service.create(new_fight(combatants=people))
    for tool in (
        {"setPolicy": {"kind": "UseReadied", "pace": 1}},
        {"setPolicy": {"kind": "GroupInitiative", "asked": False}},
    ):
        await service.submit(made.id, "gm", {"gm": tool})
    await service.prefer(made.id, "ana", "UseReadied", wish)
    acting = (await service.submit(made.id, "gm", BEGIN)).view.position.state.fight.acting
    if "cloud" not in acting:
        await service.submit(made.id, "gm", {"fantasia": {"endTurn": {"combatant": "ogre"}}})
    held = {"combatant": "cloud", "action": "ATTACK", "trigger": trigger}
    await service.submit(made.id, "ana", {"fantasia": {"ready": held}})
    await service.submit(made.id, "ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})
    done = await service.submit(made.id, "gm", {"fantasia": {"move": {"combatant": "ogre", "metres": 1}}})
    window = done.view.position.state.fight.window
    assert window is not None, "a preference waits for its pace"
    assert [asked.kind for asked in window.asked] == ["UseReadied"]
    stopping = asyncio.Event()
    timers = asyncio.create_task(service.run_deadlines(stopping))
    async with asyncio.timeout(PATIENCE):
        while (await service.view(made.id, "gm")).position.state.fight.window is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    stopping.set()
    await timers
    told = await service.seen_events(made.id, "gm", done.last + 1, 50)
    answered = next(t.recorded for t in told if type(t.recorded.event).__name__ == "DecisionAnswered")
    assert clock.parse_ms(answered.time) - clock.parse_ms(done.seen_events[-1].recorded.time) >= 1000


async def test_the_timer_comes_late_to_an_answered_decision(service: Encounters) -> None:
    """Answered by hand in time, the default is not taken any more, and nothing is appended."""
    made = await service.create(new_fight())
    await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "GroupInitiative", "deadline": 1}}})
    done = await service.submit(made.id, "gm", BEGIN)
    window = done.view.position.state.fight.window
    assert window is not None
    after = await service.answer(made.id, "gm", window.asked[0].decision, Choice(window.asked[0].default))
    stopping = asyncio.Event()
    timers = asyncio.create_task(service.run_deadlines(stopping))
    await asyncio.sleep(1.8)
    stopping.set()
    await timers
    assert (await service.view(made.id, "gm")).version == after.last
