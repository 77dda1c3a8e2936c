"""A query of 1 and of 50 events with all fields, against REST for the same, and strawberry and Ariadne as
documented.

All read the same fight from the same Redis and render it through the same objects with the same caches; they differ
only in what assembles the response.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import msgspec

from engine.service import randomness
from engine.store.redis import RedisStore
from tests.bench import servers, wire
from tests.bench.peers import behind
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, interleaved
from tests.bench.scene import play, put

PEER, ARIADNE = "strawberry as documented", "ariadne as documented"
TERMS = "of amount times over source key rule statement combatant private"
EVENT = (
    "version time type seat command rule weight act text data hash digest"
    f" because {{ terms {{ {TERMS} }} causes withheld }}"
)
QUERY = (
    f"query Told($id: ID!, $first: Int!) {{ encounter(id: $id) {{ events(first: $first) {{ nodes {{ {EVENT} }} }} }} }}"
)
AT_ONCE = 16
EVENTS = 120
"""Length of the fight."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """One event, then fifty."""
    store = RedisStore(plan.url)
    try:
        played, id = await play(plan.registry, EVENTS), randomness.encounter_id()
        await put(store, played, id)
        async with AsyncExitStack() as stack:
            ours = await stack.enter_async_context(servers.skald(plan))
            peers = {PEER: await stack.enter_async_context(behind.process(plan, "tests.bench.peers.strawberried"))}
            if importlib.util.find_spec("ariadne"):
                peers[ARIADNE] = await stack.enter_async_context(behind.process(plan, "tests.bench.peers.ariadned"))
            for events, each in ((1, plan.pick(1, 60, 200)), (50, plan.pick(1, 12, 40))):
                yield await _row(plan, id, events, each * AT_ONCE, ours.port, peers)
    finally:
        await store.close()


async def _row(plan: Plan, id: str, events: int, count: int, ours: int, peers: Mapping[str, int]) -> Row:
    body = msgspec.json.encode({"query": QUERY, "variables": {"id": id, "first": events}})
    query = wire.post("/graphql", servers.ADMIN, body)
    page = wire.get(f"/v1/encounters/{id}/events?first={events}", servers.ADMIN)

    async def side(port: int, request: bytes) -> Sample:
        figure, answers = await wire.asked(port, [request] * count, AT_ONCE)
        return Sample(figure, _check(answers))

    found = await interleaved(
        plan.rounds,
        {
            "ours": lambda: side(ours, query),
            "limit": lambda: side(ours, page),
            **{name: partial(side, port, query) for name, port in peers.items()},
        },
    )
    row = Row(
        group="graphql",
        work=f"a query of {events} event{'s' if events > 1 else ''} with all generic fields, {AT_ONCE} connections",
        unit="queries/s",
        ours=found["ours"],
        limit=found["limit"],
        against="REST with msgspec for the same events, from the same process",
        peers={name: found[name] for name in peers},
        note="peers have no limits and remember no documents; they read the same fight by the same service",
    )
    return row.ahead_of(5 if events == 1 else 8, PEER)


def _check(answers: list[bytes]) -> str:
    """The number of answers, and a hash over their events, field by field."""
    sums = set()
    for answer in set(answers):
        whole: Any = msgspec.json.decode(answer)
        assert not whole.get("errors"), whole
        told = whole["data"]["encounter"]["events"]["nodes"] if "data" in whole else whole["events"]
        told = [{name: value for name, value in one.items() if name != "headline"} for one in told]  # REST's alone here
        sums.add(hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()[:12])
    return f"{len(answers)} answers, {' '.join(sorted(sums))}"
