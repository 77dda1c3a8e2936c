"""Watching: every event once and in order, whatever happens to notifications, subscriptions, servers and watchers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager

import pytest

from engine.service.reading.hub import Ahead, Hub
from engine.service.reading.tail import Tail
from engine.store import port
from engine.store.memory import MemoryStore
from engine.store.port import Revoked
from engine.store.redis import RedisStore
from engine.store.server import PrivateServer
from tests.support.amounts import PATIENCE, amount
from tests.support.fights.streams import FIGURES, head_of, step
from tests.support.processes.outages import cut_subscriptions, kill
from tests.support.processes.servers import test_server


class Deaf(MemoryStore):
    """A store that can lose notifications, be away, and counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf = False
        self.away = False
        self.reads: list[tuple[str, int, int]] = []
        self.looks: list[Sequence[str]] = []

    async def notifications(self) -> AsyncGenerator[port.Notification, None]:
        async with aclosing(super().notifications()) as notifications:
            async for notification in notifications:
                if not self.deaf:
                    yield notification

    async def read(self, encounter: str, first: int, last: int) -> list[port.Entry]:
        self.reads.append((encounter, first, last))
        await asyncio.sleep(0.002)
        if self.away:
            raise port.StoreUnavailable("away")
        return await super().read(encounter, first, last)

    async def heads(self, encounters: Sequence[str]) -> list[port.HeadAndEpochs]:
        self.looks.append(encounters)
        await asyncio.sleep(0.002)
        if self.away:
            raise port.StoreUnavailable("away")
        return await super().heads(encounters)

    def subscribe_anew(self) -> None:
        """What a real store's listener hears when its connection is made again."""
        self._announce(port.Notification("", 0))

    def lose(self, encounter: str) -> None:
        """The stream is gone, as after a failover to a server that never had it."""
        self._fights.pop(encounter)


@pytest.fixture
def store() -> Deaf:
    """A store in memory."""
    return Deaf()


@asynccontextmanager
async def hub_on(store: port.Store, look_every: float = 100 * PATIENCE) -> AsyncIterator[Hub]:
    """A hub that has been started, and will be stopped."""
    hub = Hub(store, look_every=look_every)
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


async def put(store: port.Store, encounter: str, entries: list[port.Entry]) -> list[port.Entry]:
    """Append behind whatever the stream holds."""
    head = await store.head(encounter)
    key = f"{entries[0].hash}"
    await store.append(encounter, head, entries, seat="gm", key=key, fingerprint="f", figures=FIGURES)
    return entries


async def take(watch: AsyncIterator[list[port.Entry]]) -> list[int]:
    """The versions of the next page."""
    return [entry.version for entry in await asyncio.wait_for(anext(watch), PATIENCE)]


async def nothing_from(watch: AsyncGenerator[list[port.Entry], None]) -> asyncio.Task[list[port.Entry]]:
    """A page that does not come for now."""
    waiting = asyncio.ensure_future(anext(watch))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    return waiting


async def test_catching_up_and_then_live(store: Deaf) -> None:
    """A watcher gets all it lacks in pages of at most 200, then each step as it is appended."""
    made = await put(store, "a", step(count=450))
    async with hub_on(store) as hub, aclosing(hub.watch("a", 0)) as watch:
        assert [await take(watch) for _ in range(3)] == [
            list(range(1, 201)),
            list(range(201, 401)),
            list(range(401, 451)),
        ]
        waiting = await nothing_from(watch)
        await put(store, "a", step(head_of(made), 3))
        assert [entry.version for entry in await waiting] == [451, 452, 453]


async def test_a_fight_that_does_not_exist_yet(store: Deaf) -> None:
    """One may watch before there is anything."""
    async with hub_on(store) as hub, aclosing(hub.watch("a", 0)) as watch:
        waiting = await nothing_from(watch)
        await put(store, "a", step())
        assert [entry.version for entry in await waiting] == [1]


async def test_a_lost_hint_is_healed_by_the_timer(store: Deaf) -> None:
    """When the notification of the last event before a silence is lost, the next look finds it."""
    made = await put(store, "a", step())
    async with hub_on(store, look_every=0.2) as hub, aclosing(hub.watch("a", 1)) as watch:
        waiting = await nothing_from(watch)
        store.deaf = True
        await put(store, "a", step(head_of(made)))
        assert [entry.version for entry in await asyncio.wait_for(waiting, PATIENCE)] == [2]


