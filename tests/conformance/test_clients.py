"""Clients that frontend authors use, as in their own docs: a query, an order, and the steps as they come."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import Bridge
from tests.conformance.node import Node
from tests.support.processes.cable import Cable

MOVE = {"fantasia": {"move": {"combatant": "cloud", "metres": 2}}}


def given(duel: Bridge, port: int | None = None, **more: Any) -> dict[str, Any]:
    """What a client needs to play Ana."""
    at = f"127.0.0.1:{port or duel.table.port}/graphql"
    seat = {"token": duel.tokens["ana"], "encounter": duel.id, "version": duel.open("ana")["version"]}
    return {"url": f"http://{at}", "socket": f"ws://{at}", "command": MOVE, **seat, **more}


@pytest.mark.parametrize(
    ("client", "way"),
    [
        ("graphql_sse", "sse"),
        ("urql", "socket"),
        ("urql", "sse"),
        ("apollo", "socket"),
        ("apollo", "multipart"),
    ],
)
def test_a_client_asks_orders_and_watches(node: Node, duel: Bridge, client: str, way: str) -> None:
    """The step received is the one its order made, complete."""
    before = given(duel, way=way)
    told = node.told(f"clients/{client}.mjs", before)
    version = duel.open("ana")["version"]
    assert told["looked"]["encounter"]["id"] == duel.id
    assert told["looked"]["encounter"]["version"] == before["version"]
    assert told["done"]["submit"] | {"__typename": "Accepted"} == {"__typename": "Accepted", "version": version}
    assert told["step"] == list(range(before["version"] + 1, version + 1)) != []


async def test_graphql_ws_resumes_where_its_socket_was_cut(node: Node, duel: Bridge) -> None:
    """Nothing twice, nothing missed; what happened meanwhile comes first."""
    async with Cable(duel.table.port) as cable:
        start = given(duel, cable.port)
        async with node.talking("clients/graphql_ws.mjs", start) as client:
            said = [await client.line() for _ in range(3)]
            looked, done, step = (next(s[key] for s in said if key in s) for key in ("encounter", "submit", "step"))
            moved = duel.open("ana")["version"]
            assert looked == {"id": duel.id, "version": start["version"]}
            assert done == {"__typename": "Accepted", "version": moved}
            assert step == list(range(start["version"] + 1, moved + 1)) != []

            assert cable.cut() == 1
            assert duel.act("ana", {"fantasia": {"defend": {"combatant": "cloud"}}})["__typename"] == "Accepted"
            defended = duel.open("ana")["version"]
            assert (await client.line())["step"] == list(range(moved + 1, defended + 1)) != []

            assert duel.act("gm", {"gm": {"end": {"reason": "they talk"}}})["__typename"] == "Accepted"
            ended = duel.open("ana")["version"]
            assert (await client.line())["step"] == list(range(defended + 1, ended + 1)) != []
            assert await client.line() == {"ended": True}
