"""A command over HTTP, by REST and by GraphQL: servers in processes of their own, the load from this one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any

import msgspec

from engine.store.redis import RedisStore
from tests.bench import servers, wire
from tests.bench.bare import Given
from tests.bench.plan import Plan
from tests.bench.rounds import Row, Sample, interleaved
from tests.bench.scene import ATTACK, REFUSED, Scene
from tests.support.processes.serving import free_port

AT_ONCE = 32
MUTATION = """mutation Act($input: SubmitInput!) { submit(input: $input) {
  __typename ... on Accepted { version } ... on Refused { code message } } }"""

Request = Callable[[str, str], bytes]
"""Of a fight's id and a token."""


def rest_request(id: str, token: str, order: dict[str, Any] = ATTACK) -> bytes:
    """The attack order by REST."""
    return wire.post(f"/v1/encounters/{id}/commands", token, msgspec.json.encode({"command": order}))


def mutation_request(id: str, token: str) -> bytes:
    """The attack by GraphQL; selects the version."""
    variables = {"input": {"encounter": id, "command": ATTACK, "idempotencyKey": id}}
    return wire.post("/graphql", token, msgspec.json.encode({"query": MUTATION, "variables": variables}))


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """REST, then GraphQL; one connection and many."""
    store = RedisStore(plan.url)
    scene = await Scene.make(store, plan.url, plan.registry)
    try:
        async with servers.skald(plan) as ours:
            answer = await _answer(scene, ours.port)
            given = Given(plan.url, free_port(), scene.head, scene.step, scene.figures, answer.decode())
            async with servers.bare(plan, given):
                for name, request, goal in (("REST", rest_request, 0.5), ("a GraphQL mutation", mutation_request, 0.8)):
                    for writers, each in ((1, plan.pick(2, 60, 150)), (AT_ONCE, plan.pick(1, 6, 12))):
                        ports = (ours.port, given.port)
                        yield await _row(plan, scene, name, request, ports, (writers, each), goal)
    finally:
        scene.close()
        await store.close()


async def _answer(scene: Scene, port: int) -> bytes:
    """The service's REST answer to the attack: the bare server encodes as much."""
    (id,) = scene.copies(1)
    token = servers.tokens().issue(id, "ana", "PLAYER", epoch=0).token
    _, (answer,) = await wire.asked(port, [rest_request(id, token)], 1)
    scene.clear()
    return answer


async def _row(
    plan: Plan,
    scene: Scene,
    name: str,
    request: Request,
    ports: tuple[int, int],
    load: tuple[int, int],
    goal: float,
) -> Row:
    writers, each = load
    authority = servers.tokens()

    async def side(port: int, warm: bool) -> Sample:
        ids = scene.copies(writers * each)
        issued = {id: authority.issue(id, "ana", "PLAYER", epoch=0).token for id in ids}
        if warm:
            # The service has fights and dice cached, as in play: an earlier order, which changed nothing, loaded them.
            before = [rest_request(id, issued[id], REFUSED) for id in ids]
            await wire.asked(port, before, AT_ONCE, status=403)
        figure, _ = await wire.asked(port, [request(id, issued[id]) for id in ids], writers)
        sample = Sample(figure, await scene.check(ids))
        scene.clear()
        return sample

    found = await interleaved(
        plan.rounds, {"ours": lambda: side(ports[0], True), "limit": lambda: side(ports[1], False)}
    )
    bare = "bare Starlette, msgspec" if name == "REST" else "a bare strawberry mutation, parsed and validated once,"
    row = Row(
        group="http",
        work=f"the same through {name}, {writers} connection{'s' if writers > 1 else ''}",
        unit="commands/s",
        ours=found["ours"],
        limit=found["limit"],
        against=f"{bare} and the bare append, under the same server",
    )
    return row.at_least(goal)
