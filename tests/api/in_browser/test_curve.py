"""How the chances of a fight went, under the slider of the page to watch: as it grows, and where a press leads."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.api.fights import Bridge, bridge
from tests.api.in_browser.test_watch import WHERE, strike, version, watch
from tests.api.table import Table
from tests.support.browsers.browser import Tab

ALBUM = os.environ.get("SKALD_ALBUM")
ASK = "document.querySelector('.chances > button:not([hidden])')"
WHOLE = "document.querySelector('.curve .picture:not(.rough)') && !document.querySelector('.curve progress')"


@pytest.fixture
def ended(table: Table) -> Bridge:
    """A fight in which somebody was struck, and which was called off."""
    fight = bridge(table)
    strike(fight)
    fight.act("gm", {"gm": {"end": {"reason": "They talk"}}})
    return fight


def test_the_curve_lies_under_the_slider_and_a_press_leads_to_the_moment(page: Tab, ended: Bridge) -> None:
    """It is asked for, grows, names the chances of the version in sight, and is put away."""
    watch(page, ended, f"fight={ended.id}&token={ended.tokens['gm']}")
    page.until(ASK)
    assert not [one for one in page.asked if "curve" in one], "brought before it is wanted"
    page.js(f"{ASK}.click()")
    page.until(WHOLE, 240)
    page.until("[...document.styleSheets].some((one) => one.href?.endsWith('curve.css'))")
    last = version(ended)
    said = page.text(".curve").replace("\u00a0", " ")
    assert "The heroes 0 %" in said  # nobody has won
    assert "If bots played on" in said
    assert page.js("document.querySelector('.curve .picture').getAttribute('aria-label').includes('from')")
    box = "document.querySelector('.curve-picture').getBoundingClientRect()"
    way = "document.querySelector('.track input').getBoundingClientRect()"
    assert page.js(f"Math.abs({box}.left - {way}.left - 8) < 2 && Math.abs({way}.right - {box}.right - 8) < 2")
    x, y, wide = page.js(f"(one => [one.left, one.top + one.height / 2, one.width])({box})")
    page.mouse(x + 1, y)
    page.until(f"{WHERE}.endsWith(' 1 / {last}')")
    page.mouse(x + wide / 2, y)
    page.until(f"{WHERE}.endsWith(' {(last + 1) // 2} / {last}') || {WHERE}.endsWith(' {last // 2 + 1} / {last}')")
    page.key("ArrowRight")
    for wide, dark in ((1280, False), (1280, True), (390, False), (390, True), (3840, False)) if ALBUM else ():
        page.emulate(wide, {390: 844, 3840: 2160}.get(wide, 900), dark=dark, touch=wide < 600)
        page.js("document.querySelector('[data-sheet=doing][aria-pressed=false]')?.click()")
        page.picture(Path(str(ALBUM)) / f"curve-{wide}-{'dark' if dark else 'light'}.png")
    page.emulate()
    page.click(".curve .away")
    page.until(f"!document.querySelector('.curve') && {ASK}")
    assert page.complaints == []


def test_who_may_not_know_it_is_told_so(page: Tab, table: Table, ended: Bridge) -> None:
    """Somebody who plays has no button while the fight goes on; afterwards he has it only for what he may know."""
    running = bridge(table)
    watch(page, running, f"fight={running.id}&token={running.tokens['ana']}")
    page.until(WHERE)
    assert page.js(f"{ASK} === null")
    watch(page, ended, f"fight={ended.id}&token={ended.tokens['ana']}")
    page.until(ASK)
    page.js(f"{ASK}.click()")
    page.until(f"document.querySelector('.curve .refusal') || {WHOLE}", 240)
    assert page.complaints == []
