"""Handlers of maps of other programs."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import BadRequest
from api.maps.conversion import convert_map
from api.maps.slimming import KEPT, STEP, Slimmer
from api.operations.session import Session
from api.rest.respond import json_answer
from engine.service.pool.owner import Owner


async def make_ground(session: Session, request: Request) -> Response:
    """Convert a Universal VTT map to the ground of a game's fights. Hosts and the operator.

    The body is the file. `system`: the game; `crop`: the part x,y,width,height in cells, needed where a side has more
    than 100 cells. The report counts what was moved and what was dropped. `backdrop` says where the picture lies; its
    address is for the caller to fill in.
    """
    owner = Owner(host=await session.owner())
    system = request.query_params.get("system")
    if not system:
        raise BadRequest("name the game by its id, as /v1/systems lists it", "system")
    book, crop = session.service.registry.book(system), request.query_params.get("crop")
    slimmer = Slimmer(KEPT)
    async for piece in request.stream():
        for at in range(0, len(piece), STEP):
            slimmer.feed(piece[at : at + STEP])
            await asyncio.sleep(0)

    async def arguments() -> tuple[bytes, str | None]:
        return slimmer.rest(), crop

    return json_answer(await session.service.work.run(owner, convert_map, book, arguments))
