"""Loading a fight that no process knows: from the newest snapshot that holds, or from the beginning."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
import redis
from msgspec import structs

from engine.kernel.structs.messages import Recorded
from engine.service.encounters import Encounters
from engine.service.reading.checked_store import CheckedStore, checked
from engine.service.reading.loader import AT_ONCE, PAGE, PASSING_EVERY, SNAPSHOT_EVERY
from engine.service.reading.views import FightView, decode_whole
from engine.service.registry import Registry, snapshot_code
from engine.service.writing.writer import seal
from engine.store.port import Entry, Head, Snapshot, Store
from engine.store.redis import RedisStore
from tests.support.fights.fights import new_fight
from tests.support.fights.streams import FIGURES

NOTE = {"gm": {"setPolicy": {"kind": "Willing", "pace": 3}}}


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry)


async def long_fight(service: Encounters, store: Store, length: int, **more: Any) -> FightView:
    """A fight of so many events, nearly all of them the same note of the GM; it has no snapshot."""
    made = await service.create(new_fight(**more))
    await service.submit(made.id, "gm", NOTE)
    await lengthen(store, made, length)
    return made


async def lengthen(store: Store, fight: FightView, length: int) -> None:
    """The last event again and again, in one step."""
    head = await store.head(fight.id)
    (entry,) = await store.read(fight.id, head.version, head.version)
    last = decode_whole(fight.book, entry)
    entries = seal(fight.book, head, [Recorded(v, last.time, last.draft) for v in range(head.version + 1, length + 1)])
    await store.append(fight.id, head, entries, seat="gm", key=f"{length}", fingerprint="", figures=FIGURES)


async def mark(store: Store, fight: FightView, version: int, *, hash: str | None = None) -> None:
    """A snapshot of that version by which one sees that it was used: the fight has another name in it."""
    (entry,) = await store.read(fight.id, version, version)
    state = fight.position.state
    marked = structs.replace(state, fight=structs.replace(state.fight, name=f"at {version}"))
    snapshot = Snapshot(version, entry.hash if hash is None else hash, msgspec.json.encode(marked))
    await checked(store).keep_snapshot(fight.id, snapshot_code(fight.book), snapshot)


async def cold(store: Store, registry: Registry, fight: FightView, at: int | None = None) -> FightView:
    """What a process sees that never saw the fight."""
    return await Encounters(store, registry).view(fight.id, "gm", at)


def pages_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions from which somebody will have read back to fold."""
    pages: list[int] = []
    read_back = store.read_back

    async def counted(encounter: str, last: int, limit: int) -> list[Entry]:
        pages.append(last)
        return await read_back(encounter, last, limit)

    monkeypatch.setattr(store, "read_back", counted)
    return pages


def name_of(seen: FightView) -> Any:
    return seen.position.state.fight.name


async def test_the_newest_snapshot_that_holds_is_folded_on(
    service: Encounters, store: Store, registry: Registry
) -> None:
    """One of other events than stand at its version now is passed over, and the next older one is used."""
    fight = await long_fight(service, store, 2 * SNAPSHOT_EVERY + 20)
    await mark(store, fight, SNAPSHOT_EVERY + 30)
    await mark(store, fight, 2 * SNAPSHOT_EVERY)
    assert name_of(await cold(store, registry, fight)) == f"at {2 * SNAPSHOT_EVERY}"
    assert name_of(await cold(store, registry, fight, 2 * SNAPSHOT_EVERY)) == f"at {2 * SNAPSHOT_EVERY}"
    assert name_of(await cold(store, registry, fight, 2 * SNAPSHOT_EVERY - 1)) == f"at {SNAPSHOT_EVERY + 30}"
    assert name_of(await cold(store, registry, fight, SNAPSHOT_EVERY + 29)) == fight.position.state.fight.name
    await mark(store, fight, 2 * SNAPSHOT_EVERY, hash="lost")
    assert name_of(await cold(store, registry, fight)) == f"at {SNAPSHOT_EVERY + 30}"
    await mark(store, fight, SNAPSHOT_EVERY + 30, hash="lost")
    assert name_of(await cold(store, registry, fight)) == fight.position.state.fight.name


