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

from tests.api.fights import CREATE, WATCH, bridge_input
from tests.api.test_auth import LOOK, REVOKE
from tests.support.beside import running
from tests.support.client import Frontend
from tests.support.serving import ADMIN, Service

WIRE: Any = ["graphql-transport-ws"]
STATE = "subscription S($id: ID!) { encounter(id: $id) { version } }"
PATIENCE = 15.0


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
