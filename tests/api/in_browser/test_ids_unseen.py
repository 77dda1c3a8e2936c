"""No page of the table shows an id, a value of an enum or the name of an operation, neither to eyes nor to ears."""

from __future__ import annotations

import re

import pytest

from engine.service.registry import Registry
from tests.api.fights import Bridge
from tests.api.playing.test_ids_unseen import CODE
from tests.api.table import ADMIN, Table
from tests.support.browser import Tab
from tests.support.disguise import disguised

READY = "document.getElementById('app').dataset.ready"
TOLD = """(() => {
  const told = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('script, style')) told.push(walk.currentNode.data);
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const one of document.querySelectorAll('[' + name + ']')) told.push(one.getAttribute(name));
  return told.join('\\n');
})()"""
ADDRESSES = re.compile(r"\S*(?://|#|@)\S*|\S+\.(?:png|html|ndjson|svg|json|net)\b")
"""Links, other people's sites and the names of files are no words."""
SEATS = ("gm", "ana")


@pytest.fixture(scope="module")
def fights(table: Table) -> dict[str, Bridge]:
    """A fight on zones and one on squares, with other ids: begun, corrected, with a question or a turn."""
    made = {}
    for system, key in (("saari", "bridge"), ("dozen_die", "inn")):
        ready = getattr(Registry.installed().book(system).system, "ready_fights")  # noqa: B009 - not every game has it
        (request,) = (one.request for one in ready.in_language("en") if one.key == key)
        answer = table.post("/v1/encounters", ADMIN, {**disguised(request), "dice": "OPEN", "seed": "ids"})
        assert answer.status_code == 201, answer.text
        fight = made[system] = Bridge(table, answer.json())
        gm, who = next(iter(fight.tokens)), disguised(request)["combatants"][-1]["id"]
        orders = [
            {"gm": {"hide": {"combatants": [who], "reason": "Mist"}}},
            {"gm": {"correct": {"path": f"combatants.{who}.name", "value": "Wolf", "reason": "A name"}}},
            {Registry.installed().book(system).key: {"begin": {"note": ""}}},
        ]
        for order in orders:
            assert fight.act(gm, order)["__typename"] == "Accepted", order
    return made


@pytest.mark.parametrize("page_of", ["play", "watch"])
@pytest.mark.parametrize("number", [0, 1], ids=SEATS)
@pytest.mark.parametrize("system", ["saari", "dozen_die"])
def test_no_page_shows_an_id(page: Tab, fights: dict[str, Bridge], system: str, number: int, page_of: str) -> None:
    """With all of it unfolded, and each offer opened once."""
    fight = fights[system]
    token = list(fight.tokens.values())[number]
    page.call("Page.navigate", url=f"{fight.table.url}/{page_of}#fight={fight.id}&token={token}")
    page.until(f"{READY} && document.querySelector('svg')")
    states = [page.js(TOLD)]
    page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    states.append(page.js(TOLD))
    for at in range(min(6, page.js("document.querySelectorAll('.offer-list [data-offer]').length"))):
        page.js(f"document.querySelectorAll('.offer-list [data-offer]')[{at}]?.dispatchEvent(new Event('focus'))")
        states.append(page.js(TOLD))
    found = {
        code: line for text in states for line in text.splitlines() for code in CODE.findall(ADDRESSES.sub("", line))
    }
    assert not found
    assert len(states[0]) > 100
