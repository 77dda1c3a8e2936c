"""An HTML page, with the headers that it needs and no more."""

from __future__ import annotations

import hashlib
from functools import cache
from html import escape
from string import Template

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.pages.assets import HERE, Assets

STYLE = "skald.css"
ICON = "icon.svg"


class Page(Struct, frozen=True):
    """A page that is ready to be sent. policy: its Content-Security-Policy."""

    html: bytes
    policy: str

    def answer(self, request: Request) -> Response:
        """The page; 304 for a browser that has it. It is asked for each time: an update shows at once."""
        tag = f'"{hashlib.sha256(self.html).hexdigest()[:16]}"'
        headers = {
            "content-security-policy": self.policy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cache-control": "no-cache",
            "vary": "Accept",
            "etag": tag,
        }
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self.html, media_type="text/html", headers=headers)


@cache
def _template(name: str) -> Template:
    return Template((HERE / "html" / f"{name}.html").read_text(encoding="utf-8"))


def filled(name: str, **words: str) -> str:
    """A template with its words, which are HTML already."""
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
) -> Page:
    """A page with our bar on top. body: HTML; kind: its class in our stylesheet; here: its own link in the bar.

    root: the relative way to the site's root, so that a proxy may serve the site below any path.
    load: files of packages; run: the module of ours that works with them; bar: HTML at the bar's end.
    """
    tags = [assets[name].tag(root) for name in (*load, STYLE)]
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
        **{f"at_{name}": 'aria-current="page"' if name == here else "" for name in ("graphql", "docs", "guide")},
    )
    return Page(html.encode(), _policy(list(assets.away(load)), works=bool(run)))


def _policy(away: list[str], *, works: bool) -> str:
    """What the page may load: our files, and of the CDN the very files that we have not."""
    rules = {"default-src": ["'none'"], "style-src": ["'self'"], "img-src": ["'self'", "data:"]}
    if works:
        # The tools write style attributes and carry their fonts and pictures in their stylesheets.
        rules["style-src"] += ["'unsafe-inline'", *(a for a in away if a.endswith(".css"))]
        rules["script-src"] = ["'self'", *(a for a in away if a.endswith(".js"))]
        rules["font-src"] = ["data:"]
        rules["connect-src"] = ["'self'"]  # sockets too
    rules.update({name: ["'none'"] for name in ("base-uri", "form-action", "frame-ancestors")})
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in rules.items())