async def test_a_jump_behind_a_snapshot_uses_an_older_one(
    service: Encounters, store: Store, registry: Registry
) -> None:
    """What was taken back is not folded, nor is a snapshot of it."""
    fight = await long_fight(service, store, 2 * SNAPSHOT_EVERY + 20)
    await mark(store, fight, SNAPSHOT_EVERY + 30)
    await mark(store, fight, 2 * SNAPSHOT_EVERY)
    await Encounters(store, registry).submit(fight.id, "gm", {"gm": {"revert": {"to": 2 * SNAPSHOT_EVERY - 9}}})
    seen = await cold(store, registry, fight)
    assert name_of(seen) == f"at {SNAPSHOT_EVERY + 30}"
    assert seen.position.version == seen.head.version > 2 * SNAPSHOT_EVERY + 20


async def test_a_process_far_behind_folds_from_a_snapshot(
    service: Encounters, store: Store, registry: Registry
) -> None:
    """One that is a little behind reads what has come since; the same in both is where the fight stands."""
    fight = await long_fight(service, store, SNAPSHOT_EVERY)
    assert name_of(await service.view(fight.id, "gm")) == fight.position.state.fight.name
    await lengthen(store, fight, SNAPSHOT_EVERY + AT_ONCE)
    await mark(store, fight, SNAPSHOT_EVERY + AT_ONCE)
    near = await service.view(fight.id, "gm")
    assert (name_of(near), near.version) == (fight.position.state.fight.name, SNAPSHOT_EVERY + AT_ONCE)
    await lengthen(store, fight, SNAPSHOT_EVERY + 2 * AT_ONCE + 1)
    far = await service.view(fight.id, "gm")
    assert (name_of(far), far.version) == (f"at {SNAPSHOT_EVERY + AT_ONCE}", SNAPSHOT_EVERY + 2 * AT_ONCE + 1)


async def test_what_took_long_to_fold_is_kept(service: Encounters, store: Store, registry: Registry) -> None:
    """A fight without a snapshot, after a change of the code say, is folded whole once, even if nobody plays it on."""
    fight = await long_fight(service, store, 2 * SNAPSHOT_EVERY + 20)
    code = snapshot_code(fight.book)
    folded = await cold(store, registry, fight)
    kept = await store.snapshot(fight.id, code, folded.head.version)
    assert kept is not None
    assert Head(kept.version, kept.hash) == folded.head
    assert (await cold(store, registry, fight)).position == folded.position


