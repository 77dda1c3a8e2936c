"""Garbage on every way in: nothing that is sent meets a fault of ours, hangs, or changes a fight it was refused by.

Bodies are true requests that were bent or torn; requests are bytes on a bare connection; sockets get frames of every
kind in any order. Whether a fight has changed is asked after each of them.
"""

from __future__ import annotations

import copy
import gzip
import json
import logging
import random
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.api.fights import ACT, OPEN, REPLY, WATCH, Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table
from tests.support.contract.hostile import TIMES
from tests.support.contract.mutations import bent, torn

BODIES, REQUESTS, SOCKETS = 200 * TIMES, 60 * TIMES, 40 * TIMES
SECONDS = 15
"""That anything may take: a bound on hanging, no measure."""
JSON = "application/json"
INTERNAL = ("INTERNAL", "DIVERGED")


@pytest.fixture(scope="module")
def scene(table: Table) -> Bridge:
    """A fight in which somebody is asked, so that answers too have something to hit."""
    return bridge(table)


@pytest.fixture(autouse=True)
def no_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The log tells of no fault of ours."""
    yield
    assert [r.getMessage() for r in caplog.records if r.exc_info or r.levelno >= logging.ERROR] == []


def head(scene: Bridge) -> Any:
    """Where the fight stands, and how many fights there are."""
    asked = "query($id: ID!) { encounter(id: $id) { version headHash } encounters(first: 500) { nodes { id } } }"
    return scene.table.data(asked, ADMIN, id=scene.id)


# -- bodies
def wishes(scene: Bridge) -> list[tuple[str, str, Any]]:
    """True requests: method, path, body."""
    v1 = f"/v1/encounters/{scene.id}"
    order = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}}
    wish = {"encounter": scene.id, "command": order, "expectedVersion": 9, "idempotencyKey": "k", "faces": [1, 2]}
    reply = {"encounter": scene.id, "decision": "4", "choice": {"key": "yes", "fields": {"a": 1}}}
    return [
        ("POST", f"{v1}/commands", {"command": order, "expectedVersion": 9, "idempotencyKey": "k", "faces": [1, 2]}),
        ("POST", f"{v1}/commands", {"command": {"gm": {"correct": {"path": "round", "value": 2, "reason": "so"}}}}),
        ("POST", f"{v1}/commands", {"command": {"gm": {"revert": {"to": 3, "corrections": [], "reason": ""}}}}),
        ("POST", f"{v1}/decisions/4", {"choice": {"key": "yes", "fields": {"a": 1}}, "faces": [3]}),
        ("POST", f"{v1}/fork", {"at": 99_999}),
        ("POST", f"{v1}/entropy", {"entropy": "dice"}),
        ("PUT", f"{v1}/preferences", {"kind": "UseReadied", "preference": "ask"}),
        ("PUT", f"{v1}/seats/ana/bot", {"bot": None}),
        ("POST", "/v1/encounters", bridge_input(system="chess")),
        ("POST", "/graphql", {"query": OPEN, "variables": {"id": scene.id}, "operationName": "Open"}),
        ("POST", "/graphql", {"query": ACT, "variables": {"input": wish}, "extensions": {}}),
        ("POST", "/graphql", {"query": REPLY, "variables": {"input": reply}}),
    ]


SPLINTERS = (
    b"NaN", b"-Infinity", b"1e400", b"1e-400", b'"\\ud800"', b'"\\u0000"', b"\x00", b"9" * 400, b"-0", b"1.0", b"01",
    b"[" * 3000, b'{"a":' * 3000, b'{"a":1,"a":2}', b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"/**/", b"'a'", b"",
    b'"' + b"x" * 60_000 + b'"', b"18446744073709551616", b"-9223372036854775809", b"2147483648", b"true", b"null",
)  # fmt: skip
MEDIA = (
    "text/plain", "", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=b",
    "application/json; charset=utf-16", "application/json; charset=\x7f", "json", "application/graphql", "*/*",
)  # fmt: skip
HALF = b'--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{'


def body(wish: Any, chance: random.Random) -> tuple[bytes, dict[str, str]]:
    """What becomes of a request's body, and headers that go with it."""
    wish = copy.deepcopy(wish)
    headers = {"content-type": JSON}
    match chance.randint(0, 6):
        case 0 | 1 | 2:
            for _ in range(chance.choice([1, 1, 3])):
                bent(wish, chance)
            return json.dumps(wish).encode(), headers
        case 3:
            return torn(json.dumps(wish).encode(), chance), headers
        case 4:
            text = json.dumps(wish).encode()
            places = [at for at, byte in enumerate(text) if byte in b":,["]
            at = chance.choice(places) + 1
            return text[:at] + chance.choice(SPLINTERS) + text[at + chance.choice([0, 2, 6]) :], headers
        case 5:
            data = chance.choice([json.dumps(wish).encode(), HALF, b""])
            return data, {"content-type": chance.choice(MEDIA)}
    data = json.dumps(wish).encode()
    name, content = chance.choice([("gzip", gzip.compress(data)), ("br", data), ("gzip", data), ("", data)])
    encoded = json.dumps(wish).encode(chance.choice(["utf-16", "utf-32", "latin-1"]))
    return (content, {**headers, "content-encoding": name}) if name else (encoded, headers)


