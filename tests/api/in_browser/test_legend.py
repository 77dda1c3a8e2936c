"""What the board shows, on the pages to play and to watch: in the words of the scene, by its looks."""

from __future__ import annotations

import pytest

from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.registry import Registry
from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.in_browser.test_host import play
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab

BOOKS = Registry.installed().books
FIGHTS = [("fantasia", "pass"), ("minis", "ford"), ("saari", "glade")]
SHOWN = "[...document.querySelectorAll('.legend li span')].map((one) => one.firstChild.textContent)"
TOOL = ".board-tools button:last-child"


def ready(table: Table, game: str, key: str) -> Bridge:
    """A ready-made fight."""
    (request,) = (one.request for one in ready_fights_of(BOOKS[game].system, "en") if one.key == key)
    return Bridge(table, table.post("/v1/encounters", ADMIN, request).json())


def told(fight: Bridge, language: str) -> set[str]:
    """The names of what is on its ground."""
    scene = fight.table.get(f"/v1/encounters/{fight.id}/scene", fight.tokens["ana"], **{"accept-language": language})
    return {one["label"] for one in scene.json()["ground"]["legend"]}


@pytest.mark.parametrize(("game", "key"), FIGHTS)
def test_what_is_on_the_ground_is_told_on_the_board(page: Tab, table: Table, game: str, key: str) -> None:
    """On both pages alike, with a sample of each and its rule; a second click puts it away."""
    fight = ready(table, game, key)
    names = told(fight, "en")
    assert names
    seen = {}
    for where in ("play", "watch"):
        page.call("Page.navigate", url=f"{table.url}/{where}#fight={fight.id}&token={fight.tokens['ana']}")
        page.until("document.getElementById('app').dataset.ready && document.querySelector('[data-part=token]')")
        page.click(TOOL)
        page.until(f"document.querySelector('.legend:not([hidden])') && {SHOWN}.length")
        seen[where] = page.js(SHOWN)
        assert all(any(one.startswith(name) for one in seen[where]) for name in names)
        assert page.js("document.querySelectorAll('.legend li rect').length") == 2 * len(seen[where])
        assert len(page.js("[...document.querySelectorAll('.legend small')].map((one) => one.textContent)")) > 0
        page.click(TOOL)
        page.until("!document.querySelector('.legend:not([hidden])')")
    assert seen["play"] == seen["watch"]
    assert page.complaints == []


COLOUR = "getComputedStyle(document.querySelector('.legend li rect:last-of-type')).stroke"


def test_an_open_legend_has_the_colours_of_the_light_that_it_is_seen_in(page: Tab, table: Table) -> None:
    """Also when that changes, to play and to watch."""
    fight = ready(table, "saari", "marsh")
    for where in ("play", "watch"):
        page.emulate(dark=False)
        page.call("Page.navigate", url=f"{table.url}/{where}#fight={fight.id}&token={fight.tokens['ana']}")
        page.until("document.querySelector('[data-part=token]')")
        page.click(TOOL)
        page.until(f"document.querySelector('.legend:not([hidden])') && {SHOWN}.length")
        by_day = page.js(COLOUR)
        page.emulate(dark=True)
        page.until(f"{COLOUR} !== {by_day!r}")
        page.emulate(dark=False)
        page.until(f"{COLOUR} === {by_day!r}")


SIGNS = "[...document.querySelectorAll('.legend li')].filter((one) => !one.querySelector('rect'))"


def test_icons_at_figures_have_their_meaning_in_the_legend(page: Tab, table: Table) -> None:
    """With a name and the icon itself, as large as one reads; on both pages."""
    sheet_, asleep = {"fantasia": {"ref": "goblin"}}, [{"key": "asleep", "kind": "asleep"}]
    gob = {
        "id": "gob",
        "name": "Gob",
        "side": "foes",
        "seat": "gm",
        "sheet": sheet_,
        "conditions": asleep,
    }
    fight = bridge(table, combatants=[bridge_input()["combatants"][0], gob])
    for where in ("play", "watch"):
        page.call("Page.navigate", url=f"{table.url}/{where}#fight={fight.id}&token={fight.tokens['ana']}")
        page.until("document.querySelector('[data-part=badge][data-icon=sleep] use')")
        page.click(TOOL)
        page.until(f"{SIGNS}.length === 2")  # who sleeps lies
        assert page.js(f"{SIGNS}[0].querySelector('span').firstChild.textContent") == "Asleep"
        assert page.js(f"{SIGNS}[0].querySelector('svg').getBoundingClientRect().width") >= 24
    assert page.complaints == []


COSTS = "[...document.querySelectorAll('[data-part=cost]')].map((one) => one.textContent)"


def test_what_ways_cost_and_how_high_it_is_are_seen_on_all_boards(page: Tab, table: Table) -> None:
    """To play and to watch, with the marks in the legend."""
    ways, land = ready(table, "saari", "marsh"), ready(table, "fantasia", "pass")
    for where in ("play", "watch"):
        page.call("Page.navigate", url=f"{table.url}/{where}#fight={ways.id}&token={ways.tokens['ana']}")
        page.until(f"{COSTS}.length > 1 && {COSTS}.every((one) => one === '2 actions')")
        page.call("Page.navigate", url=f"{table.url}/{where}#fight={land.id}&token={land.tokens['ana']}")
        page.until("document.querySelector('[data-part=height]')?.textContent === '+1'")
        page.click(TOOL)
        page.until("document.querySelector('.legend:not([hidden])')?.textContent.includes('+1')")
    assert page.complaints == []


def test_a_host_sees_what_lies_on_ways_and_how_high_it_is(host: Tab) -> None:
    for game, ground, note in (("Saari", 2, "difficult"), ("La Fantasia Final", 1, "+1")):
        play(host, game)
        host.click(".step[data-step=ground]")
        host.js(f"document.querySelectorAll('.small-pictures button')[{ground}].click()")
        notes = "[...document.querySelectorAll('.paint .note')].map((one) => one.textContent.toLowerCase())"
        host.until(f"{notes}.some((one) => one.includes({note!r}))")
    assert host.complaints == []


@pytest.mark.parametrize(
    ("language", "game", "key", "title"),
    [
        ("es", "fantasia", "pass", "Qué muestra el tablero"),
        ("fi", "saari", "glade", "Mitä laudalla näkyy"),
        ("pl", "saari", "glade", "Co widać na planszy"),
    ],
)
def test_it_is_told_in_the_readers_language(
    page: Tab, table: Table, language: str, game: str, key: str, title: str
) -> None:
    """By the page, and by a game in a language that it has."""
    fight = ready(table, game, key)
    page.call("Page.addScriptToEvaluateOnNewDocument", source=f"localStorage.setItem('skald-language', '{language}')")
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['ana']}")
    page.until("document.querySelector('[data-part=token]')")
    page.click(TOOL)
    page.until(f"{SHOWN}.length")
    assert page.text(".legend h2") == title
    names = told(fight, language)
    assert (names != told(fight, "en")) == (language != "pl")  # this game has no Polish words
    assert all(any(one.startswith(name) for one in page.js(SHOWN)) for name in names)
