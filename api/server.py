"""The HTTP server, uvicorn: how it is set, and how it stops with streams open."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette

from api.app import end_streams
from api.config import Settings
from api.connections import GRACE

log = logging.getLogger(__name__)

SHUTDOWN_SECONDS = 5
"""What open requests get to end; streams are ended at once."""

CUT_AFTER = GRACE + 0.5
"""Seconds that a connection which is being closed gets to take what was sent."""

LARGEST_MESSAGE = 1 << 20
"""Bytes of a WebSocket message."""


def server_config(app: Any, settings: Settings, *, host: str, port: int) -> uvicorn.Config:
    """app: the application, or what is wrapped around it."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        lifespan="on",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
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
    """Ends open streams before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._application = app

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
