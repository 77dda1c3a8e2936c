"""Events: a page, a long poll, or a stream that follows the fight; and the export."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from api.errors import BadRequest, Stopping
from api.graphql.negotiation import accepted
from api.logs import REQUEST_ID
from api.problems import problem_of
from api.reading.ids import parse_encounter
from api.reading.node import EncounterNode
from api.reading.pages import MOST
from api.reading.retelling import retell
from api.rest.respond import PRIVATE, etag, json_answer, number, yes_or_no
from api.session import Session
from engine.service.watch import Ahead
from schemas import answers

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
TEXT = "text/plain"
LONGEST_WAIT = 60
_STREAMING = {**PRIVATE, "cache-control": "private, no-cache, no-transform", "x-accel-buffering": "no"}

_encoder = msgspec.json.Encoder()
log = logging.getLogger(__name__)


def _wants(request: Request) -> str:
    """The media type asked for: SSE, NDJSON or JSON. BadRequest where a stream is, that nothing accepted can carry."""
    wanted = {media for media, weight in accepted(request.headers.get("accept") or "*/*").items() if weight}
    for media in (SSE, NDJSON):
        if media in wanted:
            return media
    if not yes_or_no(request, "follow"):
        return "application/json"
    if wanted & {"*/*", "application/*"}:
        return NDJSON
    if "text/*" in wanted:
        return SSE
    raise BadRequest(f"follow=true answers with a stream: accept {NDJSON} or {SSE}", "Accept", status=406)


def _page_only(request: Request) -> None:
    """BadRequest for what a stream would not heed."""
    for name in ("first", "wait"):
        if request.query_params.get(name):
            raise BadRequest(f"{name} is for a page, and this is a stream: leave it out", name)


def _after(request: Request) -> int:
    """Last-Event-ID, which a browser sends when it comes back, before `after`."""
    after = number(request, "after", 0) or 0
    last = request.headers.get("last-event-id", "").strip()
    if last:
        if not last.isascii() or not last.isdigit() or len(last) > 9:
            raise BadRequest("Last-Event-ID is the version of the last event you have", "Last-Event-ID")
        return int(last)
    return after


async def events(session: Session, request: Request) -> Response:
    """Events after a version. JSON: a page, waiting up to `wait` seconds for the first; NDJSON or SSE: a stream.

    follow=true keeps the stream open until the fight ends; SSE always follows.
    """
    id, _ = parse_encounter(request.path_params["id"])
    after, media = _after(request), _wants(request)
    node = await session.encounter(id)
    if after > node.version:
        raise Ahead(after, node.head)
    follows = media == SSE or (media == NDJSON and yes_or_no(request, "follow"))
    if follows:
        _page_only(request)
        session.check_streams()
    if media == SSE:
        return StreamingResponse(_sse(session, id, after), media_type=SSE, headers=_STREAMING)
    if follows:
        return StreamingResponse(_ndjson(session, id, after), media_type=NDJSON, headers=_STREAMING)
    first = number(request, "first", MOST, most=MOST)
    first = MOST if first is None else first
    wait = number(request, "wait", 0, most=LONGEST_WAIT)
    told = await _page(session, node, after, min(after + first, node.version), wait or 0) if first else []
    told = told[:first]
    if media == NDJSON:
        lines = b"".join(_encoder.encode(one) + b"\n" for one in told)
        return Response(lines, media_type=NDJSON, headers=PRIVATE)
    version = told[-1].version if told else after
    return json_answer(answers.EventPage(events=tuple(told), after=version), headers=etag(version))


async def _page(session: Session, node: EncounterNode, after: int, last: int, wait: int) -> list[answers.Told]:
    """Events after..last; where there are none, the next step, if it comes in time."""
    if last > after:
        return [spoken.told() for spoken in await retell(session.service, node, after + 1, last)]
    if wait:
        async with aclosing(session.watch(node.encounter, after, beat=float(wait))) as steps:
            with suppress(Stopping):  # who polls comes back by himself, with the same `after`
                async for step in steps:
                    return [spoken.told() for spoken in step or ()]
    return []


async def _sse(session: Session, id: str, after: int) -> AsyncGenerator[bytes, None]:
    """An event per event; `end` with the fight, `problem` where the stream ends before it."""
    # One line break behind what is no event: a blank line would end an event, and some readers count empty ones.
    yield b"retry: 1000\n"
    try:
        async with aclosing(session.watch(id, after, beat=float(session.house.settings.heartbeat))) as steps:
            async for step in steps:
                if step is None:
                    yield b": still here\n"
                    continue
                frames = b"".join(
                    b"id: %d\nevent: %s\ndata: %s\n\n" % (one.version, one.type.encode(), _encoder.encode(one.told()))
                    for one in step
                )
                after = step[-1].version
                yield frames
        yield b"event: end\ndata: {}\n\n"
    except Exception as error:
        yield b"event: problem\ndata: %s\n\n" % _problem(error, after)


async def _ndjson(session: Session, id: str, after: int) -> AsyncGenerator[bytes, None]:
    """A line per event; an empty one keeps a silent stream alive. {"problem": ...} where it ends before the fight."""
    try:
        async with aclosing(session.watch(id, after, beat=float(session.house.settings.heartbeat))) as steps:
            async for step in steps:
                if step is None:
                    yield b"\n"
                    continue
                lines = b"".join(_encoder.encode(one.told()) + b"\n" for one in step)
                after = step[-1].version
                yield lines
    except Exception as error:
        yield b'{"problem":%s}\n' % _problem(error, after)


def _problem(error: Exception, after: int) -> bytes:
    """Why a stream ends that should go on, and from which version it does."""
    problem = problem_of(error)
    if problem.ours:
        log.error("a stream failed: %s", error, exc_info=error)
    told = {"code": problem.code, "title": problem.title, "detail": problem.detail, **problem.more, "after": after}
    if problem.ours:
        told["request"] = REQUEST_ID.get()
    return _encoder.encode(told)


async def export(session: Session, request: Request) -> Response:
    """The fight as NDJSON with its hash chain, as you may have it; `skald verify FILE` proves it."""
    id, _ = parse_encounter(request.path_params["id"])
    seat = await session.reads(id)
    await session.encounter(id)
    headers = {**PRIVATE, "content-disposition": f'attachment; filename="{id}.ndjson"'}
    wanted = accepted(request.headers.get("accept") or "*/*")
    media = TEXT if wanted.get(TEXT) and not wanted.get(NDJSON) else NDJSON
    return StreamingResponse(
        session.service.export(id, seat, session.house.signer.sign), media_type=media, headers=headers
    )
