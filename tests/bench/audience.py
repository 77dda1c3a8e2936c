"""Many watching sockets in a process of their own: they read frames and record when the last of them has one.

`python -m tests.bench.audience` reads a `Wanted` from its input and prints a `Received` as a line of JSON: first
when all have subscribed, then whenever every reader has had one message more, or has reached `until`.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
import uvloop
from msgspec import Struct

from tests.support.contract.client import EVENT

WATCH = f"subscription Watch($id: ID!, $after: Int!) {{ events(encounter: $id, after: $after) {{ {EVENT} }} }}"
SMALL = 4096
"""Bytes that the kernel buffers for a socket that never reads."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_VERSION = re.compile(rb'"version": ?(\d+)')


class Watch(Struct):
    """What one socket watches. silent: it never reads what it is sent."""

    id: str
    token: str
    after: int
    silent: bool = False


class Wanted(Struct):
    """The sockets. until: the version that readers wait for; 0: every message counts."""

    port: int
    watches: list[Watch]
    until: int = 0


class Received(Struct):
    """at: seconds of the machine's monotonic clock at which the last reader had it. messages: of each reader so far.

    text: of the message, as received by the first reader.
    """

    at: float
    messages: int
    text: str = ""


class Watcher(asyncio.Protocol):
    """One socket, from the handshake on."""

    def __init__(self, audience: Audience, watch: Watch) -> None:
        self._audience, self._watch = audience, watch
        self._buffer, self._upgraded = b"", False
        self.messages, self.version, self.last = 0, watch.after, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake; the rest follows once it is answered."""
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            f"sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-protocol: graphql-transport-ws\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Consume whole frames; the rest is buffered."""
        self._buffer += data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head.decode(errors="replace")
            self._upgraded, self._buffer = True, rest
            self._tell({"type": "connection_init", "payload": {"token": self._watch.token}})
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length >= 126:
            size = 2 if length == 126 else 8
            length, start = int.from_bytes(buffer[2 : 2 + size], "big"), 2 + size
        if len(buffer) < start + length:
            return None
        self._buffer = buffer[start + length :]
        return buffer[0] & 15, buffer[start : start + length]

    def _take(self, code: int, payload: bytes) -> None:
        if code == PING:
            self._send(PONG, payload)
        elif code == CLOSE:
            raise AssertionError(f"closed: {payload.decode(errors='replace')}")
        elif b"connection_ack" in payload[:80]:
            variables = {"id": self._watch.id, "after": self._watch.after}
            self._tell({"id": "1", "type": "subscribe", "payload": {"query": WATCH, "variables": variables}})
            if self._watch.silent:
                self._transport.pause_reading()
            self._audience.subscribed()
        elif b'"version"' in payload:
            self.messages, self.last = self.messages + 1, payload
            self._audience.received(self)
        elif b'"ping"' in payload:
            self._tell({"type": "pong"})
        else:
            raise AssertionError(payload[:500].decode(errors="replace"))

    def reached(self, until: int) -> bool:
        """Whether the last message contains this version."""
        return any(int(version) >= until for version in _VERSION.findall(self.last))

    def _tell(self, message: object) -> None:
        self._send(TEXT, msgspec.json.encode(message))

    def _send(self, code: int, payload: bytes) -> None:
        # With an all-zero mask: one is required, and it changes no byte.
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + size.to_bytes(2, "big")
        self._transport.write(bytes([128 | code]) + length + bytes(4) + payload)


class Audience:
    """All sockets of the process."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._left = len(wanted.watches)
        self._readers = sum(not watch.silent for watch in wanted.watches)
        self._waiting: dict[int, int] = {}

    async def run(self) -> None:
        """Connect all, and run until cancelled."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_leave)
        for watch in self._wanted.watches:
            raw = socket.socket()
            if watch.silent:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            raw.setblocking(False)
            await loop.sock_connect(raw, ("127.0.0.1", self._wanted.port))
            await loop.create_connection(lambda watch=watch: Watcher(self, watch), sock=raw)  # type: ignore[misc]
        await asyncio.Event().wait()

    def subscribed(self) -> None:
        """Count one more subscription."""
        self._left -= 1
        if not self._left:
            self._say(0)

    def received(self, watcher: Watcher) -> None:
        """Record one more message of a watcher."""
        until = self._wanted.until
        if until and not watcher.reached(until):
            return
        number = until or watcher.messages
        self._waiting[number] = self._waiting.get(number, 0) + 1
        if self._waiting[number] == self._readers:
            self._say(watcher.messages, watcher.last.decode())

    def _say(self, messages: int, text: str = "") -> None:
        print(msgspec.json.encode(Received(time.monotonic(), messages, text)).decode(), flush=True)


def _leave(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A failing socket ends the process, so that the parent notices at once."""
    print(context.get("exception") or context["message"], file=sys.stderr, flush=True)
    os._exit(1)


class Listening:
    """The audience as the parent process sees it."""

    def __init__(self, process: Process) -> None:
        self.process = process

    async def received(self, patience: float = 120) -> Received:
        """The next report that every reader has a message."""
        assert self.process.stdout
        line = await asyncio.wait_for(self.process.stdout.readline(), patience)
        assert line, "the audience has left"
        return msgspec.json.decode(line, type=Received)


@asynccontextmanager
async def audience(wanted: Wanted) -> AsyncGenerator[Listening, None]:
    """The sockets, subscribed."""
    words = (sys.executable, "-m", "tests.bench.audience")
    # A message of hundreds of events is one line.
    process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, limit=1 << 24)
    assert process.stdin
    process.stdin.write(msgspec.json.encode(wanted))
    process.stdin.close()
    listening = Listening(process)
    try:
        await listening.received()
        yield listening
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


if __name__ == "__main__":
    uvloop.run(Audience(msgspec.json.decode(sys.stdin.buffer.read(), type=Wanted)).run())
