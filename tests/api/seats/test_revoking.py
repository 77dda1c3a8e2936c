"""A token that is taken back in one process ends everything that it holds open in another, over one store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.api.access.test_auth import LOOK, REVOKE
from tests.api.fights import CREATE, WATCH, bridge_input
from tests.support.amounts import PATIENCE
from tests.support.contract.client import Frontend
from tests.support.processes.beside import running
from tests.support.processes.serving import ADMIN, Service

BEGIN = {"fantasia": {"begin": {}}}
WIRE: Any = ["graphql-transport-ws"]
HOST = "mutation H($host: ID!) { issueHostToken(input: {host: $host}) { ... on HostIssued { token { token } } } }"
STATE = "subscription S($id: ID!) { encounter(id: $id) { version } }"


class Watcher:
    """Something held open with a token. begun: it has told its first event; end: how it ended, in words."""

    def __init__(self) -> None:
        self.begun, self.end = asyncio.Event(), ""


async def over_http(base: str, token: str, watcher: Watcher, method: str, path: str, accept: str, body: Any) -> None:
    """A stream, read to its end."""
    headers = {"authorization": f"Bearer {token}", "accept": accept}
    async with (
        httpx.AsyncClient(base_url=base, headers=headers, timeout=PATIENCE) as client,
        client.stream(method, path, json=body) as answer,
    ):
        assert answer.status_code == 200, await answer.aread()
        async for text in answer.aiter_text():
            watcher.end += text
            if '"version"' in watcher.end:
                watcher.begun.set()


async def over_a_socket(base: str, token: str, watcher: Watcher, query: str, variables: Any) -> None:
    """A subscription, read to its error; then one more operation on the same socket."""
    address = base.replace("http", "ws", 1) + "/graphql"
    async with websockets.connect(address, subprotocols=WIRE) as made:
        await made.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
        await made.recv()
        await made.send(
            json.dumps({"type": "subscribe", "id": "1", "payload": {"query": query, "variables": variables}})
        )
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await made.recv()))["type"] != "error":
                assert message["type"] in ("next", "ping"), message
                watcher.begun.set()
            asked = {"query": LOOK, "variables": {"id": variables["id"]}}
            await made.send(json.dumps({"type": "subscribe", "id": "2", "payload": asked}))
            more = json.loads(await made.recv())
        watcher.end = json.dumps([message, more])


async def long_poll(base: str, token: str, watcher: Watcher, path: str) -> None:
    """A page that waits for what comes next."""
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
        asking = asyncio.ensure_future(client.get(path, headers={"authorization": f"Bearer {token}"}))
        await asyncio.wait({asking}, timeout=0.5)
        watcher.begun.set()
        answer = await asking
        watcher.end = f"{answer.status_code} {answer.text}"


def ways(id: str, head: int) -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """All that can be held open."""
    rest, watch = f"/v1/encounters/{id}/events", {"query": WATCH, "variables": {"id": id, "after": 0}}
    return {
        "a socket's events": (over_a_socket, (WATCH, {"id": id, "after": 0})),
        "a socket's fight": (over_a_socket, (STATE, {"id": id})),
        "GraphQL over SSE": (over_http, ("POST", "/graphql", "text/event-stream", watch)),
        "GraphQL in parts": (over_http, ("POST", "/graphql", 'multipart/mixed;subscriptionSpec="1.0"', watch)),
        "SSE": (over_http, ("GET", rest, "text/event-stream", None)),
        "NDJSON": (over_http, ("GET", f"{rest}?follow=true", "application/x-ndjson", None)),
        "a long poll": (long_poll, (f"{rest}?after={head}&wait=10",)),
    }


def head_of(page: httpx.Response) -> int:
    """The version of a fight that was looked at."""
    assert page.status_code == 200, page.text
    version: int = page.json()["version"]
    return version


@pytest.fixture
async def two(redis_url: str, tmp_path: Path) -> AsyncGenerator[tuple[Service, Service], None]:
    """Two processes that share a store and the secret that signs tokens."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    async with AsyncExitStack() as stack:
        both = [stack.enter_async_context(running(redis_url, tmp_path / name)) for name in ("one", "two")]
        one, other = await asyncio.gather(*both)
        yield one, other


