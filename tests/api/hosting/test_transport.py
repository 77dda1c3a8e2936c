"""What the server reads before there is a request, on bare connections: bounded in size and time, and answered."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from engine.store.server import PrivateServer
from tests.api.fights import WATCH, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import flush

LINES, BYTES, SECONDS = 30, 16_384, 1
HEAD = b"GET /livez HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service with small limits."""
    flush(server)
    settings = {"max_headers": LINES, "max_header_bytes": BYTES, "request_seconds": SECONDS, "heartbeat": 1}
    with serving(server.url, tmp_path_factory.mktemp("data"), settings) as running:
        yield running


@contextmanager
def line(table: Table) -> Iterator[socket.socket]:
    """A connection."""
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE) as made:
        yield made


def rest(made: socket.socket) -> bytes:
    """All that comes until the server closes; TimeoutError where it does not."""
    got = b""
    try:
        while more := made.recv(65536):
            got += more
    except ConnectionError:
        pass
    return got


def one(made: socket.socket, got: bytes = b"") -> tuple[int, dict[str, str], bytes]:
    """The next answer, which has a length: status, headers, body."""
    while b"\r\n\r\n" not in got:
        more = made.recv(65536)
        assert more, got
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += made.recv(65536)
    return int(first.split()[1]), headers, body


def problem(got: bytes) -> dict[str, Any]:
    """The answer that the server gives before it closes."""
    head, _, body = got.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    lowered = head.lower()
    assert b"x-content-type-options: nosniff" in lowered
    assert b"connection: close" in lowered
    told: dict[str, Any] = json.loads(body)
    assert told["status"] == status
    return told


# -- every answer
def test_no_answer_lets_a_browser_guess_what_it_is(table: Table) -> None:
    """Pages, files, both APIs, errors, streams, what is not there, and what the server answers by itself."""
    fight = bridge(table, begin=False)
    ana = fight.tokens["ana"]
    style = table.get("/", accept="text/html").text.split('href="./assets/')[1].split('"')[0]
    html = {"accept": "text/html"}
    asked = [
        ("GET", "/", None, html),
        ("GET", "/", None, {}),
        ("GET", "/graphql", None, html),
        ("GET", "/docs", None, html),
        ("GET", "/guide/", None, html),
        ("GET", "/guide", None, html),
        ("GET", f"/assets/{style}", None, {}),
        ("GET", "/favicon.ico", None, {}),
        ("GET", "/openapi.json", None, {}),
        ("GET", "/schema.graphql", None, {}),
        ("GET", "/events.schema.json", None, {}),
        ("GET", "/livez", None, {}),
        ("GET", "/.well-known/jwks.json", None, {}),
        ("GET", f"/v1/encounters/{fight.id}", ana, {}),
        ("GET", f"/v1/encounters/{fight.id}/export", ana, {}),
        ("GET", f"/v1/encounters/{fight.id}/events", ana, {"accept": "application/x-ndjson"}),
        ("HEAD", f"/v1/encounters/{fight.id}", ana, {}),
        ("GET", f"/v1/encounters/{fight.id}", None, {}),
        ("GET", "/nowhere", None, {}),
        ("DELETE", "/livez", None, {}),
        ("POST", "/graphql", None, {}),
        ("OPTIONS", "/graphql", None, {"origin": "https://x.example", "access-control-request-method": "POST"}),
    ]
    for method, path, token, headers in asked:
        answer = table.http.request(method, path, headers={**Table.headers(token), **headers})
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"], (method, path)
    with table.http.stream(
        "GET", f"/v1/encounters/{fight.id}/events", headers={**Table.headers(ana), "accept": "text/event-stream"}
    ) as stream:
        assert stream.headers.get_list("x-content-type-options") == ["nosniff"]


