"""What is put together, foreseen, explained or asked once more on the page to play shows no id; nor does /join."""

from __future__ import annotations

import pytest

from engine.service.registry import Registry
from tests.api.fights import Bridge
from tests.api.in_browser.test_ids_unseen import READY, TOLD, codes_in, spoken
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab
from tests.support.secrecy.disguise import disguised

TILES = "document.querySelectorAll('.offer-list [data-offer]')"
GREY = "document.querySelectorAll('.offer-list [aria-disabled]')"
ASKS = ("end", "remove")
"""Tools of a game master that ask in a window before they do anything."""


def begun(table: Table, system: str) -> Bridge:
    """A ready-made fight whose ids are no words, with the first step taken."""
    book = Registry.installed().book(system)
    (request, *_) = (one.request for one in book.system.ready_fights.in_language("en"))
    answer = table.post("/v1/encounters", ADMIN, {**disguised(request), "dice": "OPEN", "seed": "ids"})
    assert answer.status_code == 201, answer.text
    fight = Bridge(table, answer.json())
    assert fight.act(next(iter(fight.tokens)), {book.key: {"begin": {"note": ""}}})["__typename"] == "Accepted"
    return fight


def at_a_turn(fight: Bridge) -> str:
    """Answer what is asked first, until somebody has an order to give; his seat."""
    for _ in range(20):
        for seat in fight.tokens:
            seen = fight.open(seat)
            asked = [one for one in seen["decisions"] if one["offers"]]
            if asked:
                fight.reply(seat, asked[0]["id"], asked[0]["offers"][0]["send"])
            elif any(one["combatant"] for one in seen["offers"]):
                return seat
    raise AssertionError("nobody has an order to give")


@pytest.mark.parametrize(
    ("system", "language"),
    [("mongolian_mercenaries", "es"), ("fantasia", "pl"), ("minis", "fi"), ("saari", "en"), ("dozen_die", "es")],
)
def test_no_draft_preview_reason_or_window_shows_an_id(page: Tab, table: Table, system: str, language: str) -> None:
    """Each offer of each figure is put together and foreseen, each grey tile pressed, each window of the GM opened."""
    fight = begun(table, system)
    token = fight.tokens[at_a_turn(fight)]
    spoken(page, language)
    page.emulate(1280, 900, still=True)
    page.call("Page.navigate", url=f"{table.url}/play#fight={fight.id}&token={token}")
    page.until(f"{READY} && document.querySelector('skald-board svg')")
    states = [str(page.js(TOLD))]
    for tab in range(min(3, page.js("Math.max(1, document.querySelectorAll('.tabs button').length)"))):
        page.js(f"document.querySelectorAll('.tabs button')[{tab}]?.click()")
        for at in range(page.js(f"{GREY}.length")):
            page.js(f"{GREY}[{at}]?.click()")
            states.append(page.js(TOLD))
        for at in range(min(12, page.js(f"{TILES}.length"))):
            version = page.js("document.querySelector('main').dataset.version")
            if not page.js(f"{TILES}[{at}] && !{TILES}[{at}].click()"):
                break
            # It is put together, or unfolds its ways, or was sent since it leaves nothing to pick.
            gone = f"document.querySelector('main').dataset.version !== '{version}'"
            page.until(f"document.querySelector('form.draft') || document.querySelector('.ways') || {gone}")
            states.append(page.js(TOLD))
            if page.js(gone):
                break
            page.js("document.querySelector('form.draft input:is([type=radio], [type=checkbox])')?.click()")
            page.until("document.querySelector('form.draft .foreseen')?.ariaBusy !== 'true'")
            page.js("document.querySelectorAll('form.draft details').forEach((one) => { one.open = true; })")
            states.append(page.js(TOLD))
            page.js("[...document.querySelectorAll('form.draft .buttons button')].at(-1)?.click()")
    for tool in ASKS:
        page.js(f"document.querySelector('[data-gm={tool}]')?.click()")
        states.append(page.js(TOLD))
        page.js("document.querySelector('dialog[open] button[value=no]')?.click()")
    assert not codes_in(*states)
    assert len(states) > 3
    assert page.complaints == []


@pytest.mark.parametrize("language", ["fi", "pl"])
def test_the_page_to_join_shows_no_id(page: Tab, table: Table, language: str) -> None:
    """Before anything is typed, and after letters that nobody gave out."""
    spoken(page, language)
    page.open(f"{table.url}/join")
    page.until(READY)
    states = [str(page.js(TOLD))]
    page.call("Input.insertText", text="AAAAAA")
    page.until("document.querySelector('.refusal').textContent")
    states.append(str(page.js(TOLD)))
    assert not codes_in(*states)
