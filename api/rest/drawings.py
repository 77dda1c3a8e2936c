"""Handlers of pictures of fights."""

from __future__ import annotations

from typing import Any, cast, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from api.drawing.choices import LEAST_WIDTH, MOST_WIDTH, USUAL_WIDTH, Theme
from api.drawing.drawing import draw, effort_of
from api.drawing.options import Options
from api.errors.request_errors import BadRequest, UnknownSystem
from api.maps.plan import check_map
from api.maps.written import MapFormat, write_scene
from api.operations.ready_drawings import ready_drawing
from api.operations.session import Session
from api.pages.page import PICTURE, SVG
from api.reading.validators import asked_for, digest_tag, fight_tag, holds, tagged
from api.rest.respond import number
from api.rest.systems import OPEN, named_game
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.scene.scene import Scene
from engine.kernel.structs.errors import RuleRefusal
from engine.service.pool.owner import owner_of

QUICK = 6000
"""The effort up to which a scene is drawn at once: about 10 ms, most of it for ground, which is kept. Others are drawn
in another process, which comes after the server: it has to wait while a busy machine shows the step on its screens."""


async def drawing(session: Session, request: Request) -> Response:
    """A fight drawn as SVG, as you see it; now or at a past version (`at`).

    Ask with your token in the header and show what comes back: an address with a token in it does not work. `width`:
    how wide it is shown at least, in pixels; `theme`: light, dark, or auto, as the reader's system is set; `panel`:
    false: only the board, for a page that has order of play, sides and legend beside it; `threats`: a combatant; where
    it could strike, and whom, is drawn too.
    """
    width, theme = _shown(request)
    panel = request.query_params.get("panel") or "true"
    if panel not in ("true", "false"):
        raise BadRequest("panel is true or false", "panel")
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    tag = fight_tag(node, "drawing", asked_for(request))
    headers = {**tagged(tag), **PICTURE}
    if holds(request, tag):
        return Response(status_code=304, headers=headers)
    options = Options(
        width=width,
        theme=theme,
        title=node.view.seen.fight.name,
        locale=session.locale,
        panel=panel == "true",
    )
    scene = await node.scene_with_threats(request.query_params.get("threats"))
    if effort_of(scene) <= QUICK:
        return Response(draw(scene, options), media_type=SVG, headers=headers)

    async def arguments() -> tuple[bytes, Options]:
        return msgspec.json.encode(scene), options

    drawn = await session.service.work.run(owner_of(node.encounter, node.view.seat), draw_scene, node.book, arguments)
    return Response(drawn, media_type=SVG, headers=headers)


async def ready_fight(session: Session, request: Request) -> Response:
    """A ready-made fight drawn as SVG, as its game master sees it before the first turn. Nobody needs a token.

    `width`: how wide it is shown at least, in pixels; `theme`: light, dark, or auto, as the reader's system is set.
    """
    width, theme = _shown(request)
    options = Options(width=width, theme=theme, locale=session.locale, panel=False)
    book = named_game(session, request)
    try:
        drawn = await ready_drawing(session, book, request.path_params["fight"], options)
    except RuleRefusal as unknown:
        raise UnknownSystem(unknown.reason) from unknown
    headers = {**OPEN, **PICTURE, "etag": digest_tag(drawn)}
    if holds(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    return Response(drawn, media_type=SVG, headers=headers)


def _shown(request: Request) -> tuple[int, Theme]:
    """How a drawing is asked for: its width in pixels, and its theme. BadRequest."""
    width = number(request, "width", USUAL_WIDTH, most=MOST_WIDTH) or 0
    if width < LEAST_WIDTH:
        raise BadRequest(f"width is a whole number from {LEAST_WIDTH} to {MOST_WIDTH}", "width")
    theme = request.query_params.get("theme") or "auto"
    if theme not in get_args(Theme):
        raise BadRequest(f"theme is {', '.join(get_args(Theme))}", "theme")
    return width, cast(Theme, theme)


def draw_scene(book: Rulebook[Any], encoded: bytes, options: Options) -> bytes:
    """The drawing of a scene's JSON: a job for another process."""
    return draw(msgspec.json.decode(encoded, type=Scene), options).encode()


async def universal_map(session: Session, request: Request) -> Response:
    """The ground of a fight as a Universal VTT file (`.uvtt`), as you see it; now or at a past version (`at`).

    Walls, objects that stop sight, doors with their states, and a plain picture. A fight of zones or ranks has none.
    """
    return await _map(session, request, "uvtt")


async def foundry_scene(session: Session, request: Request) -> Response:
    """The ground of a fight as the data of a scene of Foundry, as you see it; now or at a past version (`at`).

    Size, grid, walls and doors, in the fields that versions 13 and 14 share. A fight of zones or ranks has none.
    """
    return await _map(session, request, "foundry")


async def _map(session: Session, request: Request, form: MapFormat) -> Response:
    node = await session.encounter(request.path_params["id"], number(request, "at"), request.query_params.get("as"))
    tag = fight_tag(node, form, asked_for(request))
    headers = tagged(tag)
    if holds(request, tag):
        return Response(status_code=304, headers=headers)
    scene = await node.scene()
    check_map(scene)

    async def arguments() -> tuple[bytes, MapFormat, str]:
        return msgspec.json.encode(scene), form, node.view.seen.fight.name

    owner = owner_of(node.encounter, node.view.seat)
    written = await session.service.work.run(owner, write_scene, node.book, arguments)
    return Response(written, media_type="application/json", headers=headers)
