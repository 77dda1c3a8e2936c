"""The pages of the table: to play, run and watch a fight. They load our own modules, and of others pictures only."""

from __future__ import annotations

from html import escape

from api.pages.assets import Assets
from api.pages.page import ICON, Page, filled

TABLE_PAGES = {"play": "Play – Skald", "host": "Run fights – Skald", "watch": "Watch – Skald"}
"""The name of each page, which is its address and its module, and its title until it has one of its own."""
SHOWING = ("play", "watch")
"""Those that show fights, and pictures of looks with them where their reader wants it."""


def table_page(assets: Assets, name: str, *, pictures: bool) -> Page:
    """A page of `TABLE_PAGES`. pictures: whether it may load pictures of looks and backdrops, from any https host."""
    styles = ("table", *(("gm",) if name == "host" else ()), name)
    files = (*(f"table/{style}.css" for style in styles), f"table/{name}.js")
    tags = [assets[file].tag("./", module=file.endswith(".js")) for file in files if file in assets]
    html = filled("table", title=escape(TABLE_PAGES[name]), icon=assets[ICON].href("./"), load="\n".join(tags))
    return Page(html.encode(), _policy(pictures=pictures))


def _policy(*, pictures: bool) -> str:
    """No inline script or style, and nothing of another host but pictures."""
    sources = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: https:" if pictures else "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in sources.items())
