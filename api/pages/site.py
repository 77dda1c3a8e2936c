"""All pages of a server, made once, and the routes to them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from api.pages.assets import OWN, Assets
from api.pages.client_package import archive, archive_name, package_files
from api.pages.landing import landing_page
from api.pages.packages import VENDOR, fetched
from api.pages.page import ICON, PICTURE, SVG, Page, filled, page
from api.pages.proof_page import proof_page
from api.pages.table_page import SHOWING, TABLE_PAGES, table_page
from api.words import DEFAULT
from engine.service.registry import Registry
from schemas.files import FOLDER, Contract

if TYPE_CHECKING:
    from api.pages.guide import Guide
    from api.replay.films import Films

IMMUTABLE = "public, max-age=31536000, immutable"
"""For URLs with a version or a hash: their content never changes."""

SHORT = "public, max-age=300"
PLAIN = {"cache-control": SHORT}

GRAPHIQL = (
    "graphiql/graphiql.min.css",
    "react/umd/react.production.min.js",
    "react-dom/umd/react-dom.production.min.js",
    "graphiql/graphiql.min.js",
)
SWAGGER = ("swagger-ui-dist/swagger-ui.css", "swagger-ui-dist/swagger-ui-bundle.js")


class Folders(Struct, frozen=True):
    """The folders of the pages' files. vendor: where `make assets` puts what it fetched."""

    vendor: Path = VENDOR
    guide: Path = FOLDER / "guide"
    examples: Path = FOLDER / "examples"


def _guide(assets: Assets, folders: Folders) -> Guide:
    # No start waits for what reads Markdown.
    from api.pages.guide import read_guide

    return read_guide(assets, folders.guide, folders.examples)


