"""Operations on one socket are alone with their errors, and every kind of stream gives a sign of life."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import httpx
import pytest
import websockets

from api.reading.rendered_event import RenderedEvent
from engine.store.server import PrivateServer
from tests.api.fights import WATCH, Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE

PAUSE: dict[str, Any] = {"gm": {"pause": {}}}
RESUME: dict[str, Any] = {"gm": {"resume": {}}}
MOST = 4
WIRE: Any = ["graphql-transport-ws"]


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service with a short heartbeat, and few operations on a socket."""
    settings = {"heartbeat": 1, "max_subscriptions": MOST}
    with serving(server.url, tmp_path_factory.mktemp("data"), settings) as running:
        yield running


class Wire:
    """A socket, acknowledged."""

    def __init__(self, made: Any) -> None:
        self.made = made

    async def send(self, **message: Any) -> None:
        await self.made.send(json.dumps(message))

    async def subscribe(self, id: str, query: str = WATCH, variables: Any = None, **more: Any) -> None:
        payload = {"query": query, **({} if variables is None else {"variables": variables}), **more}
        await self.send(type="subscribe", id=id, payload=payload)

    async def receive(self) -> Any:
        return json.loads(await asyncio.wait_for(self.made.recv(), PATIENCE))

    async def error(self, id: str) -> str:
        """The code of the error that ends an operation; nothing follows of it."""
        message = await self.receive()
        assert (message["type"], message["id"]) == ("error", id), message
        return str(message["payload"][0]["extensions"]["code"])

    async def versions(self, id: str) -> list[int]:
        """Of the next message, which is this operation's."""
        message = await self.receive()
        assert (message["type"], message["id"]) == ("next", id), message
        return [event["version"] for event in message["payload"]["data"]["events"]]


@contextlib.asynccontextmanager
async def wire(table: Table, token: str) -> AsyncGenerator[Wire, None]:
    address = f"ws://127.0.0.1:{table.port}/graphql"
    async with websockets.connect(address, subprotocols=WIRE, max_size=None) as made:
        one = Wire(made)
        await one.send(type="connection_init", payload={"token": token})
        assert (await one.receive())["type"] == "connection_ack"
        yield one


@contextlib.asynccontextmanager
async def watched(fight: Bridge, token: str | None = None) -> AsyncGenerator[Wire, None]:
    """A socket with a stream that stands at the head; it must go on, whatever befalls the others."""
    head = fight.open("gm")["version"]
    async with wire(fight.table, token or fight.tokens["ana"]) as one:
        await one.subscribe("good", variables={"id": fight.id, "after": head - 1})
        assert await one.versions("good") == [head]
        yield one
        await asyncio.to_thread(fight.act, "gm", PAUSE)
        assert await one.versions("good") == [head + 1]
        await asyncio.to_thread(fight.act, "gm", RESUME)
        assert await one.versions("good") == [head + 2]


LOOK = "query L($id: ID!) { encounter(id: $id) { version } }"
BROKEN: list[tuple[str, str, Any, str]] = [
    ("a syntax error", "subscription {", None, "BAD_USER_INPUT"),
    ("no document", "", None, "BAD_USER_INPUT"),
    ("an unknown field", "subscription { weather }", None, "BAD_USER_INPUT"),
    ("two operations without a name", "query A { __typename } query B { __typename }", None, "BAD_USER_INPUT"),
    ("a variable that is missing", WATCH, {}, "BAD_USER_INPUT"),
    ("a variable of another type", WATCH, {"id": "x", "after": "soon"}, "BAD_USER_INPUT"),
    ("variables nested too deeply", LOOK, {"id": json.loads("[" * 90 + "]" * 90)}, "BAD_USER_INPUT"),
    ("an unknown fight", WATCH, {"id": "nothing", "after": 0}, "UNKNOWN"),
    ("a version ahead", WATCH, {"id": "{id}", "after": 99999}, "AHEAD"),
    ("a version below zero", WATCH, {"id": "{id}", "after": -1}, "BAD_USER_INPUT"),
]


@pytest.mark.parametrize(("wrong", "query", "variables", "code"), BROKEN, ids=[row[0] for row in BROKEN])
async def test_a_broken_operation_ends_no_other(
    fight: Bridge, wrong: str, query: str, variables: Any, code: str
) -> None:
    """It gets its error, and its id is free again."""
    sent = json.loads(json.dumps(variables).replace("{id}", fight.id))
    async with watched(fight) as one:
        for _ in range(2):
            await one.subscribe("bad", query, sent)
            assert await one.error("bad") == code
        await one.subscribe("bad", "{ __typename }")
        assert (await one.receive())["payload"] == {"data": {"__typename": "Query"}}
        assert await one.receive() == {"type": "complete", "id": "bad"}


