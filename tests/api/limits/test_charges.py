"""What a request costs is taken from the rate of whoever sends it: a dear one counts for several."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from graphql import get_introspection_query

from api.operations.session import A_REQUEST, BYTE
from tests.api.fights import bridge_input
from tests.api.streaming.test_stream_end import wire
from tests.api.table import ADMIN, Table, serving

Serve = Callable[..., AbstractContextManager[Table]]
TOOLS = {"query": get_introspection_query()}
TYPO = "{ systems { " + " ".join(f"nam{n}" for n in range(900)) + " } }"


@pytest.fixture
def serve(redis_url: str, tmp_path: Path) -> Serve:
    """A service, with rates for addresses and tokens."""

    def made(address: int, token: int = 0, **more: Any) -> AbstractContextManager[Table]:
        return serving(redis_url, tmp_path, {"rate_per_address": address, "rate_per_token": token, **more})

    return made


def statuses(table: Table, body: Any, times: int) -> list[int]:
    return [table.http.post("/graphql", json=body).status_code for _ in range(times)]


def test_what_is_cheap_counts_once(serve: Serve) -> None:
    with serve(5) as table:
        assert statuses(table, {"query": "{ __typename }"}, 6) == [200] * 5 + [429]


def test_what_is_asked_of_the_schema_counts_for_what_it_costs(serve: Serve) -> None:
    """Tools ask for all of it once and are answered; again and again they are told to come later."""
    with serve(2000) as table:
        found = statuses(table, TOOLS, 4)
        assert found[0] == 200
        assert found[-1] == 429
        answer = table.http.post("/graphql", json=TOOLS)
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert answer.json()["errors"][0]["extensions"]["code"] == "RATE_LIMITED"


def test_a_document_that_is_known_counts_as_much(serve: Serve) -> None:
    """Also on the short way, which documents go that come again."""
    query = {"query": "{ " + " ".join(f"a{n}: systems {{ id }}" for n in range(10)) + " }"}
    with serve(20) as table:
        found = statuses(table, query, 12)
        assert found[:3] == [200] * 3
        assert found[-1] == 429
        assert table.app.state.services  # it serves on


def test_a_document_that_is_refused_counts_for_its_length(serve: Serve) -> None:
    """It was read and judged: who sends many of them is told to come later."""
    with serve(200) as table:
        first, *others = (table.http.post("/graphql", json={"query": f"{TYPO} # {n}"}) for n in range(5))
        assert first.json()["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"
        assert others[-1].status_code == 429


TEXT = "x" * (A_REQUEST * 60 // BYTE)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/graphql", {"query": "{ __typename }", "variables": {"x": TEXT}}),
        ("/v1/join", {"invitation": TEXT}),
    ],
    ids=["GraphQL", "REST"],
)
def test_a_body_counts_by_its_bytes(serve: Serve, path: str, body: Any) -> None:
    """Whatever it asks for, right or wrong."""
    with serve(100) as table:
        codes = [table.http.post(path, json=body).status_code for _ in range(3)]
        assert codes[0] != 429
        assert codes[-1] == 429


def test_the_operator_is_not_counted(serve: Serve) -> None:
    with serve(3, 3) as table:
        for _ in range(3):
            assert table.http.post("/graphql", json=TOOLS, headers=Table.headers(ADMIN)).status_code == 200


def fight_on(table: Table, cells: int) -> tuple[str, str]:
    """A fight on so many cells in a square: its id, and the token of a player."""
    side = int(cells**0.5)
    legend = [{"key": "floor", "sign": ".", "look": "FLOOR"}]
    ground = {"space": {"kind": "GRID", "width": side, "height": side}, "rows": ["." * side] * side, "legend": legend}
    made = table.post("/v1/encounters", ADMIN, bridge_input(ground=ground))
    assert made.status_code == 201, made.text
    tokens = {one["seat"]: one["token"] for one in made.json()["tokens"]}
    return made.json()["encounter"]["id"], tokens["ana"]


SCENE = "query($id: ID!) { encounter(id: $id) { scene { ground { digest } } } }"


@pytest.mark.parametrize("way", ["REST", "with the fight", "drawn", "GraphQL"])
def test_a_scene_counts_by_its_ground(serve: Serve, way: str) -> None:
    """By its cells, on top of what any scene costs: a vast ground is told a few times a minute, a usual one often."""
    with serve(0, 40) as table:

        def told(id: str, token: str) -> bool:
            if way == "GraphQL":
                body = {"query": SCENE, "variables": {"id": id}}
                return "errors" not in table.http.post("/graphql", json=body, headers=Table.headers(token)).json()
            end = {"REST": "/scene", "with the fight": "?include=offers,scene", "drawn": "/scene.svg"}[way]
            return table.get(f"/v1/encounters/{id}{end}", token).status_code == 200

        usual = fight_on(table, 30 * 30)
        assert [told(*usual) for _ in range(10)] == [True] * 10
        vast = fight_on(table, 250 * 250)
        found = [told(*vast) for _ in range(5)]
        assert found[0]
        assert not found[-1]


async def test_on_a_socket_an_operation_that_is_too_dear_gets_its_error(serve: Serve) -> None:
    """And the socket stays."""
    with serve(2000) as table:
        async with wire(table, "") as one:
            codes = []
            for number in range(4):
                await one.subscribe(str(number), TOOLS["query"])
                message = await one.receive()
                codes.append(message["type"])
                if message["type"] == "next":
                    await one.receive()
            assert codes[0] == "next"
            assert codes[-1] == "error"
            assert message["payload"][0]["extensions"]["code"] == "RATE_LIMITED"
            await one.send(type="ping")
            assert (await one.receive())["type"] == "pong"
