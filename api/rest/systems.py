"""Handlers of the installed games: the list of them, and each by itself. Nobody needs a token."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import UnknownSystem
from api.operations.session import Session
from api.reading.systems import installed, system_document
from api.reading.validators import holds
from api.rest.respond import json_answer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.structs.errors import RuleRefusal

OPEN = {"cache-control": "public, max-age=300", "vary": "Accept, Accept-Language"}
"""The same for everybody, but for the language."""


async def list_systems(session: Session, request: Request) -> Response:
    """The installed games in short."""
    return json_answer([installed(book) for book in session.service.registry.books.values()], headers=OPEN)


async def one_system(session: Session, request: Request) -> Response:
    """All of an installed game: orders, questions, forms of sheets and setups, content, rules in your language."""
    book = named_game(session, request)
    body, tag = system_document(book, session.locale)
    headers = {**OPEN, "etag": tag}
    if holds(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def named_game(session: Session, request: Request) -> Rulebook[Any]:
    """The game that an address names. UnknownSystem."""
    try:
        return session.service.registry.book(request.path_params["system"])
    except RuleRefusal as unknown:
        raise UnknownSystem(unknown.reason) from unknown
