"""Bounds incoming requests at the connection level, in bytes, header lines and time.

uvicorn waits for a request as long as a byte arrives now and then, and keeps all headers. Here a request must be
complete within `request_seconds` of its first byte, and a connection without any request is closed like an idle one
that is kept for the next request. Answers have no time limit: polls and streams are unaffected.
"""

from __future__ import annotations

import asyncio
import json
import logging
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Response
from websockets.server import ServerProtocol

from api.config import Settings
from api.errors.request_errors import TooSlow
from api.hosting.lingering import Lingering

log = logging.getLogger(__name__)

HEADERS = (("x-content-type-options", "nosniff"),)
"""Headers of every answer, including those that the server makes itself: browsers must not guess content types."""

MARGIN = 1.0
"""Seconds for the application to answer a body that was not complete in time, before the connection is closed."""


class BoundedConfig(uvicorn.Config):
    """uvicorn's configuration, with bounds for requests."""

    def __init__(self, app: Any, settings: Settings, **more: Any) -> None:
        super().__init__(app, http=BoundedHttp, ws=BoundedSocket, headers=list(HEADERS), **more)
        self.max_headers = settings.max_headers
        self.max_header_bytes = settings.max_header_bytes
        self.request_seconds = float(settings.request_seconds)


class BoundedHttp(HttpToolsProtocol):
    """A connection. 408 if a request's headers are not complete in time, 431 if they are too many or too large.

    A connection without any request is closed without an answer. So is one whose body does not arrive, once the
    application has had time to answer. One that is closed while a request still comes in lingers (`lingering`).
    """

    config: BoundedConfig
    transport: Lingering  # type: ignore[assignment]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._whole = True  # no part of a request has arrived, or all of it
        self._in_headers = self._begun_now = self._upgraded = False
        self._lines = self._parsed = self._unparsed = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Lingering(transport, self.loop))  # type: ignore[arg-type]
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.transport.end()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def handle_websocket_upgrade(self) -> None:
        self._upgraded, self.transport.unread = True, False
        super().handle_websocket_upgrade()

    # -- time
    def data_received(self, data: bytes) -> None:
        if self.transport.lingering:
            self.transport.throw_away(len(data))
            return
        self._begun_now = False
        super().data_received(data)
        if self._in_headers and not self._begun_now and not self.transport.is_closing():
            self._unparsed += len(data)  # perhaps one endless line, which is parsed only when it ends
            if self._unparsed > self.config.max_header_bytes:
                self.send_400_response("")
        if self._upgraded or self.transport.is_closing():
            self._stop_waiting()
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        kept = self.timeout_keep_alive_task is not None  # idle until the next request; any data ends that
        if self._whole and (answering or kept):
            self._stop_waiting()
        elif self._deadline is None:  # and it is not extended by further data
            self._deadline = self.loop.call_later(self.config.request_seconds, self._late)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        """Handle a request that was not complete in time."""
        if self.transport.is_closing():
            return
        if self.flow.read_paused:  # the delay is ours: we did not read
            self._deadline = self.loop.call_later(self.config.request_seconds, self._late)
        elif self._in_headers or self._whole:
            self.transport.unread = False  # it has had its time
            self._refuse(408, "TIMEOUT", str(TooSlow(self.config.request_seconds)))
        else:
            self._deadline = self.loop.call_later(MARGIN, self.transport.end)

    # -- size
    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._whole, self._in_headers, self._begun_now = False, True, True
        self.transport.unread = True
        self._lines = self._parsed = self._unparsed = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._take(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._lines += 1  # trailers after a body count too: they are kept with the headers
        self._take(len(name) + len(value))

    def _take(self, size: int) -> None:
        self._parsed += size
        if self._too_large():
            raise ValueError("more than is read of a request's headers")

    def _too_large(self) -> bool:
        config = self.config
        return self._lines > config.max_headers or max(self._parsed, self._unparsed) > config.max_header_bytes

    def on_headers_complete(self) -> None:
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._whole, self.transport.unread = True, False
        super().on_message_complete()

    # -- refusals without a request that the application could answer
    def send_400_response(self, msg: str) -> None:
        if self._too_large():
            most = f"{self.config.max_header_bytes} bytes, or {self.config.max_headers} lines"
            self._refuse(431, "TOO_LARGE", f"address and headers of the request have more than {most}: send less")
        else:
            self._refuse(400, "BAD_USER_INPUT", "this is no request of HTTP/1.1")

    def _refuse(self, status: int, code: str, detail: str) -> None:
        """Answer and close. In the middle of another answer, only close."""
        log.warning("a connection was closed: %s", detail)
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_refusal(self.server_state, status, code, detail))
        self.transport.close()


def _refusal(state: ServerState, status: int, code: str, detail: str) -> bytes:
    """An answer that closes its connection."""
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    content = json.dumps(body).encode()
    headers = [
        *state.default_headers,
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return STATUS_LINE[status] + lines + b"\r\n" + content


PIECE = 16_384
"""Bytes of a socket that are parsed at once: no less than the most that a handshake may have."""


class _Handshake(ServerProtocol):
    """WebSocket protocol. Refused handshakes get our headers too."""

    def send_response(self, response: Response) -> None:
        for name, value in HEADERS:
            if name not in response.headers:
                response.headers[name] = value
        super().send_response(response)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket. uvicorn itself bounds how long it may be silent and how large a message may be."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self._state = server_state
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self._unparsed = bytearray()

    def data_received(self, data: bytes) -> None:
        """Parse what came, a piece in each turn of the loop: it may be thousands of frames of a few bytes."""
        waiting = bool(self._unparsed)
        self._unparsed += data
        if not waiting:
            self._parse()

    async def receive(self) -> Any:
        """The next message, after a turn of the loop: a queue that is not empty answers at once, however long it is."""
        if not self.queue.empty():
            await asyncio.sleep(0)
        return await super().receive()

    def _parse(self) -> None:
        if self.transport.is_closing():
            self._unparsed.clear()
            return
        self._parse_piece()
        if self._unparsed:
            # Until all is parsed nothing more is read, not even the end of the connection: it comes in its turn.
            if self.transport.is_reading():
                self.transport.pause_reading()
            self.loop.call_soon(self._parse)
        elif not self.read_paused and not self.transport.is_closing() and not self.transport.is_reading():
            self.transport.resume_reading()

    def _parse_piece(self) -> None:
        """Refuses a handshake that is unreadable or incomplete: its parser has its own limits and does not answer."""
        piece = bytes(self._unparsed[:PIECE])
        del self._unparsed[:PIECE]
        super().data_received(piece)
        if not self.handshake_initiated and not self.transport.is_closing():
            why = self.conn.handshake_exc.__cause__ if self.conn.handshake_exc else None
            detail = f"the handshake of this socket cannot be read: {why or 'it is not whole'}"
            log.warning("a connection was closed: %s", detail)
            self.transport.write(_refusal(self._state, 400, "BAD_USER_INPUT", detail))
            self.transport.close()
