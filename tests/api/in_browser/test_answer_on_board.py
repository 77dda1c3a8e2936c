"""A question whose answers are places of the board is answered by a click there."""

from __future__ import annotations

from typing import Any

from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab

ASKED = """query Asked($id: ID!) { encounter(id: $id) { decisions { yours kind offers { label place { cell { x y } } } }
  offers { key combatant send } acting } }"""
READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg')"
MIDDLES = """[...document.querySelectorAll('#overlay [data-part=reach]')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.textContent, x + width / 2, y + height / 2]; })"""


def figure(name: str, side: str, seat: str, ref: str, x: int) -> dict[str, Any]:
    place = {"cell": {"x": x, "y": 3}}
    return {
        "id": name,
        "name": name.title(),
        "side": side,
        "seat": seat,
        "place": place,
        "sheet": {"dozenDie": {"ref": ref}},
    }


def pushing(table: Table) -> Bridge:
    """A fight in which Ana has hit the rat, and is asked where to she pushes it."""
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana", "role": "PLAYER"}]
    for seed in range(40):
        wish = {
            "system": "dozen_die",
            "name": "The yard",
            "seats": seats,
            "ground": {"space": {"kind": "GRID"}, "rows": ["........"] * 7},
            "combatants": [figure("vesa", "heroes", "ana", "veteran", 2), figure("rat", "foes", "gm", "rat", 4)],
        }
        made = table.post("/v1/encounters", ADMIN, {**wish, "dice": "OPEN", "seed": str(seed)}).json()
        fight = Bridge(table, {"encounter": made["encounter"], "tokens": made["tokens"]})
        fight.act("gm", {"dozenDie": {"begin": {}}})
        for kind in ("activate", "charge"):
            seen = asked(fight)
            mine = [one for one in seen["offers"] if one["combatant"] == "vesa" and one["key"].startswith(kind)]
            if mine:
                fight.act("ana", mine[0]["send"])
        if any(one["kind"] == "PushWhere" for one in asked(fight)["decisions"]):
            return fight
    raise AssertionError("nobody is pushed")


def asked(fight: Bridge) -> dict[str, Any]:
    found: dict[str, Any] = fight.table.data(ASKED, fight.tokens["ana"], id=fight.id)["encounter"]
    return found


def test_where_somebody_is_pushed_is_clicked(page: Tab, table: Table) -> None:
    """Every square that may be answered lies on the board, with its words; one click answers."""
    fight = pushing(table)
    (question,) = asked(fight)["decisions"]
    places = {one["label"]: one["place"]["cell"] for one in question["offers"]}
    assert len(places) > 1
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['ana']}")
    page.until(f"{READY} && {MIDDLES}.length === {len(places)}")
    spots = page.js(MIDDLES)
    assert {label for label, _, _ in spots} == set(places)
    label, x, y = spots[-1]
    page.mouse(x, y)
    page.until("!document.querySelector('.asked')")
    there = fight.table.data(
        "query($id: ID!) { encounter(id: $id) { combatants { key place { cell { x y } } } } }",
        fight.tokens["gm"],
        id=fight.id,
    )["encounter"]["combatants"]
    assert [one["place"]["cell"] for one in there if one["key"] == "rat" and one["place"]] in ([places[label]], [])
    assert page.complaints == []
