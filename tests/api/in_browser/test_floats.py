"""Numbers and words that float over figures are whole at any size of the board, on a page to watch as to play."""

from __future__ import annotations

import copy

import pytest

from engine.kernel.words.ready_fights import ready_fights_of
from engine.service.registry import Registry
from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab

BOOKS = Registry.installed().books
ENOUGH = 90
"""So many versions have numbers and words of every kind."""


def acted(table: Table, game: str, key: str) -> Bridge:
    """A ready-made fight that greedy bots play."""
    (request,) = (one.request for one in ready_fights_of(BOOKS[game].system, "en") if one.key == key)
    request = copy.deepcopy(request) | {"dice": "OPEN", "seed": "a quarrel"}
    request["seats"] = [{**one, "bot": "GREEDY", "botPace": 0} for one in request["seats"]]
    return Bridge(table, table.post("/v1/encounters", ADMIN, request).json())


CUT = """(async () => {
  const slider = document.querySelector('.track input'), board = document.querySelector('skald-board');
  const found = { told: 0, cut: [] };
  for (let version = 1; version <= ENOUGH; version += 1) {
    slider.value = version;
    slider.dispatchEvent(new Event('input'));
    // What keeps them whole is brought with the first of them.
    do await new Promise(requestAnimationFrame);
    while (document.querySelector('#marks .float:not([font-size])'));
    const { left, right, top, bottom } = board.getBoundingClientRect();
    for (const one of document.querySelectorAll('#marks .float')) {
      const box = one.getBoundingClientRect(), drawn = one.getScreenCTM().a;
      const letters = parseFloat(getComputedStyle(one).fontSize) * drawn;
      found.told += 1;
      if (box.left < left || box.right > right || box.top < top || box.bottom > bottom || letters < 14.9)
        found.cut.push([version, one.textContent, letters, box.left - left, right - box.right, box.top - top]);
    }
  }
  return found;
})()""".replace("ENOUGH", str(ENOUGH))
WHERE = "document.querySelector('.where').textContent"


@pytest.mark.parametrize(
    ("game", "key"), [("mongolian_mercenaries", "alley"), ("minis", "ford"), ("dozen_die", "quay")]
)
def test_nothing_that_floats_is_cut(page: Tab, table: Table, game: str, key: str) -> None:
    """On a desk, on a telephone, and with a part of the board enlarged."""
    fight = acted(table, game, key)
    page.emulate(still=True)
    page.call("Page.navigate", url=f"{table.url}/watch#fight={fight.id}&token={fight.tokens['gm']}")
    page.until(f"Number({WHERE}.split('/').pop()) >= {ENOUGH}")
    for width, height, nearer in ((1280, 900, 1), (1280, 900, 3), (390, 844, 1)):
        page.emulate(width, height, still=True)
        page.until(f"innerWidth === {width}")
        page.js(f"document.querySelector('skald-board').whole(), document.querySelector('skald-board').zoom({nearer})")
        found = page.js(CUT)
        print("TOLD", found["told"])
        assert found["told"] > 0
        # Where a part is shown, whoever is beyond it floats there too.
        cut = [one for one in found["cut"] if nearer == 1 or one[2] < 14.9]
        assert cut == [], (width, height)
