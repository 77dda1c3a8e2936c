"""All pages of a server, made once, and the routes to them."""

from __future__ import annotations

import json
import shlex
import threading
from collections.abc import Callable
from html import escape
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from api.pages.assets import OWN, VENDOR, Assets
from api.pages.guide import read_guide
from api.pages.page import ICON, Page, filled, page
from api.words import DEFAULT
from engine.service.registry import Registry
from schemas.files import FOLDER, Contract

IMMUTABLE = "public, max-age=31536000, immutable"
"""For addresses that carry a version, or a hash: what is there never changes."""

SHORT = "public, max-age=300"
PLAIN = {"cache-control": SHORT, "x-content-type-options": "nosniff"}

GRAPHIQL = (
    "graphiql/graphiql.min.css",
    "react/umd/react.production.min.js",
    "react-dom/umd/react-dom.production.min.js",
    "graphiql/graphiql.min.js",
)
SWAGGER = ("swagger-ui-dist/swagger-ui.css", "swagger-ui-dist/swagger-ui-bundle.js")

_BEGIN = """\
URL={address}
curl $URL/v1/systems
curl $URL/graphql -H 'Content-Type: application/json' \\
     -d '{{"query": "{{ systems {{ id name }} }}"}}'

# With a token: the operator's, which Skald names when it starts, or a seat's.
AUTH="Authorization: Bearer ..."
curl $URL/v1/viewer -H "$AUTH"
curl $URL/v1/encounters/ID -H "$AUTH"
curl -N "$URL/v1/encounters/ID/events?follow=true" -H "$AUTH\""""


class Folders(Struct, frozen=True):
    """Where the pages' files lie. vendor: what `make assets` has fetched."""

    vendor: Path = VENDOR
    guide: Path = FOLDER / "guide"
    examples: Path = FOLDER / "examples"


class Site:
    """The pages for people, and the published files for programs.

    published: the published files, by name: text, or JSON. Each is looked up once, when it is first asked for.
    """

    def __init__(self, registry: Registry, published: Contract, folders: Folders | None = None) -> None:
        folders = folders or Folders()
        self._systems = [book.system for book in registry.books.values()]
        self._assets = Assets(folders.vendor)
        self._guide = read_guide(self._assets, folders.guide, folders.examples)
        self._published = _Published(published)
        languages = sorted({DEFAULT, *(system.language for system in self._systems)})
        options = "".join(f'<option value="{escape(name)}">{escape(name)}</option>' for name in languages)
        caller = filled("caller", languages=options)
        self.graphiql = self._tool("GraphiQL – Skald", "graphiql", GRAPHIQL, caller, here="graphql")
        self._docs = self._tool("REST – Skald", "docs", SWAGGER, caller, here="docs")

    def _tool(self, title: str, name: str, load: tuple[str, ...], bar: str, *, here: str) -> Page:
        body, run = filled(name), f"{name}.js"
        return page(self._assets, title=title, body=body, kind="tool", here=here, load=load, run=run, bar=bar)

    def landing(self, address: str) -> Page:
        """The front door. address: of this server, as the reader has called it."""
        rows = "\n".join(
            f"<tr><td>{escape(s.name)}</td><td>{escape(s.language)}</td><td>{escape(str(s.version))}</td>"
            f"<td><code>{escape(s.id)}</code></td>"
            f'<td><a href="./schemas/{escape(s.id)}.graphql">{escape(s.id)}.graphql</a></td></tr>'
            for s in self._systems
        )
        body = filled(
            "landing",
            version=escape(version("skald")),
            systems=rows,
            begin=escape(_BEGIN.format(address=shlex.quote(address.rstrip("/")))),
        )
        return page(self._assets, title="Skald", body=body, kind="landing")

    def addresses(self) -> dict[str, object]:
        """What is where, for programs, beside what the API itself says."""
        return {
            "schemas": {system.id: f"/schemas/{system.id}.graphql" for system in self._systems},
            "events": "/events.schema.json",
            "possibleTypes": "/possible-types.json",
            "docs": "/docs",
            "guide": "/guide/",
        }

    def routes(self) -> list[BaseRoute]:
        """Everything but the front door and GraphiQL, which share their addresses with the API."""
        squeezed = [Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)]
        return [
            Route("/docs", self._answer_docs),
            Route("/guide", _to_folder("guide/")),
            Route("/guide/{name:path}", self._answer_guide),
            Route("/assets/{name:path}", self._answer_asset, middleware=squeezed),
            Route("/favicon.ico", _favicon),
            Route("/schemas/{name}", self._answer_schema, middleware=squeezed),
            Route("/events.schema.json", self._answer_json, middleware=squeezed),
            Route("/possible-types.json", self._answer_json, middleware=squeezed),
        ]

    async def _answer_docs(self, request: Request) -> Response:
        return self._docs.answer(request)

    async def _answer_guide(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        if name in self._guide.pages:
            return self._guide.pages[name].answer(request)
        if name in self._guide.examples:
            # As text, whatever it is: an example is for reading, and no page of this site.
            return FileResponse(self._guide.examples[name], media_type="text/plain", headers=PLAIN)
        raise HTTPException(404)

    async def _answer_asset(self, request: Request) -> Response:
        file = self._assets.files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        headers = {**PLAIN, "cache-control": IMMUTABLE}
        return FileResponse(file, media_type=_MEDIA.get(file.suffix, "text/plain"), headers=headers)

    # Not async: the first reader's wait is no other's.
    def _answer_schema(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        if name not in (f"{system.id}.graphql" for system in self._systems):
            raise HTTPException(404)
        return PlainTextResponse(self._published[name], headers=PLAIN)

    def _answer_json(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return Response(self._published[name], media_type="application/json", headers=PLAIN)


_MEDIA = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class _Published:
    """The published files, as text. Made when they are first asked for: that takes a while."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._made: dict[str, str] = {}
        self._making = threading.Lock()

    def __getitem__(self, name: str) -> str:
        with self._making:
            if name not in self._made:
                content = self._contract[name]
                self._made[name] = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        return self._made[name]


def _to_folder(name: str) -> Callable[[Request], Response]:
    """A relative redirect: right behind a proxy's path too."""

    def moved(request: Request) -> Response:
        return RedirectResponse(name, status_code=308)

    return moved


async def _favicon(request: Request) -> Response:
    """Browsers ask for it where they show JSON."""
    return FileResponse(OWN / ICON, media_type=_MEDIA[".svg"], headers=PLAIN)