def odd_headers(chance: random.Random) -> dict[str, str]:
    """Headers that we read, with what nobody should send."""
    if chance.random() < 0.6:
        return {}
    name = chance.choice(
        [
            "if-match",
            "idempotency-key",
            "accept",
            "accept-language",
            "last-event-id",
            "x-forwarded-for",
            "cookie",
            "range",
        ]
    )
    value = chance.choice(
        ["", '"', '"1"', "W/*", "9" * 30, "x" * 3000, "a,b;q=nan", "\x7f", "*;q=-1", "-1", "é", "1e9"]
    )
    return {name: value}


def unharmed(scene: Bridge, answer: httpx.Response, before: Any, where: str) -> None:
    """No fault of ours; and whoever was refused has changed nothing."""
    assert answer.status_code < 500, f"{where}: {answer.status_code} {answer.text[:500]}"
    assert not any(f'"{code}"' in answer.text for code in INTERNAL), f"{where}: {answer.text[:500]}"
    done = answer.status_code < 300 and '"message"' not in answer.text and '"errors"' not in answer.text
    assert done or head(scene) == before, f"{where}: refused, and yet something happened: {answer.text[:500]}"


def test_bodies(scene: Bridge) -> None:
    """True requests, bent and torn, of every seat and the operator."""
    refused = 0
    tokens = [*scene.tokens.values(), ADMIN, "x.y.z"]
    for seed in range(BODIES):
        chance = random.Random(seed)
        method, path, wish = chance.choice(wishes(scene))
        content, headers = body(wish, chance)
        headers |= odd_headers(chance) | {"authorization": f"Bearer {chance.choice(tokens[: 4 + (seed % 9 == 0)])}"}
        before = head(scene)
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        answer = scene.table.http.request(method, path, content=content, headers=raw, timeout=SECONDS)
        refused += answer.status_code >= 400
        unharmed(scene, answer, before, f"seed {seed}: {method} {path} {content[:300]!r} {headers}")
    assert refused > BODIES // 3


