"""What one part of the page to play cannot draw is said in its place, and the rest lives: with a fault in each part."""

from __future__ import annotations

import json

import pytest

from tests.api.in_browser.test_orders import field
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab

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
STREAMED = """(() => {
  const { parse } = JSON;
  JSON.parse = (...given) => {
    const told = parse(...given), now = told?.payload?.data?.changes?.whole;
    if (now) WRONG;
    return told;
  };
})()"""
"""Puts something into the fight that no page can draw, as the server streams it."""
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
    page.call("Page.addScriptToEvaluateOnNewDocument", source=STREAMED.replace("WRONG", PARTS[part]))
    fight = field(table)
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens['ana']}")
    page.until(f"document.querySelector('.{part} .broken')")
    assert "cannot be shown" in page.text(f".{part} .broken")
    for other, alive in ALIVE.items():
        if other not in (part, SHARED.get(part)):
            page.until(alive)
    broken = "[...document.querySelectorAll('.broken')].map((one) => one.parentElement.className)"
    assert len(page.js(broken)) <= 2, json.dumps(page.js(broken))


BROWSERS = {
    ".board-fault": """{ const { parseFromString } = DOMParser.prototype;
        DOMParser.prototype.parseFromString = function(text, kind) {
            if (text.includes('data-layer')) throw new Error('garbled');
            return parseFromString.call(this, text, kind); }; }""",
    "skald-log": """HTMLOListElement.prototype.append = function(...more) {
        if (this.closest('skald-log')) throw new Error('garbled'); Element.prototype.append.apply(this, more); }""",
}
"""Faults of what the page shows that no answer brings: the drawing itself, and the log's first lines."""


@pytest.mark.parametrize("part", BROWSERS)
def test_neither_drawing_nor_log_takes_the_rest_away(page: Tab, table: Table, part: str) -> None:
    """Each says so in its place."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=BROWSERS[part])
    fight = field(table)
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens['ana']}")
    page.until(f"document.querySelector('{part} .broken')")
    for other, alive in ALIVE.items():
        if other != {".board-fault": "board", "skald-log": "log"}[part]:
            page.until(alive)


def test_a_card_of_a_ready_made_fight_that_cannot_be_drawn_leaves_the_others(page: Tab, table: Table) -> None:
    """On the page of a host."""
    wrong = GARBLE.replace("/query Look/.test(request?.body ?? '')", "/readyFights/.test(request?.body ?? '')")
    wrong = wrong.replace("told.data.encounter", "told.data.systems").replace(
        "WRONG", "now[0].readyFights[0].request = null"
    )
    page.call("Page.addScriptToEvaluateOnNewDocument", source=wrong)
    page.call("Page.navigate", url=f"{table.url}/host#token={ADMIN}")
    page.until("document.querySelectorAll('.fight-card').length > 10")
    assert page.js("document.querySelectorAll('.ready-fights .broken').length") == 1


def test_what_could_not_be_loaded_is_loaded_again(page: Tab, table: Table) -> None:
    """Of a step that is heard of nothing is shown where the fight cannot be read just then: it comes by itself."""
    refuse = GARBLE.replace("if (now) WRONG", "if (window.refused++ < 1) told.errors = [{ message: 'not now' }]")
    refuse += ";" + STREAMED.replace("?.whole", "").replace(
        "if (now) WRONG", "if (now?.patch?.length && window.refused < 1) told.type = 'lost'"
    )
    page.call("Page.addScriptToEvaluateOnNewDocument", source=f"window.refused = 1; {refuse}")
    fight = field(table)
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens['ana']}")
    page.until("document.getElementById('app').dataset.ready")
    page.js("window.refused = 0")
    version = fight.act("gm", {"gm": {"pause": {"reason": "Tea"}}})["version"]
    page.until("window.refused > 0 && document.body.innerText.includes('not now')")
    page.until(f"document.querySelector('main').dataset.version === '{version}'")
