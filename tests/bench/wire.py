"""A cheap client: requests over persistent connections, written and read as raw bytes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress


class Connection:
    """One connection, one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Connect to the loopback."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, request: bytes, status: int = 200) -> bytes:
        """The body of the response. AssertionError for any other status."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await self._reader.readexactly(length)
        assert head.startswith(b"HTTP/1.1 %d" % status), (head + body)[:2000].decode(errors="replace")
        return body

    async def close(self) -> None:
        """Close it."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


def post(path: str, token: str, body: bytes) -> bytes:
    """A complete POST request."""
    more = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return _head("POST", path, token, more) + body


def get(path: str, token: str) -> bytes:
    """The same without a body."""
    return _head("GET", path, token, "")


def _head(method: str, path: str, token: str, more: str) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n{more}\r\n".encode()


async def asked(port: int, requests: Sequence[bytes], at_once: int, status: int = 200) -> tuple[float, list[bytes]]:
    """Requests per second over `at_once` connections, and the responses in the order of the requests."""
    connections = [await Connection.open(port) for _ in range(at_once)]
    answers: list[bytes] = [b""] * len(requests)

    async def sender(number: int) -> None:
        for at in range(number, len(requests), at_once):
            answers[at] = await connections[number].ask(requests[at], status)

    try:
        start = time.perf_counter()
        await asyncio.gather(*(sender(number) for number in range(at_once)))
        return len(requests) / (time.perf_counter() - start), answers
    finally:
        for connection in connections:
            await connection.close()
