"""The HTTP server, uvicorn: how it is set, and how it stops with streams open."""

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

from api.app import end_streams
from api.config import Settings
from api.connections import GRACE
from engine.kernel.errors import SkaldError

log = logging.getLogger(__name__)

SHUTDOWN_SECONDS = 5
"""What open requests get to end; streams are ended at once."""

CUT_AFTER = GRACE + 0.5
"""Seconds that a connection which is being closed gets to take what was sent."""

KEPT = 75
"""Seconds for which a connection is kept for the next request: longer than clients and proxies keep theirs.

Most give one up after a minute at the latest. Were we the first, a request would now and then be on its way just when
we close, and nobody could tell whether it was done.
"""

LARGEST_MESSAGE = 1 << 20
"""Bytes of a WebSocket message."""

Listening = Callable[[str, int], Awaitable[None]]
"""Told the address once it is listened on."""


class NotServing(SkaldError):
    """It could not start, or not end in order; the message is the reason."""


def run(app: Starlette, settings: Settings, listening: Listening, sockets: Sequence[socket.socket] = ()) -> None:
    """Serve until told to end (SIGINT, SIGTERM). sockets: bound already; without them as the settings say.

    Raises NotServing.
    """
    start = _Start(app)
    server = Server(server_config(start, settings, host=settings.host, port=settings.port), app, listening)
    # Schema and systems are some hundred thousand objects that stay: no use in looking through them for garbage.
    gc.collect()
    gc.freeze()
    # uvicorn raises the signal again when it has ended in order: then it has been obeyed.
    signal.signal(signal.SIGTERM, _obeyed)
    signal.signal(signal.SIGINT, _obeyed)
    try:
        server.run([*sockets] or None)
    except SystemExit as end:
        if start.failed is None and end.code:
            raise NotServing(f"cannot listen on {settings.host}:{settings.port}: is it in use?") from None
    if start.failed is not None:
        raise NotServing(str(start.failed))


def _obeyed(number: int, frame: FrameType | None) -> None:
    return None


class _Start:
    """Remembers why the application did not start: a person wants the reason, not the trace."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.failed: BaseException | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def tell(message: Message) -> None:
            error = sys.exc_info()[1]
            if message["type"] == "lifespan.startup.failed" and isinstance(error, SkaldError):
                message = {**message, "message": str(error)}
            await send(message)

        try:
            await self._app(scope, receive, tell)
        except BaseException as error:
            if scope["type"] == "lifespan":
                self.failed = error
            raise


def server_config(app: Any, settings: Settings, *, host: str, port: int) -> uvicorn.Config:
    """app: the application, or what is wrapped around it."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        lifespan="on",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=KEPT,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=float(settings.heartbeat),
        # A reader that takes nothing answers no ping either: he is closed as too slow, not as lost.
        ws_ping_timeout=float(settings.slow_seconds + settings.heartbeat),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )


class Server(uvicorn.Server):
    """Says when it listens, and ends open streams before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, app: Starlette, listening: Listening | None = None) -> None:
        super().__init__(config)
        self._application, self._listening = app, listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
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

    def _cut(self) -> None:
        """Who takes nothing would keep a connection that is being closed open for ever."""
        for connection in tuple(self.server_state.connections):
            if connection.transport.is_closing():
                connection.transport.abort()
