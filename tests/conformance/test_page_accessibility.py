"""The pages of the table as axe-core judges them: in every state, light and dark, and in sizes from 400 pixels to 4K.

The pictures are kept in `build/pages`, to be looked at. `SKALD_SIZES=all` takes each size in both lights.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.api.table import Table
from tests.conformance.node import MODULES, Node
from tests.conformance.page_states import STATES, door
from tests.support.amounts import LONG
from tests.support.browsers.browser import Tab

JUDGED = """axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((one) =>
  `${one.id}: ${one.help}: ` + one.nodes.slice(0, 3).map(({ html, any }) =>
    `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')))"""
SIZES = [(400, 800, False), (1280, 900, True)]
"""Width and height in pixels, and whether it is dark."""
if LONG or os.environ.get("SKALD_SIZES") == "all":
    SIZES += [(3840, 2160, False), (400, 800, True), (1280, 900, False), (3840, 2160, True)]
WIDER = """[...document.querySelectorAll('body *')].filter((one) => {
    if (one.closest('svg, .unseen, .film-scroll, skald-board')) return false;
    const cut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
    return one.getBoundingClientRect().right > innerWidth + 1 || (cut && !one.matches('input, select, textarea'));
  }).slice(0, 3).map((one) => one.outerHTML.slice(0, 160))"""
"""Elements that stand out of the window or hold more than they show; boards are scrolled."""
PICTURES = Path(__file__).resolve().parents[2] / "build" / "pages"


def findings(page: Tab) -> list[str]:
    """What axe finds on the page as it stands; its text is evaluated, so that the page's policy stays in force."""
    page.js((MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8") + "; 0")
    found: list[str] = page.js(JUDGED)
    return found


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing_and_nothing_is_wider_than_its_place(node: Node, page: Tab, table: Table, name: str) -> None:
    """In no size and in no light."""
    STATES[name](page, table)
    PICTURES.mkdir(parents=True, exist_ok=True)
    found = set[str]()
    for width, height, dark in SIZES:
        shown = f"{width}{' dark' if dark else ''}"
        page.emulate(width, height, dark=dark)
        page.js("new Promise((done) => setTimeout(done, 300))")  # a new drawing is fetched for the size
        page.picture(PICTURES / f"{name} {shown}.png")
        found |= {f"{shown}: {one}" for one in findings(page)}
        found |= {f"{shown}: wider than its place: {one}" for one in page.js(WIDER)}
    assert found == set()


def test_axe_finds_what_is_wrong(node: Node, page: Tab, table: Table) -> None:
    """Its silence in the other tests means something."""
    door(page, table)
    page.js("document.querySelector('.entrance').append(document.createElement('select')); 0")
    assert any(one.startswith("select-name") for one in findings(page))
