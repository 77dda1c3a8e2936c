"""The memory of a fight: in the store by its length, and in the serving process, idle or watched."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import redis

from engine.service import randomness
from engine.service.reading.checked_store import checked
from engine.service.reading.loader import PASSING_EVERY, snapshot_code
from engine.store.port import Entry
from engine.store.redis import RedisStore, keys
from tests.bench import scene, servers, wire
from tests.bench.audience import Wanted, audience
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Series
from tests.bench.scene import Scene
from tests.bench.watch import resident, watch

HASH = 64
"""Bytes of a hash in text form."""
KEPT = 512
"""Fights that a process caches; more take no further memory."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """By the length of the fight; then the process."""
    store = RedisStore(plan.url)
    try:
        for events in plan.pick((20, 200), (20, 200, 2000), (20, 200, 2000)):
            yield await _stored(plan, store, events)
        async for row in _served(plan, store):
            yield row
    finally:
        await store.close()


async def _stored(plan: Plan, store: RedisStore, events: int) -> Row:
    """All keys of the fight except snapshots, against a stream that holds the same texts."""
    played, id = await scene.play_short(plan.registry, events), randomness.encounter_id()
    await scene.put(store, played, id)
    entries = played.entries
    with redis.Redis.from_url(plan.url) as client:
        names = [keys.events(id), keys.commands(id), keys.meta(id), keys.secret(id)]
        ours = sum(client.memory_usage(name, samples=0) or 0 for name in names)
        for entry in entries:
            client.xadd("bare", {"e": _text(entry)})
        limit = client.memory_usage("bare", samples=0) or 0
        assert client.xlen("bare") == client.xlen(keys.events(id)) == len(entries)
        client.delete("bare")
        beside = 0
        if events >= 2 * PASSING_EVERY:
            snapshot = scene.snapshot_before(plan.registry, played, PASSING_EVERY)
            await checked(store).keep_snapshot(
                id, snapshot_code(plan.registry.book("fantasia")), snapshot, passing=True
            )
            beside = client.memory_usage(keys.newest(id), samples=0) or 0
    row = Row(
        group="memory",
        work=f"a stored event, fight of {len(entries):,} events",
        unit="bytes",
        ours=Series((ours / len(entries),)),
        limit=Series((limit / len(entries),)),
        against="the same texts in a bare stream, without hashes and keys of orders",
        note="MEMORY USAGE of events, keys of orders, listing and secrets"
        + (f"; the newest snapshot takes {beside:,} bytes, whatever the length" if beside else ""),
    )
    if events >= 200:
        value = (row.ours.median - HASH) / (limit / len(entries))
        row.goals.append(Goal("of the limit, the hash taken off,", value, "<=", 1.4))
    return row


def _text(entry: Entry) -> bytes:
    return entry.public + (entry.secret or b"")


async def _served(plan: Plan, store: RedisStore) -> AsyncGenerator[Row, None]:
    """Growth of the service's process per fight that was loaded, and per fight that is watched."""
    many, watchers = plan.pick(20, 500, 1500), plan.pick(5, 50, 200)
    made = await Scene.make(store, plan.url, plan.registry, events=100)
    authority = servers.tokens()
    try:
        async with servers.skald(plan) as ours:
            ids = made.copies(KEPT + many if plan.size != "least" else many)
            looks = [
                wire.get(f"/v1/encounters/{id}", authority.issue(id, "eve", "SPECTATOR", epoch=0).token) for id in ids
            ]
            await wire.asked(ours.port, looks[:-many], 8)
            before = resident(ours.pid)
            await wire.asked(ours.port, looks[-many:], 8)
            idle = max(0.0, resident(ours.pid) - before) * 1024 / many
            yield Row(
                group="memory",
                work=f"an idle fight in the process, {many:,} behind the {KEPT} that are kept at hand",
                unit="KiB",
                ours=Series((idle,)),
                goals=[Goal("KiB", idle, "<=", 1.0)],
                note="each was looked at once; what the process has in memory, before and after",
            )
            before = resident(ours.pid)
            watches = [watch(id, made.head.version) for id in ids[-watchers:]]
            async with audience(Wanted(ours.port, watches)):
                one = max(0.0, resident(ours.pid) - before) * 1024 / watchers
            yield Row(
                group="memory",
                work=f"a watched fight in the process, {watchers} of one GraphQL watcher each",
                unit="KiB",
                ours=Series((one,)),
                goals=[Goal("KiB", one, "<=", 100.0)],
                note="with its socket and its subscription",
            )
    finally:
        made.close()
