"""Probes, and the landing page."""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from api.access.at_home import at_home
from api.negotiation import prefers_html
from api.operations.session import Session
from api.operations.trying import may_try
from api.pages.site import Site
from api.reading.keys import key_set
from api.rest.respond import Health, json_answer
from engine.store.port import StoreUnavailable

log = logging.getLogger(__name__)


async def landing(session: Session, request: Request) -> Response:
    """The addresses of this server: JSON for programs, a page for people."""
    site = cast(Site, request.app.state.site)
    if prefers_html(request.headers.get("accept")):
        demo = getattr(request.app.state, "demo", False) and at_home(request)
        trying = may_try(session)
        return site.landing(str(request.base_url), locale=session.locale, demo=demo, trying=trying).answer(request)
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
            "hosting": session.services.settings.hosting,
            "keys": "/.well-known/jwks.json",
            "health": ["/livez", "/readyz"],
        }
    )


async def keys(session: Session, request: Request) -> Response:
    """The public keys that sign heads of fights, as a JSON Web Key Set: the current one, then the former ones."""
    return json_answer(key_set(session.services.signer), headers={"cache-control": "public, max-age=300"})


async def live(session: Session, request: Request) -> Response:
    """The process runs."""
    return json_answer(Health("ok"))


async def ready(session: Session, request: Request) -> Response:
    """The process can serve: it is not stopping, and its store answers."""
    if session.services.stopping.is_set():
        return json_answer(Health("stopping", "the process is ending"), 503)
    try:
        await session.service.ready()
    except StoreUnavailable as error:
        log.warning("not ready: %s", error)  # the store's address and error are for the operator only
        return json_answer(Health("unavailable", "the store does not answer"), 503)
    return json_answer(Health("ok"))
