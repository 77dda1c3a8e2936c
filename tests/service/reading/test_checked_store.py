"""Damage in the database is found at its version before anything is shown, played on or signed."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.service.encounters import Encounters
from engine.service.reading.checked_store import CheckedStore, checked
from engine.service.reading.hub import Hub
from engine.service.reading.loader import PAGE, SNAPSHOT_EVERY, Loader
from engine.service.reading.scrub import Scrub
from engine.service.registry import Registry, snapshot_code
from engine.store.memory import MemoryStore
from engine.store.port import Damaged, Entry, Snapshot, Store
from engine.store.redis import RedisStore
from tests.service.reading.test_loader import long_fight
from tests.support.amounts import PATIENCE
from tests.support.fights.fights import new_fight
from tests.support.fights.played import played
from tests.support.processes.damaging import HARMS, flip, harm

BEGIN = {"fantasia": {"begin": {}}}


@pytest.fixture
async def fight(store: Store, registry: Registry) -> str:
    """A running fight with a revert and secret parts, without a snapshot."""
    encounter = await played(Encounters(store, registry), ended=False, dice="SEEDED", seed=3)
    await store.drop_snapshots(encounter)
    return encounter


@pytest.fixture
async def other(store: Store, registry: Registry) -> str:
    """Another fight of the same store."""
    return (await Encounters(store, registry).create(new_fight())).id


async def secret_one(store: Store, encounter: str) -> int:
    """The version of an event with a secret part that is folded: a combatant who has joined."""
    entries = await store.read(encounter, 1, 20)
    return next(e.version for e in entries if e.secret is not None and e.to)


async def damage(store: Store, encounter: str, how: str) -> int:
    """The version that is damaged."""
    version = await secret_one(store, encounter)
    await harm(store, encounter, version - (how == "the event before it"), HARMS[how])
    return version


async def take_all(service: Encounters, encounter: str) -> list[Any]:
    async with aclosing(service.watch(encounter, "gm", 0)) as pages:
        return [told async for page in pages for told in page]


Way = Callable[[Encounters, str], Awaitable[Any]]


async def exported(service: Encounters, encounter: str) -> Any:
    return [line async for line in service.export(encounter, None)]


WAYS: dict[str, Way] = {
    "its head": lambda s, e: s.view(e, "ana"),
    "a past version": lambda s, e: s.view(e, "gm", 30),
    "its events": lambda s, e: s.seen_events(e, "ana", 1, 500),
    "an export": exported,
    "the stream": lambda s, e: s.entries(e),
    "an order": lambda s, e: s.submit(e, "gm", {"gm": {"pause": {}}}),
    "an answer": lambda s, e: s.answer(e, "gm", 10, Choice("shared")),
    "a revert": lambda s, e: s.submit(e, "gm", {"gm": {"revert": {"to": 25}}}),
    "a fork": lambda s, e: s.fork(e, "gm", 30),
    "a preference": lambda s, e: s.prefer(e, "ana", "NextAttack", "always"),
    "a bot": lambda s, e: s.set_bot(e, None, "ana", "RANDOM"),
}


@pytest.mark.parametrize("how", HARMS)
async def test_a_damaged_event_is_refused_by_every_output(
    store: Store, registry: Registry, fight: str, other: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each says so by a process that does not have the fight at hand, whether it is marked already or not."""
    before = await store.head(fight)
    version = await damage(store, fight, how)
    found = set()
    for name, way in WAYS.items():
        for _ in ("found", "marked"):
            with pytest.raises(Damaged) as caught:
                await way(Encounters(store, registry), fight)
            assert caught.value.encounter == fight, name
            found.add(caught.value.version)
        await store.mark_damaged(fight, 0)
    assert found <= {version, version - 1}
    service = Encounters(store, registry)
    report = await service.audit(fight)
    assert (report.chain.state, report.broken_at) == ("BROKEN", min(found))
    assert await store.head(fight) == before
    await service.submit(other, "gm", BEGIN)


async def test_damage_is_logged_once_and_says_what_to_do(
    store: Store, registry: Registry, fight: str, caplog: pytest.LogCaptureFixture
) -> None:
    version = await damage(store, fight, "a bit of the public part")
    service = Encounters(store, registry)
    for _ in range(3):
        with pytest.raises(Damaged):
            await service.view(fight, "gm")
    (said,) = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert f"encounter {fight} is damaged in the database at version {version}" in said
    assert f"skald export {fight} --at {version - 1}" in said


