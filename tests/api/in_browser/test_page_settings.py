"""What a reader sets for a page, or his system does: motion, sounds, and the language that he reads."""

from __future__ import annotations

import json

import pytest

from api.pages.assets import OWN
from tests.api.fights import Bridge, bridge, sheet
from tests.api.in_browser.test_gm_panel import GROUND, cell, sit
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
COUNTED = """(() => {
    window.moved = window.played = 0;
    const { animate } = Element.prototype;
    const differ = (frames) => new Set(frames.map((one) => JSON.stringify(one))).size > 1;
    Element.prototype.animate = function (...given) {
        window.moved += differ(given[0]);
        return animate.apply(this, given);
    };
    const construct = (made, given) => { window.played += 1; return new made(...given); };
    window.AudioContext = new Proxy(AudioContext, { construct });
})()"""
"""Counts what moves and what sounds."""
TOKEN = "document.querySelector('[data-part=token][data-combatant=steiner]')"
SPOT = f"JSON.stringify((({{ x, y }}) => [x, y])({TOKEN}.getBoundingClientRect()))"


@pytest.fixture
def fight(table: Table) -> Bridge:
    """Cloud and Steiner on a board."""
    figures = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "sheet": sheet(), "place": cell(*where)}
        for who, side, seat, where in (("cloud", "heroes", "ana", (1, 1)), ("steiner", "foes", "gm", (6, 4)))
    ]
    return bridge(table, ground=GROUND, combatants=figures)


def put(fight: Bridge, x: int, y: int) -> None:
    """The game master puts Steiner elsewhere."""
    wish = {"path": "combatants.steiner.place", "value": cell(x, y), "reason": "a push"}
    assert fight.act("gm", {"gm": {"correct": wish}})["__typename"] == "Accepted"


def box(page: Tab, name: str) -> None:
    """Press a box of the settings, by what it says."""
    page.js("document.querySelector('.settings').open = true")
    labels = "[...document.querySelectorAll('.settings label')]"
    label = f"{labels}.find((one) => one.textContent.trim() === {json.dumps(name)})"
    page.until(label)
    page.mouse(*page.js(f"(({{ x, y }}) => [x + 5, y + 5])({label}.querySelector('input').getBoundingClientRect())"))


@pytest.mark.parametrize("way", ["as it comes", "by the system", "by the settings"])
def test_figures_glide_unless_their_reader_wants_nothing_to_move(page: Tab, fight: Bridge, way: str) -> None:
    """On the board of a player and in a film; they are in the new place all the same."""
    page.emulate(still=way == "by the system")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNTED)
    sit(page, fight, "ana")
    page.until(TOKEN)
    if way == "by the settings":
        box(page, "Motion")
    before = page.js(SPOT)
    put(fight, 6, 2)
    page.until(f"{SPOT} !== {before!r}")
    page.until(f"document.querySelector('skald-board').dataset.version === '{fight.open('ana')['version']}'")
    assert bool(page.js("moved")) == (way == "as it comes")
    page.call("Page.navigate", url=f"{fight.table.url}/watch#fight={fight.id}&token={fight.tokens['eve']}")
    page.until(f"location.pathname === '/watch' && {READY} && {TOKEN}")
    page.js("moved = 0")
    before = page.js(SPOT)
    page.key("ArrowLeft")
    page.until(f"{SPOT} !== {before!r}")
    page.click(".all-figures summary")
    page.click(".figure[data-combatant=steiner] > button")
    assert bool(page.js("moved")) == (way == "as it comes")
    assert page.complaints == []


