"""What is refused at the page to play is said where it arises: below the draft, or where it was sent from."""

from __future__ import annotations

import pytest

from tests.api.fights import Bridge
from tests.api.in_browser.test_orders import KORD, PATH, SEND, begin_kords_way, field, kords_turn, sit
from tests.api.table import Table
from tests.support.browsers.browser import Tab

SAID = "document.querySelector('.said').textContent"
BELOW = "[...document.querySelectorAll('form.draft .refusal')].map((one) => one.textContent)"
HOLD = """(() => {
  const { fetch } = window, waiting = [];
  window.hold = '';
  window.release = () => { window.hold = ''; for (const go of waiting.splice(0)) go(); };
  window.fetch = async (address, request) => {
    const answer = await fetch(address, request);
    window.submitted ||= request?.body?.includes('mutation Submit');
    if (window.hold && request?.body?.includes(`query ${window.hold}`)) await new Promise((go) => waiting.push(go));
    return answer;
  };
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', { set(hear) {
    set.call(this, async (message) => {
      if (window.hold === 'Look') await new Promise((go) => waiting.push(go));
      hear.call(this, message);
    });
  } });
})()"""
"""Keeps back answers to the query named by `hold`, till `release` is called; `submitted`: an order is answered.

With `Look` what the socket tells is kept back, too: a page that has heard of the step sends what it knows by then."""


@pytest.fixture
def kord(page: Tab, table: Table) -> Bridge:
    """Kord's turn on an open table, on Ana's page; his way is being drawn."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=HOLD)
    fight = kords_turn(table)
    begin_kords_way(page, fight)
    return fight


def too_far(page: Tab, fight: Bridge) -> str:
    """A step that is longer than Kord can go; how the server refuses it."""
    for _ in range(7):
        page.key("ArrowUp")
    page.key("Enter")
    page.until(f"{PATH} !== undefined || document.querySelector('form.draft .hint').textContent.includes('1 so far')")
    way = {"combatant": "kord", "path": [{"point": {"x": 1130, "y": 200}}]}
    done = fight.act("ana", {"minis": {"move": way}})
    assert done["__typename"] == "Refused"
    words: str = done["message"]
    return words


def test_a_pick_that_the_rules_refuse_is_refused_below_the_draft(page: Tab, kord: Bridge) -> None:
    """In the words of the server, before anything is sent; taken back, it is refused no longer."""
    words = too_far(page, kord)
    page.until(f"{BELOW}.join() === {words!r}")
    assert page.js("document.querySelector('form.draft .primary').disabled")
    way = page.js("document.querySelector('#overlay [data-part=blocked]').getAttribute('points').split(' ').at(-1)")
    x, y = map(int, way.split(","))
    assert (x, 200 < y < 900) == (1130, True), "it stays drawn up to where it is blocked"
    page.key("Backspace")
    page.key("ArrowDown")
    page.until(f"{BELOW}.length === 0")
    assert not page.js("document.querySelector('#overlay [data-part=blocked]')")
    assert page.js(SAID) == ""
    assert page.complaints == []


def test_an_order_that_is_refused_when_it_is_sent_stays_to_be_put_right(page: Tab, kord: Bridge) -> None:
    """Whoever sends it before it is known what it would do is told the same, and picks another way."""
    page.js("window.hold = 'Foresee'; 0")
    words = too_far(page, kord)
    page.click("form.draft .primary:not(:disabled)")
    page.until(f"{SAID} === {words!r}")
    page.js("window.release(); 0")
    page.until(f"{BELOW}.join() === {words!r}")
    page.key("Backspace")
    for _ in range(6):
        page.key("ArrowDown")
    page.key("Enter")
    page.until(f"{PATH} === '[[1130,900],[1130,800]]'")
    page.js(f"{SEND}.click()")
    page.until(f"{KORD} === '1130, 800'")
    page.until(f"{SAID} === ''")
    assert page.complaints == []


def test_whoever_orders_what_was_offered_before_is_told_that_the_fight_has_moved_on(page: Tab, table: Table) -> None:
    """Nothing is done that was meant for what is no longer so; the draft is kept, and goes when it is sent again."""
    page.call("Page.addScriptToEvaluateOnNewDocument", source=HOLD)
    fight = field(table)
    sit(page, fight, "ana")
    page.click(".offer-list [data-offer=cast-fire]")
    page.click("form.draft input")  # whom at: nobody is picked beforehand
    page.until(SEND)
    page.js("window.hold = 'Look'; 0")
    vitals = {"path": "combatants.steiner.vitals.hp.now", "value": 39, "reason": "a scratch"}
    assert fight.act("gm", {"gm": {"correct": vitals}})["__typename"] == "Accepted"
    version = fight.open("gm")["version"]
    page.js(f"{SEND}.click()")
    page.until("window.submitted")
    page.js("window.release(); 0")
    page.until(f"{SAID}.includes('{version}')")
    assert fight.open("gm")["version"] == version
    page.until(f"document.querySelector('main').dataset.version === '{version}' && {SEND}")
    page.js(f"{SEND}.click()")
    page.until("document.querySelector('skald-log').innerText.includes('Fire')")
    assert page.complaints == []
