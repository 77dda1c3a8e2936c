"""Playing on from a version that is watched, in a real browser: a new fight is made, and the watched one stays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.api.fights import Bridge, bridge_input
from tests.api.in_browser.test_watch import READY, WHERE, fight, strike, version, watch
from tests.api.table import ADMIN, Table, serving
from tests.support.browsers.browser import Tab
from tests.support.toys.edition import Both, First, Newest, begun, upgraded

__all__ = ["fight"]

BUTTON = ".play-on > button"
SHOWN = "document.querySelector('dialog[open]')"
LETTERS = "[...document.querySelectorAll('dialog code')].map((code) => code.innerText.replaceAll(' ', ''))"
HERE = "query { viewer { encounter seat } }"


def ask(page: Tab, fight: Bridge, token: str, at: int) -> None:
    """Go to a version with a token, and press the button there."""
    watch(page, fight, f"fight={fight.id}&at={at}&token={token}")
    page.until(f"{WHERE}.includes(' {at} / ')")
    assert not [one for one in page.asked if "forking" in one or "words-fork" in one], "brought before it is wanted"
    page.click(BUTTON)
    page.until(SHOWN)


def agree(page: Tab) -> str:
    """Have it made; the game master's token of the new fight, as the way to it has it."""
    page.click("dialog .primary")
    page.until("document.querySelector('.forked') && document.querySelector('dialog .onward')")
    page.js("window.open = (address) => { window.opened = String(address); }, 0")
    page.click("dialog .onward")
    address: str = page.js("window.opened")
    return address.partition("#token=")[2]


@pytest.mark.parametrize("who", ["gm", "host"])
def test_a_fight_is_played_on_from_any_version(page: Tab, table: Table, token: str, who: str) -> None:
    """By its game master, and by its host: what will happen is said first; then players are let into the new fight."""
    made = table.post("/v1/encounters", token, bridge_input()).json()
    fight = Bridge(table, made)
    assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    at = version(fight)
    strike(fight)
    last = version(fight)
    ask(page, fight, token if who == "host" else fight.tokens["gm"], at)
    said = page.text("dialog")
    assert f"begins as this one stands at version {at}" in said
    assert "This one stays as it is" in said
    assert not page.js("document.querySelector('dialog [name=today]')"), "these are today's rules"
    master = agree(page)
    seat = table.data(HERE, master)["viewer"]
    assert seat["seat"] == "gm"
    assert seat["encounter"] != fight.id
    told = table.get(f"/v1/encounters/{seat['encounter']}/events?first=200", master).json()["events"]
    assert [(one["version"], one["data"]["parent"]) for one in told if one["type"] == "EncounterForked"] == [
        (at + 1, fight.id)
    ]
    assert version(fight) == last
    assert table.get(f"/v1/encounters/{seat['encounter']}", master).json()["name"] == "Bridge, from round 1"
    page.until(f"{LETTERS}.length === 1")
    joined = table.post("/v1/join", None, {"invitation": page.js(LETTERS)[0]}).json()
    assert (joined["encounter"], joined["token"]["seat"]) == (seat["encounter"], "ana")
    page.click("dialog .buttons .primary")
    page.js("window.opened = '', 0")
    page.click(".forked .primary")
    page.call("Page.navigate", url=page.js("window.opened"))
    page.until(f"location.pathname === '/play' && {READY} && document.querySelector('skald-board svg')")
    assert page.js("location.hash") == f"#fight={seat['encounter']}"
    assert page.complaints == []