@pytest.mark.parametrize(
    "handshake",
    [
        b"GET /nowhere HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        b"GET /graphql HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: https://x.example\r\n",
        b"GET /graphql HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: no key\r\n",
        b"GET /graphql HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ],
    ids=["no such address", "another origin", "no key", "accepted"],
)
def test_nor_does_a_handshake(table: Table, handshake: bytes) -> None:
    with line(table) as made:
        upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        protocol = b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
        made.sendall(handshake + upgrade + protocol)
        got = b""
        while b"\r\n\r\n" not in got:
            got += made.recv(65536)
        assert got.lower().count(b"x-content-type-options: nosniff") == 1, got


# -- size
def lines(many: int) -> bytes:
    """A request with so many header lines."""
    return HEAD + b"".join(b"X-%d: y\r\n" % n for n in range(many - 1)) + b"\r\n"


def sized(many: int) -> bytes:
    """A request whose address and headers, names and values, have so many bytes."""
    own = len("/livez") + len("Host") + len("x") + len("X")
    return HEAD + b"X: " + b"y" * (many - own) + b"\r\n\r\n"


@pytest.mark.parametrize(
    ("fits", "too_much"),
    [
        (lines(LINES), lines(LINES + 1)),
        (sized(BYTES), sized(BYTES + 1)),
        (b"GET /livez?%s HTTP/1.1\r\n\r\n" % (b"x" * 4000), b"GET /livez?%s HTTP/1.1\r\n\r\n" % (b"x" * BYTES)),
    ],
    ids=["lines", "bytes", "address"],
)
def test_headers(table: Table, fits: bytes, too_much: bytes) -> None:
    """As many as are allowed, and one more."""
    with line(table) as made:
        made.sendall(fits)
        assert one(made)[0] == 200
        made.sendall(too_much)  # on a connection that was good so far
        told = problem(rest(made))
    assert (told["status"], told["code"]) == (431, "TOO_LARGE")
    assert f"{BYTES} bytes, or {LINES} lines" in told["detail"]


@pytest.mark.parametrize("begun", [b"GET /", HEAD + b"X: ", HEAD], ids=["address", "line", "name"])
def test_a_line_without_end_is_not_kept(table: Table, begun: bytes) -> None:
    """The server closes long before all of it has been sent."""
    with line(table) as made:
        sent = 0
        try:
            made.sendall(begun)
            while sent < 64 << 20:
                made.sendall(b"x" * 65536)
                sent += 65536
        except OSError:
            pass
        assert sent < 64 << 20


def test_what_is_no_request_is_told_so(table: Table) -> None:
    with line(table) as made:
        made.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        told = problem(rest(made))
    assert (told["status"], told["code"]) == (400, "BAD_USER_INPUT")


@pytest.mark.parametrize("line_of", [b"X: " + b"y" * 12_000, b"X: \xff\xfe", b"Sec-WebSocket-Version: 99"])
def test_a_handshake_that_cannot_be_read_is_refused(table: Table, line_of: bytes) -> None:
    """Whoever reads it has limits of its own, and left the connection open without a word."""
    with line(table) as made:
        made.sendall(
            b"GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + line_of + b"\r\n\r\n"
        )
        got = rest(made)
    assert got.startswith(b"HTTP/1.1 4"), got
    assert b"x-content-type-options: nosniff" in got


# -- time
def dripped(made: socket.socket, drop: bytes = b"x") -> bytes:
    """Send a byte now and then until the server closes; what it said. AssertionError where it never does."""
    made.settimeout(0.2)
    got = b""
    for _ in range(int(PATIENCE * 5)):
        try:
            made.sendall(drop)
            while more := made.recv(65536):
                got += more
            return got
        except TimeoutError:
            continue
        except OSError:
            return got
    raise AssertionError("the server still listens")


@pytest.mark.parametrize(
    "begun", [b"GET /", HEAD, HEAD + b"X: y", b"\r\n"], ids=["address", "line", "value", "nothing"]
)
def test_slow_headers(table: Table, begun: bytes) -> None:
    """However often a byte comes, the time runs from the first one on."""
    with line(table) as made:
        made.sendall(begun)
        told = problem(dripped(made, b"\r\n" if begun == b"\r\n" else b"a"))
    assert (told["status"], told["code"]) == (408, "TIMEOUT")
    assert f"within {SECONDS} s" in told["detail"]


def body(path: str, length: int, token: str = ADMIN) -> bytes:
    """The headers of a request with a body."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


@pytest.mark.parametrize("path", ["/v1/encounters", "/graphql"])
def test_slow_bodies(table: Table, path: str) -> None:
    """The application says so, in the words of its way in, and the connection ends."""
    with line(table) as made:
        made.sendall(body(path, 1000) + b'{"query": "')
        got = dripped(made)
    head, _, content = got.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 "), got
    assert b"connection: close" in head.lower()
    assert b'"TIMEOUT"' in content


def test_a_body_sent_after_the_answer_is_bounded_too(table: Table) -> None:
    """It was answered long ago, and its sender goes on."""
    with line(table) as made:
        made.sendall(body("/nowhere", 100_000) + b"{")
        assert one(made)[0] == 404
        assert dripped(made) == b""


def test_slow_trailers(table: Table) -> None:
    """What comes behind a body in pieces is headers too."""
    start = body("/nowhere", 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    with line(table) as made:
        made.sendall(start + b"1\r\n{\r\n0\r\n")
        assert one(made)[0] == 404
        dripped(made, b"X: y\r\n")
    with line(table) as made:
        made.sendall(start + b"1\r\n{\r\n0\r\n" + b"X: y\r\n" * (LINES + 1))
        assert problem(rest(made))["status"] == 431


# -- and who is in order
def test_answers_take_as_long_as_they_take(table: Table) -> None:
    """A poll, an event stream and a socket go on beyond the time that a request has, and so does a kept connection."""
    fight = bridge(table, begin=False)
    ana = fight.tokens["ana"]
    path = f"/v1/encounters/{fight.id}/events"
    version = table.get(path, ana).json()["after"]
    beyond = SECONDS + 2
    with httpx.Client(base_url=table.url, headers=Table.headers(ana), timeout=PATIENCE) as http:
        answer = http.get(f"{path}?after={version}&wait={beyond}")
        assert (answer.status_code, answer.json()["events"]) == (200, [])
        with http.stream("GET", f"{path}?after={version}", headers={"accept": "text/event-stream"}) as stream:
            told = stream.iter_lines()
            heard = 0
            while heard < beyond:  # a sign of life each second
                heard += next(told).startswith(": still")
    with connect(f"ws://127.0.0.1:{table.port}/graphql", subprotocols=["graphql-transport-ws"]) as made:  # type: ignore[list-item]
        made.send(json.dumps({"type": "connection_init", "payload": {"token": ana}}))
        made.recv(PATIENCE)
        watch = {"query": WATCH, "variables": {"id": fight.id, "after": version}}
        made.send(json.dumps({"type": "subscribe", "id": "a", "payload": watch}))
        with line(table) as kept:
            kept.sendall(HEAD + b"\r\n")
            assert one(kept)[0] == 200
            table.get(f"{path}?after={version}&wait={beyond}", ana)  # nothing is asked meanwhile
            made.send('{"type": "ping"}')
            assert json.loads(made.recv(PATIENCE))["type"] == "pong"
            kept.sendall(HEAD + b"\r\n")
            assert one(kept)[0] == 200


def test_requests_in_pieces_are_read(table: Table) -> None:
    """Byte by byte, several behind each other, and after blank lines."""
    with line(table) as made:
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(3):
            for piece in (b"\r\n", *(bytes((byte,)) for byte in HEAD), b"\r\n"):
                made.sendall(piece)
            assert one(made)[0] == 200
        made.sendall((HEAD + b"\r\n") * 3)
        got = b""
        while got.count(b'{"status":"ok"') < 3:
            got += made.recv(65536)


def test_an_idle_connection_ends(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who connects and never asks holds nothing for ever: as long as a connection is kept for the next request."""
    monkeypatch.setattr(table.server.config, "timeout_keep_alive", 1)
    with line(table) as made:
        assert rest(made) == b""
