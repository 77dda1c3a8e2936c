"""Probes, and the front door."""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from api.graphql.negotiation import prefers_html
from api.pages.site import Site
from api.reading.keys import key_set
from api.rest.respond import Health, json_answer
from api.session import Session
from engine.store.port import StoreUnavailable

log = logging.getLogger(__name__)


async def landing(session: Session, request: Request) -> Response:
    """What is where: JSON for programs, a page for people."""
    site = cast(Site, request.app.state.site)
    if prefers_html(request.headers.get("accept")):
        return site.landing(str(request.base_url)).answer(request)
    return json_answer(
        {
            "name": "Skald",
            "version": version("skald"),
            "systems": [book.system.id for book in session.service.registry.books.values()],
            "graphql": "/graphql",
            "rest": "/v1",
            "openapi": "/openapi.json",
            "schema": "/schema.graphql",
            **site.addresses(),
            "keys": "/.well-known/jwks.json",
            "health": ["/livez", "/readyz"],
        }
    )


async def keys(session: Session, request: Request) -> Response:
    """The public keys that sign heads of fights, as a JSON Web Key Set: the one that does now, then those before."""
    return json_answer(key_set(session.house.signer), headers={"cache-control": "public, max-age=300"})


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
        log.warning("not ready: %s", error)  # where the store is, and what it says, is the operator's alone
        return json_answer(Health("unavailable", "the store does not answer"), 503)
    return json_answer(Health("ok"))