async def test_a_process_that_has_the_fight_at_hand_finds_it_in_what_it_reads(
    store: Store, registry: Registry, fight: str
) -> None:
    """What it holds was checked, and stays right; what it reads again is not, and then it holds nothing more."""
    hub = Hub(store)
    await hub.start()
    service = Encounters(store, registry, hub=hub)
    try:
        held = await service.view(fight, "ana")
        version = await damage(store, fight, "a bit of the public part")
        assert (await service.view(fight, "ana")).head == held.head
        with pytest.raises(Damaged, match=f"version {version}"):
            await service.seen_events(fight, "ana", 1, 500)
        with pytest.raises(Damaged):
            await service.view(fight, "ana")
    finally:
        await hub.stop()


async def test_watchers_get_what_is_whole_and_are_told(store: Store, registry: Registry, fight: str) -> None:
    """Every event before the damage, and then the reason."""
    version = await damage(store, fight, "a bit of the public part")
    hub = Hub(store)
    await hub.start()
    try:
        seen: list[int] = []

        async def take() -> None:
            async with aclosing(hub.watch(fight, 0)) as pages:
                async for page in pages:
                    seen.extend(entry.version for entry in page)

        with pytest.raises(Damaged, match=f"version {version}"):
            await take()
        assert seen == list(range(1, version))
    finally:
        await hub.stop()


async def test_watchers_who_have_seen_all_are_told_when_it_is_found(
    store: Store, registry: Registry, fight: str
) -> None:
    """By whichever process: it is announced to all."""
    hub = Hub(store)
    await hub.start()
    try:
        async with aclosing(hub.watch(fight, (await store.head(fight)).version)) as pages:
            waiting = asyncio.ensure_future(anext(pages))
            await damage(store, fight, "a bit of the public part")
            for _ in range(200):  # a word on the wake channel may be lost: it is said again
                await store.mark_damaged(fight, 0)
                with pytest.raises(Damaged):
                    await Encounters(store, registry).view(fight, None)
                done, _ = await asyncio.wait([waiting], timeout=0.05)
                if done:
                    break
            with pytest.raises(Damaged):
                await waiting
    finally:
        await hub.stop()


async def test_damage_before_a_snapshot_is_the_scrubs_to_find(
    store: Store, registry: Registry, caplog: pytest.LogCaptureFixture
) -> None:
    """A cold load folds from a snapshot, which is bound to its head; nothing before it is read. From when the scrub has
    found the damage the fight is marked, for every process."""
    made = await long_fight(Encounters(store, registry), store, SNAPSHOT_EVERY + 20)
    await Encounters(store, registry).view(made.id, "gm")  # keeps a snapshot of what took long
    await harm(store, made.id, 100, flip(b"event"))
    seen = await Encounters(store, registry).view(made.id, "gm")
    assert seen.version == SNAPSHOT_EVERY + 20
    await scrubbed(store)
    for _ in range(2):
        with pytest.raises(Damaged, match="version 100"):
            await Encounters(store, registry).view(made.id, "gm")
    assert "is damaged in the database at version 100" in caplog.text


async def scrubbed(store: Store) -> None:
    """A round of the scrub, by a process of its own."""
    stopping, done = asyncio.Event(), asyncio.Event()

    class Watched(CheckedStore):
        async def lease(self, name: str, holder: str, seconds: int) -> bool:
            if seconds == 3600:
                done.set()
            return bool(await store.lease(f"{name} {id(stopping)}", holder, seconds))

    running = asyncio.create_task(Scrub(Watched(store), pause=0, first=0.001, every=3600).run(stopping))
    await asyncio.wait_for(done.wait(), PATIENCE)
    stopping.set()
    await running