def test_nothing_sounds_before_its_reader_wants_it(page: Tab, table: Table) -> None:
    """Then a question for him does."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNTED)
    for sounds in (False, True):
        fight = bridge(table)
        page.js("window.before = true")
        sit(page, fight, "ana")
        page.until(f"!window.before && {READY}")
        if sounds:
            box(page, "Sounds")
        orders = (
            ("ana", {"endTurn": {"combatant": "cloud"}}),
            ("gm", {"attack": {"attacker": "steiner", "target": "cloud", "weapon": "sword_2"}}),
        )
        for seat, order in orders:
            assert fight.act(seat, {"fantasia": order})["__typename"] == "Accepted"
        page.until("document.querySelector('.card.asked')")
        if sounds:
            page.until("played")  # what sounds is loaded when somebody wants it
        assert bool(page.js("played")) == sounds
    assert page.complaints == []


GAMES = {"es": "fantasia", "fi": "saari", "pl": "mongolian_mercenaries"}
"""A game that tells all in that language."""


@pytest.mark.parametrize("language", GAMES)
@pytest.mark.parametrize("way", ["by the browser", "by the settings"])
def test_the_pages_speak_their_readers_language(page: Tab, table: Table, language: str, way: str) -> None:
    """Their own words, and what the server tells in its sentences."""
    made = table.post("/v1/encounters", ADMIN, game(GAMES[language])).json()
    fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
    words = json.loads((OWN / "table" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    if way == "by the browser":
        page.call("Network.setUserAgentOverride", userAgent="a browser", acceptLanguage=f"{language},en;q=0.5")
    for name, log in (("play", "skald-log"), ("watch", "skald-film-log")):
        page.call("Page.navigate", url=f"{fight.table.url}/{name}#fight={fight.id}&token={fight.tokens['gm']}")
        page.until(f"location.pathname === '/{name}' && {READY}")
        if way == "by the settings" and page.js("document.documentElement.lang") != language:
            page.js("document.querySelector('.settings').open = true")
            page.until("document.querySelector('.settings select')")
            page.js(f"""(() => {{ const list = document.querySelector('.settings select'); list.value = '{language}';
                list.dispatchEvent(new Event('change')); }})()""")
        page.until(f"document.documentElement.lang === '{language}' && {READY}")
        page.until(f"document.querySelector('{log} li')")
        assert page.js("document.querySelector('.settings summary').textContent") == words["settings.title"]
        told, english = (first_line(fight, one) for one in (language, "en"))
        assert told != english
        assert told in page.text(log)
    assert page.complaints == []


@pytest.mark.parametrize("language", GAMES)
def test_a_hosts_page_speaks_his_language(page: Tab, table: Table, language: str) -> None:
    """With the words of those who run fights."""
    words = json.loads((OWN / "table" / "words-host" / f"{language}.json").read_text(encoding="utf-8"))
    page.call("Network.setUserAgentOverride", userAgent="a browser", acceptLanguage=f"{language},en;q=0.5")
    page.call("Page.navigate", url=f"{table.url}/host#token={ADMIN}")
    page.until(READY)
    assert page.js("document.documentElement.lang") == language
    assert words["tonight.title"] in page.text("h1")
    page.click("[data-new]")
    page.until("document.querySelector('.new-fight')")
    assert words["new.make"] in page.text(".new-fight")
    assert page.complaints == []


def first_line(fight: Bridge, language: str) -> str:
    """What a log begins with, in that language."""
    headers = {"accept-language": language}
    told = fight.table.get(f"/v1/encounters/{fight.id}/events?first=1", fight.tokens["gm"], **headers).json()
    return str(told["events"][0]["text"])


HINTS = "[...document.querySelectorAll('.first-hint')].map((one) => one.className.split('on-')[1]).sort()"


def test_hints_of_a_first_fight_are_put_away_for_good(page: Tab, fight: Bridge) -> None:
    """One at a time, beside the board and never on it: that of the board goes as it is used, the others by a button."""
    sit(page, fight, "ana")
    page.until(f"{HINTS}.join() === 'board,log'")
    assert not page.js("Boolean(document.querySelector('.board-place .first-hint'))")
    page.mouse(
        *page.js("(({ x, y }) => [x + 20, y + 80])(document.querySelector('skald-board').getBoundingClientRect())")
    )
    page.until(f"{HINTS}.join() === 'acts,log'")
    page.click(".first-hint.on-log button")
    page.js("window.before = true")
    sit(page, fight, "ana")
    page.until(f"!window.before && {HINTS}.join() === 'acts'")
    page.click(".first-hint button")
    page.js("window.before = true")
    sit(page, fight, "ana")
    page.until(f"!window.before && {READY}")
    assert page.js("localStorage.getItem('skald-hints')") == "done"
    assert page.js(HINTS) == []
    assert page.complaints == []
