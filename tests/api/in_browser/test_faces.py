"""Figures have faces on all boards and in the order of play: their game's, or their own portrait in its place."""

from __future__ import annotations

import pytest

from tests.api.in_browser.test_floats import acted
from tests.api.table import Table
from tests.support.browsers.browser import Tab

FACES = """[...document.querySelectorAll('PLACE [data-part=face]')].map((one) => {
  const use = one.querySelector('use'), box = use.getBoundingClientRect();
  return [one.dataset.face, Boolean(document.querySelector(use.getAttribute('href'))) && box.width > 10]; })"""
LETTERS = "[...document.querySelectorAll('[data-part=token] text.cap')].map((one) => one.textContent)"
FIGHTS = [("fantasia", "bridge", "goblin"), ("minis", "ford", "knight"), ("saari", "marsh", "rat"),
          ("dozen_die", "crypt", "skull"), ("mongolian_mercenaries", "alley", "rogue")]  # fmt: skip


@pytest.mark.parametrize(("game", "key", "face"), FIGHTS)
def test_figures_have_the_faces_that_their_game_says(page: Tab, table: Table, game: str, key: str, face: str) -> None:
    """To play and to watch, also for who may not know what a foe is; no letter stands for a figure."""
    fight = acted(table, game, key)
    for where in ("play", "watch"):
        page.call("Page.navigate", url=f"{table.url}/{where}#fight={fight.id}&token={fight.tokens['ana']}")
        page.until("document.querySelectorAll('skald-board [data-part=token]').length > 3")
        faces = page.js(FACES.replace("PLACE", "skald-board"))
        assert len(faces) == page.js("document.querySelectorAll('skald-board [data-part=token]').length") > 3
        assert face in {name for name, _ in faces}
        assert all(seen for _, seen in faces)
        assert page.js(LETTERS) == []
    assert page.complaints == []


def test_the_order_of_play_has_them_too(page: Tab, table: Table) -> None:
    fight = acted(table, "mongolian_mercenaries", "alley")
    page.call("Page.navigate", url=f"{table.url}/watch#fight={fight.id}&token={fight.tokens['ana']}")
    page.until("document.querySelector('#l-order [data-part=face]')")
    faces = page.js(FACES.replace("PLACE", "#l-order"))
    assert len(faces) > 1
    assert all(seen for _, seen in faces)
