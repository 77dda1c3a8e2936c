"""What fails inside is told to nobody but the log: an answer has a code and an id, and the trace stands under it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from api.logs import JsonFormatter
from engine.store.port import StoreUnavailable
from tests.api.fights import ACT, WATCH, Bridge
from tests.api.streaming.test_stream_end import wire
from tests.api.table import ADMIN

ADDRESS = "redis.inner.example:6390"
SAID = f"Error 111 connecting to {ADDRESS} in /srv/skald/store.py"
MARKS = (ADDRESS, "/srv/", "Traceback", "RuntimeError", "store.py", ".py", "engine.", "site-packages", "line ")
AUDIT = "query A($id: ID!) { audit(encounter: $id) { version } }"
LOOK = "query L($id: ID!) { encounter(id: $id) { version } }"
LIST = "{ encounters { nodes { id } } }"
METHODS = (
    "open",
    "heads",
    "read",
    "read_back",
    "page",
    "append",
    "prefer",
    "raise_epoch",
    "snapshot",
    "claim",
    "probe",
)


class Lines(logging.Handler):
    """The log as an operator has it, a line each."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.said: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(json.loads(self.format(record)))

    def trace(self, request: str) -> str:
        """What was logged of a request's fault."""
        return "\n".join(line.get("trace", "") for line in self.said if line.get("request") == request)


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler = Lines()
    logging.getLogger().addHandler(handler)
    try:
        yield handler
    finally:
        logging.getLogger().removeHandler(handler)


def break_store(fight: Bridge, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Whatever is asked of the store fails."""

    async def failing(*args: Any, **more: Any) -> Any:
        raise error

    store = fight.table.app.state.services.service._store
    for name in METHODS:
        monkeypatch.setattr(store, name, failing)


def routes(fight: Bridge) -> list[tuple[str, str, str, Any]]:
    """Every way by which REST comes to the store."""
    here, gm = f"/v1/encounters/{fight.id}", fight.tokens["gm"]
    pause = {"command": {"gm": {"pause": {}}}}
    return [
        ("GET", here, gm, None),
        ("GET", "/v1/encounters", ADMIN, None),
        ("GET", "/v1/viewer", gm, None),
        ("GET", f"{here}/events", gm, None),
        ("GET", f"{here}/events?follow=true", gm, None),
        ("GET", f"{here}/export", gm, None),
        ("GET", f"{here}/audit", gm, None),
        ("POST", f"{here}/commands", gm, pause),
        ("POST", f"{here}/decisions/3", gm, {"choice": {"key": "yes"}}),
        ("POST", f"{here}/fork", gm, {"at": 1}),
        ("POST", f"{here}/tokens", gm, {"seat": "ana"}),
        ("DELETE", f"{here}/tokens/ana", gm, None),
        ("PUT", f"{here}/preferences", gm, {"kind": "Parry", "preference": "never"}),
        ("PUT", f"{here}/seats/ana/bot", gm, {"bot": "GREEDY"}),
    ]


def test_a_broken_store_is_masked_in_rest(fight: Bridge, monkeypatch: pytest.MonkeyPatch, lines: Lines) -> None:
    """500, INTERNAL and an id; the log has the trace under it."""
    break_store(fight, monkeypatch, RuntimeError(SAID))
    for method, path, token, body in routes(fight):
        answer = fight.table.http.request(method, path, json=body, headers=fight.table.headers(token))
        assert (answer.status_code, answer.json()["code"]) == (500, "INTERNAL"), path
        assert not [mark for mark in MARKS if mark in answer.text], answer.text
        id = answer.json()["request"]
        assert id == answer.headers["x-request-id"]
        assert SAID in lines.trace(id), path


async def test_a_broken_store_is_masked_in_graphql(
    fight: Bridge, monkeypatch: pytest.MonkeyPatch, lines: Lines
) -> None:
    """By POST, as a stream and on a socket."""
    wish = {"input": {"encounter": fight.id, "command": {"gm": {"pause": {}}}}}
    watch = {"id": fight.id, "after": 0}
    break_store(fight, monkeypatch, RuntimeError(SAID))
    for query, token, variables in (
        (LOOK, fight.tokens["gm"], {"id": fight.id}),
        (AUDIT, fight.tokens["gm"], {"id": fight.id}),
        (LIST, ADMIN, {}),
        (ACT, fight.tokens["gm"], wish),
        (WATCH, fight.tokens["gm"], watch),
    ):
        accept = "text/event-stream" if query == WATCH else "application/json"
        answer = fight.table.http.post(
            "/graphql", json={"query": query, "variables": variables}, headers=fight.table.headers(token, accept=accept)
        )
        assert '"INTERNAL"' in answer.text, query
        assert not [mark for mark in MARKS if mark in answer.text], answer.text
        assert answer.headers["x-request-id"] in answer.text
        assert SAID in lines.trace(answer.headers["x-request-id"]), query
    async with wire(fight.table, fight.tokens["gm"]) as one:
        await one.subscribe("1", variables=watch)
        message = await one.receive()
        (error,) = message["payload"]
        assert error["extensions"]["code"] == "INTERNAL"
        assert not [mark for mark in MARKS if mark in json.dumps(message)]
        assert SAID in lines.trace(error["extensions"]["request"])


def test_where_the_store_is_stands_in_no_answer(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that is away is said to be away; its address and its words are the operator's, readiness included."""
    break_store(fight, monkeypatch, StoreUnavailable(f"the store does not answer: {SAID}"))
    for method, path, token, body in [*routes(fight), ("GET", "/readyz", "", None)]:
        answer = fight.table.http.request(method, path, json=body, headers=fight.table.headers(token or None))
        assert answer.status_code == 503, path
        assert not [mark for mark in MARKS if mark in answer.text], answer.text
    for query in (LOOK, AUDIT):
        told = fight.table.gql(query, fight.tokens["gm"], id=fight.id)
        assert told["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
        assert not [mark for mark in MARKS if mark in json.dumps(told)]
