"""Logs: what a line tells of a request, a stream and a socket; and that no token and no secret is ever in one."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import websockets

from api import logs
from api.logs import MASK, JsonFormatter, hide, masked
from tests.api.fights import ACT, Bridge
from tests.support.amounts import PATIENCE
from tests.support.contract.client import CREATE, WATCH, Frontend
from tests.support.fights.fights import SEATS
from tests.support.processes.serving import ADMIN, Service

WIRE: Any = ["graphql-transport-ws"]
LOOK = "query L($id: ID!) { encounter(id: $id) { version } }"


def lines(service: Service) -> Iterator[dict[str, Any]]:
    """The lines of its log that are JSON."""
    for line in service.log().splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def of_requests(line: dict[str, Any]) -> bool:
    """Whether a line is of the log of requests, and not of something that befell one."""
    return bool(line["logger"] == "skald.requests")


def done(service: Service, id: str) -> dict[str, Any]:
    """The line that a request ends with. Before it others may stand, such as that it blocked the loop."""
    return [line for line in lines(service) if of_requests(line) and line.get("request") == id][-1]


async def new_fight(service: Service) -> tuple[str, str]:
    """(a fight, its GM's token)"""
    seats = [{"id": s.seat, "name": s.name, "role": s.role} for s in SEATS]
    wish = {"system": "fantasia", "name": "Long", "seats": seats, "combatants": []}
    made = (await Frontend(service.base, ADMIN).gql(CREATE, input=wish))["createEncounter"]
    return made["encounter"]["id"], made["tokens"][0]["token"]


async def on_a_socket(service: Service, path: str, init: Any, *operations: dict[str, Any], **more: Any) -> None:
    """Say hello and send operations; take one answer to each."""
    async with websockets.connect(f"ws://127.0.0.1:{service.port}{path}", subprotocols=WIRE, **more) as made:
        await made.send(json.dumps({"type": "connection_init", "payload": init}))
        try:
            await asyncio.wait_for(made.recv(), PATIENCE)
            for operation in operations:
                await made.send(json.dumps({"type": "subscribe", **operation}))
                await asyncio.wait_for(made.recv(), PATIENCE)
        except websockets.ConnectionClosed:
            return


@pytest.fixture
async def service(redis_url: str, tmp_path: Path) -> Any:
    """`skald serve`."""
    running = Service(tmp_path / "data", SKALD_REDIS_URL=redis_url, SKALD_DURABILITY="relaxed", SKALD_HEARTBEAT="1")
    await running.start()
    try:
        yield running
    finally:
        await running.stop()


async def test_every_request_and_socket_has_its_line(service: Service) -> None:
    """Method, path without its query, status, milliseconds, and the id that its answer bears."""
    id, token = await new_fight(service)
    async with httpx.AsyncClient(base_url=service.base, headers={"authorization": f"Bearer {token}"}) as client:
        kept = await client.get(f"/v1/encounters/{id}?at=1", headers={"x-request-id": "mine-1"})
        assert kept.headers["x-request-id"] == "mine-1"
        odd = await client.get("/v1/encounters/nothing", headers={"x-request-id": 'a"b {}'})
        assert odd.headers["x-request-id"] != 'a"b {}'
        assert odd.json()["request"] == odd.headers["x-request-id"]
        gone = await client.get("/nowhere")
        assert gone.json()["request"] == gone.headers["x-request-id"]
        stream = f"/v1/encounters/{id}/events?follow=true"
        async with client.stream("GET", stream, headers={"x-request-id": "stream-1"}) as answer:
            assert answer.status_code == 200
            first = await anext(answer.aiter_lines())
            assert first.startswith("{")
    mine = {"x-request-id": "socket-1"}
    await on_a_socket(service, "/graphql", {"token": token}, additional_headers=mine)
    await on_a_socket(service, "/graphql", {"token": "forged"}, additional_headers={"x-request-id": "socket-2"})
    await service.stop()
    line = done(service, "mine-1")
    assert {"method": "GET", "path": f"/v1/encounters/{id}", "status": 200}.items() <= line.items()
    assert line["ms"] > 0
    assert done(service, odd.headers["x-request-id"])["status"] == 404
    for name, end in (("stream-1", {"status": 200}), ("socket-1", {"code": 1000}), ("socket-2", {"code": 4403})):
        opened, closed = (line for line in lines(service) if of_requests(line) and line.get("request") == name)
        assert opened["event"] == "opened"
        assert end.items() <= closed.items(), closed
        assert closed["ms"] > 0


async def test_no_token_and_no_secret_is_ever_logged(service: Service) -> None:
    """Wherever it was put: where it belongs, and in every wrong place."""
    id, token = await new_fight(service)
    marks = [ADMIN, token]
    async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as client:
        for mark in marks:
            bearer = {"authorization": f"Bearer {mark}"}
            await client.get(f"/v1/encounters/{id}", headers=bearer)
            await client.get(f"/v1/encounters/{id}/events?token={mark}")
            await client.get(f"/v1/encounters/{id}?token={mark}&at={mark}")
            await client.get(f"/v1/encounters/{mark}", headers=bearer)
            await client.get(f"/v1/encounters/{quote(mark.replace('-', '%2D'), safe='%')}", headers=bearer)
            await client.get(f"/{mark}/{mark}")
            await client.post(f"/v1/encounters/{id}/decisions/{mark}", headers=bearer, json={"choice": {"key": mark}})
            await client.post(f"/v1/encounters/{id}/commands", headers=bearer, json={mark: mark, "command": {mark: {}}})
            await client.post(f"/v1/encounters/{id}/commands", headers=bearer, content=mark)
            await client.delete(f"/v1/encounters/{id}/tokens/{mark}", headers=bearer)
            for header in ("x-request-id", "idempotency-key", "if-match", "last-event-id", "cookie", "accept-language"):
                await client.get(f"/v1/encounters/{id}/events", headers={**bearer, header: mark[:64]})
            await client.get("/v1/viewer", headers={"authorization": f"Basic {mark}"})
            await client.get("/v1/viewer", headers={"authorization": f"Bearer {mark}x"})
            ask = {"query": LOOK, "variables": {"id": mark, mark: mark}, "operationName": mark}
            await client.post("/graphql", json=ask, headers=bearer)
            await client.post("/graphql", json={**ask, "operationName": None}, headers=bearer)
            await client.post("/graphql", json={"query": f'{{ encounter(id: "{mark}") {{ id }} }}'}, headers=bearer)
            await client.post("/graphql", json={"query": f"{{ {mark} }}"}, headers=bearer)
            await client.get("/graphql", params={"query": "{ viewer { seat } }", "token": mark})
            wish = {"encounter": mark, "idempotencyKey": mark, "command": {"gm": {"pause": {"reason": mark}}}}
            await client.post("/graphql", json={"query": ACT, "variables": {"input": wish}}, headers=bearer)
            watch = {"query": WATCH, "variables": {"id": mark, "after": 0}}
            await client.post("/graphql", json=watch, headers={**bearer, "accept": "text/event-stream"})
            await on_a_socket(service, f"/graphql?token={mark}", {"token": mark}, {"id": mark, "payload": watch})
            await on_a_socket(service, "/graphql", {"token": mark + "x"})
            with pytest.raises(websockets.InvalidStatus):
                await on_a_socket(service, f"/{mark}", {"token": mark})
    with pytest.raises(websockets.InvalidStatus):
        await on_a_socket(service, f"/graphql?token={token}", {}, origin=websockets.Origin("https://evil.example"))
    await service.stop()
    said = service.log()
    assert said.count('"logger": "skald.requests"') > 60
    body, signature = token.split(".")[1:]
    for secret in (ADMIN, token, body, signature, "a-secret-of-the-tests-0123456789abcdef"):
        assert secret not in said, [line for line in said.splitlines() if secret in line][:3]
    assert MASK in said


def test_an_error_that_holds_a_secret_is_written_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its message, its trace and its figures."""
    monkeypatch.setattr(logs, "_hidden", logs._Hidden())
    hide("hush-hush-hush", None)
    try:
        raise KeyError("hush-hush-hush eyJhbGciOi.eyJlbmMiOi.c2ln")
    except KeyError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "no %s", ("hush-hush-hush",), (KeyError, error, None))
    record.figures = {"path": "/hush-hush-hush", "ms": 1.0}
    line = json.loads(JsonFormatter().format(record))
    assert (line["message"], line["path"], line["ms"]) == (f"no {MASK}", f"/{MASK}", 1.0)
    assert line["trace"].count(MASK) == 2
    assert "hush" not in line["trace"]
    assert masked("eyes.open.wide") == "eyes.open.wide"


def test_a_fault_of_ours_is_found_by_its_id(
    fight: Bridge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer names the request under which the log has it."""

    async def failing(*args: Any, **more: Any) -> None:
        raise KeyError("broken")

    monkeypatch.setattr(fight.table.app.state.services.service, "submit", failing)
    order = {"encounter": fight.id, "command": {"gm": {"pause": {}}}}
    headers = fight.table.headers(fight.tokens["gm"], **{"x-request-id": "fault-1"})
    asked = {"query": ACT, "variables": {"input": order}}
    (error,) = fight.table.http.post("/graphql", json=asked, headers=headers).json()["errors"]
    assert error["extensions"] == {"code": "INTERNAL", "request": "fault-1"}
    rest = fight.table.http.post(
        f"/v1/encounters/{fight.id}/commands", json={"command": {"gm": {"pause": {}}}}, headers=headers
    )
    assert rest.json()["request"] == "fault-1"
    assert len([r for r in caplog.records if r.exc_info]) == 2
