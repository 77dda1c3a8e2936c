"""Odds as one answer, or as a stream that grows."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from api.errors.problems import problem_of
from api.negotiation import accepted
from api.operations import odds
from api.operations.session import Session
from api.reading.validators import PRIVATE
from api.rest.events import NDJSON, SSE
from api.rest.respond import body_of, json_answer, json_of
from schemas import answers
from schemas.requests import OddsRequest, SetupOddsRequest

_STREAMING = {**PRIVATE, "cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
_encoder = msgspec.json.Encoder()
log = logging.getLogger(__name__)


async def of_fight(session: Session, request: Request) -> Response:
    """How a fight may end if bots play it on from now, or from a version. NDJSON or SSE: as it grows, at least once a
    second, the last one complete; else the complete answer. The table says who may ask."""
    wish = body_of(await json_of(request), OddsRequest, encounter=request.path_params["id"])
    return await _answered(session, request, odds.odds_growing(session, wish))


async def of_setup(session: Session, request: Request) -> Response:
    """How a fight may end that is not made yet. Else as of a fight."""
    wish = body_of(await json_of(request), SetupOddsRequest)
    return await _answered(session, request, odds.setup_odds_growing(session, wish))


async def _answered(session: Session, request: Request, growing: AsyncGenerator[answers.Odds, None]) -> Response:
    wanted = {media for media, weight in accepted(request.headers.get("accept") or "*/*").items() if weight}
    media = next((media for media in (SSE, NDJSON) if media in wanted), None)
    if media is None:
        last: answers.Odds | None = None
        async with aclosing(growing):
            async for one in growing:
                last = one
        return json_answer(last, headers={"cache-control": "no-store"})
    session.check_streams()
    # What is refused is refused before the first byte, with its status.
    first = await anext(growing)
    return StreamingResponse(_frames(session, media, first, growing), media_type=media, headers=_STREAMING)


async def _frames(
    session: Session, media: str, first: answers.Odds, growing: AsyncGenerator[answers.Odds, None]
) -> AsyncGenerator[bytes, None]:
    """A line, or an SSE event `odds`, for each answer; `problem` if it ends before it is complete."""
    try:
        async with aclosing(growing):
            yield _frame(media, "odds", _encoder.encode(first))
            async for one in growing:
                yield _frame(media, "odds", _encoder.encode(one))
    except Exception as error:
        problem = problem_of(error, worded=session.worded)
        if problem.ours:
            log.error("odds failed: %s", error, exc_info=error)
        told = {"code": problem.code, "title": problem.title, "detail": problem.detail, **problem.more}
        yield _frame(media, "problem", _encoder.encode(told if media == SSE else {"problem": told}))


def _frame(media: str, name: str, body: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), body) if media == SSE else body + b"\n"
