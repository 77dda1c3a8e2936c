"""How a fight may end, on the pages: of one that is put together, and of one that is played."""

from __future__ import annotations

import os
from pathlib import Path

from tests.api.fights import Bridge, bridge
from tests.api.in_browser.test_host import TITLES, add, choose, made, play
from tests.api.table import Table
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
NOW = "document.querySelector('.odds-now:not([hidden]) button')"
ASK = "document.querySelector('.new-fight [name=odds]')"
ALBUM = os.environ.get("SKALD_ALBUM")


def pictured(page: Tab, name: str, there: str) -> None:
    """Keep pictures of it as it is seen at a desk and on a telephone, by day and by lamp, where they are wanted."""
    if ALBUM:
        page.until(there, 120)
    for wide, dark in ((1280, False), (1280, True), (390, False), (390, True)) if ALBUM else ():
        page.emulate(wide, 844, dark=dark, touch=wide < 600)
        page.js("document.querySelector('[data-sheet=who][aria-pressed=false]')?.click()")
        page.picture(Path(str(ALBUM)) / f"{name}-{wide}-{'dark' if dark else 'light'}.png")
    page.emulate()


def test_how_hard_a_new_fight_is_grows_until_it_is_another(host: Tab) -> None:
    """It is brought as it is wanted, says no more than runs can show, and goes with the fight that it was of."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    assert not [one for one in host.asked if "odds" in one], "brought before it is wanted"
    host.click(".new-fight .hard")
    host.until("document.querySelector('.odds .odds-head')")
    said = host.text(".odds").replace("\u00a0", " ")
    assert said.startswith("Heroes: ")
    assert "if bots play it" in said
    assert " 0 %" not in said
    assert "100 %" not in said
    assert host.js(
        "(one => one.right <= innerWidth && one.width > 200)(document.querySelector('.odds').getBoundingClientRect())"
    )
    pictured(host, "how-hard", "!document.querySelector('.odds').innerText.includes('…')")
    add(host, 1, "Goblin")
    host.until("!document.querySelector('.odds')")
    host.click(".new-fight .hard")
    host.until("document.querySelector('.odds .odds-head')")
    host.click(".new-fight .back")
    host.until("!document.querySelector('.new-fight') && document.querySelector('main').dataset.screen === 'tonight'")
    assert host.complaints == []


def test_numbers_of_opponents_are_proposed_and_taken_by_a_press(host: Tab) -> None:
    """In words, each with its chance; the form has them from then on."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    host.click(".new-fight .hard")
    host.until("document.querySelector('.odds .odds-head')")
    host.js("document.querySelector('.aim input').value = 50")
    host.click(".odds .propose")
    more = "[...document.querySelectorAll('.proposals button')].find((one) => one.innerText.includes('now 1'))"
    host.until(f"{more} !== undefined", 240)
    pictured(host, "proposals", "document.querySelector('.proposals button')")
    told = host.js(f"(button => {{ const said = button.innerText; button.click(); return said; }})({more})")
    host.until("!document.querySelector('.odds')")
    goblins = f"{TITLES}.filter(([name]) => name.startsWith('Goblin')).length"
    host.until(f"{goblins} === {int(told.split(' ×')[0])}")
    assert host.complaints == []


def test_who_may_ask_is_said_before_play(host: Tab, table: Table, token: str) -> None:
    """In words; the game master alone where nothing was chosen."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    assert host.js(f"{ASK}.selectedOptions[0].textContent") == "the game master alone"
    choose(host, ASK, "everybody, each from what he sees")
    assert made(host, table, token)["odds"] == "EVERYBODY"
    assert host.complaints == []


def sit(page: Tab, fight: Bridge, seat: str) -> None:
    """Sit down, on a page that remembers nothing."""
    page.open("about:blank")
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(READY)


def test_odds_of_now_are_a_line_for_whom_the_table_lets_ask(page: Tab, table: Table) -> None:
    """The game master where nothing was said, a player where all may: from what he sees, until the fight goes on."""
    fight = bridge(table)
    sit(page, fight, "ana")
    assert page.js(f"{NOW} === null")
    sit(page, fight, "gm")
    page.until(NOW)
    fight = bridge(table, odds="EVERYBODY")
    sit(page, fight, "ana")
    page.js(f"{NOW}.click()")
    page.until("document.querySelector('.odds-line').textContent.includes('by what you see')", 120)
    pictured(page, "odds-now", "!document.querySelector('.odds-line').innerText.includes('…')")
    fight.act("gm", {"gm": {"pause": {"reason": "Tea"}}})
    page.until("document.querySelector('.odds-line').textContent === ''")
    assert page.complaints == []


def test_each_offer_says_what_it_is_worth_on_request(page: Tab, table: Table) -> None:
    """On its tile, the best one marked and named; another moment has none of it."""
    fight = bridge(table, odds="EVERYBODY")
    sit(page, fight, "ana")
    assert not [asked for asked in page.asked if "best-offer" in asked], "brought before it is wanted"
    page.until("document.querySelector('.odds-now:not([hidden]) .ask-best')")
    page.js("document.querySelector('.ask-best').click()")
    page.until("document.querySelectorAll('.tile .worth').length > 1 && document.querySelector('.worth.best')", 120)
    page.until(
        "document.querySelector('.odds-now:has(.ask-best) .odds-line').textContent.includes('Best, if bots')", 120
    )
    assert "%" in page.text(".worth.best")
    pictured(page, "best", "document.querySelector('.odds-now:has(.ask-best)').innerText.includes('by what you see')")
    fight.act("gm", {"gm": {"pause": {"reason": "Tea"}}})
    page.until("!document.querySelector('.worth')")
    assert page.complaints == []
