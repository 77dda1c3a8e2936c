"""What one part of the page to watch cannot draw is said in its place; the rest lives: with a fault in each part."""

from __future__ import annotations

import pytest

from tests.api.fights import Bridge, bridge
from tests.api.table import Table
from tests.support.browsers.browser import Tab

GARBLE = """(() => {
  const { fetch } = window;
  window.fetch = async (address, request) => {
    const answer = await fetch(address, request), body = request?.body ?? '';
    if (!answer.headers.get('content-type')?.includes('json')) return answer;
    const told = await answer.json(), film = told.markup ? told : null;
    const now = /query Table/.test(body) && told.data.encounter;
    const figures = /query Figures/.test(body) && told.data.encounter;
    if (WHAT) WRONG;
    return new Response(JSON.stringify(told), { status: answer.status, headers: answer.headers });
  };
})()"""
"""Puts something into what the server answers that no page can draw."""
PARTS = {
    ".film-board": ("film", "film.steps = film.steps.map((one) => ({ ...one, layers: { tokens: null } }))"),
    ".film-log-place": ("film", "film.reverts = [{ version: 5, toVersion: 2, kept: null }]"),
    ".film-bar": ("film", "film.rounds = [null]"),
    ".wait": ("now", "now.waiting = null"),
    ".beside": ("now", "now.seats = null, now.status = 'ENDED'"),
    ".all-figures": ("figures", "figures.scene.sides = null"),
}
"""The place of each part, and the fault that is put into it: into what answer, and how."""
ALIVE = {
    ".film-board": "document.querySelector('#scene [data-part=token]')",
    ".film-log-place": "document.querySelector('skald-film-log li.headline')",
    ".film-bar": "document.querySelector('.where')?.textContent.includes(' / ')",
    ".wait": "document.querySelector('.wait strong')",
    "order": "document.querySelector('#l-order li')",
}
"""What shows that a part is drawn."""

SHARED = {".film-bar": ".film-log-place", ".film-board": "order"}
"""What is drawn from the same data, and says so too or is not there."""


def watch(page: Tab, fight: Bridge, seat: str = "gm") -> None:
    page.call("Page.navigate", url=f"{fight.table.url}/watch#fight={fight.id}&token={fight.tokens[seat]}")
    page.until("document.getElementById('app').dataset.ready")


@pytest.mark.parametrize("part", PARTS)
def test_a_fault_in_one_part_leaves_the_others(page: Tab, table: Table, part: str) -> None:
    """It says so in its place; board, log, bar and all other parts are drawn."""
    what, wrong = PARTS[part]
    page.call("Page.addScriptToEvaluateOnNewDocument", source=GARBLE.replace("WHAT", what).replace("WRONG", wrong))
    watch(page, bridge(table))
    page.click(".all-figures summary")
    page.until(f"document.querySelector('{part} .broken')")
    assert "cannot be shown" in page.text(f"{part} .broken")
    for other, alive in ALIVE.items():
        if other not in (part, SHARED.get(part)):
            page.until(alive)
    broken = page.js("[...document.querySelectorAll('.broken')].map((one) => one.parentElement.className)")
    assert len(broken) <= 2, broken


def test_marks_that_cannot_be_drawn_are_left_out(page: Tab, table: Table) -> None:
    """What the last act has done is for show: the board is there without it."""
    wrong = "film.events.forEach((one) => { if (one.effect) one.effect.changes = null; })"
    page.call("Page.addScriptToEvaluateOnNewDocument", source=GARBLE.replace("WHAT", "film").replace("WRONG", wrong))
    fight = bridge(table)
    attack = {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}
    assert fight.act("ana", {"fantasia": {"attack": attack}})["__typename"] == "Accepted"
    watch(page, fight)
    for alive in ALIVE.values():
        page.until(alive)
    assert page.js("document.querySelectorAll('.broken, #marks > *, #left > *').length") == 0
    assert any("TypeError" in one for one in page.complaints)


def test_a_proof_that_cannot_be_told_leaves_the_board(page: Tab, table: Table) -> None:
    """Its panel says so beside it."""
    fight = bridge(table)
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    garbled = GARBLE.replace("WHAT", "told.keys").replace("WRONG", "told.keys = null")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=garbled)
    watch(page, fight)
    page.click(".proof-badge[data-state=todo]")
    page.until("document.querySelector('.proof-place .broken')")
    for alive in ALIVE.values():
        page.until(alive)
