"""A client that sends more than is read gets the answer, whatever it has still to send."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from api.hosting import lingering
from api.hosting.lingering import Lingering
from engine.store.server import PrivateServer
from tests.api.table import ADMIN, Table, serving
from tests.support.processes.servers import flush

MUCH = 24 << 20
"""Bytes of a body: more than the buffers of a connection hold."""
PIECE = b"x" * 65_536


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data"), {"max_body": 65_536}) as running:
        yield running


def sent(table: Table, head: str, pieces: Any) -> bytes:
    """The answer to a request that is sent in whole before anything is read. It fails where the connection is reset."""
    with socket.create_connection(("127.0.0.1", table.port), timeout=60) as made:
        made.sendall(head.replace("\n", "\r\n").encode())
        for piece in pieces:
            made.sendall(piece)
        got = b""
        while more := made.recv(65_536):
            got += more
        return got


@pytest.mark.parametrize("path", ["/v1/encounters", "/graphql", "/v1/replays", "/v1/encounters/x/say"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_is_answered_in_words(table: Table, path: str, chunked: bool) -> None:
    """Also where the client wants the connection closed, as proxies and simple clients do."""
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {MUCH}"
    head = f"POST {path} HTTP/1.1\nHost: x\nConnection: close\nAuthorization: Bearer {ADMIN}\n"
    piece = b"10000\r\n" + PIECE + b"\r\n" if chunked else PIECE
    pieces = [piece] * (MUCH // len(PIECE)) + ([b"0\r\n\r\n"] if chunked else [])
    got = sent(table, f"{head}Content-Type: application/json\n{length}\n\n", pieces)
    assert got.startswith(b"HTTP/1.1 413 ")
    assert b"the body is larger than" in got


@pytest.mark.parametrize("lines", [5_000, 50_000, 500_000])
def test_so_are_headers_that_are_too_many(table: Table, lines: int) -> None:
    """However they come in: in pieces, or more of them in one piece than is read of all."""
    for pieces in ([b"X-A: b\r\n" * lines], [b"X-A: b\r\n" * 1_000] * (lines // 1_000)):
        got = sent(table, "GET /livez HTTP/1.1\nHost: x\n", [*pieces, b"\r\n"])
        assert got.startswith(b"HTTP/1.1 431 ")


class Wire:
    """A transport that notes what is done to it."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.closed = asyncio.Event()

    def close(self) -> None:
        self.done.append("close")
        self.closed.set()

    def is_closing(self) -> bool:
        return "close" in self.done

    def is_reading(self) -> bool:
        return False

    def can_write_eof(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.done.append(name)


async def test_what_still_comes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In bytes and in time; a second close ends it at once, and without an unread request there is none of it."""
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(lingering, "BYTES", 100)

    def one(*, unread: bool = True) -> tuple[Lingering, Wire]:
        wire = Wire()
        made = Lingering(wire, loop)  # type: ignore[arg-type]
        made.unread = unread
        made.close()
        return made, wire

    made, wire = one(unread=False)
    assert wire.done == ["close"]
    made, wire = one()
    assert (made.lingering, made.is_closing(), wire.done) == (True, True, ["write_eof", "resume_reading"])
    made.throw_away(100)
    assert not wire.is_closing()
    made.throw_away(1)
    assert wire.is_closing()
    made, wire = one()
    made.close()
    assert wire.is_closing()
    monkeypatch.setattr(lingering, "SECONDS", 0.0)
    made, wire = one()
    await wire.closed.wait()
