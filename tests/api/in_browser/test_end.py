"""A fight that is over, on the page to play: who fell and by whom, the best blow, and what one may do now."""

from __future__ import annotations

import pytest

from tests.api.fights import Bridge, bridge, sheet
from tests.api.in_browser.test_orders import cell, sit
from tests.api.table import Table
from tests.support.browsers.browser import Tab

END = "document.querySelector('.ending')"
FELL = "[...document.querySelectorAll('.ending .fell li')].map((one) => one.textContent)"
CELLS = """Object.fromEntries([...document.querySelectorAll('.ending .cell')]
  .map((one) => [one.children[0].textContent, [...one.children].slice(1).map((part) => part.textContent)]))"""


@pytest.fixture
def over(page: Tab, table: Table) -> Bridge:
    """Vivi has felled Steiner, and the game master ends it. Ana knows of no Lurker."""
    mage = {"ref": "black_mage", "initiativeBonus": 20, "strength": 20, "weapons": ["sword"]}
    figures = [
        {"id": "vivi", "name": "Vivi", "side": "heroes", "seat": "ana", "sheet": sheet(**mage), **cell(1, 2)},
        {
            "id": "steiner",
            "name": "Steiner",
            "side": "foes",
            "seat": "eve",
            "sheet": sheet(),
            "vitals": {"hp": 1},
            **cell(2, 2),
        },
        {"id": "lurker", "name": "Lurker", "side": "foes", "sheet": sheet(), "seenBy": ["gm"], **cell(7, 5)},
    ]
    players = ({"id": one, "name": one.title(), "role": "PLAYER"} for one in ("ana", "eve"))
    seats = [{"id": "gm", "name": "GM", "role": "GM"}, *players]
    ground = {"space": {"kind": "GRID"}, "rows": ["........"] * 6}
    fight = bridge(table, ground=ground, combatants=figures, seats=seats, figuresOpen=True)
    sit(page, fight, "ana")
    attack = {"attacker": "vivi", "target": "steiner", "weapon": "sword"}
    assert fight.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"
    while fight.open("eve")["decisions"]:
        fight.answer_as_usual("eve")
    page.until("document.querySelector('.figure.down[data-combatant=steiner]')")
    assert fight.act("gm", {"gm": {"end": {"reason": "it is over"}}})["__typename"] == "Accepted"
    page.until(END)
    return fight


def test_it_tells_who_fell_by_whom_and_the_best_blow(page: Tab, over: Bridge) -> None:
    """From what its reader knows: nobody else is in it."""
    assert page.js(FELL) == ["Steiner by Viviround 1"]
    cells = page.js(CELLS)
    amount, blow = cells["Best blow"]
    assert int(amount) > 0
    assert blow == f"Steiner took damage from Vivi: {amount} · round 1"
    assert cells["Dealt most"] == [amount, "Vivi"]
    assert cells["Took most"][1] == "Steiner"
    assert cells["Rounds"][0] == "1"
    assert "Steiner fell last, to Vivi, in round 1" in page.text(".ending .won")
    assert "Lurker" not in page.text("body")
    assert page.complaints == []


def test_one_watches_proves_and_goes_on_from_there(page: Tab, over: Bridge) -> None:
    """The record is proven in the browser; the table comes back, and the end again."""
    assert page.js("document.activeElement.matches('.ending h2')")
    assert page.js("document.querySelector('.ending a.less').getAttribute('href')") == f"./watch#fight={over.id}&at=1"
    page.click(".ending .proof-badge[data-state=todo]")
    page.until("document.querySelector('.ending .proof-badge[data-state=proven]')")
    told = page.text(".ending .proof-place")
    assert "this server vouches for every step" in told
    assert over.id not in told
    page.click(".ending .away")
    page.until("!document.querySelector('.ending') && document.activeElement.matches('skald-board')")
    page.click(".card.over .primary")
    page.until(END)
    assert page.complaints == []
