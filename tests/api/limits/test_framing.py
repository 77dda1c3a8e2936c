"""What other sites may show in a frame: the extension for Owlbear Rodeo, and nothing else of this server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

from api.pages.assets import Assets
from api.pages.site import Folders
from api.rest.routes import ROUTES
from api.vtt.owlbear import HOSTS
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.table import serving
from tests.guide.blocks import GUIDE
from tests.support.browsers.pages import BROWSER

SHOWN = ("text/html", "image/svg+xml")
"""Types of what a browser shows in a frame."""
EXTENSION = "/vtt/owlbear/"
FRAMED = {f"{EXTENSION}{name}" for name in ("background", "popover", "manifest.json")}
"""The manifest, too: where it cannot be made a page says what to do."""


@pytest.fixture(scope="module", params=[True, False], ids=["built", "bare"])
def fight(
    request: pytest.FixtureRequest, server: PrivateServer, vendor: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bridge]:
    """A fight of a service that has what was fetched and built, and of one that has nothing of it."""
    folder = tmp_path_factory.mktemp("framed")
    with serving(server.url, folder, folders=Folders(vendor=vendor if request.param else folder)) as table:
        yield bridge(table)


def addresses(fight: Bridge) -> Iterator[tuple[str, str]]:
    """Each route that is read, with an address of it; with all of them where it serves a folder."""
    folders = {
        "/assets/{name:path}": Assets().files,
        "/guide/{name:path}": ["", *(page.stem for page in GUIDE.glob("*.md"))],
    }
    for route in fight.table.app.routes:
        if isinstance(route, Route) and "GET" in (route.methods or {"GET"}):
            for name in folders.get(route.path, [""]):
                path = route.path.replace("{name:path}", name).replace("{id}", fight.id)
                path = path.replace("{system}/fights/{fight}", "fantasia/fights/bridge")
                yield route.path, re.sub(r"{\w+}", "none", path)


def test_only_the_extension_of_owlbear_may_be_framed(fight: Bridge) -> None:
    """By Owlbear's site alone. Every route is asked, as a browser asks it, with what it needs to show something."""
    shown = set()
    headers = {"accept": BROWSER, "authorization": f"Bearer {fight.tokens['gm']}"}
    for route, address in addresses(fight):
        with fight.table.http.stream("GET", address, headers=headers) as answer:
            if answer.headers.get("content-type", "").partition(";")[0] not in SHOWN:
                continue
            shown.add(route)
            rules = dict(rule.partition(" ")[::2] for rule in answer.headers["content-security-policy"].split("; "))
            allowed = " ".join(HOSTS) if route in FRAMED else "'none'"
            assert rules.get("frame-ancestors") == allowed, address
    said = {route.path for route in ROUTES if set(SHOWN) & set(route.media)}
    assert said | {"/graphql", "/docs", "/play", "/proof.html", "/favicon.ico"} <= shown
    assert {"/assets/{name:path}", "/guide/{name:path}", f"{EXTENSION}popover", f"{EXTENSION}icon.svg"} <= shown
    assert {route for route, _ in addresses(fight) if route.startswith(EXTENSION)} == {*FRAMED, f"{EXTENSION}icon.svg"}
