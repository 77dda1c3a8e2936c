"""Handlers of fights that play themselves: as a page, as data, and of a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from api.access.event_work import AUDIT, FILE
from api.access.rates import network
from api.drawing.drawing import effort_of
from api.drawing.frame import Box
from api.errors.request_errors import BadRequest
from api.operations.session import Session
from api.pages.page import UNFRAMED
from api.reading.encounter_node import EncounterNode
from api.reading.event_reader import read_events
from api.reading.global_ids import parse_encounter
from api.reading.validators import PRIVATE, asked_for, fight_tag, holds, plain_tag, tagged
from api.replay import filed
from api.replay.filed import NoExport, header_in
from api.replay.html import policy
from api.replay.log import Log
from api.replay.replay import file_pages, further_pages, parse_bounds, replay_pages
from api.replay.stages import bounds_of
from api.rest.events import EVENT
from api.rest.respond import json_answer, number
from api.streaming.connections import while_connected
from engine.service.pool.owner import sender_of
from engine.service.pool.process_pool import TookTooLong
from engine.service.reading.hub import Ahead
from engine.store.port import Head
from schemas.replays import Replay

LONGEST = 15_000
"""The most events of a fight that is made into a film here. 3,000 take about two seconds."""
PART = 250
"""The most versions with which a film is gone on at once."""
SHORT = 60_000
"""The effort, that of the scene for each version, up to which a film is gone on with in this process: about 10 ms, as
most versions draw nothing anew, and 20 at most. Other processes come after the server, and wait on a busy machine."""
FEW = 500
"""Likewise the figures, for each version those of the scene or of the head: each version may change them all."""


class PageTookTooLong(TookTooLong):
    """A fight was not made into a page in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.args = (f"the page took more than {seconds:g} s: export the fight, and let `skald replay` make the page",)


async def replay(session: Session, request: Request) -> Response:
    """A fight as one HTML file that plays itself, as you see it: board, figures, turns, and a log with its reasons.

    It asks no other host for anything, and opens from a disk. It is made in another process; a long fight costs as many
    requests as its audit, and one of more than 15,000 events is refused: `skald replay` makes the page of its export.
    """
    id, _ = parse_encounter(request.path_params["id"])
    seat = await session.reads(id)
    node = await session.encounter(id)
    headers = {**PRIVATE, "content-security-policy": f"{policy()}; sandbox allow-scripts; {UNFRAMED}"}
    if holds(request, tag := fight_tag(node, "replay")):
        return Response(status_code=304, headers={**headers, "etag": tag})
    made, file = await _whole(session, id, seat, node.version, file_pages)
    # What has happened since belongs to it as well: then the tag is that of no answer, and the next one is sent anew.
    tag = tag if made.version == node.version else plain_tag(made.version)
    named = {"content-disposition": f'attachment; filename="{id}.html"', "etag": tag}
    return Response(file, media_type="text/html", headers={**headers, **named})


async def read_replay(session: Session, request: Request) -> Response:
    """A fight as a film, as you see it: what `replay.html` plays, for a page of your own.

    `after` and `bounds`: the `version` and `bounds` of the film that you have; the answer goes on from there, by at
    most 250 versions. It begins anew (`after` is 0) where the board has outgrown its bounds. Costs as `replay.html`, by
    the events that it is made of.
    """
    id, _ = parse_encounter(request.path_params["id"])
    seat = await session.reads(id)
    node = await session.encounter(id)
    after = number(request, "after", 0) or 0
    if after > node.version:
        raise Ahead(after, node.head)
    told = request.query_params.get("bounds") or None
    bounds = parse_bounds(told) if told is not None else None
    if told is not None and bounds is None:
        raise BadRequest("bounds are those of the film that you have, as it tells them", "bounds", status=422)
    tag = fight_tag(node, "film", asked_for(request))
    if holds(request, tag):
        return Response(status_code=304, headers=tagged(tag))
    if after:
        start, last = await session.encounter(id, after), min(after + PART, node.version)
        await start.scene()  # counted first
        await session.count_cost((last - after) * EVENT)
        film = await _further(session, node, start, last, bounds)
        if film is not None:
            return json_answer(
                await _with_log(session, node, film),
                headers=tagged(tag if film.version == node.version else plain_tag(film.version)),
            )
    made, film_json = await _whole(session, id, seat, node.version, replay_pages, id)
    tag = tag if made.version == node.version else plain_tag(made.version)
    return Response(film_json, media_type="application/json", headers=tagged(tag))


async def _further(
    session: Session, head: EncounterNode, start: EncounterNode, last: int, bounds: Box | None
) -> Replay | None:
    """How a film with these bounds goes on; None: it can only be made anew, as where a board with no edge has none."""
    versions, scene = last - start.version + 1, await start.scene()
    figures = max(len(scene.tokens), len(head.view.seen.fight.combatants))
    if bounds is None and bounds_of((scene,)) is not None:
        return None
    with while_connected():
        return await session.service.over_later_events(
            start.view,
            last,
            further_pages,
            start.seat,
            session.locale,
            bounds,
            at_once=versions * effort_of(scene) <= SHORT and versions * figures <= FEW,
            charge=session.charge(AUDIT),
        )


async def _whole(
    session: Session, id: str, seat: str | None, head: int, job: Callable[..., bytes], *more: Any
) -> tuple[Head, bytes]:
    """What a job makes of all events. BadRequest for too long a fight."""
    if head > LONGEST:
        raise BadRequest(
            f"a fight of {head} events is too long to be made into a page here, where {LONGEST} is the most: "
            "export it, and let `skald replay` make the page",
            status=422,
        )
    try:
        with while_connected():
            return await session.service.over_events(
                id, seat, job, seat, session.locale, *more, charge=session.charge(AUDIT)
            )
    except TookTooLong as error:
        raise PageTookTooLong(error.seconds) from None


async def _with_log(session: Session, node: EncounterNode, film: Replay) -> Replay:
    """A film that goes on, with its events."""
    told = await read_events(session.service, node, film.after + 1, film.version)
    log = Log(told)
    return structs.replace(
        film,
        encounter=node.encounter,
        more=film.version < node.version,
        reverts=tuple(log.reverts),
        events=tuple(log.events),
        rules=log.statements,
    )


async def replay_exported(session: Session, request: Request) -> Response:
    """An exported file as a film, with the verdict on it. No token is needed, and nothing is kept.

    The body is the file, plain or packed by gzip: a seat's or a whole one. `seat`: whose view of a whole one is shown,
    else a GM's. It costs as its audit and its film, by the events that its header names.
    """
    data = await request.body()
    try:
        header = header_in(data)
    except NoExport as error:
        raise _unreadable(error) from None
    book = session.service.registry.book(header.system)
    await session.charge(FILE)(min(max(header.version, 0), filed.LONGEST))
    seat, keys = request.query_params.get("seat") or None, session.services.signer.keys

    async def arguments() -> tuple[Any, ...]:
        return data, keys, seat, session.locale

    owner = sender_of(network(session.address))
    try:
        with while_connected():
            made = await session.service.work.run(owner, filed.replay_file_json, book, arguments)
    except NoExport as error:
        raise _unreadable(error) from None
    return Response(made, media_type="application/json", headers=PRIVATE)


def _unreadable(error: NoExport) -> BadRequest:
    return BadRequest(f"this is no file that can be replayed here: {error}", status=422)
