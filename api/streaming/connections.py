"""Closes connections of readers that are too slow, and all connections when the process stops.

Nothing is queued for a reader: what it misses is in the stream, and it resumes by version. So the close of a socket
names the version to resume from, for every fight that it watches.
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

from api.errors.request_errors import Stopping

log = logging.getLogger(__name__)

TOO_SLOW = 4408
"""The close code of a socket whose reader is too slow."""

RESTARTING = 1012
"""The close code when the process stops: "service restart". Clients of graphql-transport-ws reconnect by themselves."""

LONGEST_REASON = 123
"""Bytes of a close frame's reason."""

GRACE = 1.0
"""Seconds for a connection when the process stops: to take what is being sent, or to send the rest of its body."""

_CONNECTION: ContextVar[Connection | None] = ContextVar("connection", default=None)


class StreamPosition:
    """The position of a stream. version: of the last event that was delivered."""

    def __init__(self, encounter: str, version: int) -> None:
        self.encounter, self.version = encounter, version


@contextmanager
def place(encounter: str, after: int) -> Iterator[StreamPosition]:
    """The position of a stream that begins after version `after`; the close of its connection names it."""
    made, connection = StreamPosition(encounter, after), _CONNECTION.get()
    if connection is None:
        yield made
        return
    connection.places.append(made)
    try:
        yield made
    finally:
        if not connection.stopping:  # else the imminent close still names it
            connection.places.remove(made)


@contextmanager
def while_connected() -> Iterator[None]:
    """Cancel the work in the block when the client of this request disconnects.

    Only for reads, never for changes to a fight. A socket cancels its operations by itself.
    """
    connection = _CONNECTION.get()
    if connection is None or connection.socket:
        yield
        return
    with connection.listening():
        yield


def reason(why: str, places: list[StreamPosition]) -> str:
    """`<why>; resume <encounter> after <version>, ... and 2 more`, within the bytes of a close frame.

    Of several streams of one fight it names the one furthest behind.
    """
    versions: dict[str, int] = {}
    for place in places:
        versions[place.encounter] = min(place.version, versions.get(place.encounter, place.version))
    named = [f"{encounter} after {version}" for encounter, version in sorted(versions.items())]
    for count in range(len(named), 0, -1):
        more = f" and {len(named) - count} more" if count < len(named) else ""
        text = f"{why}; resume {', '.join(named[:count])}{more}"
        if len(text.encode()) <= LONGEST_REASON:
            return text
    return why


def _short(reason: str) -> str:
    """A reason cut to fit a close frame: with more, the socket would break off without one."""
    return reason.encode(errors="replace")[:LONGEST_REASON].decode(errors="ignore")


@types.coroutine
def _rest(begun: Generator[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of an awaitable that was started by hand and now waits for something."""
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
    """The connection is given up. An OSError, as servers raise it for a disconnected client."""


class Connection:
    """One request or socket, created in its own task.

    seconds: how long one send may block; places: positions of its streams; left: its client has disconnected.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, seconds: float) -> None:
        self.socket = scope["type"] == "websocket"
        self.places: list[StreamPosition] = []
        self.stopping = False
        self._receive, self._send, self._seconds = receive, send, seconds
        self._one_at_a_time = asyncio.Lock()
        self._limit: asyncio.Timeout | None = None
        self._woken = asyncio.Event()
        self._gone = False
        self._begun = False
        self._whole = False
        self.left = False
        self._task = asyncio.current_task()
        self._listeners, self._listener = 0, None  # type: int, asyncio.Task[None] | None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Cancel the request if its client disconnects within the block. Blocks may overlap; the body has been read."""
        self._listeners += 1
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            self._listeners -= 1
            if not self._listeners:
                self._listener.cancel()
                self._listener = None

    async def _listen(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.left = True
        if self._task is not None:
            self._task.cancel()

    def stop(self) -> None:
        """The process stops: a socket is closed, a request gets `GRACE` seconds to arrive completely."""
        self.stopping = True
        self._woken.set()
        if self._limit is not None and not self._limit.expired():
            soon = asyncio.get_running_loop().time() + GRACE
            self._limit.reschedule(min(soon, self._limit.when() or soon))

    async def send(self, message: Message) -> None:
        """Send a message within the time limit, or give the connection up."""
        if self._gone or (self.socket and self.stopping):
            raise _Gone
        if message["type"] == "websocket.close":
            message = {**message, "reason": _short(message.get("reason") or "")}
        async with self._one_at_a_time:
            sending = self._send(message).__await__()
            try:
                waits_for = next(sending)
            except StopIteration:
                return  # sent at once, as nearly always: a timer would cost as much as the send
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
            why = reason("too slow", self.places)
            log.warning("a reader took nothing for %g s: %s", self._seconds, why)
            if self.socket:
                await self._close(TOO_SLOW, why, self._seconds)
        self._woken.set()

    async def receive(self) -> Message:
        """The next message; for a socket the disconnect, once it is given up or the process stops.

        Raises Stopping if the process stops and a request's body does not arrive.
        """
        if self._begun and self.socket:
            return await self._received() or await self._ended()
        if self._whole or self.socket:
            self._begun = True
            return await self._receive()
        message = await self._received()
        if message is None:
            with suppress(TimeoutError):
                message = await asyncio.wait_for(self._receive(), GRACE)
        if message is None:
            raise Stopping
        self._whole = not message.get("more_body", False)
        return message

    async def _received(self) -> Message | None:
        """The next message; None if the connection is woken first."""
        if self._woken.is_set():
            return None
        received, woken = asyncio.ensure_future(self._receive()), asyncio.ensure_future(self._woken.wait())
        try:
            await asyncio.wait({received, woken}, return_when=asyncio.FIRST_COMPLETED)
            return received.result() if received.done() else None
        finally:
            received.cancel()
            woken.cancel()

    async def _ended(self) -> Message:
        code = TOO_SLOW if self._gone else RESTARTING
        if not self._gone:
            try:
                async with asyncio.timeout(GRACE), self._one_at_a_time:  # waits for a send in progress
                    await self._close(RESTARTING, reason("restarting", self.places), GRACE)
            except TimeoutError:
                log.warning("a socket took nothing: %s", reason("restarting", self.places))
            self._gone = True
        return {"type": "websocket.disconnect", "code": code}

    async def _close(self, code: int, why: str, seconds: float) -> None:
        """Send a close frame, waiting at most `seconds`; a client that reads nothing gets none."""
        with suppress(Exception):
            async with asyncio.timeout(seconds):
                await self._send({"type": "websocket.close", "code": code, "reason": why})


class OpenConnections:
    """All open connections of a process."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._stopping = False
        self._changed = asyncio.Event()

    def enter(self, connection: Connection) -> None:
        """Register a connection."""
        self._open.add(connection)
        if self._stopping:
            connection.stop()

    def leave(self, connection: Connection) -> None:
        """Forget an ended connection."""
        self._open.discard(connection)
        self._changed.set()

    async def stop(self) -> None:
        """Stop all connections and wait until the sockets are closed: at most twice `GRACE`."""
        self._stopping = True
        for connection in tuple(self._open):
            connection.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * GRACE):
                while any(connection.socket for connection in self._open):
                    self._changed.clear()
                    await self._changed.wait()


class ConnectionMiddleware:
    """Middleware: tracks all connections, and gives one up when a send blocks for `seconds`."""

    def __init__(self, app: ASGIApp, *, opened: OpenConnections, seconds: float) -> None:
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
            if not connection.stopping and not connection.left:
                raise
        finally:
            self._open.leave(connection)
            _CONNECTION.reset(token)
