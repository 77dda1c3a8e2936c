"""Gzip compression of answers, if the client accepts it and it leaks nothing.

Streams that follow a fight are not compressed (`no-transform`), so that no event waits for the next. Neither are
answers with a token or an invitation, because their compressed length would leak it.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipResponder, IdentityResponder
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access.secret_answers import answer_begun
from api.negotiation import accepted

LEAST = 1024
"""Least bytes of an answer to compress it."""
LEVEL = 5
"""The zlib level: a third of the time of the best level, for a few per cent more bytes."""
IN_A_THREAD = 32 * 1024
"""Least bytes of a piece to compress it in a thread: smaller ones take under a millisecond."""
LEFT = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "multipart/mixed")


class _LeftAlone(IdentityResponder):
    """An answer that passes unchanged if it must not be compressed; its headers are sent at once, too."""

    _left = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._answer = answer_begun()
        await super().__call__(scope, receive, send)

    async def send_with_compression(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = Headers(raw=message.get("headers", []))
            self._left = self._answer.secret or "no-transform" in headers.get("cache-control", "")
        if self._left:
            await self.send(message)
        else:
            await super().send_with_compression(message)


class _Compressed(_LeftAlone, GZipResponder):
    """An answer to a client that accepts gzip."""


class Compression:
    """Middleware: compresses answers of a kilobyte and more."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Use gzip if the client accepts it: `gzip;q=0` means no, and so does a missing header."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        wanted = accepted(Headers(scope=scope).get("accept-encoding", ""))
        answer = (
            _Compressed(self._app, LEAST, LEVEL, thread_minimum_size=IN_A_THREAD, exclude_content_types=LEFT)
            if wanted.get("gzip", wanted.get("*", 0.0))
            else _LeftAlone(self._app, LEAST, exclude_content_types=LEFT)
        )
        await answer(scope, receive, send)
