"""Answers that take a while: the complete one, or a stream of what there is so far."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from api.errors.problems import problem_of
from api.negotiation import accepted
from api.operations.session import Session
from api.reading.validators import PRIVATE
from api.rest.events import NDJSON, SSE
from api.rest.respond import json_answer

_STREAMING = {**PRIVATE, "cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
_encoder = msgspec.json.Encoder()
log = logging.getLogger(__name__)


async def answered(session: Session, request: Request, name: str, growing: AsyncGenerator[Any, None]) -> Response:
    """As JSON the last of these answers; as NDJSON or SSE each of them as it comes. name: of an event of SSE."""
    wanted = {media for media, weight in accepted(request.headers.get("accept") or "*/*").items() if weight}
    media = next((media for media in (SSE, NDJSON) if media in wanted), None)
    if media is None:
        last = None
        async with aclosing(growing):
            async for item in growing:
                last = item
        return json_answer(last, headers={"cache-control": "no-store"})
    session.check_streams()
    # What is refused is refused before the first byte, with its status.
    first = await anext(growing)
    return StreamingResponse(_frames(session, media, name, first, growing), media_type=media, headers=_STREAMING)


async def _frames(
    session: Session, media: str, name: str, first: Any, growing: AsyncGenerator[Any, None]
) -> AsyncGenerator[bytes, None]:
    """A line, or an SSE event of that name, for each answer; `problem` if it ends before it is complete."""
    try:
        async with aclosing(growing):
            yield _frame(media, name, _encoder.encode(first))
            async for item in growing:
                yield _frame(media, name, _encoder.encode(item))
    except Exception as error:
        problem = problem_of(error, worded=session.worded)
        if problem.ours:
            log.error("%s failed: %s", name, error, exc_info=error)
        told = {"code": problem.code, "title": problem.title, "detail": problem.detail, **problem.more}
        yield _frame(media, "problem", _encoder.encode(told if media == SSE else {"problem": told}))


def _frame(media: str, name: str, body: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), body) if media == SSE else body + b"\n"