async def test_a_key_that_comes_twice_ends_no_other(fight: Bridge) -> None:
    """As with any operation that we do not look at."""
    async with watched(fight) as one:
        await one.made.send('{"type":"subscribe","id":"bad","payload":{"query":"{ a }","query":"{ b }"}}')
        assert await one.error("bad") == "BAD_USER_INPUT"


async def test_the_end_of_one_is_the_end_of_one(fight: Bridge) -> None:
    """`complete` by the client, twice, and for what never was."""
    async with watched(fight) as one:
        await one.subscribe("other", variables={"id": fight.id, "after": 0})
        while (await one.versions("other"))[-1] < fight.open("gm")["version"]:
            pass
        for id in ("other", "other", "never"):
            await one.send(type="complete", id=id)
        await one.send(type="ping")
        assert (await one.receive())["type"] == "pong"


async def test_the_end_of_one_fight_ends_no_other(table: Table, fight: Bridge) -> None:
    """`complete` for it alone: the operator watches two."""
    over = bridge(table)
    async with watched(fight, ADMIN) as one:
        await one.subscribe("over", variables={"id": over.id, "after": over.open("gm")["version"]})
        await asyncio.to_thread(over.act, "gm", {"gm": {"end": {"reason": "late"}}})
        while (message := await one.receive())["type"] == "next":
            assert message["id"] == "over"
        assert message == {"type": "complete", "id": "over"}