class Site:
    """The pages for people, and the published files for programs.

    published: the published files, by name: text, or JSON. Each is looked up once, at its first request. films: of the
    landing page.
    pictures: whether the table's pages may load pictures from other hosts.
    """

    def __init__(
        self,
        registry: Registry,
        published: Contract,
        films: Films,
        folders: Folders | None = None,
        *,
        pictures: bool = True,
    ) -> None:
        folders = folders or Folders()
        self._systems = [book.system for book in registry.books.values()]
        self._vendor = folders.vendor
        self._looking = threading.Lock()
        self._fetched = fetched(self._vendor)
        self._assets = Assets(self._vendor)
        self._guide = cache(lambda: _guide(self._assets, folders))
        self._published = _Published(published)
        self._client = cache(_client_files)
        self._films = films
        languages = sorted({DEFAULT, *(system.language for system in self._systems)})
        options = "".join(f'<option value="{escape(name)}">{escape(name)}</option>' for name in languages)
        self._caller = filled("caller", languages=options)
        self._table = {
            f"/{name}": table_page(self._assets, name, pictures=pictures and name in SHOWING) for name in TABLE_PAGES
        }
        self._proof = proof_page()
        self._draw()

    def _draw(self) -> None:
        """Render the pages that load files of packages."""
        self._graphiql = self._tool("GraphiQL – Skald", "graphiql", GRAPHIQL, self._caller, here="graphql")
        self._docs = self._tool("REST – Skald", "docs", SWAGGER, self._caller, here="docs")

    async def _refresh(self) -> None:
        """Reload the packages' files if `make assets` has fetched some since."""
        if fetched(self._vendor) != self._fetched:
            await asyncio.to_thread(self._look_again)

    def _look_again(self) -> None:
        with self._looking:
            now = fetched(self._vendor)
            if now != self._fetched:
                self._assets = Assets(self._vendor)
                self._draw()
                self._fetched = now

    async def assets(self) -> Assets:
        """The files that pages load, as they are now."""
        await self._refresh()
        return self._assets

    async def graphiql(self) -> Page:
        """GraphiQL, which shares its URL with the API."""
        await self._refresh()
        return self._graphiql

    def _tool(self, title: str, name: str, load: tuple[str, ...], bar: str, *, here: str) -> Page:
        body, run = filled(name), f"{name}.js"
        return page(self._assets, title=title, body=body, kind="tool", here=here, load=load, run=run, bar=bar)

    def landing(self, address: str, *, locale: str, demo: bool, trying: bool = False) -> Page:
        """The landing page, as `landing_page` makes it."""
        return landing_page(
            self._assets, self._systems, self._films.games, address, locale=locale, demo=demo, trying=trying
        )

    def addresses(self) -> dict[str, object]:
        """Addresses of the pages and published files, for programs, in addition to those of the API."""
        return {
            "schemas": {system.id: f"/schemas/{system.id}.graphql" for system in self._systems},
            "asyncapi": "/asyncapi.json",
            "events": "/events.schema.json",
            "possibleTypes": "/possible-types.json",
            "docs": "/docs",
            "guide": "/guide/",
            "table": list(self._table),
            "client": "/client/index.js",
            "clientPackage": f"/client/{archive_name()}",
        }

    def routes(self) -> list[BaseRoute]:
        """All routes except the landing page and GraphiQL, which share their URLs with the API."""
        return [
            Route("/docs", self._answer_docs),
            *(Route(path, answer_page(page)) for path, page in self._table.items()),
            Route("/proof.html", answer_page(self._proof)),
            Route("/guide", _to_folder("guide/")),
            Route("/guide/{name:path}", self._answer_guide),
            Route("/assets/{name:path}", self._answer_asset),
            Route("/films/{name}", self._films.answer),
            Route("/client/{name:path}", self._answer_client),
            Route("/favicon.ico", _favicon),
            Route("/schemas/{name}", self._answer_schema),
            Route("/asyncapi.json", self._answer_json),
            Route("/events.schema.json", self._answer_json),
            Route("/possible-types.json", self._answer_json),
        ]

    async def _answer_docs(self, request: Request) -> Response:
        await self._refresh()
        return self._docs.answer(request)

    # Not async: all chapters are rendered at the first request.
    def _answer_guide(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        guide = self._guide()
        if name in guide.pages:
            return guide.pages[name].answer(request)
        if name in guide.examples:
            # Always as text: an example is for reading, and not a page of this site.
            return FileResponse(
                guide.examples[name],
                media_type="image/png" if name.endswith(".png") else "text/plain",
                headers=PLAIN,
            )
        raise HTTPException(404)

    async def _answer_asset(self, request: Request) -> Response:
        await self._refresh()  # the page may come from another process that refreshed earlier
        name: str = request.path_params["name"]
        file = self._assets.files.get(name)
        if file is None:
            raise HTTPException(404)
        headers, kind = {**PLAIN, "cache-control": IMMUTABLE}, _MEDIA.get(Path(name).suffix, "text/plain")
        if kind == SVG:
            headers |= PICTURE
        if isinstance(file, bytes):
            return Response(file, media_type=kind, headers=headers)
        return FileResponse(file, media_type=kind, headers=headers)

    # Not async: the files are read, and packed, at the first request.
    def _answer_client(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        content = self._client().get(name)
        if content is None:
            raise HTTPException(404)
        return Response(content, media_type=_MEDIA.get(Path(name).suffix, "text/plain"), headers=PLAIN)

    # Not async: the first request's wait does not block others.
    def _answer_schema(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        if name not in (f"{system.id}.graphql" for system in self._systems):
            raise HTTPException(404)
        return PlainTextResponse(self._published[name], headers=PLAIN)

    def _answer_json(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return Response(self._published[name], media_type="application/json", headers=PLAIN)


_MEDIA = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": SVG,
    ".json": "application/json",
    ".tgz": "application/gzip",
    ".woff2": "font/woff2",
}


def _client_files() -> dict[str, bytes]:
    """What lies below /client/: the client library's package, file by file, and packed."""
    files = package_files()
    return {**files, archive_name(): archive(files)}


class _Published:
    """The published files, as text. They are made at the first request, since that takes a while."""

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


def answer_page(page: Page) -> Callable[[Request], Response]:
    """The handler of a page that never changes."""

    def answer(request: Request) -> Response:
        return page.answer(request)

    return answer


def _to_folder(name: str) -> Callable[[Request], Response]:
    """A relative redirect, which also works below a proxy's path."""

    def moved(request: Request) -> Response:
        return RedirectResponse(name, status_code=308)

    return moved


async def _favicon(request: Request) -> Response:
    """Browsers request it when they show JSON."""
    return FileResponse(OWN / ICON, media_type=SVG, headers={**PLAIN, **PICTURE})
