"""The HTTP server, uvicorn: its configuration, and its shutdown with open streams."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.config import Settings
from api.hosting.app import end_streams
from api.hosting.loop_watchdog import LoopWatchdog
from api.hosting.transport import BoundedConfig
from api.streaming.connections import GRACE
from engine.kernel.structs.errors import SkaldError

log = logging.getLogger(__name__)

SHUTDOWN_SECONDS = 5
"""Seconds for open requests to finish; streams are ended at once."""

CUT_AFTER = GRACE + 0.5
"""Seconds for a closing connection to take what was sent."""

KEPT = 75
"""Seconds to keep an idle connection open: longer than clients and proxies keep theirs.

Most close one after a minute at the latest. If we closed first, a request could be in flight at that moment, and its
client could not know whether it was carried out.
"""

COLLECTED_AFTER = (10_000, 10, 10)
"""Thresholds of the garbage collection: the first is 700 in Python, which is reached several times in one request.

Nearly all garbage goes without it; looking for the rest took a twelfth of the time.
"""

LARGEST_MESSAGE = 1 << 20
"""Most bytes of a WebSocket message."""

Listening = Callable[[str, int], Awaitable[None]]
"""Called with the address once the server listens on it."""


class NotServing(SkaldError):
    """The server could not start or not end in order; the message is the reason."""


def run(app: Starlette, settings: Settings, listening: Listening, sockets: Sequence[socket.socket] = ()) -> None:
    """Serve until SIGINT or SIGTERM. sockets: already bound; without them as the settings say.

    Garbage collection may be off until here. Raises NotServing.
    """
    start = _Start(app)
    server = Server(server_config(start, settings, host=settings.host, port=settings.port), app, listening)
    # Schema and systems are some hundred thousand permanent objects: exclude them from garbage collection. The megabyte
    # of garbage among them stays too; to look for it would take a tenth of the start.
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    gc.enable()
    # uvicorn raises the signal again after an orderly end, when it has been handled already.
    signal.signal(signal.SIGTERM, _ignored)
    signal.signal(signal.SIGINT, _ignored)
    try:
        server.run([*sockets] or None)
    except SystemExit as end:
        if start.failed is None and end.code:
            raise NotServing(f"cannot listen on {settings.host}:{settings.port}: is it in use?") from None
    if start.failed is not None:
        raise NotServing(str(start.failed))


def _ignored(number: int, frame: FrameType | None) -> None:
    return None


class _Start:
    """Remembers why the application did not start, to print the reason instead of a trace."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.failed: BaseException | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_reason(message: Message) -> None:
            error = sys.exc_info()[1]
            if message["type"] == "lifespan.startup.failed" and isinstance(error, SkaldError):
                message = {**message, "message": str(error)}
            await send(message)

        try:
            await self._app(scope, receive, send_with_reason)
        except BaseException as error:
            if scope["type"] == "lifespan":
                self.failed = error
            raise


def server_config(app: Any, settings: Settings, *, host: str, port: int) -> uvicorn.Config:
    """uvicorn's configuration. app: the application, possibly wrapped."""
    return BoundedConfig(
        app,
        settings,
        host=host,
        port=port,
        lifespan="on",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=KEPT,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=float(settings.heartbeat),
        # A reader that takes nothing answers no ping either: it should be closed as too slow, not as lost.
        ws_ping_timeout=float(settings.slow_seconds + settings.heartbeat),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )


class Server(uvicorn.Server):
    """Reports when it listens, and ends open streams before it waits for requests to finish."""

    def __init__(self, config: uvicorn.Config, app: Starlette, listening: Listening | None = None) -> None:
        super().__init__(config)
        self._application, self._listening = app, listening
        self._watchdog: LoopWatchdog | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._watchdog = LoopWatchdog(asyncio.get_running_loop())
        self._watchdog.start()
        if self.started and self._listening is not None:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            await self._listening(host, port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping: streams end, requests are answered")
        for listening in self.servers:
            listening.close()
        await end_streams(self._application)
        cut = asyncio.get_running_loop().call_later(CUT_AFTER, self._cut)
        try:
            await super().shutdown(sockets)
        finally:
            cut.cancel()
            if self._watchdog is not None:
                self._watchdog.stop()

    def _cut(self) -> None:
        """Abort closing connections, which a client that takes nothing would keep open forever."""
        for connection in tuple(self.server_state.connections):
            if connection.transport.is_closing():
                connection.transport.abort()
