"""One service for each module of api tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.pages.fetch import FetchError, fetch
from api.pages.packages import PACKAGES
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.table import ADMIN, Table, serving
from tests.support.browsers.browser import Tab, browser, chromium, tab
from tests.support.browsers.pages import FETCHABLE, FETCHED
from tests.support.processes.holding import Holds
from tests.support.processes.servers import flush


@pytest.fixture(autouse=True)
def nothing_holds_the_loop() -> Iterator[None]:
    """No server that a test asks, in this process or in one that it started, is held for more than `MOST` seconds."""
    holds = Holds()
    with holds.listening():
        yield
    assert not holds.too_long(), "what works for so long belongs into a pool of processes, or has to be bounded"


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A running service, empty at the start of the module."""
    flush(server)
    folder: Path = tmp_path_factory.mktemp("data")
    with serving(server.url, folder) as running:
        yield running


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A new fight on the bridge, begun."""
    return bridge(table)


@pytest.fixture(scope="session")
def vendor() -> Path:
    """The packages' files that GraphiQL and the REST page load. Skips where they cannot be fetched.

    What is built is there if npm is.
    """
    try:
        fetch(FETCHED, PACKAGES if shutil.which("npm") else FETCHABLE)
    except FetchError as error:
        pytest.skip(str(error))
    return FETCHED


@pytest.fixture(scope="module")
def devtools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The machine's Chromium."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the pages in a browser")
    with browser(program, tmp_path_factory.mktemp("browser")) as address:
        yield address


@pytest.fixture
def page(devtools: str) -> Iterator[Tab]:
    """A new page of a browser that remembers nothing."""
    with tab(devtools) as opened:
        yield opened


@pytest.fixture
def token(table: Table, request: pytest.FixtureRequest) -> str:
    """A host of this test's own, with empty shelves."""
    name = "h" + str(abs(hash(request.node.nodeid)))
    return str(table.post("/v1/hosts", ADMIN, {"host": name}).json()["token"])


@pytest.fixture
def host(page: Tab, table: Table, token: str) -> Tab:
    """The page of that host."""
    page.call("Page.navigate", url=f"{table.url}/host#token={token}")
    page.until("document.getElementById('app').dataset.ready")
    return page


@pytest.fixture(params=["mouse", "touch"])
def hand(page: Tab, request: pytest.FixtureRequest) -> str:
    """What the page is used with: a mouse at a desk, or a finger on a telephone."""
    chosen: str = request.param
    if chosen == "touch":
        page.emulate(390, 844, touch=True)
    return chosen
