"""Handlers of the installed games: the list of them, and each by itself. Nobody needs a token."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.errors.request_errors import UnknownSystem
from api.operations.session import Session
from api.reading.systems import installed, system_document
from api.reading.validators import holds
from api.rest.respond import json_answer
from engine.kernel.structs.errors import RuleRefusal

_OPEN = {"cache-control": "public, max-age=300", "vary": "Accept, Accept-Language"}
"""The same for everybody, but for the language."""


async def list_systems(session: Session, request: Request) -> Response:
    """The installed games in short."""
    return json_answer([installed(book) for book in session.service.registry.books.values()], headers=_OPEN)


async def one_system(session: Session, request: Request) -> Response:
    """All of an installed game: orders, questions, forms of sheets and setups, content, rules in your language."""
    try:
        book = session.service.registry.book(request.path_params["system"])
    except RuleRefusal as unknown:
        raise UnknownSystem(unknown.reason) from unknown
    body, tag = system_document(book, session.locale)
    headers = {**_OPEN, "etag": tag}
    if holds(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
