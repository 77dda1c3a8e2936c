"""Probes, and the front door."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from api.rest.respond import Health, json_answer
from api.session import Session
from engine.store.port import StoreUnavailable


async def landing(session: Session, request: Request) -> Response:
    """What is where."""
    return json_answer(
        {
            "name": "Skald",
            "systems": [book.system.id for book in session.service.registry.books.values()],
            "graphql": "/graphql",
            "rest": "/v1",
            "openapi": "/openapi.json",
            "schema": "/schema.graphql",
            "health": ["/livez", "/readyz"],
        }
    )


async def live(session: Session, request: Request) -> Response:
    """The process runs."""
    return json_answer(Health("ok"))


async def ready(session: Session, request: Request) -> Response:
    """The process can serve: it is not stopping, and its store answers."""
    if session.house.stopping.is_set():
        return json_answer(Health("stopping", "the process is ending"), 503)
    try:
        await session.service.ready()
    except StoreUnavailable as error:
        return json_answer(Health("unavailable", str(error)), 503)
    return json_answer(Health("ok"))