async def test_a_hint_lost_with_its_subscription_is_healed_by_the_next(store: Deaf) -> None:
    """What was appended between two subscriptions is found when the second is confirmed, long before the timer."""
    made = await put(store, "a", step())
    async with hub_on(store) as hub, aclosing(hub.watch("a", 1)) as watch:
        waiting = await nothing_from(watch)
        store.deaf = True
        await put(store, "a", step(head_of(made)))
        await asyncio.sleep(0.02)
        store.deaf = False
        store.subscribe_anew()
        assert [entry.version for entry in await asyncio.wait_for(waiting, PATIENCE)] == [2]


async def test_the_timer_looks_at_all_fights_together(store: Deaf) -> None:
    """The timer asks once for all watched fights, and for none that nobody watches."""
    async with hub_on(store, look_every=0.1) as hub:
        watches = [hub.watch(f"f{n}", 0) for n in range(20)]
        waiting = [asyncio.ensure_future(anext(watch)) for watch in watches]
        await asyncio.sleep(0.05)
        store.looks.clear()
        async with asyncio.timeout(PATIENCE):
            while len(store.looks) < 2:  # noqa: ASYNC110 (nothing tells of it)
                await asyncio.sleep(0.01)
        assert all(len(asked) == 20 for asked in store.looks)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert (hub.watched, hub.watchers) == (0, 0)


async def test_pages_are_read_once_for_all(store: Deaf) -> None:
    """A hundred watchers who need the same events cost one read; a live step costs one more."""
    made = await put(store, "a", step(count=150))
    async with hub_on(store) as hub:
        watches = [hub.watch("a", 0) for _ in range(100)]
        pages = await asyncio.gather(*(take(watch) for watch in watches))
        assert pages == [list(range(1, 151))] * 100
        assert store.reads == [("a", 1, 200)]
        waiting = [asyncio.ensure_future(take(watch)) for watch in watches]
        await asyncio.sleep(0.02)
        await put(store, "a", step(head_of(made), 6))
        assert await asyncio.gather(*waiting) == [[151, 152, 153, 154, 155, 156]] * 100
        # The event before a page is read with it, for the first of the page continues it.
        assert store.reads == [("a", 1, 200), ("a", 150, 350)]
        # Someone who was away for a moment is served from what is kept.
        late = hub.watch("a", 100)
        assert await take(late) == list(range(101, 157))
        assert len(store.reads) == 2
        for watch in [*watches, late]:
            await watch.aclose()
        assert hub.watched == 0


async def test_a_cancelled_watcher_leaves_the_shared_page_to_the_others(store: Deaf) -> None:
    """A watcher cancelled while a shared page is read leaves the others their page."""
    await put(store, "a", step(count=5))
    async with hub_on(store) as hub:
        staying, leaving = hub.watch("a", 0), hub.watch("a", 0)
        tasks = [asyncio.ensure_future(anext(leaving)), asyncio.ensure_future(take(staying))]
        await asyncio.sleep(0.003)
        tasks[0].cancel()
        assert await tasks[1] == [1, 2, 3, 4, 5]
        assert hub.watchers == 1
        await staying.aclose()


async def test_a_slow_watcher_keeps_nothing_queued(store: Deaf) -> None:
    """A watcher that takes nothing for long gets everything when it does, from the stream."""
    made = await put(store, "a", step())
    async with hub_on(store) as hub, aclosing(hub.watch("a", 0)) as slow, aclosing(hub.watch("a", 0)) as fast:
        assert await take(slow) == [1]
        assert await take(fast) == [1]
        for _ in range(8):
            made = await put(store, "a", step(head_of(made), 100))
            got: list[int] = []
            while got[-1:] != [made[-1].version]:
                got += await take(fast)
        seen: list[int] = []
        while len(seen) < 800:
            seen += await take(slow)
        assert seen == list(range(2, 802))


async def test_a_watcher_ahead_is_told(store: Deaf) -> None:
    """A version that the stream never reached is an error with the head, not a silence."""
    made = await put(store, "a", step(count=3))
    async with hub_on(store) as hub:
        with pytest.raises(Ahead) as caught:
            await take(hub.watch("a", 4))
        assert (caught.value.version, caught.value.head) == (4, head_of(made))
        with pytest.raises(Ahead):
            await hub.wait("a", 4, 1)
        with pytest.raises(Ahead):
            await take(hub.watch("none", 1))


