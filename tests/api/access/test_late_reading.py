"""A request that has no body cannot be late: the time to send one does not end an answer that took long to begin."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from api.access.request_limits import BodyLimit
from api.errors.request_errors import TooSlow

NONE: tuple[tuple[bytes, bytes], ...] = ()
EMPTY, DECLARED = ((b"content-length", b"0"),), ((b"content-length", b"5"),)
CHUNKED = ((b"transfer-encoding", b"chunked"),)


@pytest.mark.parametrize(("headers", "late"), [(NONE, False), (EMPTY, False), (DECLARED, True), (CHUNKED, True)])
async def test_only_a_body_can_be_late(headers: tuple[tuple[bytes, bytes], ...], late: bool) -> None:
    """The application reads after the time to send a body is over; the message comes after that again."""
    got: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.02)
        got.append(await receive())

    async def receive() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    asked = BodyLimit(app, most=100, seconds=0.01)(
        {"type": "http", "path": "/", "headers": list(headers)}, receive, send
    )
    if late:
        with pytest.raises(TooSlow):
            await asked
    else:
        await asked
    assert bool(got) is not late
