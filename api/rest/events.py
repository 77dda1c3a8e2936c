"""Events as a page, a long poll, or a stream that follows the fight; and the export."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from api.access.event_work import COPY
from api.errors.problems import problem_of
from api.errors.request_errors import BadRequest, Stopping
from api.logs import REQUEST_ID
from api.negotiation import accepted
from api.operations.session import Session
from api.reading.encounter_node import EncounterNode
from api.reading.event_reader import read_events
from api.reading.global_ids import parse_encounter
from api.reading.log_lines import act_lines
from api.reading.pagination import MOST
from api.reading.rendered_event import RenderedEvent
from api.reading.validators import PRIVATE, tag_of, tagged
from api.rest.respond import json_answer, number, yes_or_no
from engine.service.reading.hub import Ahead
from schemas import answers

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
TEXT = "text/plain"
LONGEST_WAIT = 60
EVENT = 4
"""Cost of one event of a page, as `api.graphql.cost` measures it: its fields."""
_STREAMING = {**PRIVATE, "cache-control": "private, no-cache, no-transform", "x-accel-buffering": "no"}

_encoder = msgspec.json.Encoder()
log = logging.getLogger(__name__)


def _wants(request: Request) -> str:
    """The media type asked for: SSE, NDJSON, text or JSON. BadRequest if a stream is in no accepted one."""
    wanted = {media for media, weight in accepted(request.headers.get("accept") or "*/*").items() if weight}
    for media in (SSE, NDJSON):
        if media in wanted:
            return media
    if TEXT in wanted and "application/json" not in wanted:  # several libraries name both, and read JSON
        return TEXT
    if not yes_or_no(request, "follow"):
        return "application/json"
    if wanted & {"*/*", "application/*"}:
        return NDJSON
    if "text/*" in wanted:
        return SSE
    raise BadRequest(f"follow=true answers with a stream: accept {NDJSON}, {SSE} or {TEXT}", "Accept", status=406)


def _page_only(request: Request) -> None:
    """BadRequest for parameters that a stream would ignore."""
    for name in ("first", "wait"):
        if request.query_params.get(name):
            raise BadRequest(f"{name} is for a page, and this is a stream: leave it out", name)


def _after(request: Request) -> int:
    """The start version: Last-Event-ID, which a browser sends on reconnecting, else `after`."""
    after = number(request, "after", 0) or 0
    last = request.headers.get("last-event-id", "").strip()
    if last:
        if not last.isascii() or not last.isdigit() or len(last) > 9:
            raise BadRequest("Last-Event-ID is the version of the last event you have", "Last-Event-ID")
        return int(last)
    return after


async def events(session: Session, request: Request) -> Response:
    """Events after a version. JSON: a page, waiting up to `wait` seconds for the first; NDJSON or SSE: a stream.

    Plain text: a line per act, its headline behind the version of its last event; the ETag begins with the version
    to go on after. follow=true keeps the stream open until the fight ends; SSE always follows.
    """
    id, _ = parse_encounter(request.path_params["id"])
    after, media = _after(request), _wants(request)
    eyes = request.query_params.get("as")
    node = await session.encounter(id, seen_as=eyes)
    if after > node.version:
        raise Ahead(after, node.head)
    follows = media == SSE or (media in (NDJSON, TEXT) and yes_or_no(request, "follow"))
    unnamed = yes_or_no(request, "unnamed")
    if eyes is not None and (follows or request.query_params.get("wait")):
        raise BadRequest("as is for a page of what there is: leave out follow and wait", "as")
    if follows:
        _page_only(request)
        session.check_streams()
    if media == SSE:
        return StreamingResponse(_sse(session, id, after, named=not unnamed), media_type=SSE, headers=_STREAMING)
    if follows and media == TEXT:
        return StreamingResponse(_lines(session, id, after), media_type=TEXT, headers=_STREAMING)
    if follows:
        return StreamingResponse(_ndjson(session, id, after), media_type=NDJSON, headers=_STREAMING)
    first = number(request, "first", MOST, most=MOST)
    first = MOST if first is None else first
    wait = number(request, "wait", 0, most=LONGEST_WAIT)
    await session.count_cost((min(after + first, node.version) - after) * EVENT)
    events = await _page(session, node, after, min(after + first, node.version), wait or 0) if first else []
    events = events[:first]
    if media == NDJSON:
        lines = b"".join(_encoder.encode(event) + b"\n" for event in events)
        return Response(lines, media_type=NDJSON, headers=PRIVATE)
    version = events[-1].version if events else after
    if media == TEXT:
        return Response(_text(events), media_type=TEXT, headers=tagged(page_tag(node, TEXT, version)))
    page = answers.EventPage(events=tuple(events), after=version)
    return json_answer(page, headers=tagged(page_tag(node, "application/json", version)))


def page_tag(node: EncounterNode, media: str, version: int) -> str:
    """The ETag of a page of events that ends with this version."""
    return tag_of(version, node.head.hash, node.seat, node.through, node.locale, media)


async def _page(session: Session, node: EncounterNode, after: int, last: int, wait: int) -> list[answers.Told]:
    """Events after..last; if there are none, the next step, if it comes in time."""
    if last > after:
        return [event.as_answer() for event in await read_events(session.service, node, after + 1, last)]
    if wait:
        async with aclosing(session.watch(node.encounter, after, beat=float(wait))) as steps:
            with suppress(Stopping):  # the poller retries by itself, with the same `after`
                async for step in steps:
                    return [event.as_answer() for event in step or ()]
    return []


async def _sse(session: Session, id: str, after: int, *, named: bool) -> AsyncGenerator[bytes, None]:
    """One SSE event per event; `end` with the fight, `problem` if the stream ends earlier.

    named: by the event's type; a browser passes unnamed events to `onmessage`, whatever their type.
    """
    # A single line break after anything that is no event: a blank line would end an event, and some readers count empty
    # ones.
    yield b"retry: 1000\n"
    try:
        async with aclosing(session.watch(id, after, beat=float(session.services.settings.heartbeat))) as steps:
            async for step in steps:
                if step is None:
                    yield b": still here\n"
                    continue
                frames = b"".join(
                    b"id: %d\n%sdata: %s\n\n"
                    % (
                        event.version,
                        b"event: %s\n" % event.type.encode() if named else b"",
                        _encoder.encode(event.as_answer()),
                    )
                    for event in step
                )
                after = step[-1].version
                yield frames
        yield b"event: end\ndata: {}\n\n"
    except Exception as error:
        yield b"event: problem\ndata: %s\n\n" % _problem(error, after)


async def _ndjson(session: Session, id: str, after: int) -> AsyncGenerator[bytes, None]:
    """A line per event; an empty line keeps a silent stream alive. {"problem": ...} if it ends before the fight."""
    try:
        async with aclosing(session.watch(id, after, beat=float(session.services.settings.heartbeat))) as steps:
            async for step in steps:
                if step is None:
                    yield b"\n"
                    continue
                lines = b"".join(_encoder.encode(event.as_answer()) + b"\n" for event in step)
                after = step[-1].version
                yield lines
    except Exception as error:
        yield b'{"problem":%s}\n' % _problem(error, after)


async def _lines(session: Session, id: str, after: int) -> AsyncGenerator[bytes, None]:
    """Lines as `act_lines`; an empty one keeps a silent stream alive. `! words` if it ends before the fight."""
    try:
        async with aclosing(session.watch(id, after, beat=float(session.services.settings.heartbeat))) as steps:
            async for step in steps:
                yield _text(step).encode() if step is not None else b"\n"
    except Exception as error:
        problem = problem_of(error, worded=session.worded)
        if problem.ours:
            log.error("a stream failed: %s", error, exc_info=error)
        yield f"! {problem.detail}\n".encode()


def _text(events: Iterable[RenderedEvent | answers.Told]) -> str:
    return "".join(f"{line}\n" for line in act_lines(events))


def _problem(error: Exception, after: int) -> bytes:
    """Why a stream ends early, and from which version to resume."""
    problem = problem_of(error)
    if problem.ours:
        log.error("a stream failed: %s", error, exc_info=error)
    body = {"code": problem.code, "title": problem.title, "detail": problem.detail, **problem.more, "after": after}
    if problem.ours:
        body["request"] = REQUEST_ID.get()
    return _encoder.encode(body)


async def presence(session: Session, request: Request) -> Response:
    """Who watches a fight live: the seats, with how many streams. SSE: now, and again after every change."""
    id = request.path_params["id"]
    now = await session.presence(id)
    if (accepted(request.headers.get("accept") or "*/*")).get(SSE):
        session.check_streams()
        return StreamingResponse(_present(session, id), media_type=SSE, headers=_STREAMING)
    return json_answer(now, headers={"cache-control": "no-store"})


async def _present(session: Session, id: str) -> AsyncGenerator[bytes, None]:
    """An SSE event `presence` for each change; `problem` if the stream ends. It does not count as watching."""
    yield b"retry: 1000\n"
    try:
        async with aclosing(session.watch_presence(id, beats=True)) as steps:
            async for now in steps:
                yield b": still here\n" if now is None else b"event: presence\ndata: %s\n\n" % _encoder.encode(now)
    except Exception as error:
        yield b"event: problem\ndata: %s\n\n" % _problem(error, 0)


async def export(session: Session, request: Request) -> Response:
    """The fight as NDJSON with its hash chain, as far as you may see it; `skald verify FILE` verifies it."""
    id, _ = parse_encounter(request.path_params["id"])
    seat = await session.takes_along(id)
    node = await session.encounter(id)
    await session.charge(COPY)(node.version)
    headers = {**PRIVATE, "content-disposition": f'attachment; filename="{id}.ndjson"'}
    wanted = accepted(request.headers.get("accept") or "*/*")
    media = TEXT if wanted.get(TEXT) and not wanted.get(NDJSON) else NDJSON
    file = session.service.export(id, seat, session.services.signer.sign)
    first = await anext(file)  # what cannot be done is told in words, and not by an answer that breaks off

    async def whole() -> AsyncGenerator[bytes, None]:
        async with aclosing(file):
            yield first
            async for piece in file:
                yield piece

    return StreamingResponse(whole(), media_type=media, headers=headers)