async def test_one_who_knows_more_than_the_hub_is_not_ahead(store: Deaf) -> None:
    """Whoever learned of an event before its notification came is not told off: the hub looks first."""
    made = await put(store, "a", step(count=3))
    async with hub_on(store) as hub, aclosing(hub.watch("a", 3)) as first:
        await nothing_from(first)
        store.deaf = True
        more = await put(store, "a", step(head_of(made), 2))
        async with aclosing(hub.watch("a", 5)) as second:
            waiting = await nothing_from(second)
            store.deaf = False
            await put(store, "a", step(head_of(more)))
            assert [entry.version for entry in await waiting] == [6]


async def test_a_tail_lost_while_watching_is_told(store: Deaf) -> None:
    """Watchers that have events which the stream lost are told by the next look; others go on."""
    old = await put(store, "a", step(count=5))
    async with hub_on(store, look_every=0.1) as hub:
        ahead, behind = hub.watch("a", 5), hub.watch("a", 2, hash=old[1].hash)
        waiting = await nothing_from(ahead)
        store.lose("a")
        await put(store, "a", old[:3])
        with pytest.raises(Ahead) as caught:
            await asyncio.wait_for(waiting, PATIENCE)
        assert caught.value.head == head_of(old[:3])
        assert await take(behind) == [3]
        await behind.aclose()


@pytest.mark.parametrize("again", [4, 5, 6, 9])
async def test_other_events_in_the_place_of_lost_ones_are_told(store: Deaf, again: int) -> None:
    """After a lost tail versions come again under other hashes, however many: who has the lost ones is told."""
    old = await put(store, "a", step(count=5))
    async with hub_on(store, look_every=0.1) as hub:
        watches = [hub.watch("a", 0), hub.watch("a", 5)]  # the second learns at the head what its version is
        assert await take(watches[0]) == [1, 2, 3, 4, 5]
        waiting = [await nothing_from(watch) for watch in watches]
        store.lose("a")
        await put(store, "a", old[:3] + step(head_of(old[:3]), again - 3, tag="new"))
        for task in waiting:
            with pytest.raises(Ahead) as caught:
                await asyncio.wait_for(task, PATIENCE)
            assert caught.value.head.version == again
            assert caught.value.version == 5


async def test_a_watcher_may_prove_what_it_has(store: Deaf) -> None:
    """With the right hash of its version a watcher goes on, with another it is told, at the head or before it."""
    made = await put(store, "a", step(count=5))
    async with hub_on(store) as hub:
        for after in (3, 5):
            with pytest.raises(Ahead):
                await take(hub.watch("a", after, hash=step(count=5, tag="other")[after - 1].hash))
        async with aclosing(hub.watch("a", 3, hash=made[2].hash)) as watch:
            assert await take(watch) == [4, 5]


@pytest.mark.parametrize("known", [True, False])
async def test_a_hub_with_lost_events_serves_those_of_the_stream(store: Deaf, known: bool) -> None:
    """A newcomer is served the new events, though the hub kept the lost ones in their place.

    One who brings the hash of its version at once; one who does not as soon as a look has found the loss.
    """
    old = await put(store, "a", step(count=5))
    async with hub_on(store, look_every=60 if known else 0.05) as hub, aclosing(hub.watch("a", 0)) as watch:
        await take(watch)
        store.lose("a")
        new = await put(store, "a", step(count=5, tag="new"))
        await asyncio.sleep(0.1)
        async with aclosing(hub.watch("a", 2, hash=new[1].hash if known else "")) as newcomer:
            assert await asyncio.wait_for(anext(newcomer), PATIENCE) == new[2:]
        assert old[2:] != new[2:]


async def test_lost_and_new_events_are_never_mixed(store: Deaf) -> None:
    """New events are not put behind lost ones that they do not follow: a page is always one chain."""
    old = await put(store, "a", step(count=5))
    async with hub_on(store) as hub, aclosing(hub.watch("a", 0)) as watch:
        await take(watch)
        store.lose("a")
        new = await put(store, "a", old[:3] + step(head_of(old[:3]), 6, tag="new"))
        async with aclosing(hub.watch("a", 5)) as newcomer:
            assert await take(newcomer) == [6, 7, 8, 9]
        async with aclosing(hub.watch("a", 3, hash=old[2].hash)) as other:
            assert await asyncio.wait_for(anext(other), PATIENCE) == new[3:]


