"""A press does what stood under the finger when it was aimed: tiles keep their places, and what has just come waits."""

from __future__ import annotations

import pytest

from tests.api.in_browser.test_orders import field, hit, sit
from tests.api.table import Table
from tests.support.browsers.browser import Tab

MIDDLE = """(() => { const one = ONE; one.scrollIntoView({ block: 'nearest' });
  const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"""
END = "document.querySelector('.tile.ends')"
STOPPED = "(() => { const at = performance.now(); performance.now = () => at; })()"
"""From now on no time passes for the page, however busy the machine is: what has just come has only just come."""
GOES_ON = "delete performance.now"
SEEN = """globalThis.seen = [];
(function look() {
  const tile = document.querySelector('.tile[data-offer]');
  if (tile) seen.push(Math.round(tile.getBoundingClientRect().top));
  requestAnimationFrame(look);
})();"""
"""How high the first tile stands, picture by picture."""


def middle(element: str) -> str:
    return MIDDLE.replace("ONE", element)


@pytest.mark.parametrize("seat", ["ana", "gm"])
def test_no_tile_moves_while_the_table_is_coming(page: Tab, table: Table, seat: str) -> None:
    """Neither hints nor the game master's panel nor what is brought with a question comes after the tiles."""
    fight = field(table)
    page.call("Page.addScriptToEvaluateOnNewDocument", source=SEEN)
    sit(page, fight, seat)
    page.until("document.querySelector('.offer-list [data-offer]') && document.querySelector('.first-hint.on-board')")
    if seat == "gm":
        page.until("document.querySelector('.gm .undo')")
    page.js("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))")
    assert len(set(page.js("seen"))) == 1, page.js("seen")
    assert page.complaints == []


def test_a_press_aimed_at_one_tile_does_not_meet_another(page: Tab, table: Table, hand: str) -> None:
    """What is put together comes above the tiles, and the end of the turn to where another stood: it is not pressed."""
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer=cast-firaga]')")
    page.click(".offer-list [data-offer=cast-firaga]")
    page.until("document.querySelector('form.draft')")
    spot = page.js(middle(END))
    page.js("[...document.querySelectorAll('form.draft .buttons button')].at(-1).click()")
    page.until("!document.querySelector('form.draft')")
    aimed = page.js(f"document.elementFromPoint(...{spot}).closest('.tile')?.dataset.offer")
    assert aimed, "another tile stands there"
    version = fight.open("ana")["version"]
    page.js(STOPPED)
    page.js(f"document.querySelector('.offer-list [data-offer=cast-firaga]').click(), {middle(END)}")
    hit(page, hand, page.js(middle(END)))
    assert page.js("document.querySelector('form.draft') !== null")
    assert fight.open("ana")["version"] == version
    page.js(GOES_ON)
    page.until(f"!{END}.matches('[data-fresh]')")
    hit(page, hand, page.js(middle(END)))
    page.until("document.querySelector('.wait').innerText.includes('Waiting')")
    assert fight.open("ana")["version"] > version
    assert page.complaints == []


def test_a_key_that_means_something_else_by_now_waits(page: Tab, table: Table) -> None:
    """The first key is of one figure's tile, and then of another's."""
    fight = field(table)
    sit(page, fight, "gm")
    page.until("document.querySelector('.tabs button') && document.querySelector('.tile[data-key=\"1\"]')")
    before = page.js("document.querySelector('.tile[data-key=\"1\"]').dataset.offer")
    page.js(STOPPED)
    page.js("document.querySelectorAll('.tabs button')[1].click()")
    assert page.js("document.querySelector('.tile[data-key=\"1\"]').dataset.offer") != before
    page.key("1")
    assert page.js("document.querySelector('form.draft')") is None
    page.js(GOES_ON)
    page.until("!document.querySelector('[data-fresh-key]')")
    page.key("1")
    page.until("document.querySelector('form.draft')")
    assert page.complaints == []


def test_what_cannot_be_used_any_more_stays_where_it_stood(page: Tab, table: Table) -> None:
    """Vivi has gone from whom she could strike: her sword is grey in its place; pressed, it says why."""
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer^=move-walk]')")
    names = "[...document.querySelectorAll('.offer-list section:not(.ways, .cannot) .t')].map((one) => one.innerText)"
    before = page.js(names)
    assert "Sword" in before
    there = {"path": [{"cell": {"x": 1, "y": 3}}]}
    walk = next(one for one in fight.open("ana")["offers"] if one["key"] == "move-walk-path")
    order = {system: {kind: {**told, **there}} for system, of in walk["send"].items() for kind, told in of.items()}
    assert fight.act("ana", order)["__typename"] == "Accepted"
    page.until("[...document.querySelectorAll('.tile[aria-disabled] .t')].some((one) => one.innerText === 'Sword')")
    after = [one for one in page.js(names) if one in before]
    assert after == [one for one in before if one in after]
    assert "Sword" in after
    tops = "[...document.querySelectorAll('.tile')].map((one) => one.getBoundingClientRect().top)"
    stood = page.js(tops)
    page.js("document.querySelector('section:not(.cannot) > .tile[aria-disabled]').click()")
    page.until("document.querySelector('.said').innerText.startsWith('Sword: ')")
    assert page.js(tops) == stood
    assert page.complaints == []
