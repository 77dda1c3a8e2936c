"""The application: the only place that wires everything together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import strawberry
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from api.arriving import BodyLimit
from api.config import Settings
from api.connections import Connections, Opened
from api.graphql.limits import Limits
from api.graphql.negotiation import prefers_html
from api.graphql.schema import build_schema
from api.graphql.view import GraphQLView
from api.held import Held
from api.logs import REQUEST_ID, RequestLog
from api.pages.page import Page
from api.pages.site import Folders, Site
from api.publishing import contract
from api.rates import counting_alone
from api.rest.openapi import openapi
from api.rest.respond import answered, json_answer, problem_answer
from api.rest.table import ROUTES
from api.session import House
from api.wiring import Kept, counting, make_authority, make_signer, running_service
from engine.service.encounters import Encounters
from engine.service.registry import Registry

__all__ = ["create_app", "end_streams", "make_authority"]

log = logging.getLogger(__name__)


class _Endpoint:
    """The GraphQL view, which is there once the application has started; to a browser it shows GraphiQL."""

    def __init__(self, schema: strawberry.Schema, graphiql: Page) -> None:
        self._schema, self._graphiql = schema, graphiql
        self._view: GraphQLView | None = None

    def open(self, house: House) -> None:
        """Serve from now on."""
        self._view = GraphQLView(self._schema, house)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._view is None:
            raise RuntimeError("the application has not started: run its lifespan")
        looks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if looks and prefers_html(Headers(scope=scope).get("accept")):
            await self._graphiql.answer(Request(scope))(scope, receive, send)
            return
        await self._view(scope, receive, send)


def create_app(
    settings: Settings, service: Encounters | None = None, folders: Folders | None = None, kept: Kept | None = None
) -> Starlette:
    """The application. service: one that runs already (tests); by default its own, on its store. folders: of the pages.

    kept: the server with the fights, where another process looks after it.

    `app.state.house` holds what all requests share; its `stopping` ends all open streams when it is set
    (`end_streams`).
    """
    registry = service.registry if service is not None else Registry.installed()
    limits = Limits(
        depth=settings.max_depth,
        aliases=settings.max_aliases,
        tokens=settings.max_tokens,
        cost=settings.max_cost,
        seconds=float(settings.max_seconds),
    )
    schema = build_schema(list(registry.books.values()), limits, compiled=settings.compiled == "on")
    limited = {"per_token": settings.rate_per_token, "per_address": settings.rate_per_address}
    site = Site(registry, contract(registry), folders)
    endpoint = _Endpoint(schema, site.graphiql)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None, None]:
        stopping = asyncio.Event()
        async with AsyncExitStack() as stack:
            if service is None:
                running, url = await stack.enter_async_context(running_service(settings, registry, stopping, kept))
                rates = await stack.enter_async_context(counting(url, **limited))
            else:
                running, rates = service, counting_alone(**limited)
            held = Held(settings.max_streams)
            house = House(running, make_authority(settings), make_signer(settings), settings, stopping, rates, held)
            app.state.house, app.state.site = house, site
            endpoint.open(house)
            log.info("serving %s", ", ".join(registry.books))
            try:
                yield
            finally:
                stopping.set()

    opened = Opened()
    app = Starlette(
        routes=[*_routes(endpoint, schema.as_str()), *site.routes()],
        middleware=_middleware(settings, opened),
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        lifespan=lifespan,
    )
    app.state.opened = opened
    return app


async def end_streams(app: Starlette) -> None:
    """End all open streams and sockets, each with the version to resume from.

    Call it in the server's loop when it is told to stop, before it waits for its requests.
    """
    house: House | None = getattr(app.state, "house", None)
    if house is not None:
        house.stopping.set()
        await app.state.opened.stop()


def _routes(endpoint: Any, sdl: str) -> list[BaseRoute]:
    document = openapi(ROUTES)

    async def openapi_json(request: Request) -> Response:
        return json_answer(document, headers={"cache-control": "public, max-age=300"})

    async def schema_graphql(request: Request) -> Response:
        return PlainTextResponse(sdl, headers={"cache-control": "public, max-age=300"})

    return [
        Route("/graphql", endpoint),
        WebSocketRoute("/graphql", endpoint),
        Route("/openapi.json", openapi_json),
        Route("/schema.graphql", schema_graphql),
        *(
            Route(
                route.path,
                answered(route.handler, in_query=route.token_in_query, media=route.media, query=route.query),
                methods=[route.method],
            )
            for route in ROUTES
        ),
    ]


def _middleware(settings: Settings, opened: Opened) -> Sequence[Middleware]:
    """Outermost first: logs, then CORS, so that a refused body is seen in both."""
    return [
        Middleware(RequestLog),
        Middleware(Connections, opened=opened, seconds=float(settings.slow_seconds)),
        Middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=_HEADERS,
            expose_headers=["etag", "location", "idempotency-key", "retry-after", "x-request-id"],
        ),
        Middleware(BodyLimit, most=settings.max_body),
    ]


_HEADERS = (
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "x-request-id",
    "accept-language",
)
_SAID = {404: "there is nothing at this address; GET / lists what is where", 405: "this address has other methods"}


async def _http_error(request: Request, error: Exception) -> Response:
    """Errors of routing, as problem+json like all others."""
    assert isinstance(error, HTTPException)
    body = {
        "type": "about:blank",
        "title": error.detail,
        "status": error.status_code,
        "detail": _SAID.get(error.status_code, error.detail),
        "instance": request.url.path,
        "request": REQUEST_ID.get(),
        "code": {404: "UNKNOWN"}.get(error.status_code, "BAD_USER_INPUT"),
    }
    given = {name.lower(): value for name, value in (error.headers or {}).items()}
    headers = {"content-type": "application/problem+json", **given}
    if error.status_code == 405:
        headers["allow"] = ", ".join(_methods(request))
    return json_answer(body, error.status_code, headers)


def _methods(request: Request) -> list[str]:
    """All methods of this address: of each there is a route of its own, and the first one knows only itself."""
    here = [r for r in request.app.routes if isinstance(r, Route) and r.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in here for method in route.methods or ()})


async def _fault(request: Request, error: Exception) -> Response:
    return problem_answer(error, request)