async def test_a_late_head_read_does_not_undo_newer_events(store: Deaf) -> None:
    """An answer is held against what was known when it was asked for: only less than that means events were lost."""
    tail = Tail(store, "a", lambda *_: None)
    tail.notified(7)
    tail.apply(port.HeadAndEpochs(port.Head(6, "h6"), {}), before=port.Head(5, "h5"), sent=1.0)
    assert tail.head == port.Head(7)
    tail.apply(port.HeadAndEpochs(port.Head(7, "h7"), {}), before=port.Head(5, "h5"), sent=2.0)
    assert tail.head == port.Head(7, "h7")
    tail.apply(port.HeadAndEpochs(port.Head(6, "x6"), {}), before=port.Head(7, "h7"), sent=3.0)
    assert (tail.head, tail.head_read_at) == (port.Head(6, "x6"), 3.0)


async def test_a_store_that_is_away_is_waited_for(store: Deaf) -> None:
    """Watchers wait while the store is away, whether they begin or go on, and resume."""
    made = await put(store, "a", step(count=2))
    store.away = True
    async with hub_on(store) as hub, aclosing(hub.watch("a", 0)) as watch:
        waiting = await nothing_from(watch)
        with pytest.raises(port.StoreUnavailable):
            await hub.wait("a", 2, 0.05)
        store.away = False
        assert [entry.version for entry in await asyncio.wait_for(waiting, PATIENCE)] == [1, 2]
        store.away = True
        await put(store, "a", step(head_of(made)))
        waiting = await nothing_from(watch)
        store.away = False
        assert [entry.version for entry in await asyncio.wait_for(waiting, PATIENCE)] == [3]


async def test_revoked_tokens(store: Deaf) -> None:
    """A revocation ends the watches of its seat and is told to listeners; other seats go on."""
    await put(store, "a", step())
    told: list[tuple[str, str, int]] = []
    async with hub_on(store, look_every=0.1) as hub:
        forget = hub.on_epoch(lambda *news: told.append(news))
        ana, bo = hub.watch("a", 1, seat="ana"), hub.watch("a", 1, seat="bo")
        waiting = [await nothing_from(ana), await nothing_from(bo)]
        await store.raise_epoch("a", "ana")
        with pytest.raises(Revoked):
            await asyncio.wait_for(waiting[0], PATIENCE)
        assert told == [("a", "ana", 1)]
        # The announcement is lost: the look finds it.
        store.deaf = True
        await store.raise_epoch("a", "bo")
        with pytest.raises(Revoked):
            await asyncio.wait_for(waiting[1], PATIENCE)
        assert told[-1] == ("a", "bo", 1)
        with pytest.raises(Revoked):
            await take(hub.watch("a", 1, seat="ana"))
        async with aclosing(hub.watch("a", 0, seat="ana", epoch=1)) as renewed:
            assert await take(renewed) == [1]
        store.deaf = False
        forget()
        count = len(told)
        await store.raise_epoch("b", "gm")
        await asyncio.sleep(0.05)
        assert len(told) == count


async def test_long_polls(store: Deaf) -> None:
    """A long poll answers at once if there is more, else when there is, else after its time."""
    made = await put(store, "a", step(count=2))
    async with hub_on(store) as hub:
        assert await hub.wait("a", 1, 5) == 2
        assert await hub.wait("a", 2, 0.05) == 2
        waiting = asyncio.ensure_future(hub.wait("a", 2, 5))
        await asyncio.sleep(0.02)
        await put(store, "a", step(head_of(made)))
        assert await asyncio.wait_for(waiting, PATIENCE) == 3
        assert await hub.wait("none", 0, 0.01) == 0
        assert hub.watched == 0


async def test_stopping_ends_all_watches(store: Deaf) -> None:
    """When the hub stops, watchers end without an error, also those in the middle of a read."""
    await put(store, "a", step())
    hub = Hub(store)
    await hub.start()
    waiting = [asyncio.ensure_future(anext(hub.watch("a", 1), None)), asyncio.ensure_future(hub.wait("a", 1, 60))]
    await asyncio.sleep(0.05)
    store.away = True
    reading = asyncio.ensure_future(anext(hub.watch("b", 0), None))
    await asyncio.sleep(0.05)
    await hub.stop()
    assert await asyncio.wait_for(asyncio.gather(*waiting, reading), PATIENCE) == [None, 1, None]
    assert hub.watched == 0


