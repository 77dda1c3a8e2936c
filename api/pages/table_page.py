"""The pages of the table: to play, run and watch a fight. They load our own modules, and of others pictures only."""

from __future__ import annotations

from html import escape

from api.pages.assets import Assets
from api.pages.page import ICON, Page, filled

TABLE_PAGES = {
    "play": "Play – Skald",
    "host": "Run fights – Skald",
    "watch": "Watch – Skald",
    "join": "Come in – Skald",
    "campaign": "From fight to fight – Skald",
}
"""The name of each page, which is its address and its module, and its title until it has one of its own."""
TYPEFACE = "@fontsource-variable/figtree"
MORE = {
    "host": ("table/gm.css", "table/ground.css"),
    "campaign": ("table/play.css",),
    "watch": ("table/play.css", "table/proof.css", "table/legend.css"),
}
"""What pages share of the style of others."""
SHOWING = ("play", "watch")
"""Those that show fights, and pictures of looks with them where their reader wants it."""
DRAWING = (*SHOWING, "host", "campaign")
"""Those that show pictures that are kept here: fetched with a token in the header, they come from `blob:`."""


def table_page(assets: Assets, name: str, *, pictures: bool) -> Page:
    """A page of `TABLE_PAGES`. pictures: whether it may load pictures of looks and backdrops, from any https host."""
    styles = (*styles_of(assets), *MORE.get(name, ()), f"table/{name}.css")
    files = (*styles, f"table/{name}.js")
    tags = [assets[file].tag("./", module=file.endswith(".js")) for file in files if file in assets]
    html = filled("table", title=escape(TABLE_PAGES[name]), icon=assets[ICON].href("./"), load="\n".join(tags))
    return Page(html.encode(), _policy(kept=name in DRAWING, others=pictures))


def styles_of(assets: Assets) -> tuple[str, ...]:
    """The style that all pages of the table share: what is chosen once, the typeface where it is there, the pieces."""
    typeface = ("table/fonts.css",) if f"{TYPEFACE}/files/figtree-latin-wght-normal.woff2" in assets else ()
    return ("table/tokens.css", *typeface, "table/table.css")


def _policy(*, kept: bool, others: bool) -> str:
    """No inline script or style, and nothing of another host but pictures. kept: pictures of this server, too."""
    sources = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:" + " blob:" * kept + " https:" * others,
        "font-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in sources.items())
