"""Connections that we end: of readers that take nothing, and all of them when the process stops.

Nothing is queued for anybody: what a reader misses lies in the stream, and he resumes by version. So a socket that we
close is told from which version, of every fight that it watches.
"""

from __future__ import annotations

import asyncio
import logging
import types
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from api.errors import Stopping

log = logging.getLogger(__name__)

TOO_SLOW = 4408
"""The close code of a socket that took nothing."""

RESTARTING = 1012
"""The close code when the process stops: "service restart". Clients of graphql-transport-ws come back by themselves."""

LONGEST_REASON = 123
"""Bytes of a close frame's reason."""

GRACE = 1.0
"""Seconds that a connection gets when the process stops: to take what is being sent, to send the rest of its body."""

_CONNECTION: ContextVar[Connection | None] = ContextVar("connection", default=None)


class Place:
    """How far a stream has come. version: of the last event that was handed out."""

    def __init__(self, encounter: str, version: int) -> None:
        self.encounter, self.version = encounter, version


@contextmanager
def place(encounter: str, after: int) -> Iterator[Place]:
    """The place of a stream that begins behind version `after`; the close of its connection names it."""
    made, connection = Place(encounter, after), _CONNECTION.get()
    if connection is None:
        yield made
        return
    connection.places.append(made)
    try:
        yield made
    finally:
        if not connection.stopping:  # else the close, which comes in a moment, still names it
            connection.places.remove(made)


def reason(why: str, places: list[Place]) -> str:
    """`<why>; resume <encounter> after <version>, ... and 2 more`, in the bytes that a close frame has.

    Of several streams of one fight it names the one that is furthest behind.
    """
    versions: dict[str, int] = {}
    for one in places:
        versions[one.encounter] = min(one.version, versions.get(one.encounter, one.version))
    named = [f"{encounter} after {version}" for encounter, version in sorted(versions.items())]
    for count in range(len(named), 0, -1):
        more = f" and {len(named) - count} more" if count < len(named) else ""
        text = f"{why}; resume {', '.join(named[:count])}{more}"
        if len(text.encode()) <= LONGEST_REASON:
            return text
    return why


def _short(reason: str) -> str:
    """As much of a reason as a close frame has room for: with more, the socket would break off without a word."""
    return reason.encode(errors="replace")[:LONGEST_REASON].decode(errors="ignore")


@types.coroutine
def _rest(begun: Generator[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """What is left of something awaitable that was begun by hand, and waits for something."""
    try:
        while True:
            try:
                got = yield waits_for
            except BaseException as error:
                waits_for = begun.throw(error)
            else:
                waits_for = begun.send(got)
    except StopIteration:
        return


class _Gone(OSError):
    """The connection is given up. An OSError, as servers raise it for a client that left."""


class Connection:
    """One request or socket. seconds: how long it may take nothing; places: of the streams that it carries."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, seconds: float) -> None:
        self.socket = scope["type"] == "websocket"
        self.places: list[Place] = []
        self.stopping = False
        self._receive, self._send, self._seconds = receive, send, seconds
        self._one_at_a_time = asyncio.Lock()
        self._limit: asyncio.Timeout | None = None
        self._woken = asyncio.Event()
        self._gone = False
        self._begun = False
        self._whole = False

    def stop(self) -> None:
        """The process stops: a socket is closed, a request gets a moment to come in whole."""
        self.stopping = True
        self._woken.set()
        if self._limit is not None and not self._limit.expired():
            soon = asyncio.get_running_loop().time() + GRACE
            self._limit.reschedule(min(soon, self._limit.when() or soon))

    async def send(self, message: Message) -> None:
        """Send in time, or give up."""
        if self._gone or (self.socket and self.stopping):
            raise _Gone
        if message["type"] == "websocket.close":
            message = {**message, "reason": _short(message.get("reason") or "")}
        async with self._one_at_a_time:
            sending = self._send(message).__await__()
            try:
                waits_for = next(sending)
            except StopIteration:
                return  # taken at once, as nearly always: to time it would cost as much as to send it
            try:
                async with asyncio.timeout(GRACE if self.stopping else self._seconds) as self._limit:
                    await _rest(sending, waits_for)
            except TimeoutError:
                await self._give_up()
                raise _Gone from None
            finally:
                self._limit = None

    async def _give_up(self) -> None:
        self._gone = True
        if not self.stopping:
            told = reason("too slow", self.places)
            log.warning("a reader took nothing for %g s: %s", self._seconds, told)
            if self.socket:
                await self._close(TOO_SLOW, told, self._seconds)
        self._woken.set()

    async def receive(self) -> Message:
        """The next message; for a socket its end, once it is given up or the process stops.

        Stopping is raised where the process stops and a request's body does not come in.
        """
        if self._begun and self.socket:
            return await self._heard() or await self._ended()
        if self._whole or self.socket:
            self._begun = True
            return await self._receive()
        message = await self._heard()
        if message is None:
            with suppress(TimeoutError):
                message = await asyncio.wait_for(self._receive(), GRACE)
        if message is None:
            raise Stopping
        self._whole = not message.get("more_body", False)
        return message

    async def _heard(self) -> Message | None:
        """The next message; None if the connection is woken first."""
        if self._woken.is_set():
            return None
        told, woken = asyncio.ensure_future(self._receive()), asyncio.ensure_future(self._woken.wait())
        try:
            await asyncio.wait({told, woken}, return_when=asyncio.FIRST_COMPLETED)
            return told.result() if told.done() else None
        finally:
            told.cancel()
            woken.cancel()

    async def _ended(self) -> Message:
        code = TOO_SLOW if self._gone else RESTARTING
        if not self._gone:
            try:
                async with asyncio.timeout(GRACE), self._one_at_a_time:  # what is being sent still counts
                    await self._close(RESTARTING, reason("restarting", self.places), GRACE)
            except TimeoutError:
                log.warning("a socket took nothing: %s", reason("restarting", self.places))
            self._gone = True
        return {"type": "websocket.disconnect", "code": code}

    async def _close(self, code: int, told: str, seconds: float) -> None:
        """Close, if it takes that within `seconds`; who never reads on is cut off without a word."""
        with suppress(Exception):
            async with asyncio.timeout(seconds):
                await self._send({"type": "websocket.close", "code": code, "reason": told})


class Opened:
    """All open connections of a process."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._stopping = False
        self._changed = asyncio.Event()

    def enter(self, connection: Connection) -> None:
        """It is there."""
        self._open.add(connection)
        if self._stopping:
            connection.stop()

    def leave(self, connection: Connection) -> None:
        """It has ended."""
        self._open.discard(connection)
        self._changed.set()

    async def stop(self) -> None:
        """Tell all of them that the process stops, and wait till the sockets are closed: two moments at most."""
        self._stopping = True
        for connection in tuple(self._open):
            connection.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * GRACE):
                while any(connection.socket for connection in self._open):
                    self._changed.clear()
                    await self._changed.wait()


class Connections:
    """Middleware: gives up a connection when `seconds` pass without its taking what is sent, and knows all of them."""

    def __init__(self, app: ASGIApp, *, opened: Opened, seconds: float) -> None:
        self._app, self._open, self._seconds = app, opened, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = Connection(scope, receive, send, self._seconds)
        token = _CONNECTION.set(connection)
        self._open.enter(connection)
        try:
            await self._app(scope, connection.receive, connection.send)
        except (_Gone, ClientDisconnect, WebSocketDisconnect):
            return
        except asyncio.CancelledError:
            if not connection.stopping:
                raise
        finally:
            self._open.leave(connection)
            _CONNECTION.reset(token)