async def test_an_event_that_cannot_be_told_ends_no_stream(
    fight: Bridge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of a system's words, in the middle of two streams: masked, in the log once each, and they go on."""
    head = fight.open("gm")["version"]
    silent = WATCH.replace(" text data", "")
    async with wire(fight.table, fight.tokens["ana"]) as one:
        await one.subscribe("told", variables={"id": fight.id, "after": head})
        await one.subscribe("silent", silent, {"id": fight.id, "after": head})

        def broken(*args: Any, **more: Any) -> str:
            raise KeyError("a word that is not there")

        with monkeypatch.context() as patch:
            patch.setattr(RenderedEvent, "text", property(broken))
            await asyncio.to_thread(fight.act, "gm", PAUSE)
            messages = {message["id"]: message for message in (await one.receive(), await one.receive())}
        (error,) = messages["told"]["payload"]["errors"]
        assert error["extensions"]["code"] == "INTERNAL"
        assert "a word" not in str(messages)
        assert messages["silent"]["payload"]["data"]["events"][0]["version"] == head + 1
        assert len([r for r in caplog.records if r.exc_info]) == 1
        await asyncio.to_thread(fight.act, "gm", RESUME)
        assert sorted([(await one.receive())["id"], (await one.receive())["id"]]) == ["silent", "told"]


@pytest.mark.parametrize(("accept", "told"), [("text/event-stream", "data: "), ("application/x-ndjson", '{"problem":')])
def test_a_stream_over_rest_that_fails_names_the_version_it_reached(
    fight: Bridge, monkeypatch: pytest.MonkeyPatch, accept: str, told: str
) -> None:
    """Not the one that it could not tell."""

    def broken(one: RenderedEvent) -> str:
        if one.version == 3:
            raise KeyError("a word that is not there")
        return "well"

    monkeypatch.setattr(RenderedEvent, "text", property(broken))
    headers = fight.table.headers(fight.tokens["ana"], accept=accept)
    said = fight.table.http.get(f"/v1/encounters/{fight.id}/events?follow=true&after=2", headers=headers).text
    last = said.strip().splitlines()[-1]
    assert last.startswith(told)
    body = json.loads(last.removeprefix("data: "))
    problem = body.get("problem", body)
    assert (problem["code"], problem["after"]) == ("INTERNAL", 2)
    assert "a word" not in said
    assert "event: end" not in said


async def test_one_operation_too_many_is_told_so(fight: Bridge) -> None:
    """The others go on; when one ends there is room again."""
    async with watched(fight) as one:
        head = fight.open("gm")["version"]
        for number in range(MOST - 1):
            await one.subscribe(f"s{number}", variables={"id": fight.id, "after": head - 1})
            assert await one.versions(f"s{number}") == [head]
        await one.subscribe("more", "{ __typename }")
        assert await one.error("more") == "RATE_LIMITED"
        for number in range(MOST - 1):
            await one.send(type="complete", id=f"s{number}")
        await one.subscribe("more", "{ __typename }")
        assert (await one.receive())["payload"] == {"data": {"__typename": "Query"}}
        assert (await one.receive())["type"] == "complete"


async def test_an_id_that_is_in_use_closes_the_socket(fight: Bridge) -> None:
    """As the protocol has it: 4409."""
    async with wire(fight.table, fight.tokens["ana"]) as one:
        for _ in range(2):
            await one.subscribe("1", variables={"id": fight.id, "after": 99 if _ else fight.open("gm")["version"]})
        await asyncio.wait_for(one.made.wait_closed(), PATIENCE)
        assert one.made.close_code == 4409


async def test_a_revoked_token_ends_what_it_opened_and_no_more(table: Table, fight: Bridge) -> None:
    """The sockets of others go on."""
    head = fight.open("gm")["version"]
    async with watched(fight, fight.tokens["gm"]), wire(table, fight.tokens["eve"]) as eve:
        await eve.subscribe("1", variables={"id": fight.id, "after": head - 1})
        assert await eve.versions("1") == [head]
        gone = await asyncio.to_thread(
            table.http.delete, f"/v1/encounters/{fight.id}/tokens/eve", headers=table.headers(ADMIN)
        )
        assert gone.status_code == 200
        assert await eve.error("1") == "UNAUTHENTICATED"
        await eve.subscribe("2", LOOK, {"id": fight.id})
        message = await eve.receive()
        assert message["payload"]["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


# -- signs of life ---------------------------------------------------------------------------------------------------
STREAMS = [
    ("REST SSE", "GET", "text/event-stream", ": still here"),
    ("REST NDJSON", "GET", "application/x-ndjson", ""),
    ("GraphQL SSE", "POST", "text/event-stream", ": ping"),
    ("GraphQL multipart", "POST", "multipart/mixed;subscriptionSpec=1.0,application/json", "{}"),
]


@pytest.mark.parametrize(("kind", "method", "accept", "sign"), STREAMS, ids=[row[0] for row in STREAMS])
async def test_a_silent_stream_gives_signs_of_life(
    fight: Bridge, kind: str, method: str, accept: str, sign: str
) -> None:
    """Thrice before three would have come that nobody asked for: every second instead of every six."""
    head = fight.open("gm")["version"]
    headers = fight.table.headers(fight.tokens["ana"], accept=accept)
    url, body = f"/v1/encounters/{fight.id}/events?follow=true&after={head}", None
    if method == "POST":
        url, body = "/graphql", {"query": WATCH, "variables": {"id": fight.id, "after": head}}
    signs = 0
    async with (
        asyncio.timeout(17),
        httpx.AsyncClient(base_url=fight.table.url, headers=headers) as client,
        client.stream(method, url, json=body) as stream,
    ):
        async for line in stream.aiter_lines():
            signs += line == sign
            if signs == 3:
                break
    assert signs == 3


def as_a_browser(text: str) -> tuple[list[dict[str, str]], int, int]:
    """(events, retry, blank lines that end no event), by the rules that HTML has for EventSource."""
    events: list[dict[str, str]] = []
    retry = blank = 0
    given: dict[str, str] = {}
    for line in text.split("\n")[:-1]:
        name, _, value = line.partition(":")
        if not line:
            if "data" in given:
                events.append(given)
            else:
                blank += 1
            given = {}
        elif name == "retry":
            retry = int(value)
        elif name:
            given[name] = value.removeprefix(" ")
    return events, retry, blank


async def test_what_is_no_event_ends_none(fight: Bridge) -> None:
    """Neither `retry` nor a sign of life stands before a blank line: some readers would count an empty event."""
    head = fight.open("gm")["version"]
    headers = fight.table.headers(fight.tokens["ana"], accept="text/event-stream")
    text, ended = "", False
    async with (
        asyncio.timeout(PATIENCE),
        httpx.AsyncClient(base_url=fight.table.url, headers=headers) as client,
        client.stream("GET", f"/v1/encounters/{fight.id}/events?after={head - 2}") as stream,
    ):
        async for part in stream.aiter_text():
            text += part
            if text.count(": still here") == 2 and not ended:
                ended = True
                await asyncio.to_thread(fight.act, "gm", {"gm": {"end": {"reason": "late"}}})
    events, retry, blank = as_a_browser(text)
    assert (retry, blank) == (1000, 0)
    assert [event.get("id") for event in events] == [str(head - 1), str(head), str(head + 1), None]
    assert [event["event"] for event in events[2:]] == ["EncounterEnded", "end"]


def test_a_silent_socket_is_pinged(fight: Bridge) -> None:
    """By the frames that every client answers by itself: seen on the wire."""
    hello = (
        "GET /graphql HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", fight.table.port)) as made:
        made.settimeout(5)  # one that nobody asked for would come after six
        made.sendall(hello.encode())
        told = b""
        while b"\r\n\r\n" not in told:
            told += made.recv(4096)
        frames = told.partition(b"\r\n\r\n")[2]
        while len(frames) < 2:
            frames += made.recv(4096)
        opcode, size = struct.unpack("!BB", frames[:2])
        assert (opcode, size) == (0x89, 4)