# -- requests
def request(scene: Bridge, chance: random.Random) -> bytes:
    """The bytes of a request that is hardly one, of somebody who may only look on."""
    token = f"Authorization: Bearer {scene.tokens['eve']}\r\n".encode()
    content = json.dumps({"command": {"gm": {"pause": {}}}}).encode()
    top = f"POST /v1/encounters/{scene.id}/commands HTTP/1.1\r\nHost: a\r\n".encode() + token
    kind = b"Content-Type: application/json\r\n"
    parts = [
        top + kind + b"Content-Length: 999\r\n\r\n" + content,
        top + kind + b"Content-Length: -1\r\n\r\n" + content,
        top + kind + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\n" + content,
        top + kind + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + content,
        top + kind + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\n{\r\n",
        top + kind + b"Content-Length: %d\r\nX: " % len(content) + b"y" * 90_000 + b"\r\n\r\n" + content,
        top + b"".join(b"X-%d: y\r\n" % n for n in range(3000)) + b"\r\n",
        b"GET /" + b"a" * 90_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /v1/encounters/%00%ff%2e%2e/../..//?" + b"a=" * 9000 + b" HTTP/1.1\r\nHost: a\r\n" + token + b"\r\n",
        b"GET /graphql?query=%ff%fe&variables={ HTTP/1.1\r\nHost: a\r\n" + token + b"\r\n",
        b"GET /v1/encounters?first=1e400&after=%00 HTTP/1.1\r\nHost: a\r\n" + token + b"\r\n",
        b"BREW /graphql HTCPCP/1.0\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(200),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /graphql HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        chance.randbytes(chance.choice([1, 50, 5000])),
    ]
    made = chance.choice(parts)
    return made if chance.random() < 0.6 else torn(made, chance)


def test_requests(scene: Bridge) -> None:
    """Bytes on a connection: it is answered or closed, and the next one is served."""
    before = head(scene)
    for seed in range(REQUESTS):
        made = request(scene, random.Random(seed))
        with socket.create_connection(("127.0.0.1", scene.table.port), timeout=SECONDS) as bare:
            said = b""
            try:
                bare.sendall(made)
                bare.shutdown(socket.SHUT_WR)
                while more := bare.recv(65_536):
                    said += more
            except ConnectionError:
                pass
        assert not said.startswith((b"HTTP/1.1 5", b"HTTP/1.0 5")), f"seed {seed}: {made[:200]!r} {said[:300]!r}"
        assert head(scene) == before, f"seed {seed}: {made[:300]!r} {said[:300]!r}"


# -- sockets
def frames(scene: Bridge, chance: random.Random) -> list[str | bytes]:
    """What a client might send in its confusion, beginning as it should or not."""
    init = {"type": "connection_init", "payload": {"token": scene.tokens[chance.choice(["gm", "ana", "eve"])]}}
    watch = {"query": WATCH, "variables": {"id": scene.id, "after": 0}}
    wish = {"encounter": scene.id, "command": {"gm": {"pause": {}}}, "expectedVersion": 0}
    messages: list[Any] = [
        init,
        {"type": "ping"},
        {"type": "pong", "payload": {}},
        {"id": "1", "type": "subscribe", "payload": watch},
        {"id": "2", "type": "subscribe", "payload": {"query": ACT, "variables": {"input": wish}}},
        {"id": "3", "type": "subscribe", "payload": {"query": "{ viewer { seat } "}},
        {"id": "1", "type": "complete"},
        {"id": "", "type": "subscribe", "payload": watch},
        {"id": "4", "type": "next", "payload": {}},
        {"id": "5", "type": "start", "payload": watch},
        {"type": "connection_ack"},
    ]
    made: list[str | bytes] = [json.dumps(init)] if chance.random() < 0.7 else []
    for _ in range(chance.randint(1, 6)):
        message = copy.deepcopy(chance.choice(messages))
        text = json.dumps(message).encode()
        match chance.randint(0, 4):
            case 0:
                bent(message, chance)
                made.append(json.dumps(message))
            case 1:
                made.append(torn(text, chance).decode("latin-1"))
            case 2:
                made.append(chance.choice([text, b"", chance.randbytes(40), b"[" * 5000]))
            case 3:
                made.append(chance.choice(["", "null", "[]", "1e400", '{"type":NaN}', "[" * 50_000, "\0", '"\\ud800"']))
            case _:
                made.append(text.decode())
    return made


def talk(made: ClientConnection, sent: list[str | bytes]) -> tuple[int, str]:
    """Say all of it, and hear what comes: the code that it was closed with, and the text of all messages."""
    heard: list[str] = []
    try:
        for frame in sent:
            made.send(frame)
        made.send(json.dumps({"type": "ping"}))
        while len(heard) < 50:
            said = str(made.recv(SECONDS))
            heard.append(said)
            if json.loads(said)["type"] == "pong":
                break
    except ConnectionClosed:
        pass
    made.close()
    return made.close_code or 0, "\n".join(heard)


def test_sockets(scene: Bridge) -> None:
    """Frames of every kind in any order: answered, or closed with a reason of the protocol's, never for a fault."""
    codes: set[int] = set()
    before = head(scene)
    for seed in range(SOCKETS):
        sent = frames(scene, random.Random(seed))
        url = f"ws://127.0.0.1:{scene.table.port}/graphql"
        with connect(url, subprotocols=["graphql-transport-ws"], close_timeout=SECONDS) as made:  # type: ignore[list-item]
            code, heard = talk(made, sent)
        where = f"seed {seed}: {[frame[:120] for frame in sent]} {code} {heard[:500]}"
        assert code in (1000, 1002, 1003, 1007, 1009) or 4400 <= code < 4500, where
        assert not any(f'"{fault}"' in heard for fault in INTERNAL), where
        assert head(scene) == before, where
        codes.add(code)
    assert {1000, 4400, 4401} <= codes


def test_a_socket_closed_for_a_long_reason(scene: Bridge, caplog: pytest.LogCaptureFixture) -> None:
    """A close frame has room for 123 bytes; who watched meanwhile is told no more, and nobody failed."""
    url = f"ws://127.0.0.1:{scene.table.port}/graphql"
    watch = {"query": WATCH, "variables": {"id": scene.id, "after": 0}}
    for last in (
        {"type": "\u00e4" * 200},
        {"id": "x" * 200, "type": "subscribe", "payload": watch},
    ):
        sent = [
            {"type": "connection_init", "payload": {"token": scene.tokens["gm"]}},
            {"id": "x" * 200, "type": "subscribe", "payload": watch},
            last,
        ]
        with connect(url, subprotocols=["graphql-transport-ws"], close_timeout=SECONDS) as made:  # type: ignore[list-item]
            code, heard = talk(made, [json.dumps(message) for message in sent])
            assert code in (4400, 4409), heard
            assert made.close_reason
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
