"""Handlers of the pictures that the server keeps for a fight."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import BadRequest
from api.operations import pictures
from api.operations.session import Session
from api.pages.page import UNFRAMED
from api.pictures.recoding import LEAST_SIDE, MOST_SIDE
from api.rest.respond import json_answer, number

KEPT: Mapping[str, str] = {
    "content-security-policy": f"default-src 'none'; sandbox; {UNFRAMED}",
    "cache-control": "private, max-age=31536000, immutable",
    "vary": "Authorization",
}
"""Headers of a picture: it is what its type says, runs nothing, and never changes; each token asks for itself."""


async def put_picture(session: Session, request: Request) -> Response:
    """Keep a picture for a fight: a map, or a portrait. The GM, its host and the operator.

    The body is the file: a PNG, a JPEG, a WebP, or a Universal VTT map, whose picture is taken. It is drawn anew:
    without metadata, without movement, and no longer than `longest`. The same picture put again is the same one.
    """
    made = await pictures.put(session, request.path_params["id"], await request.body(), _longest(request))
    return json_answer(made, 201)


async def read_picture(session: Session, request: Request) -> Response:
    """A picture of a fight, where you see the fight name it; now or at a past version (`at`).

    Ask with your token in the header and show what comes back: an address with a token in it does not work.
    """
    path = request.path_params
    kept, content = await pictures.read(session, path["id"], number(request, "at"), path["picture"])
    return Response(content, media_type=kept.media, headers=KEPT)


async def put_own_picture(session: Session, request: Request) -> Response:
    """Keep a picture for fights that you are about to create: their input names it. Hosts and the operator.

    The body is a file as for a fight. A new fight that names the picture gets it along.
    """
    made = await pictures.put(session, None, await request.body(), _longest(request))
    return json_answer(made, 201)


async def read_own_picture(session: Session, request: Request) -> Response:
    """A picture that you keep for your next fights. Hosts and the operator."""
    kept, content = await pictures.read_own(session, request.path_params["picture"])
    return Response(content, media_type=kept.media, headers=KEPT)


def _longest(request: Request) -> int:
    """Pixels of the longest side that are wanted."""
    longest = number(request, "longest", MOST_SIDE, most=MOST_SIDE) or 0
    if longest < LEAST_SIDE:
        raise BadRequest(f"longest is a whole number from {LEAST_SIDE} to {MOST_SIDE}", "longest")
    return longest