def test_the_game_master_plays_on_from_an_entry_of_the_log(page: Tab, table: Table) -> None:
    """As it unfolds, from the version after it; a player has no such button there."""
    fight = Bridge(table, table.post("/v1/encounters", ADMIN, bridge_input()).json())
    assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    strike(fight)
    for seat in ("ana", "gm"):
        page.js("window.before = true")
        page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens[seat]}")
        page.until(f"!window.before && {READY} && document.querySelector('skald-log li details')")
        if seat == "gm":
            page.until("document.querySelector('.gm [data-gm=onward]')")
        page.js("[...document.querySelectorAll('skald-log li details')].forEach((one) => { one.open = true; })")
        page.until("document.querySelector('skald-log li .event')")
        assert page.js("Boolean(document.querySelector('skald-log .play-on'))") == (seat == "gm")
    last = version(fight)
    page.click("skald-log .play-on button")
    page.until("document.querySelector('dialog .primary')")
    said = page.text("dialog")
    master = agree(page)
    branch = table.data(HERE, master)["viewer"]["encounter"]
    told = table.get(f"/v1/encounters/{branch}/events?first=200", master).json()["events"]
    (forked,) = [one["version"] for one in told if one["type"] == "EncounterForked"]
    assert forked <= last
    assert f"stands at version {forked - 1}" in said
    assert version(fight) == last
    assert page.complaints == []


def test_a_host_plays_on_from_his_list(page: Tab, table: Table, token: str) -> None:
    """As a fight stands; the new one is called after where it begins, in his language."""
    made = table.post("/v1/encounters", token, bridge_input()).json()
    page.call("Page.addScriptToEvaluateOnNewDocument", source="localStorage.setItem('skald-language', 'es')")
    page.call("Page.navigate", url=f"{table.url}/host#token={token}")
    row = "[...document.querySelectorAll('.my-fights li')].find((one) => one.textContent.includes('Bridge'))"
    page.until(f"{row}?.querySelector('[data-act=onward]')")
    page.js(f"{row}.querySelector('[data-act=onward]').click()")
    page.until("document.querySelector('dialog .primary')")
    master = agree(page)
    seat = table.data(HERE, master)["viewer"]
    assert seat["encounter"] != made["encounter"]["id"]
    assert table.get(f"/v1/encounters/{seat['encounter']}", master).json()["name"] == "Bridge, desde el principio"
    assert page.complaints == []


def test_who_says_no_makes_nothing(page: Tab, fight: Bridge) -> None:
    """The window closes, and all is as it was."""
    ask(page, fight, fight.tokens["gm"], 3)
    page.click("dialog .buttons button:last-child")
    page.until(f"!{SHOWN}")
    assert not page.js("document.querySelector('.forked')")
    assert page.complaints == []


@pytest.mark.parametrize("seat", ["ana", "eve"])
def test_nobody_else_is_offered_it(page: Tab, fight: Bridge, seat: str) -> None:
    """A player and a spectator watch without such a button."""
    watch(page, fight, f"fight={fight.id}&token={fight.tokens[seat]}")
    page.until("document.querySelector('.share button')")
    assert not page.js(f"document.querySelector('{BUTTON}')")


@pytest.fixture(params=[Both, Newest], ids=["played", "dropped"])
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """A fight of the first version of its rules, where the second is installed: it plays the first one on, or not."""
    store = MemoryStore()
    id = asyncio.run(begun(upgraded(store, First())))
    service = Encounters(store, Registry([Rulebook(request.param())]), hub=Hub(store))
    with serving("", tmp_path_factory.mktemp("editions"), service=service) as table:
        issued: dict[str, Any] = table.post(f"/v1/encounters/{id}/tokens", ADMIN, {"seat": "gm"}).json()
        yield Bridge(table, {"encounter": {"id": id}, "tokens": [issued]})


def test_it_is_played_on_by_todays_rules(page: Tab, old: Bridge) -> None:
    """By choice where the older ones are still played, and said to be so where they are not."""
    at = version(old)
    ask(page, old, old.tokens["gm"], at)
    told = page.text("dialog")
    if page.js("Boolean(document.querySelector('dialog [name=today]'))"):
        assert "By today's rules: version 2 instead of 1" in told
        assert not page.js("document.querySelector('dialog [name=today]').checked")
        page.click("dialog [name=today]")
    else:
        assert "plays version 1 of its rules, which is not played here any more" in told
    master = agree(page)
    made = old.table.data(HERE, master)["viewer"]["encounter"]
    assert old.table.get(f"/v1/encounters/{made}", master).json()["rulesVersion"] == 2
    assert page.complaints == []
