"""What a fight taught, read on the page to watch, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.api.fights import Bridge
from tests.api.in_browser.test_watch import WHERE, fight, strike, watch
from tests.support.browsers.browser import Tab

__all__ = ["fight"]

SHOWN = "document.querySelector('dialog.report[open]')"


@pytest.mark.parametrize("wide", [1280, 390])
def test_a_report_is_brought_when_it_is_wanted(page: Tab, fight: Bridge, wide: int) -> None:
    """Its tables fit into the window; a press on the version of a roll goes there."""
    strike(fight)
    page.call("Emulation.setDeviceMetricsOverride", width=wide, height=900, deviceScaleFactor=1, mobile=wide < 600)
    watch(page, fight, f"fight={fight.id}&token={fight.tokens['gm']}")
    assert not [one for one in page.asked if "reporting" in one or "words-report" in one], "brought before it is wanted"
    page.js("document.querySelector('.reporting button').click()")
    page.until(f"{SHOWN} && [...document.styleSheets].some((one) => one.href?.endsWith('report.css'))")
    said = page.text("dialog.report")
    assert "Combatants" in said
    assert "How the dice fell" in said
    if os.environ.get("SKALD_ALBUM"):
        page.picture(Path(os.environ["SKALD_ALBUM"]) / f"report-{wide}.png")
    assert page.js(f"{SHOWN}.scrollWidth <= {SHOWN}.clientWidth && {SHOWN}.getBoundingClientRect().right <= innerWidth")
    version = page.js("document.querySelector('.report button.link').textContent")
    page.js("document.querySelector('.report button.link').click()")
    page.until(f"{WHERE}.includes(' {version} / ') && !document.querySelector('dialog')")
    assert page.complaints == []
