"""An HTML page, with exactly the headers that it needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from string import Template

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.pages.assets import HERE, Assets

STYLE = "skald.css"
ICON = "icon.svg"

SVG = "image/svg+xml"
UNFRAMED = "frame-ancestors 'none'"
"""The rule of a policy that keeps all other sites from showing a page or picture in a frame."""
PICTURE: Mapping[str, str] = {
    "content-security-policy": f"default-src 'none'; style-src 'unsafe-inline'; sandbox; {UNFRAMED}"
}
"""Headers of an SVG: opened as a page it runs nothing, loads nothing, and has no part in the site's storage."""


class Page(Struct, frozen=True):
    """A page that is ready to be sent. policy: its Content-Security-Policy; vary: the headers that it depends on."""

    html: bytes
    policy: str
    vary: str = "Accept"

    def answer(self, request: Request) -> Response:
        """The response; 304 if the browser has the page. Browsers revalidate each time, so updates show at once."""
        tag = f'"{hashlib.sha256(self.html).hexdigest()[:16]}"'
        headers = {
            "content-security-policy": self.policy,
            "referrer-policy": "no-referrer",
            "cache-control": "no-cache",
            "vary": self.vary,
            "etag": tag,
        }
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self.html, media_type="text/html", headers=headers)


@cache
def _template(name: str) -> Template:
    return Template((HERE / "html" / f"{name}.html").read_text(encoding="utf-8"))


def filled(name: str, **words: str) -> str:
    """A template filled with words that are HTML already."""
    return _template(name).substitute(words)


def page(
    assets: Assets,
    *,
    title: str,
    body: str,
    kind: str,
    here: str = "",
    root: str = "./",
    load: tuple[str, ...] = (),
    run: str = "",
    bar: str = "",
    language: str = "en",
    vary: str = "Accept",
) -> Page:
    """A page with the navigation bar. body: HTML; kind: its class in our stylesheet; here: its own link in the bar.

    root: the relative path to the site's root, so that a proxy may serve the site below any path. load: files of
    packages, those that are there; run: our module that uses them, or says what is missing; bar: HTML at the bar's end.
    language: of the page's text; vary: see `Page`.
    """
    tags = [assets[name].tag(root) for name in (*load, STYLE) if name in assets]
    if run:
        tags.append(assets[run].tag(root, module=True))
    html = filled(
        "layout",
        title=escape(title),
        root=root,
        icon=assets[ICON].href(root),
        load="\n".join(tags),
        kind=kind,
        body=body,
        bar=bar,
        language=language,
        **{f"at_{name}": 'aria-current="page"' if name == here else "" for name in ("graphql", "docs", "guide")},
    )
    return Page(html.encode(), _policy(tool=bool(load), works=bool(run)), vary)


def _policy(*, tool: bool, works: bool) -> str:
    """The sources that the page may load: this server's files alone. works: it has a module; tool: others' programs."""
    rules = {"default-src": ["'none'"], "style-src": ["'self'"], "img-src": ["'self'", "data:"]}
    if tool:
        # The tools write style attributes and embed fonts and pictures in their stylesheets.
        rules["style-src"] += ["'unsafe-inline'"]
        rules["font-src"] = ["data:"]
    if works:
        rules["script-src"] = ["'self'"]
        rules["connect-src"] = ["'self'"]  # including sockets
    rules.update({name: ["'none'"] for name in ("base-uri", "form-action", "frame-ancestors")})
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in rules.items())
