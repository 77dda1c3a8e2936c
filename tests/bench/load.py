"""Loading a fight that no process has cached, and a command on a long one."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator

import msgspec

from engine.service import randomness
from engine.service.encounters import Encounters
from engine.service.reading.checked_store import checked
from engine.service.reading.loader import PAGE, PASSING_EVERY, Loader, snapshot_code
from engine.service.reading.queries import view
from engine.service.reading.views import decode_whole
from engine.store.port import Entry, Store
from engine.store.redis import RedisStore
from tests.bench import scene
from tests.bench.peers import eventsourced
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Sample, Series, interleaved


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Cold loads by length, without a snapshot and as in play; then a command on a short and a long fight."""
    store = RedisStore(plan.url)
    try:
        flat: list[Series] = []
        for events in plan.pick((200, 1000), (200, 2000), (200, 2000, 20_000)):
            played, id = await scene.play(plan.registry, events), randomness.encounter_id()
            length = (await scene.put(store, played, id)).version
            with eventsourced.peers(plan, length, 1, commands=plan.pick(1, 5, max(1, 4000 // length))) as peers:
                yield await _whole_row(plan, store, id, length, peers)
                yield await _played_row(plan, store, id, played, peers, flat)
            await store.drop_snapshots(id)
        yield await _check_row(plan, store)
        yield await _long_row(plan, store)
    finally:
        await store.close()


def _sum(entries: list[Entry]) -> str:
    return f"{len(entries)} events, head {entries[-1].hash[:12]}"


async def _whole_row(plan: Plan, store: RedisStore, id: str, events: int, peers: dict[str, eventsourced.Peer]) -> Row:
    """Folding from the first event; all snapshots are deleted before each load, including those that loads write."""
    times = max(1, plan.pick(400, 2000, 10_000) // events)
    book, loader = plan.registry.book("fantasia"), Loader(checked(store), plan.registry)

    async def ours() -> Sample:
        taken = 0.0
        for _ in range(times):
            await store.drop_snapshots(id)
            loader.forget(id)
            start = time.perf_counter()
            seen = await view(loader, id, "ana")
            taken += time.perf_counter() - start
        return Sample(times / taken, f"{seen.version} events, head {seen.head.hash[:12]}")

    async def limit() -> Sample:
        start = time.perf_counter()
        for _ in range(times):
            entries: list[Entry] = []
            for first in range(1, events + 1, PAGE):
                page = await store.read(id, first, min(first + PAGE - 1, events))
                for entry in page:
                    decode_whole(book, entry)
                entries += page
        return Sample(times / (time.perf_counter() - start), _sum(entries))

    found = await interleaved(
        plan.rounds, {"ours": ours, "limit": limit} | {name: peer.load for name, peer in peers.items()}
    )
    row = Row(
        group="load",
        work=f"cold load of a fight of {events:,} events, no snapshot",
        unit="loads/s",
        ours=found.pop("ours"),
        limit=found.pop("limit"),
        against="XRANGE and msgspec's decoding of the same bytes",
        peers=found,
    )
    return row.at_least(0.5).ahead_of(5, *peers)


async def _played_row(
    plan: Plan,
    store: RedisStore,
    id: str,
    played: scene.Played,
    peers: dict[str, eventsourced.Peer],
    flat: list[Series],
) -> Row:
    """As play leaves it, halfway between two snapshots. flat: of shorter fights; grows."""
    book, loader = plan.registry.book("fantasia"), Loader(checked(store), plan.registry)
    code, snapshot = snapshot_code(book), scene.snapshot_before(plan.registry, played, PASSING_EVERY // 2)
    await store.drop_snapshots(id)
    await checked(store).keep_snapshot(id, code, snapshot, passing=True)
    times, events = plan.pick(1, 5, 20), len(played.entries)

    async def ours() -> Sample:
        start = time.perf_counter()
        for _ in range(times):
            loader.forget(id)
            seen = await view(loader, id, "ana")
        return Sample(times / (time.perf_counter() - start), f"head {seen.head.hash[:12]}")

    async def limit() -> Sample:
        start = time.perf_counter()
        for _ in range(times):
            kept = await checked(store).snapshot(id, code, events)
            assert kept is not None
            msgspec.json.decode(kept.body, type=book.state_type)
            entries = await store.read(id, kept.version + 1, events)
            for entry in entries:
                decode_whole(book, entry)
        return Sample(times / (time.perf_counter() - start), f"head {entries[-1].hash[:12]}")

    found = await interleaved(
        plan.rounds, {"ours": ours, "limit": limit} | {name: peer.load for name, peer in peers.items()}
    )
    row = Row(
        group="load",
        work=f"cold load of a fight of {events:,} events, snapshot {events - snapshot.version} back",
        unit="loads/s",
        ours=found.pop("ours"),
        limit=found.pop("limit"),
        against="the snapshot and the events behind it, read and decoded",
        peers=found,
        note="as play leaves it; the peers keep snapshots only where they are told to",
    )
    row = row.at_least(0.5).ahead_of(5, *peers)
    if flat:
        row.goals.append(Goal("of the shorter", row.ours.median / flat[0].median, ">=", 0.9))
    flat.append(row.ours)
    return row


async def _check_row(plan: Plan, store: RedisStore) -> Row:
    """The cost of checking each event as it is read."""
    played, id = await scene.play(plan.registry, 500), randomness.encounter_id()
    last = (await scene.put(store, played, id)).version
    times, reading = plan.pick(2, 20, 100), checked(store)

    async def read(of: Store) -> Sample:
        start = time.perf_counter()
        for _ in range(times):
            entries = await of.read(id, 1, last)
        return Sample(times * last / (time.perf_counter() - start), _sum(entries))

    found = await interleaved(plan.rounds, {"ours": lambda: read(reading), "limit": lambda: read(store)})
    return Row(
        group="load",
        work=f"reading {last:,} events, each checked against the chain",
        unit="events/s",
        ours=found["ours"],
        limit=found["limit"],
        against="reading them unchecked",
    ).at_least(0.5)


async def _long_row(plan: Plan, store: RedisStore) -> Row:
    """The same orders on a short and a long fight, in turn: a writer's latency must not depend on the length."""
    length, turns = plan.pick(1_000, 20_000, 100_000), plan.pick(1, 5, 5)
    service = Encounters(store, plan.registry)
    played = await scene.play(plan.registry, 100)
    short, long = randomness.encounter_id(), randomness.encounter_id()
    for id in (short, long):
        head = await scene.put(store, played, id)
    await scene.lengthen(store, plan.registry, long, head, played.figures, length)

    async def taken(id: str) -> Sample:
        start = time.perf_counter()
        for _ in range(turns):
            await scene.turn(service, id)
        return Sample((time.perf_counter() - start) / (3 * turns) * 1000, f"{3 * turns} orders")

    # Many short rounds: the two are so close that a busy second on one side would decide.
    found = await interleaved(plan.pick(1, 12, 40), {"ours": lambda: taken(long), "limit": lambda: taken(short)})
    return Row(
        group="load",
        work=f"a command on a fight of {length:,} events",
        unit="ms",
        ours=found["ours"],
        limit=found["limit"],
        against="the same on a fight of 100 events",
        note="strike, end of turn, end of turn; one after another",
    ).at_most(1.1)
