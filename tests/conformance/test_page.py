"""The example page, opened in a real browser from an origin of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.fights import CREATE, bridge_input
from tests.support.browsers.browser import Tab
from tests.support.browsers.pages import EXAMPLE, hosted
from tests.support.contract.client import Frontend
from tests.support.processes.serving import ADMIN, Service

ACTS = "query A($id: ID!) { encounter(id: $id) { events(first: 500) { nodes { act headline { text } } } } }"
LOG = "[...document.querySelectorAll('#log li')].map((line) => line.value)"


@pytest.fixture
def site() -> Iterator[str]:
    """The page on an origin of its own, as it is: it needs no packages and no build."""
    with hosted(EXAMPLE) as address:
        yield address


def button(words: str) -> str:
    """Clicks the button with this text."""
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
        page.until("document.querySelectorAll('[data-part=token]').length === 2")

    def move() -> None:
        page.until("document.querySelector('#offers input[type=number]')")
        page.type("#offers input[type=number]", "2")
        page.js(button("Cloud moves"))
        page.until("document.querySelector('#log').textContent.includes('Cloud moves 2 m')")

    try:
        await asyncio.to_thread(sit_down)
        assert (await gm.act(id, {"fantasia": {"begin": {}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(page.until, "document.querySelector('#name').textContent.includes(' · 1')")
        if (await gm.look(id))["acting"] == ["steiner"]:
            assert (await gm.act(id, {"fantasia": {"endTurn": {"combatant": "steiner"}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(move)
        await service.kill()
        await asyncio.to_thread(page.until, "document.querySelector('#said').textContent.includes('away')")
        await service.start()
        await asyncio.to_thread(page.until, "document.querySelector('#said').textContent === ''", 40)
        assert (await gm.act(id, {"gm": {"pause": {"reason": "Tea"}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(page.until, "document.querySelector('#log').textContent.includes('pauses')")
        ana = Frontend(service.base, tokens["ana"])
        told = (await ana.gql(ACTS, id=id))["encounter"]["events"]["nodes"]
        assert await asyncio.to_thread(page.js, LOG) == [one["act"] for one in told if one["headline"]]
        assert (await gm.act(id, {"gm": {"end": {}}}))["__typename"] == "Accepted"
        await asyncio.to_thread(page.until, "document.querySelector('#said').textContent === 'The fight is over.'")
        assert "has ended" in await asyncio.to_thread(page.text, "#log")
        assert not [said for said in page.complaints if "exception" in said]
    finally:
        await service.stop()