# -- the storm: SKALD_WATCHERS=1000 is its long form
WATCHERS = amount("SKALD_WATCHERS", 160, 1000)
FIGHTS, FAULTS = max(8, WATCHERS // 50), max(4, WATCHERS // 80)
PACE = 15
"""Events of every fight between two faults."""


async def test_many_watchers_through_many_faults() -> None:
    """160 watchers of 8 fights, the server killed or its subscriptions cut four times, a third of the watchers
    leaving and resuming: each gets every version once, in order, and all stand at the head at the end."""
    chance = random.Random(7)
    with test_server(appendfsync="everysec") as server:
        store = RedisStore(server.url, patience=30)
        async with hub_on(store, look_every=1) as hub:
            fights = [f"fight{n}" for n in range(FIGHTS)]
            watchers = [Watcher(hub, fights[n % FIGHTS], leaves=n % 3 == 0) for n in range(WATCHERS)]
            watching = [asyncio.create_task(watcher.run(random.Random(n))) for n, watcher in enumerate(watchers)]
            over = asyncio.Event()
            written = dict.fromkeys(fights, 0)
            writing = [asyncio.create_task(write(store, fight, over, chance, written)) for fight in fights]
            for fault in range(FAULTS):
                async with asyncio.timeout(PATIENCE):
                    while min(written.values()) < PACE * (fault + 1):  # noqa: ASYNC110 (all fights)
                        await asyncio.sleep(0.02)
                await asyncio.to_thread(strike, server, fault)
            over.set()
            heads = dict(zip(fights, await asyncio.gather(*writing), strict=True))
            async with asyncio.timeout(PATIENCE):
                while any(watcher.head != heads[watcher.fight] for watcher in watchers):  # noqa: ASYNC110 (all)
                    await asyncio.sleep(0.05)
            for task in watching:
                task.cancel()
            ends = await asyncio.gather(*watching, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends)
            assert sum(watcher.left for watcher in watchers) > WATCHERS / 3
            assert min(head.version for head in heads.values()) >= PACE * FAULTS
            assert [await store.head(fight) for fight in fights] == list(heads.values())
            assert hub.watched == 0
        await store.close()


def strike(server: PrivateServer, fault: int) -> None:
    """Kill and restart the server, or cut its subscriptions, in turn."""
    if fault % 2:
        cut_subscriptions(server)
    else:
        kill(server)
        server.ensure()


async def write(
    store: RedisStore, fight: str, over: asyncio.Event, chance: random.Random, written: dict[str, int]
) -> port.Head:
    """Append steps of 1 to 6 events until it is over; each until it is acknowledged, with its key. Returns the head."""
    head = port.NOTHING
    while not over.is_set():
        entries = step(head, chance.randint(1, 6), tag=fight)
        key = str(entries[0].version)
        appended = await store.append(fight, head, entries, seat="gm", key=key, fingerprint="f", figures=FIGURES)
        assert (appended.first, appended.last) == (head.version + 1, entries[-1].version)
        head = head_of(entries)
        written[fight] = head.version
        await asyncio.sleep(chance.uniform(0.0, 0.1))
    return head


class Watcher:
    """Follows a fight and asserts that nothing is missing and nothing comes twice; some leave and come back."""

    def __init__(self, hub: Hub, fight: str, *, leaves: bool) -> None:
        self.hub = hub
        self.fight = fight
        self.leaves = leaves
        self.left = 0
        self.head = port.NOTHING

    async def run(self, chance: random.Random) -> None:
        while True:
            stay = chance.randint(1, 20) if self.leaves else 0
            async with aclosing(self.hub.watch(self.fight, self.head.version, hash=self.head.hash)) as pages:
                async for page in pages:
                    versions = [entry.version for entry in page]
                    first = self.head.version + 1
                    assert versions == list(range(first, first + len(page)))
                    self.head = head_of(page)
                    stay -= 1
                    if stay == 0:
                        break
            self.left += 1
            await asyncio.sleep(chance.uniform(0.0, 0.3))