async def test_a_revoked_token_ends_everything_it_holds_open(two: tuple[Service, Service]) -> None:
    """By every way in, each with the reason; another seat's streams go on, and a new token serves at once."""
    one, other = two
    admin = Frontend(one.base, ADMIN)
    made = (await admin.gql(CREATE, input=bridge_input()))["createEncounter"]
    id, tokens = made["encounter"]["id"], {t["seat"]: t["token"] for t in made["tokens"]}
    watchers = {name: Watcher() for name in ways(id, made["encounter"]["version"])}
    opened = {
        name: asyncio.ensure_future(way(other.base, tokens["ana"], watchers[name], *more))
        for name, (way, more) in ways(id, made["encounter"]["version"]).items()
    }
    eve = Watcher()
    rest = f"/v1/encounters/{id}/events"
    stays = asyncio.ensure_future(over_http(other.base, tokens["eve"], eve, "GET", rest, "text/event-stream", None))
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(watcher.begun.wait() for watcher in (*watchers.values(), eve)))
        assert not any(task.done() for task in opened.values())
        revoked = await Frontend(one.base, tokens["gm"]).gql(REVOKE, encounter=id, seat="ana")
        assert revoked["revokeToken"] == {"seat": "ana"}
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*opened.values())
        for name, watcher in watchers.items():
            assert watcher.end.count("UNAUTHENTICATED") == (2 if "socket" in name else 1), (name, watcher.end)
            assert "revoked" in watcher.end, name
        assert not stays.done()
        async with httpx.AsyncClient(base_url=other.base) as client:
            for path in (f"/v1/encounters/{id}", rest, f"/v1/encounters/{id}/export", "/v1/viewer"):
                told = await client.get(path, headers={"authorization": f"Bearer {tokens['ana']}"})
                assert (told.status_code, told.json()["code"]) == (401, "UNAUTHENTICATED"), path
            wish = {"seat": "ana"}
            fresh = await client.post(
                f"/v1/encounters/{id}/tokens", json=wish, headers={"authorization": f"Bearer {tokens['gm']}"}
            )
            seen = await client.get(
                f"/v1/encounters/{id}", headers={"authorization": f"Bearer {fresh.json()['token']}"}
            )
            assert seen.status_code == 200
    finally:
        for task in (*opened.values(), stays):
            task.cancel()
        await asyncio.gather(*opened.values(), stays, return_exceptions=True)


async def test_a_revoked_host_loses_everything_he_holds_open(two: tuple[Service, Service]) -> None:
    """He watches his own fight; the operator revokes him in the other process. The fight's seats go on."""
    one, other = two
    admin = Frontend(one.base, ADMIN)
    issued = (await admin.gql(HOST, host="hanna"))["issueHostToken"]["token"]["token"]
    made = (await Frontend(one.base, issued).gql(CREATE, input=bridge_input()))["createEncounter"]
    id, tokens = made["encounter"]["id"], {t["seat"]: t["token"] for t in made["tokens"]}
    watchers = {name: Watcher() for name in ways(id, made["encounter"]["version"])}
    opened = {
        name: asyncio.ensure_future(way(other.base, issued, watchers[name], *more))
        for name, (way, more) in ways(id, made["encounter"]["version"]).items()
    }
    eve = Watcher()
    rest = f"/v1/encounters/{id}/events"
    stays = asyncio.ensure_future(over_http(other.base, tokens["eve"], eve, "GET", rest, "text/event-stream", None))
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(watcher.begun.wait() for watcher in (*watchers.values(), eve)))
        assert not any(task.done() for task in opened.values())
        revoke = 'mutation { revokeHostTokens(host: "hanna") { ... on HostTokensRevoked { host } } }'
        assert (await admin.gql(revoke))["revokeHostTokens"] == {"host": "hanna"}
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*opened.values())
        for name, watcher in watchers.items():
            assert watcher.end.count("UNAUTHENTICATED") == (2 if "socket" in name else 1), (name, watcher.end)
            assert "revoked" in watcher.end, name
        assert not stays.done()
        mine = {"authorization": f"Bearer {issued}"}
        async with httpx.AsyncClient(base_url=other.base, headers=mine) as client:
            for path in (f"/v1/encounters/{id}", rest, f"/v1/encounters/{id}/export", "/v1/encounters", "/v1/viewer"):
                told = await client.get(path)
                assert (told.status_code, told.json()["code"]) == (401, "UNAUTHENTICATED"), path
            for path, body in (
                (f"/v1/encounters/{id}/copy", {}),
                ("/v1/encounters", bridge_input()),
                ("/v1/hosts", {}),
            ):
                assert (await client.post(path, json=body)).status_code == 401, path
    finally:
        for task in (*opened.values(), stays):
            task.cancel()
        await asyncio.gather(*opened.values(), stays, return_exceptions=True)


