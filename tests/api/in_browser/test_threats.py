"""What a figure threatens, on the page to play: it is drawn as long as the figure is pointed at."""

from __future__ import annotations

import pytest

from tests.api.fights import bridge, sheet
from tests.api.in_browser.test_gm_panel import GROUND, at, cell, sit
from tests.api.table import Table
from tests.support.browsers.browser import Tab

DRAWN = "[...document.querySelectorAll('[data-part=mark][data-kind=THREATENS]')].map(one => one.dataset.from).join()"
WHERE = {"cloud": (1, 1), "steiner": (6, 4)}


def choose(page: Tab, way: str, who: str) -> None:
    if way == "card":
        page.click(f".figure[data-combatant={who}] button")
    else:
        at(page, *(one + 0.5 for one in WHERE[who]))


@pytest.mark.parametrize("way", ["card", "board"])
def test_it_is_drawn_for_whoever_is_chosen(page: Tab, table: Table, way: str) -> None:
    """By the card or on the board; nobody's before that, one at a time; its sheet tells what is known of it."""
    figures = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "sheet": sheet(), "place": cell(*WHERE[who])}
        for who, side, seat in (("cloud", "heroes", "ana"), ("steiner", "foes", "gm"))
    ]
    fight = bridge(table, ground=GROUND, combatants=figures)
    sit(page, fight, "ana")
    page.until("document.querySelectorAll('[data-part=token]').length === 2")
    assert page.js(DRAWN) == ""
    for who in ("steiner", "cloud"):
        choose(page, way, who)
        page.until(f"{DRAWN} === '{who}'")
    page.key("Escape")
    page.until(f"{DRAWN} === ''")
    for who, known in (("steiner", False), ("cloud", True)):
        choose(page, way, who)
        page.key("i")
        page.until(f"document.querySelector('dialog')?.innerText.includes('{who.title()}')")
        shown = page.text("dialog")
        assert ("This is what is known of it." in shown) is not known
        assert ("Strength" in shown) is known
        page.key("Escape")
        page.until("!document.querySelector('dialog')")
        page.key("Escape")
    assert page.complaints == []


def test_a_key_that_follows_a_click_at_once_means_the_figure_that_was_clicked(page: Tab, table: Table) -> None:
    """Also before the menu at the figure has come: both fall into one task of the page."""
    figures = [
        {"id": who, "name": who.title(), "side": side, "seat": seat, "sheet": sheet(), "place": cell(*WHERE[who])}
        for who, side, seat in (("cloud", "heroes", "ana"), ("steiner", "foes", "gm"))
    ]
    sit(page, bridge(table, ground=GROUND, combatants=figures), "ana")
    page.until("document.querySelectorAll('[data-part=token]').length === 2")
    pressed = "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{}', bubbles: true }}))"
    page.js(f"document.querySelector('.figure[data-combatant=steiner] button').click(); {pressed.format('i')}")
    page.until("document.querySelector('dialog')?.innerText.includes('Steiner')")
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    page.key("Escape")
    page.until(f"{DRAWN} === ''")
    page.js(f"document.querySelector('.figure[data-combatant=steiner] button').click(); {pressed.format('Escape')}")
    page.click(".figure[data-combatant=cloud] button")
    page.until(f"{DRAWN} === 'cloud'")
    assert not page.js("document.querySelector('.pop[data-combatant=steiner]')"), (
        "what was left with Escape does not come after it"
    )
    assert page.complaints == []
