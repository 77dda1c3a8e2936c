"""The example page, built as the guide says and opened in a real browser from an address of its own."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.api.fights import CREATE, bridge_input
from tests.conformance.node import MODULES, Node
from tests.support.browser import Tab
from tests.support.client import Frontend
from tests.support.serving import ADMIN, Service

EXAMPLE = Path(__file__).parents[2] / "schemas" / "examples" / "page"
LOG = "[...document.querySelectorAll('#log li')].map((line) => line.value)"


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """A folder as a site of its own, till the block ends; its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def site(node: Node, tmp_path: Path) -> Iterator[str]:
    """The page, built with what the guide installs."""
    source = tmp_path / "page"
    shutil.copytree(EXAMPLE, source)
    (source / "node_modules").symlink_to(MODULES)
    done = node.tool("vite", "build", "--logLevel", "error", cwd=source)
    assert done.returncode == 0, done.stdout + done.stderr
    with hosted(source / "dist") as address:
        yield address


def button(words: str) -> str:
    """Presses the button with these words in it."""
    return (
        f"[...document.querySelectorAll('#offers button')].find((one) => one.textContent.includes('{words}')).click()"
    )


async def test_a_seat_plays_on_the_page_and_it_goes_on_when_the_server_comes_back(
    site: str, page: Tab, tmp_path: Path
) -> None:
    """It shows the fight, sends an order with a pick, shows a refusal, and misses and repeats nothing."""
    service = Service(tmp_path / "data", SKALD_ORIGINS=site)
    await service.start()
    made = (await Frontend(service.base, ADMIN).gql(CREATE, input=bridge_input()))["createEncounter"]
    id, tokens = made["encounter"]["id"], {token["seat"]: token["token"] for token in made["tokens"]}
    gm = Frontend(service.base, tokens["gm"])

    def sit_down() -> None:
        page.open(f"{site}/")
        for field, text in (("url", f"{service.base}/"), ("token", tokens["ana"])):
            page.type(f"[name={field}]", text)
        page.click("#join button")
        page.until("document.querySelectorAll('#combatants li').length === 2")

    def move() -> None:
        page.until("document.querySelector('#offers input[type=number]')")
        page.type("#offers input[type=number]", "2")
        page.js(button("Cloud moves"))
        page.until("document.querySelector('#log').textContent.includes('Cloud moves 2 m')")

    try:
        await asyncio.to_thread(sit_down)
        assert (await gm.act(id, {"fantasia": {"begin": {}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(page.until, "document.querySelector('#name').textContent.includes('round 1')")
        if (await gm.look(id))["acting"] == ["steiner"]:
            assert (await gm.act(id, {"fantasia": {"endTurn": {"combatant": "steiner"}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(move)
        await service.kill()
        await asyncio.to_thread(page.until, "document.querySelector('#said').textContent.includes('away')")
        await service.start()
        await asyncio.to_thread(page.until, "document.querySelector('#said').textContent === ''", 40)
        assert (await gm.act(id, {"gm": {"pause": {"reason": "Tea"}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(page.until, "document.querySelector('#log').textContent.includes('pauses')")
        version = (await gm.look(id))["version"]
        assert await asyncio.to_thread(page.js, LOG) == list(range(1, version + 1))
        assert (await gm.act(id, {"gm": {"end": {}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(page.until, "document.querySelector('#said').textContent === 'The fight is over.'")
        assert "has ended" in await asyncio.to_thread(page.text, "#log")
        assert not [said for said in page.complaints if "exception" in said]
    finally:
        await service.stop()