def orders(id: str, key: str) -> list[tuple[str, Any]]:
    """Orders by REST: right, refused by the rules, not to be read, of another's, and one that was given before."""
    here = f"/v1/encounters/{id}"
    right = {"fantasia": {"defend": {"combatant": "cloud"}}}
    return [
        (f"{here}/commands", {"command": right}),
        (f"{here}/commands", {"command": {"fantasia": {"endTurn": {"combatant": "steiner"}}}}),
        (f"{here}/commands", {"command": {"fantasia": {"endTurn": {"combatant": 7}}}}),
        (f"{here}/commands", {"command": {"dance": {}}}),
        (f"{here}/commands", {"command": {"table": {"takeBack": {}}}, "idempotencyKey": key}),
        (f"{here}/decisions/3", {"choice": {"key": "yes"}}),
        (f"{here}/decisions/none", {"choice": {"key": "yes"}}),
        (f"{here}/entropy", {"entropy": "x"}),
    ]


async def test_the_next_order_of_a_revoked_token_is_refused(two: tuple[Service, Service]) -> None:
    """Between two orders in one process the token ends in the other: whatever comes next is refused, and does nothing.

    The process that is asked holds the fight and is told nothing of the revocation: the order itself finds it out.
    """
    one, other = two
    made = (await Frontend(one.base, ADMIN).gql(CREATE, input=bridge_input()))["createEncounter"]
    id, tokens = made["encounter"]["id"], {t["seat"]: t["token"] for t in made["tokens"]}
    here = f"/v1/encounters/{id}"
    async with httpx.AsyncClient(base_url=other.base) as client:
        ana, gm = ({"authorization": f"Bearer {tokens[seat]}"} for seat in ("ana", "gm"))
        note = {"gm": {"note": {"note": "n", "to": ["ana"]}}}
        fine = await client.post(f"{here}/commands", json={"command": note, "idempotencyKey": "k"}, headers=gm)
        assert fine.status_code == 200, fine.text
        before = await client.post(f"{here}/commands", json=orders(id, "k")[1][1], headers=ana)
        assert before.status_code in (403, 422), before.text
        for number in range(len(orders(id, "k")) + 1):
            seat, mine = ("gm", gm) if number % 2 else ("ana", ana)
            await Frontend(one.base, ADMIN).gql(REVOKE, encounter=id, seat=seat)
            head = head_of(await client.get(here, headers={"authorization": f"Bearer {ADMIN}"}))
            path, body = [*orders(id, "k"), (f"{here}/commands", {"command": note})][number]
            told = await client.post(path, json=body, headers=mine)
            assert (told.status_code, told.json()["code"]) == (401, "UNAUTHENTICATED"), (path, body, told.text)
            assert "revoked" in told.json()["detail"]
            act = "mutation A($i: SubmitInput!) { submit(input: $i) { __typename } }"
            wish = {"encounter": id, "command": note}
            asked = await client.post("/graphql", json={"query": act, "variables": {"i": wish}}, headers=mine)
            (error,) = asked.json()["errors"]
            assert (error["extensions"]["code"], "revoked" in error["message"]) == ("UNAUTHENTICATED", True)
            assert head_of(await client.get(here, headers={"authorization": f"Bearer {ADMIN}"})) == head
            issued = await client.post(
                f"{here}/tokens", json={"seat": seat}, headers={"authorization": f"Bearer {ADMIN}"}
            )
            fresh = {"authorization": f"Bearer {issued.json()['token']}"}
            ana, gm = (ana, fresh) if seat == "gm" else (fresh, gm)


async def test_a_preference_of_another_process_counts_in_the_next_order(two: tuple[Service, Service]) -> None:
    """A seat's wish, kept by one process, answers the question that the next order opens in the other."""
    one, other = two
    soldiers = bridge_input()["combatants"]
    goblins = [
        {"id": id, "name": id, "side": "foes", "seat": "gm", "sheet": {"fantasia": {"ref": "goblin"}}}
        for id in ("gog", "magog")
    ]
    wish = bridge_input(combatants=[*soldiers, *goblins])
    made = (await Frontend(one.base, ADMIN).gql(CREATE, input=wish))["createEncounter"]
    id, tokens = made["encounter"]["id"], {t["seat"]: t["token"] for t in made["tokens"]}
    here, gm = f"/v1/encounters/{id}", {"authorization": f"Bearer {tokens['gm']}"}
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"{other.base}{here}", headers=gm)).status_code == 200
        wish = {"kind": "GroupInitiative", "preference": "never"}
        assert (await client.put(f"{one.base}{here}/preferences", json=wish, headers=gm)).status_code == 200
        begun = await client.post(f"{other.base}{here}/commands?include=decisions", json={"command": BEGIN}, headers=gm)
        assert begun.status_code == 200, begun.text
        answered = {e["data"]["how"] for e in begun.json()["events"] if e["type"] == "DecisionAnswered"}
        assert answered == {"PREFERENCE"}
        assert begun.json()["decisions"] == []