async def test_concurrent_cold_loads_share_a_fold(
    service: Encounters, store: Store, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the screens do of a process that has just started: the others take what he has made."""
    fight = await long_fight(service, store, 2 * PAGE)
    pages = pages_read(store, monkeypatch)
    process = Encounters(store, registry)
    seen = await asyncio.gather(*(process.view(fight.id, seat) for seat in ("gm", "ana", None) * 10))
    assert pages == [2 * PAGE, PAGE]
    assert {one.head.version for one in seen} == {2 * PAGE}


async def test_the_versions_before_the_last_steps_are_not_folded_again(
    service: Encounters, store: Store, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever follows a fight reads what came after the step before; one more step back is folded."""
    fight = await long_fight(service, store, 20)
    heads = [(await service.view(fight.id, "gm")).version]
    for _ in range(3):
        await service.submit(fight.id, "gm", NOTE)
        heads.append((await service.view(fight.id, "gm")).version)
    folded = {at: (await cold(store, registry, fight, at)).position for at in heads}
    pages = pages_read(store, monkeypatch)
    for at in heads[1:]:
        assert (await service.view(fight.id, "gm", at)).position == folded[at]
    assert pages == []
    assert (await service.view(fight.id, "gm", heads[0])).position == folded[heads[0]]
    assert pages == [heads[0]]


async def test_a_cached_version_is_used_only_where_the_stream_has_it(
    service: Encounters, store: Store, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its event in the store is another one, say after a backup was put back: then it is folded."""
    fight = await long_fight(service, store, 20)
    before = (await service.view(fight.id, "gm")).version
    await service.submit(fight.id, "gm", NOTE)
    read = CheckedStore.read

    async def other(checked: CheckedStore, encounter: str, first: int, last: int) -> list[Entry]:
        found = await read(checked, encounter, first, last)
        return [structs.replace(one, hash="0" * 64) for one in found] if (first, last) == (before, before) else found

    monkeypatch.setattr(CheckedStore, "read", other)
    pages = pages_read(store, monkeypatch)
    assert (await service.view(fight.id, "gm", before)).version == before
    assert pages == [before]


async def test_a_short_fight_keeps_none(service: Encounters, store: Store, registry: Registry) -> None:
    """Whoever looks at it writes nothing."""
    fight = await long_fight(service, store, SNAPSHOT_EVERY - 1)
    await cold(store, registry, fight)
    assert await store.snapshot(fight.id, snapshot_code(fight.book), SNAPSHOT_EVERY) is None


async def test_play_leaves_one_snapshot_near_the_head_and_some_that_last(
    service: Encounters, store: Store, registry: Registry
) -> None:
    """The one near the head moves on, so that a fight of many orders takes no more room for it than one of few."""
    fight = await long_fight(service, store, SNAPSHOT_EVERY - 2)
    code = snapshot_code(fight.book)
    found = set()
    for version in range(SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY + 2 * PASSING_EVERY + 2):
        assert (await service.submit(fight.id, "gm", NOTE)).last == version
        snapshot = await store.snapshot(fight.id, code, version)
        found.add(snapshot.version if snapshot else 0)
    assert found == {0, SNAPSHOT_EVERY, SNAPSHOT_EVERY + PASSING_EVERY, SNAPSHOT_EVERY + 2 * PASSING_EVERY}
    looked = [await store.snapshot(fight.id, code, version) for version in sorted(found - {0})]
    assert [one.version for one in looked if one] == [
        SNAPSHOT_EVERY,
        SNAPSHOT_EVERY,
        SNAPSHOT_EVERY + 2 * PASSING_EVERY,
    ]
    assert (await cold(store, registry, fight)).position == (await service.view(fight.id, "gm")).position


async def test_an_order_of_several_steps_is_kept_at_its_end(service: Encounters, store: Store) -> None:
    """Where dice are typed nearly every step leaves an order open; the fight has its snapshots all the same."""
    settled_groups = {"groupRolls": [{"group": "goblin", "each": True}]}
    fight = await long_fight(service, store, PASSING_EVERY - 2, dice="PHYSICAL", setup=settled_groups)
    code, began = snapshot_code(fight.book), {"fantasia": {"begin": {}}}
    done, steps = await service.submit(fight.id, "gm", began), 1
    while window := done.view.position.state.fight.window:
        assert await store.snapshot(fight.id, code, done.last) is None, "a command is open"
        asked = next(one for one in window.asked if not one.answered)
        done, steps = await service.answer(fight.id, "gm", asked.decision, None, faces=[1, steps % 6 + 1]), steps + 1
    assert steps > 2
    assert done.first > PASSING_EVERY
    kept = await store.snapshot(fight.id, code, done.last)
    assert kept is not None
    assert kept.version == done.last


async def test_what_cannot_be_kept_is_read_all_the_same(redis_url: str, registry: Registry) -> None:
    """A server whose memory is full takes no snapshot, and whoever reads is told nothing of it."""
    store = RedisStore(redis_url)
    fight = await long_fight(Encounters(store, registry), store, 2 * SNAPSHOT_EVERY + 20)
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("maxmemory", 1)
        try:
            assert (await cold(store, registry, fight)).head == await store.head(fight.id)
        finally:
            client.config_set("maxmemory", 0)
    assert await store.snapshot(fight.id, snapshot_code(fight.book), 2 * SNAPSHOT_EVERY + 20) is None
    await store.close()
