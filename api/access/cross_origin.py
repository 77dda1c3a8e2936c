"""Calls of pages of other origins: which are let in, and what their browsers are told.

Allowed are the operator's origins (`SKALD_ORIGINS`) for everything, and those that a GM or a host has allowed for the
calls of tokens of his fights. A preflight carries no token: it is answered for every origin that was allowed for
anything, so it tells that somebody here has allowed it, and not for which fight. `/v1/join` may be called from
anywhere: it needs nothing but an invitation, and allows the origin for that fight.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping
from contextvars import ContextVar
from typing import Any, Protocol
from urllib.parse import parse_qs

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.access.auth import NOBODY, Caller, TokenAuthority, bearer
from api.access.origins import ANY, NULL, host_of, log_refused, origin_fault
from api.errors.request_errors import Unauthenticated
from engine.service.encounters import Encounters
from engine.service.writing.hosts import OPERATOR
from engine.store.port import StoreUnavailable

OPEN = ("/v1/join",)
"""Addresses that pages of every origin may call."""
KNOWN_FOR, UNKNOWN_FOR, ALLOWED_FOR = 60.0, 2.0, 5.0
"""Seconds for which it is cached that an origin is known, that it is not, and whether a token's fight allows it."""
CACHED = 4096
PATIENCE = 2.0
"""Seconds to wait for the store; then the origin counts as unknown."""


class ForeignOrigin(Struct, frozen=True):
    """The origin of a page that is neither ours nor the operator's. known: it was allowed for something."""

    origin: str
    known: bool


FOREIGN: ContextVar[ForeignOrigin | None] = ContextVar("foreign", default=None)
"""Of the present request or socket; None: there is nothing to check."""


class OriginServices(Protocol):
    """The parts of `api.operations.session.Services` that are needed here."""

    @property
    def service(self) -> Encounters: ...
    @property
    def authority(self) -> TokenAuthority: ...


class AllowedOrigins:
    """What is allowed, as this process knows it: a few seconds old at most."""

    def __init__(self, service: Encounters) -> None:
        self._service = service
        self._known: dict[str, tuple[float, bool]] = {}
        self._allowed: dict[tuple[str, str, str], tuple[float, bool]] = {}

    async def known(self, origin: str) -> bool:
        """Whether anybody has allowed an origin for anything."""
        now = asyncio.get_running_loop().time()
        until, found = self._known.get(origin, (0.0, False))
        if now < until:
            return found
        if origin == NULL or origin_fault(origin):
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._service.origins.known(origin)
        except (StoreUnavailable, TimeoutError):
            return False
        if len(self._known) >= CACHED:
            self._known.clear()
        self._known[origin] = (now + (KNOWN_FOR if found else UNKNOWN_FOR), found)
        return found

    async def allows(self, origin: str, who: Caller) -> bool:
        """Whether the fight, or the host, of a token allows an origin. Without a token nobody has to."""
        if who == NOBODY:
            return True
        encounter = who.claims.enc if who.claims else ""
        host = who.host.host if who.host else ""
        if not encounter and not host:
            return False  # the operator allows by his setting
        now, key = asyncio.get_running_loop().time(), (origin, encounter, host)
        until, found = self._allowed.get(key, (0.0, False))
        if now < until:
            return found
        try:
            async with asyncio.timeout(PATIENCE):
                whose = host or (await self._service.standing(encounter)).host or OPERATOR
                found = await self._service.origins.allowed(origin, encounter, whose)
        except (StoreUnavailable, TimeoutError):
            return False
        if len(self._allowed) >= CACHED:
            self._allowed.clear()
        self._allowed[key] = (now + ALLOWED_FOR, found)
        return found

    def forget(self) -> None:
        """Something was allowed, or no longer is: this process knows it at once."""
        self._known.clear()
        self._allowed.clear()


class CrossOrigin:
    """Middleware in the place of CORS. allowed: the operator's origins; the rest as for CORSMiddleware.

    plugins: what addresses begin with that answer to origins of their own, and these.
    """

    def __init__(
        self,
        app: ASGIApp,
        allowed: Collection[str],
        plugins: Mapping[str, Collection[str]],
        allow_methods: Collection[str],
        allow_headers: Collection[str],
        expose_headers: Collection[str],
    ) -> None:
        self._app, self._allowed, self._plugins = app, allowed, plugins
        more: dict[str, Any] = {
            "allow_methods": allow_methods,
            "allow_headers": allow_headers,
            "expose_headers": expose_headers,
        }
        self._listed = CORSMiddleware(app, allow_origins=allowed, **more)
        self._let_in = CORSMiddleware(app, allow_origin_regex=".+", **more)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        FOREIGN.set(None)
        headers = Headers(scope=scope) if scope["type"] in ("http", "websocket") else Headers()
        origin = headers.get("origin")
        if not origin or self._own(origin, headers) or self._answers_itself(scope["path"], origin):
            await self._listed(scope, receive, send)
            return
        services: OriginServices | None = getattr(scope["app"].state, "services", None)
        allowed: AllowedOrigins | None = getattr(scope["app"].state, "allowed_origins", None)
        known = allowed is not None and await allowed.known(origin)
        FOREIGN.set(ForeignOrigin(origin, known))
        if scope["type"] == "websocket":  # the endpoint knows the token, and refuses
            await self._app(scope, receive, send)
            return
        preflight = scope["method"] == "OPTIONS" and "access-control-request-method" in headers
        let_in = known or scope["path"] in OPEN
        judged = let_in and not preflight and scope["path"] not in OPEN
        if judged and services is not None and allowed is not None:
            who = _caller(services.authority, headers, scope)
            if not await allowed.allows(origin, who):
                log_refused(origin, "a fight")
                await _refused()(scope, receive, send)
                return
        if not let_in:
            log_refused(origin, "the answer")
        await (self._let_in if let_in else self._listed)(scope, receive, send)

    def _answers_itself(self, path: str, origin: str) -> bool:
        """Whether the address lets this origin in by itself."""
        return any(path.startswith(beginning) and origin in own for beginning, own in self._plugins.items())

    def _own(self, origin: str, headers: Headers) -> bool:
        """Whether a page is ours, or the operator's. Behind a proxy the scheme is uncertain: the host decides."""
        listed = ANY in self._allowed or origin in self._allowed
        return listed or host_of(origin) == headers.get("host", "").lower()


def _caller(authority: TokenAuthority, headers: Headers, scope: Scope) -> Caller:
    """Who calls; nobody, if his token cannot be read: he will be told so."""
    try:
        token = bearer(headers.get("authorization"))
        if token is None:
            token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return authority.read(token)
    except (Unauthenticated, ValueError):
        return NOBODY


def _refused() -> Response:
    """The answer to a page whose token is of a fight that does not allow its origin. Its browser does not show it."""
    body = {
        "type": "urn:skald:problem:not-yours",
        "title": "This is not for you",
        "status": 403,
        "detail": "pages of this origin may not call for this fight: its GM or its host may allow it",
        "code": "NOT_YOURS",
    }
    return Response(json.dumps(body), 403, media_type="application/problem+json", headers={"vary": "Origin"})
