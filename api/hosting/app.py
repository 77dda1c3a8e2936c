"""The application: the only place that wires everything together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from api.access.cross_origin import AllowedOrigins, CrossOrigin
from api.access.rates import counting_alone
from api.access.request_limits import BodyLimit
from api.access.stream_quota import StreamQuota
from api.config import Settings
from api.graphql.document_bounds import Limits
from api.graphql.schema import Schema, build_schema
from api.graphql.view import GraphQLView
from api.hosting.compression import Compression
from api.hosting.deliveries import delivering
from api.hosting.wiring import KeptServer, counting, make_authority, make_signer, running_service
from api.logs import REQUEST_ID, RequestLog
from api.negotiation import prefers_html
from api.operations.session import Services
from api.pages.site import Folders, Site
from api.replay.films import Films
from api.rest.openapi import openapi
from api.rest.respond import answered, json_answer, problem_answer
from api.rest.route import Route as RestRoute
from api.rest.routes import ROUTES
from api.shape.published import contract
from api.streaming.connections import ConnectionMiddleware, OpenConnections
from api.vtt.routes import PLUGIN_ORIGINS, plugin_routes
from engine.service.encounters import Encounters
from engine.service.registry import Registry

__all__ = ["create_app", "end_streams", "make_authority"]

log = logging.getLogger(__name__)


class _Endpoint:
    """The GraphQL view, available once the application has started; browsers get GraphiQL."""

    def __init__(self, schema: Schema, site: Site) -> None:
        self._schema, self._site = schema, site
        self._view: GraphQLView | None = None

    def open(self, services: Services) -> None:
        """Start serving."""
        self._view = GraphQLView(self._schema, services)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._view is None:
            raise RuntimeError("the application has not started: run its lifespan")
        looks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if looks and prefers_html(Headers(scope=scope).get("accept")):
            page = await self._site.graphiql()
            await page.answer(Request(scope))(scope, receive, send)
            return
        await self._view(scope, receive, send)


def create_app(
    settings: Settings,
    service: Encounters | None = None,
    folders: Folders | None = None,
    kept: KeptServer | None = None,
) -> Starlette:
    """The application. service: a running one (tests); by default its own, on its store. folders: of the pages.

    kept: the server with the fights, if another process manages it.

    `app.state.services` holds what all requests share; setting its `stopping` ends all open streams (`end_streams`).
    """
    registry = service.registry if service is not None else Registry.installed()
    limits = Limits(
        depth=settings.max_depth,
        aliases=settings.max_aliases,
        tokens=settings.max_tokens,
        cost=settings.max_cost,
        seconds=float(settings.max_seconds),
        # Limits for longer documents scale the limits on fields.
        fields=max(1500, settings.max_tokens // 2),
        characters=max(64_000, 16 * settings.max_tokens),
        comparisons=max(40_000, 10 * settings.max_tokens),
    )
    schema = build_schema(registry.all, limits, compiled=settings.compiled == "on")
    limited = {"per_token": settings.rate_per_token, "per_address": settings.rate_per_address}
    pictures = settings.pictures == "on"
    site = Site(registry, contract(registry), Films(registry), folders, pictures=pictures)
    endpoint = _Endpoint(schema, site)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None, None]:
        stopping = asyncio.Event()
        async with AsyncExitStack() as stack:
            if service is None:
                running, url = await stack.enter_async_context(running_service(settings, registry, stopping, kept))
                rates = await stack.enter_async_context(counting(url, **limited))
            else:
                running, rates = service, counting_alone(**limited)
            held = StreamQuota(settings.max_streams)
            allowed = AllowedOrigins(running)
            services = Services(
                running,
                make_authority(settings),
                make_signer(settings),
                settings,
                stopping,
                rates,
                held,
                allowed_origins=allowed,
            )
            app.state.services, app.state.site, app.state.allowed_origins = services, site, allowed
            if settings.webhooks:
                await stack.enter_async_context(delivering(services))
            endpoint.open(services)
            log.info("serving %s", ", ".join(registry.books))
            try:
                yield
            finally:
                stopping.set()

    opened = OpenConnections()
    app = Starlette(
        routes=[*_routes(endpoint, schema), *site.routes(), *plugin_routes(site, pictures=pictures)],
        middleware=_middleware(settings, opened),
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        lifespan=lifespan,
    )
    app.state.opened = opened
    return app


async def end_streams(app: Starlette) -> None:
    """End all open streams and sockets, each with the version to resume from.

    Call it in the server's loop on shutdown, before the server waits for open requests.
    """
    services: Services | None = getattr(app.state, "services", None)
    if services is not None:
        services.stopping.set()
        await app.state.opened.stop()


def _routes(endpoint: Any, schema: Schema) -> list[BaseRoute]:
    document, sdl = cache(partial(openapi, ROUTES)), cache(schema.as_str)

    # Not async, and made at the first request: neither the start nor another request waits until they are made.
    def openapi_json(request: Request) -> Response:
        return json_answer(document(), headers={"cache-control": "public, max-age=300"})

    def schema_graphql(request: Request) -> Response:
        return PlainTextResponse(sdl(), headers={"cache-control": "public, max-age=300"})

    fixed = [route for route in ROUTES if "{" not in route.path]
    return [
        Route("/graphql", endpoint),
        WebSocketRoute("/graphql", endpoint),
        Route("/openapi.json", openapi_json),
        Route("/schema.graphql", schema_graphql),
        *map(_route, fixed),
        *(Route(path, _OtherMethods()) for path in dict.fromkeys(route.path for route in fixed)),
        *(_route(route) for route in ROUTES if route not in fixed),
    ]


def _route(route: RestRoute) -> Route:
    handler = answered(
        route.handler,
        in_query=route.token_in_query,
        media=route.media,
        query=route.query,
        cost=route.cost,
        byte=route.byte,
        plain=route.plain,
    )
    return Route(route.path, handler, methods=[route.method])


class _OtherMethods:
    """Any method at an address that has a name of its own, where other addresses have an id: 405 if no route has it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise HTTPException(405)


def _middleware(settings: Settings, opened: OpenConnections) -> Sequence[Middleware]:
    """Outermost first: logs, then CORS, so that both also apply to a refused body."""
    return [
        Middleware(RequestLog),
        Middleware(ConnectionMiddleware, opened=opened, seconds=float(settings.slow_seconds)),
        Middleware(
            CrossOrigin,
            allowed=settings.origins,
            plugins=PLUGIN_ORIGINS,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=_HEADERS,
            expose_headers=["etag", "location", "idempotency-key", "retry-after", "x-request-id"],
        ),
        Middleware(Compression),
        Middleware(
            BodyLimit,
            most=settings.max_body,
            files={route.path: route.file for route in ROUTES if route.file},
            seconds=float(settings.request_seconds),
        ),
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
    """Routing errors as problem+json, like all others."""
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
    """All methods of this address: each has its own route, and a route knows only its own method."""
    here = [r for r in request.app.routes if isinstance(r, Route) and r.matches(request.scope)[0] is not Match.NONE]
    # An address with a route of its own is not also an id of a route with a parameter.
    own = [route for route in here if route.path == request.url.path]
    return sorted({method for route in own or here for method in route.methods or ()})


async def _fault(request: Request, error: Exception) -> Response:
    return problem_answer(error, request)
