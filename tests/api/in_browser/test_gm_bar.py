"""The game master's bar at a desk: one row in every language, and what he may do stands in sight below the board."""

from __future__ import annotations

import pytest

from tests.api.in_browser.test_ids_unseen import spoken
from tests.api.in_browser.test_orders import field, sit
from tests.api.table import Table
from tests.support.browsers.browser import Tab

CUT = """[...document.querySelectorAll('.gm > .fold > summary, .gm > div > .fold > summary, .gm button:not(.undo)')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
OUT = """(() => { const acts = document.querySelector('.acts').getBoundingClientRect();
  return [...document.querySelectorAll('.tile[data-offer]')]
    .filter((one) => one.getBoundingClientRect().bottom > Math.min(acts.bottom, innerHeight))
    .map((one) => one.innerText);
})()"""


@pytest.mark.parametrize("language", ["en", "es", "fi", "pl"])
def test_the_tools_stand_in_one_row_and_the_tiles_in_sight(page: Tab, table: Table, language: str) -> None:
    """At 1280 by 900, with a step that can be taken back; the whole of it fits, and no word is cut."""
    page.emulate(1280, 900)
    page.call("Page.addScriptToEvaluateOnNewDocument", source="localStorage.setItem('skald-hints', 'done')")
    spoken(page, language)
    sit(page, field(table), "gm")
    page.until("document.querySelector('.gm .undo:not([hidden])') && document.querySelector('.tile[data-offer]')")
    page.js("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))")
    bar = page.js("(({ width, height }) => [width, height])(document.querySelector('.gm').getBoundingClientRect())")
    assert bar[1] < 62
    assert page.js("document.querySelector('.gm').scrollWidth") <= bar[0]
    assert page.js("document.querySelector('[data-gm=seats] summary').getBoundingClientRect().right") < 1280
    assert page.js(CUT) == []
    assert page.js(OUT) == []
    assert page.complaints == []