async def test_a_fight_that_is_whole_again_goes_on(
    store: Store, registry: Registry, fight: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A backup was restored, or a bit flipped back: the next round of the scrub takes the mark away."""
    await damage(store, fight, "a bit of the public part")
    with pytest.raises(Damaged):
        await Encounters(store, registry).view(fight, "gm")
    await damage(store, fight, "a bit of the public part")  # the same bit: it is as it was
    with pytest.raises(Damaged):
        await Encounters(store, registry).view(fight, "gm")
    await scrubbed(store)
    assert "whole again" in caplog.text
    await Encounters(store, registry).submit(fight, "gm", {"gm": {"pause": {}}})


async def test_one_process_scrubs_at_a_time(store: Store) -> None:
    """Who has the lease renews it; another one gets it when it has run out."""
    assert await store.lease("scrub", "a", 1)
    assert not await store.lease("scrub", "b", 1)
    assert await store.lease("scrub", "a", 1)
    assert await store.lease("else", "b", 1)


async def test_a_damaged_snapshot_is_made_anew(
    store: Store, registry: Registry, caplog: pytest.LogCaptureFixture
) -> None:
    """It is only a cache: the fight is folded from its events."""
    made = await long_fight(Encounters(store, registry), store, SNAPSHOT_EVERY + 20)
    code = snapshot_code(made.book)
    whole = (await Encounters(store, registry).view(made.id, "gm")).position
    for at in (3, 40, -20):
        await Encounters(store, registry).view(made.id, "gm")  # keeps one
        kept = await store.snapshot(made.id, code, 10**6)
        assert kept is not None
        body = bytearray(kept.body)
        body[at] ^= 1
        await store.keep_snapshot(made.id, code, Snapshot(kept.version, kept.hash, bytes(body)), passing=True)
        assert (await Encounters(store, registry).view(made.id, "gm")).position == whole
        assert f"a snapshot of encounter {made.id} at version {kept.version} is damaged" in caplog.text
        caplog.clear()


async def test_a_snapshot_of_another_head_is_none(store: Store, registry: Registry) -> None:
    """Its digest covers version, hash and code: what was kept of one does not pass for another."""
    reading = checked(store)
    await reading.keep_snapshot("a", "code", Snapshot(5, "aa", b"{}"))
    kept = await store.snapshot("a", "code", 5)
    assert kept is not None
    assert await reading.snapshot("a", "code", 5) == Snapshot(5, "aa", b"{}")
    for code, one in (("code", Snapshot(5, "ab", kept.body)), ("else", kept), ("code", Snapshot(6, "aa", kept.body))):
        await store.keep_snapshot("a", code, one)
        assert await reading.snapshot("a", code, one.version) is None


async def test_what_is_whole_can_be_taken_elsewhere(store: Store, registry: Registry) -> None:
    """The events before the damage are exported, imported, and played on as a fork."""
    encounter = await played(Encounters(store, registry), ended=False, dice="OPEN", seed=3)
    times: list[Entry] = await store.read(encounter, 1, 500)
    await harm(store, encounter, len(times), flip(b"event"))
    with pytest.raises(Damaged) as caught:
        await Encounters(store, registry).view(encounter, "gm")
    whole = await checked(store).read(encounter, 1, caught.value.version - 1)
    assert len(whole) == len(times) - 1


async def test_the_secret_of_the_dice_is_the_one_that_was_committed_to(store: Store, registry: Registry) -> None:
    """A bit of it flipped: no die falls by another one, and nothing is appended."""
    made = await Encounters(store, registry).create(new_fight(dice="SEEDED"))
    if isinstance(store, MemoryStore):
        kept = store._fights[made.id]
        assert kept.secrets is not None
        kept.secrets = type(kept.secrets)("0" * 64, kept.secrets.hidden)
    else:
        assert isinstance(store, RedisStore)
        await store._command("HSET", f"skald:{{{made.id}}}:secret", "dice", "0" * 64)
    with pytest.raises(Exception, match=r"the dice secret of encounter .* is damaged"):
        await Encounters(store, registry).submit(made.id, "gm", BEGIN)
    assert (await store.head(made.id)).version == made.version


@pytest.mark.parametrize("seed", range(3))
async def test_any_bit_of_any_event_is_found(registry: Registry, seed: int) -> None:
    """Read from the beginning, whatever it is: at its version, or at the one behind it where its hash is hit."""
    store, chance = MemoryStore(), random.Random(seed)
    encounter = await played(Encounters(store, registry), ended=True, dice="SEEDED", seed=seed)
    written = list(store._fights[encounter].entries)
    for _ in range(60):
        store._fights[encounter].entries = list(written)
        version = chance.randint(1, len(written))
        fields = [b"event", b"hash", *([b"secret", b"to", b"salt"] if written[version - 1].secret else [])]
        await harm(store, encounter, version, flip(chance.choice(fields), chance.randrange(5000), chance.randrange(8)))
        for first, last in ((1, len(written)), (version, version)):
            with pytest.raises(Damaged) as caught:
                await checked(store).read(encounter, first, last)
            assert caught.value.version == version
        with pytest.raises(Damaged):
            await checked(store).read_back(encounter, len(written), len(written))


class Counting(MemoryStore):
    """Counts the events that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.events = self.calls = 0

    async def read(self, encounter: str, first: int, last: int) -> list[Entry]:
        found = await super().read(encounter, first, last)
        self.events, self.calls = self.events + len(found), self.calls + 1
        return found

    async def read_back(self, encounter: str, last: int, limit: int) -> list[Entry]:
        found = await super().read_back(encounter, last, limit)
        self.events, self.calls = self.events + len(found), self.calls + 1
        return found


async def test_checking_costs_one_event_more_for_each_read(registry: Registry) -> None:
    """No further call, and nothing that is at hand is checked again."""
    store = Counting()
    made = await long_fight(Encounters(store, registry), store, 2 * PAGE)
    store.events = store.calls = 0
    loader = Loader(checked(store), registry)
    await loader.head(made.id)
    assert (store.calls, store.events) == (2, 2 * PAGE + 1)
    await loader.head(made.id)
    assert (store.calls, store.events) == (2, 2 * PAGE + 1)
