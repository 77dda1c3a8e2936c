"""What one part of the page to play cannot draw is said in its place, and the rest lives: with a fault in each part."""

from __future__ import annotations

import json

import pytest

from tests.api.table import Table
from tests.api.test_orders_in_browser import field
from tests.support.browser import Tab

GARBLE = """(() => {
  const { fetch } = window;
  window.fetch = async (address, request) => {
    const answer = await fetch(address, request);
    if (!/query Look/.test(request?.body ?? '')) return answer;
    const told = await answer.json(), now = told.data.encounter;
    if (now) WRONG;
    return new Response(JSON.stringify(told), { status: answer.status, headers: answer.headers });
  };
})()"""
"""Puts something into what the server answers that no page can draw."""
PARTS = {
    "wait": "now.waiting = null",
    "order-place": "now.scene.play.slots = null",
    "figures": "now.scene.sides = null",
    "offer-list": "now.offers[0].price = null",
    "take-backs": "now.takeBacks = null",
    "tray": (
        "now.decisions = [{ key: 'x', kind: 'Roll', seats: ['ana'], text: 'Roll', mayAnswer: true, yours: true,"
        " question: {}, offers: [], preferences: [], interrupts: [], default: '' }]"
    ),
}
"""The place of each part, and the fault that is put into it."""
ALIVE = {
    "wait": "document.querySelector('.wait strong')",
    "order-place": "document.querySelector('.order li')",
    "figures": "document.querySelector('.figure')",
    "offer-list": "document.querySelector('.offer-list .tile')",
    "board": "document.querySelector('skald-board [data-part=token]')",
    "log": "document.querySelector('skald-log li')",
}
"""What shows that a part is drawn."""
SHARED = {"order-place": "wait", "figures": "order-place"}
"""What is drawn from the same data, and says so too."""


@pytest.mark.parametrize("part", PARTS)
def test_a_fault_in_one_part_leaves_the_others(page: Tab, table: Table, part: str) -> None:
    """It says so in its place; board, log and all other parts are drawn."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=GARBLE.replace("WRONG", PARTS[part]))
    fight = field(table)
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens['ana']}")
    page.until(f"document.querySelector('.{part} .broken')")
    assert "cannot be shown" in page.text(f".{part} .broken")
    for other, alive in ALIVE.items():
        if other not in (part, SHARED.get(part)):
            page.until(alive)
    broken = "[...document.querySelectorAll('.broken')].map((one) => one.parentElement.className)"
    assert len(page.js(broken)) <= 2, json.dumps(page.js(broken))


def test_what_could_not_be_loaded_is_loaded_again(page: Tab, table: Table) -> None:
    """Of a step that is heard of nothing is shown where the fight cannot be read just then: it comes by itself."""
    refuse = GARBLE.replace("if (now) WRONG", "if (window.refused++ < 1) told.errors = [{ message: 'not now' }]")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=f"window.refused = 1; {refuse}")
    fight = field(table)
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens['ana']}")
    page.until("document.getElementById('app').dataset.ready")
    page.js("window.refused = 0")
    version = fight.act("gm", {"gm": {"pause": {"reason": "Tea"}}})["version"]
    page.until("window.refused > 0 && document.body.innerText.includes('not now')")
    page.until(f"document.querySelector('main').dataset.version === '{version}'")
