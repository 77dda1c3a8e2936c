"""Handlers of what is read of fights: lists, a fight and its parts, with validators."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import BadRequest
from api.operations import checks, hosting, orders
from api.operations.session import Session
from api.reading.parts import Part
from api.reading.validators import asked_for, fight_tag, holds, tagged
from api.rest.forms import LEAST, parts_of
from api.rest.respond import (
    json_answer,
    json_of,
    number,
    yes_or_no,
)
from schemas import answers

FIGHT = "fight"
"""The form of a fight as JSON."""
SCENE = LEAST["scene"]
USUAL: tuple[Part, ...] = ("offers",)
"""The parts of a fight that is looked at, if none are named."""


async def check(session: Session, request: Request) -> Response:
    """Everything that is wrong with a request to create a fight, finished or not. Nothing is made. Hosts and
    the operator."""
    return json_answer(await checks.check(session, await json_of(request)), headers={"cache-control": "no-store"})


async def list_all(session: Session, request: Request) -> Response:
    """Fights, newest first: a host's own; for the operator all, or those of a host."""
    status: Any = request.query_params.get("status")
    if status not in (None, "RUNNING", "PAUSED", "ENDED"):
        raise BadRequest("status is RUNNING, PAUSED or ENDED", "status")
    page = await hosting.fights(
        session,
        first=number(request, "first", most=500),
        after=request.query_params.get("after"),
        status=status,
        system=request.query_params.get("system"),
        host=request.query_params.get("host"),
        archived=yes_or_no(request, "archived"),
    )
    more = page.page_info.end_cursor if page.page_info.has_next_page else None
    return json_answer(answers.EncounterPage(encounters=tuple(page.nodes), after=more))


async def look(session: Session, request: Request) -> Response:
    """A fight as you see it, now or at a past version, with its offers, or with the parts you name (`include`)."""
    parts = await parts_of(session, request, USUAL)
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, FIGHT, asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.answer(parts), headers=tagged(tag))


async def picture(session: Session, request: Request) -> Response:
    """A fight as a picture, as you see it, for clients that know no game; now or at a past version (`at`).

    Without the parts of its ground where you have them (`unless`).
    """
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, "scene", asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.scene_unless(request.query_params.get("unless")), headers=tagged(tag))


async def threats(session: Session, request: Request) -> Response:
    """Where a combatant could strike from where it is, and whom, as marks to draw over the scene.

    Now or at a past version (`at`). None for a combatant that you do not see.
    """
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, "threats", asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.threats(request.path_params["combatant"]), headers=tagged(tag))


async def stat_block(session: Session, request: Request) -> Response:
    """What a combatant is and has, as far as you know: values, weapons, spells, conditions.

    Now or at a past version (`at`). All empty for a combatant that you do not see.
    """
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    if holds(request, tag := fight_tag(node, "stat-block", asked_for(request))):
        return Response(status_code=304, headers=tagged(tag))
    return json_answer(await node.stat_block(request.path_params["combatant"]), headers=tagged(tag))


async def corrections(session: Session, request: Request) -> Response:
    """Every figure of a combatant, or of the fight, that you may correct. The GM only: others get none."""
    node = await session.encounter(request.path_params["id"])
    return json_answer(node.corrections_of(request.query_params.get("combatant")))


async def preferences(session: Session, request: Request) -> Response:
    """Your own seat's standing preferences. Nobody else reads them; whoever has no seat has none."""
    node = await session.encounter(request.path_params["id"])
    return json_answer(await orders.preferences(session, node), headers={"cache-control": "no-store"})
