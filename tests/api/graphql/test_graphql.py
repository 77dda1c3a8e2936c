"""GraphQL over HTTP, sockets and streams: what its specifications say, and what clients trip over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets

from tests.api.fights import WATCH, Bridge
from tests.api.table import ADMIN, Table
from tests.support.amounts import PATIENCE

GQL = "application/graphql-response+json"


def ask(table: Table, body: Any, accept: str = GQL, method: str = "POST", **headers: str) -> tuple[int, Any]:
    """(status, body) of a request."""
    answer = table.http.request(method, "/graphql", json=body, headers={"accept": accept, **headers})
    return answer.status_code, answer.json()


def test_statuses_and_bodies_by_media_type(table: Table) -> None:
    """A request error is 400 without `data`; an older client gets 200 and `data: null`."""
    for query in ("{", "{ nothing }", "query Q($id: ID!) { encounter(id: $id) { id } }"):
        status, body = ask(table, {"query": query})
        assert (status, set(body)) == (400, {"errors"}), query
        assert body["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"
        status, body = ask(table, {"query": query}, accept="application/json")
        assert (status, body["data"]) == (200, None)
    assert ask(table, {"query": "{ __typename }"})[0] == 200
    assert ask(table, {"query": 7})[0] == 400
    assert ask(table, {})[0] == 400
    assert table.http.post("/graphql", content="{}", headers={"content-type": "text/plain"}).status_code == 415
    assert table.http.post("/graphql", json={}, headers={"accept": "image/png"}).status_code == 406
    assert table.http.get("/graphql", params={"query": "{ __typename }"}).json() == {"data": {"__typename": "Query"}}
    refused = table.http.get(
        "/graphql", params={"query": 'mutation { revokeToken(encounter: "a", seat: "b") { __typename } }'}
    )
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


def test_a_subscription_by_post_is_told_where_it_streams(fight: Bridge) -> None:
    """It is not run as a query."""
    body = {"query": WATCH, "variables": {"id": fight.id, "after": 0}}
    status, answer = ask(fight.table, body, authorization=f"Bearer {fight.tokens['ana']}")
    assert status == 400
    assert "graphql-transport-ws" in answer["errors"][0]["message"]


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ({"fantasia": {"move": {"combatant": "cloud", "metres": -1}}}, ["command", "fantasia", "move", "metres"]),
        ({"fantasia": {"defend": {"combatant": "not an id"}}}, ["command", "fantasia", "defend", "combatant"]),
        ({"gm": {"revert": {"to": 0}}}, ["command", "gm", "revert", "to"]),
    ],
)
def test_values_out_of_range_name_their_path(fight: Bridge, command: Any, path: list[str]) -> None:
    """BAD_USER_INPUT, before the fight is asked."""
    query = "mutation A($input: SubmitInput!) { submit(input: $input) { __typename } }"
    (error,) = fight.table.gql(query, fight.tokens["gm"], input={"encounter": fight.id, "command": command})["errors"]
    assert error["extensions"] == {"code": "BAD_USER_INPUT", "path": ["input", *path]}


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"fantasia": {}},
        {"fantasia": {"atack": {}}},
        {"fantasia": {"defend": {}}},
        {"fantasia": None},
        {"fantasia": {"defend": {"combatant": "cloud"}}, "gm": {"pause": {}}},
        {"fantasia": {"move": {"combatant": "cloud", "manner": "FLY"}}},
    ],
)
def test_commands_that_are_none_are_refused_by_the_schema(fight: Bridge, command: Any) -> None:
    """Two keys, no key, unknown keys, missing fields, unknown words."""
    query = "mutation A($input: SubmitInput!) { submit(input: $input) { __typename } }"
    errors = fight.table.gql(query, fight.tokens["gm"], input={"encounter": fight.id, "command": command})["errors"]
    assert errors[0]["extensions"]["code"] == "BAD_USER_INPUT"


def test_limits_of_a_document(table: Table) -> None:
    """Depth, aliases and tokens are bounded."""
    aliases = "{" + " ".join(f"a{n}: __typename" for n in range(40)) + "}"
    nested = b'{"query":"{ __typename }","variables":{"a":%s}}' % (b"[" * 700 + b"]" * 700)
    answer = table.http.post("/graphql", content=nested, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    deep = "{ systems " + "{ rules " * 14 + "{ id }" + " }" * 15
    long = "{" + "__typename " * 5000 + "}"
    for query in (aliases, deep, long):
        assert ask(table, {"query": query})[0] == 400


def test_pages_of_events(fight: Bridge) -> None:
    """The cursor is the version, as a number or as text."""
    query = """query Q($id: ID!, $first: Int, $after: ID, $last: Int, $before: ID) { encounter(id: $id) {
      events(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { version } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"""

    def page(**given: Any) -> tuple[list[int], dict[str, Any]]:
        found = fight.table.data(query, fight.tokens["ana"], id=fight.id, **given)["encounter"]["events"]
        assert [e["cursor"] for e in found["edges"]] == [str(e["node"]["version"]) for e in found["edges"]]
        return [e["node"]["version"] for e in found["edges"]], found["pageInfo"]

    version = fight.open("ana")["version"]
    assert page(first=2)[0] == [1, 2]
    assert page(first=2, after="2") == page(first=2, after=2)
    assert page(last=2) == (
        [version - 1, version],
        {"hasNextPage": False, "hasPreviousPage": True, "startCursor": str(version - 1), "endCursor": str(version)},
    )
    assert page(last=2, before=4)[0] == [2, 3]
    assert page(first=0)[0] == []
    assert page(after=9999)[0] == []
    for given in ({"first": 501}, {"first": -1}, {"after": "x"}):
        assert fight.table.gql(query, fight.tokens["ana"], id=fight.id, **given)["errors"]


@pytest.mark.parametrize("sent", ["literal", "variable", "again"])
def test_a_mutation_whose_answer_could_not_be_given_does_nothing(fight: Bridge, sent: str) -> None:
    """A page that nobody gets is refused before the change is made, also by a document that was good before."""
    asked = "501" if sent == "literal" else "$last"
    declared = "" if sent == "literal" else ", $last: Int"
    query = f"""mutation M($id: ID!, $seat: ID!{declared}) {{
      renameSeat(input: {{encounter: $id, seat: $seat, name: "Anna"}}) {{
        ... on Accepted {{ encounter {{ events(last: {asked}) {{ nodes {{ version }} }} }} }} }} }}"""
    gm = fight.tokens["gm"]
    if sent == "again":
        assert "errors" not in fight.table.gql(query, gm, id=fight.id, seat="ana", last=1)
    before = fight.open("gm")["version"]
    more = {} if sent == "literal" else {"last": 501}
    (error,) = fight.table.gql(query, gm, id=fight.id, seat="ana", **more)["errors"]
    assert (error["extensions"]["code"], error["extensions"]["field"]) == ("BAD_USER_INPUT", "last")
    assert "0 to 500" in error["message"]
    assert fight.open("gm")["version"] == before


def test_the_audit_and_the_systems(fight: Bridge) -> None:
    """What is proven, and what there is."""
    query = """query Q($id: ID!) { audit(encounter: $id) {
      version headHash chain { state } dice { state } replay { state } } }"""
    report = fight.table.data(query, fight.tokens["ana"], id=fight.id)["audit"]
    assert report["chain"]["state"] == "PROVEN"
    system = fight.table.data(
        """{ systems { id name language rulesVersion questions { key label }
          commands { key actor fields } content { key entries } rules { id } } }"""
    )["systems"][1]
    assert system["id"] == "fantasia"
    assert {k: v for k, v in system["commands"][0].items() if k != "fields"} == {"key": "begin", "actor": None}
    one = fight.table.data('{ system(id: "fantasia") { id commands { key } } none: system(id: "chess") { id } }')
    assert one["system"] == {"id": "fantasia", "commands": [{"key": c["key"]} for c in system["commands"]]}
    assert one["none"] is None
    told = fight.table.post("/graphql", None, {"query": "{ systems { rules { title } } }"}, **{"accept-language": "es"})
    assert told.json()["data"]["systems"][1]["rules"][0]["title"] == "Dados"


# -- sockets ------------------------------------------------------------------------------------------------------
@asynccontextmanager
async def socket(table: Table, token: str | None, **init: Any) -> AsyncGenerator[Any, None]:
    """A socket of graphql-transport-ws, acknowledged."""
    address = f"ws://127.0.0.1:{table.port}/graphql"
    async with websockets.connect(address, subprotocols=[websockets.Subprotocol("graphql-transport-ws")]) as made:
        await send(made, type="connection_init", payload={"token": token, **init})
        assert (await receive(made))["type"] == "connection_ack"
        yield made


async def send(made: Any, **message: Any) -> None:
    await made.send(json.dumps(message))


async def receive(made: Any) -> Any:
    return json.loads(await asyncio.wait_for(made.recv(), PATIENCE))


async def watch(made: Any, fight: Bridge, after: int = 0, id: str = "1") -> None:
    payload = {"query": WATCH, "variables": {"id": fight.id, "after": after}}
    await send(made, type="subscribe", id=id, payload=payload)


async def test_a_message_is_a_step_and_the_end_ends_it(fight: Bridge) -> None:
    """Catches up from a version, goes on live, and completes with the fight."""
    versions: list[int] = []
    async with socket(fight.table, fight.tokens["ana"]) as made:
        await watch(made, fight, 1)
        while (message := await receive(made))["type"] == "next":
            step = message["payload"]["data"]["events"]
            versions += [e["version"] for e in step]
            if versions[-1] == fight.open("gm")["version"] and step[-1]["type"] != "EncounterEnded":
                await asyncio.to_thread(fight.act, "gm", {"gm": {"end": {"reason": "late"}}})
        assert message["type"] == "complete"
    assert versions == list(range(2, versions[-1] + 1))


async def test_the_fight_is_told_on_every_change(fight: Bridge) -> None:
    """Its newest state."""
    query = "subscription S($id: ID!) { encounter(id: $id) { version status } }"
    async with socket(fight.table, fight.tokens["ana"]) as made:
        await send(made, type="subscribe", id="1", payload={"query": query, "variables": {"id": fight.id}})
        first = (await receive(made))["payload"]["data"]["encounter"]
        await asyncio.to_thread(fight.act, "gm", {"gm": {"pause": {}}})
        second = (await receive(made))["payload"]["data"]["encounter"]
        assert (first["status"], second["status"]) == ("RUNNING", "PAUSED")
        assert second["version"] == first["version"] + 1


async def test_one_bad_operation_leaves_the_others_alone(fight: Bridge) -> None:
    """Syntax errors, unknown fields, versions ahead: each an error of its own, with its code."""
    async with socket(fight.table, fight.tokens["ana"]) as made:
        await watch(made, fight, fight.open("ana")["version"], id="good")
        for number, (query, code) in enumerate([("subscription {", "BAD_USER_INPUT"), ("{ no }", "BAD_USER_INPUT")]):
            await send(made, type="subscribe", id=f"bad{number}", payload={"query": query})
            message = await receive(made)
            assert (message["type"], message["id"]) == ("error", f"bad{number}")
            assert message["payload"][0]["extensions"]["code"] == code
        await watch(made, fight, 9999, id="ahead")
        message = await receive(made)
        errors = message["payload"] if message["type"] == "error" else message["payload"]["errors"]
        assert errors[0]["extensions"] == {"code": "AHEAD", "head": fight.open("ana")["version"]}
        while message["id"] == "ahead" and message["type"] != "complete" and message["type"] != "error":
            message = await receive(made)
        await asyncio.to_thread(fight.act, "gm", {"gm": {"pause": {}}})
        message = await receive(made)
        assert (message["type"], message["id"]) == ("next", "good")


async def test_a_revoked_token_ends_its_streams(fight: Bridge) -> None:
    """With its reason."""
    async with socket(fight.table, fight.tokens["ana"]) as made:
        await watch(made, fight, fight.open("ana")["version"])
        await asyncio.sleep(0.3)
        path = f"/v1/encounters/{fight.id}/tokens/ana"
        headers = fight.table.headers(fight.tokens["gm"])
        assert (await asyncio.to_thread(fight.table.http.delete, path, headers=headers)).status_code == 200
        message = await receive(made)
        errors = message["payload"] if message["type"] == "error" else message["payload"]["errors"]
        assert errors[0]["extensions"]["code"] == "UNAUTHENTICATED"


async def test_sockets_that_do_not_speak_the_protocol_are_closed(table: Table) -> None:
    """With the protocol's codes, never with a fault of ours."""
    address = f"ws://127.0.0.1:{table.port}/graphql"
    cases: list[tuple[list[str], int]] = [
        (['{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}'], 4401),
        (["hello"], 4400),
        (["[1]"], 4400),
        (['{"type":"dance"}'], 4400),
        (['{"type":"connection_init"}', '{"type":"connection_init"}'], 4429),
        (['{"type":"connection_init","payload":{"token":"forged"}}'], 4403),
    ]
    for messages, code in cases:
        async with websockets.connect(address, subprotocols=[websockets.Subprotocol("graphql-transport-ws")]) as made:
            for message in messages:
                await made.send(message)
            await made.wait_closed()
            assert made.close_code == code, messages


async def test_the_language_of_texts_is_the_sockets(fight: Bridge) -> None:
    """A variable of the connection."""
    told = {}
    for locale in ("en", "es"):
        async with socket(fight.table, fight.tokens["ana"], locale=locale) as made:
            await watch(made, fight)
            told[locale] = [e["text"] for e in (await receive(made))["payload"]["data"]["events"]]
            while len(told[locale]) < fight.open("ana")["version"]:
                told[locale] += [e["text"] for e in (await receive(made))["payload"]["data"]["events"]]
    assert told["en"] != told["es"]


async def test_a_foreign_page_needs_to_be_named(table: Table) -> None:
    """Sockets heed no CORS: the list of origins is the only guard."""
    address = f"ws://127.0.0.1:{table.port}/graphql"
    with pytest.raises(websockets.InvalidStatus):
        async with websockets.connect(
            address,
            subprotocols=[websockets.Subprotocol("graphql-transport-ws")],
            origin=websockets.Origin("https://evil.example"),
        ):
            pass


def test_graphql_over_server_sent_events(fight: Bridge) -> None:
    """For who asks for a stream and nothing else; frames end in LF."""
    fight.act("gm", {"gm": {"end": {"reason": "late"}}})
    headers = fight.table.headers(fight.tokens["ana"], accept="text/event-stream")
    body = {"query": WATCH, "variables": {"id": fight.id, "after": 1}}
    answer = fight.table.http.post("/graphql", json=body, headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "\r" not in answer.text
    frames = [f for f in answer.text.split("\n\n") if f.startswith("event: next")]
    first = json.loads(frames[0].split("data: ", 1)[1])
    assert first["data"]["events"][0]["version"] == 2
    assert "event: complete" in answer.text
    both = fight.table.headers(fight.tokens["ana"], accept=f"text/event-stream, {GQL}, application/json")
    plain = fight.table.http.post("/graphql", json={"query": "{ __typename }"}, headers=both)
    assert plain.json() == {"data": {"__typename": "Query"}}


def test_the_listing_by_graphql(table: Table) -> None:
    """Relay's connection, by an opaque cursor."""
    query = """query L($after: ID, $status: EncounterStatus) { encounters(first: 2, after: $after, status: $status) {
      edges { cursor node { id name status version createdAt } } nodes { id } pageInfo { hasNextPage endCursor } } }"""
    page = table.data(query, ADMIN)["encounters"]
    following = table.data(query, ADMIN, after=page["pageInfo"]["endCursor"])["encounters"]
    assert not {n["id"] for n in page["nodes"]} & {n["id"] for n in following["nodes"]}
    running = table.data(query, ADMIN, status="RUNNING")["encounters"]["edges"]
    assert {e["node"]["status"] for e in running} == {"RUNNING"}
