"""Readers that take nothing: a socket that stands still for long is closed, with the version to resume from."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from contextvars import ContextVar

from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

TOO_SLOW = 4408
"""The close code of a socket that took nothing."""

_handed: ContextVar[dict[str, int] | None] = ContextVar("handed", default=None)


def handed_out(encounter: str, version: int) -> None:
    """Note how far a stream of this connection has come: what its close will name."""
    versions = _handed.get()
    if versions is not None:
        versions[encounter] = version


class _TooSlow(Exception):
    """The connection is given up."""


class SlowReaders:
    """Middleware: gives up a connection when `seconds` pass without its taking what is sent.

    Nothing is queued for it meanwhile: what it misses lies in the stream, and it resumes by version.
    """

    def __init__(self, app: ASGIApp, *, seconds: float) -> None:
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        versions: dict[str, int] = {}
        given_up = asyncio.Event()
        stuck = False

        async def timed(message: Message) -> None:
            nonlocal stuck
            if stuck:
                raise _TooSlow
            try:
                async with asyncio.timeout(self._seconds):
                    await send(message)
            except TimeoutError:
                stuck = True
                resume = ", ".join(f"{encounter} after {version}" for encounter, version in versions.items())
                log.warning("a reader took nothing for %g s; it may resume %s", self._seconds, resume or "at will")
                if scope["type"] == "websocket":
                    await _close(send, f"too slow; resume {resume}"[:120], self._seconds)
                given_up.set()
                raise _TooSlow from None

        async def heard() -> Message:
            """The next message; the end, once the connection is given up: nobody may wait for it any more."""
            told, gone = asyncio.ensure_future(receive()), asyncio.ensure_future(given_up.wait())
            try:
                await asyncio.wait({told, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not given_up.is_set():
                    return await told
            finally:
                for waiting in (told, gone):
                    waiting.cancel()
            return {"type": "websocket.disconnect", "code": TOO_SLOW}

        token = _handed.set(versions)
        try:
            await self._app(scope, heard if scope["type"] == "websocket" else receive, timed)
        except _TooSlow:
            return
        finally:
            _handed.reset(token)


async def _close(send: Send, reason: str, seconds: float) -> None:
    """Close, if it takes that within `seconds`; who never reads on is cut off without a word."""
    with suppress(Exception):
        async with asyncio.timeout(seconds):
            await send({"type": "websocket.close", "code": TOO_SLOW, "reason": reason})
