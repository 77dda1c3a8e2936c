"""The extension for Owlbear Rodeo: its manifest, and the two pages that a room frames.

Owlbear Rodeo loads an extension from the address of its manifest, and shows its pages in frames of its own. So these
routes, and no others of this server, may be framed: by Owlbear's site alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from html import escape
from importlib.metadata import version
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from api.negotiation import prefers_html
from api.pages.assets import OWN, Assets
from api.pages.page import ICON, PICTURE, SVG, Page, filled
from api.pages.site import Site
from api.pages.table_page import styles_of
from api.words import DEFAULT, parse_locale

HOSTS = ("https://www.owlbear.rodeo", "https://owlbear.rodeo")
"""The origins whose pages may frame the extension's, and read its manifest."""

FRAMED = f"frame-ancestors {' '.join(HOSTS)}"
"""The rule of a policy that lets them frame a page."""

SDK = "@owlbear-rodeo/sdk"
PAGES = {"popover": ("table/play.css", "vtt/owlbear/owlbear.css"), "background": ()}
"""Each page of the extension, which is also its module, and its stylesheets beside those of every table."""
WIDTH, HEIGHT = 420, 720
"""Pixels of the popover."""


class Owlbear:
    """The extension, made of the site's files. pictures: whether its popover may load pictures of other hosts."""

    def __init__(self, site: Site, *, pictures: bool) -> None:
        self._site, self._pictures = site, pictures

    def routes(self) -> list[BaseRoute]:
        """Its manifest, its icon, its pages."""
        return [
            Route("/vtt/owlbear/manifest.json", self._manifest),
            Route("/vtt/owlbear/icon.svg", self._icon),
            *(Route(f"/vtt/owlbear/{name}", self._answer) for name in PAGES),
        ]

    async def _manifest(self, request: Request) -> Response:
        assets = await self._site.assets()
        if f"{SDK}/sdk.js" not in assets:
            return _missing(request)
        here = f"{request.base_url}vtt/owlbear"
        told = {
            "name": "Skald",
            "version": version("skald"),
            "manifest_version": 1,
            "author": "Skald",
            "homepage_url": f"{request.base_url}guide/owlbear",
            "icon": f"{here}/icon.svg",
            "description": "Fights whose rules Skald keeps, on the map of this room.",
            "action": {
                "title": "Skald",
                "icon": f"{here}/icon.svg",
                "popover": f"{here}/popover",
                "width": WIDTH,
                "height": HEIGHT,
            },
            "background_url": f"{here}/background",
        }
        return JSONResponse(told, headers={"cache-control": "no-cache", **_shared(request)})

    async def _icon(self, request: Request) -> Response:
        content = (OWN / "vtt" / "owlbear" / "icon.svg").read_bytes()
        headers = {"cache-control": "no-cache", **PICTURE, **_shared(request)}
        return Response(content, media_type=SVG, headers=headers)

    async def _answer(self, request: Request) -> Response:
        assets = await self._site.assets()
        if f"{SDK}/sdk.js" not in assets:
            return _missing(request)
        name = request.url.path.rpartition("/")[2]
        return _page(assets, name, pictures=self._pictures).answer(request)


def _page(assets: Assets, name: str, *, pictures: bool) -> Page:
    """A page of the extension. Its modules name the SDK as npm does: an import map says where it lies here."""
    root = "../../"
    # The address of a module is relative to the page in a map, and has to begin with a dot.
    linked = json.dumps({"imports": {SDK: assets[f"{SDK}/sdk.js"].href(root)}})
    tags = [assets[file].tag(root) for file in (*styles_of(assets), *PAGES[name])] if PAGES[name] else []
    tags.append(assets[f"vtt/owlbear/{name}.js"].tag(root, module=True))
    html = filled("plugin", icon=assets[ICON].href(root), linked=linked, load="\n".join(tags))
    sources = {
        "default-src": "'none'",
        "script-src": f"'self' {_hash(linked)}",
        "style-src": "'self'",
        "img-src": "'self' data:" + (f" blob:{' https:' if pictures else ''}" if name == "popover" else ""),
        "font-src": "'self'",
        "connect-src": "'self'",  # including sockets
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return Page(html.encode(), "; ".join([*(f"{key} {value}" for key, value in sources.items()), FRAMED]))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _shared(request: Request) -> dict[str, str]:
    """Headers that let Owlbear's site read an answer."""
    origin = request.headers.get("origin", "")
    return {"vary": "Origin", **({"access-control-allow-origin": origin} if origin in HOSTS else {})}


@cache
def _said() -> dict[str, str]:
    content: dict[str, str] = json.loads((files(__package__) / "missing.json").read_text(encoding="utf-8"))
    return content


def _missing(request: Request) -> Response:
    """What is to be done where the SDK was not built: a page for people, a problem for programs."""
    language = parse_locale(request.headers.get("accept-language")).partition("-")[0]
    words = _said().get(language) or _said()[DEFAULT]
    headers = {"cache-control": "no-store", **_shared(request), "vary": "Accept, Accept-Language, Origin"}
    if prefers_html(request.headers.get("accept")):
        headers |= {"content-security-policy": f"default-src 'none'; {FRAMED}"}
        html = f"<!DOCTYPE html><meta charset=utf-8><title>Skald</title><p>{escape(words)}</p>"
        return Response(html, 503, headers, "text/html")
    told = {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": words}
    return JSONResponse(told, 503, headers, "application/problem+json")
