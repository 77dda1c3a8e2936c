"""How orders are chosen and put together at the page to play: which are offered, and what is picked on the map."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tests.api.fights import Bridge, bridge, sheet
from tests.api.table import Table
from tests.support.browser import Tab

READY = "document.getElementById('app').dataset.ready && document.querySelector('skald-board svg')"
OFFERS = """query Offers($id: ID!) { encounter(id: $id) {
  offers { key kind group groupLabel combatant fields { kind among { value } } } } }"""
SHOWN = """[...document.querySelectorAll('.offer-list section')].map((section) => [
  section.querySelector('h3').textContent,
  [...section.querySelectorAll('button')].map(({ dataset }) => [dataset.offer, dataset.key])])"""
KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
MAGE = {"ref": "black_mage", "initiativeBonus": 20, "mp": 40, "spells": ["fire", "firaga"], "weapons": ["sword"]}


def cell(x: int, y: int) -> dict[str, Any]:
    return {"place": {"cell": {"x": x, "y": y}}}


def field(table: Table, **more: Any) -> Bridge:
    """Vivi, who casts, strikes and walks, and two foes on squares; it is her turn as soon as the fight has begun."""
    figures = [
        {"id": "vivi", "name": "Vivi", "side": "heroes", "seat": "ana", "sheet": sheet(**MAGE), **cell(1, 2)},
        {"id": "steiner", "name": "Steiner", "side": "foes", "seat": "gm", "sheet": sheet(), **cell(2, 2)},
        {"id": "beatrix", "name": "Beatrix", "side": "foes", "seat": "gm", "sheet": sheet(ref="goblin"), **cell(6, 4)},
    ]
    ground = {"space": {"kind": "GRID"}, "rows": ["........"] * 6}
    return bridge(table, ground=ground, combatants=figures, figuresOpen=True, **more)


def sit(page: Tab, fight: Bridge, seat: str) -> None:
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(READY)


def offered(fight: Bridge, seat: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = fight.table.data(OFFERS, fight.tokens[seat], id=fight.id)["encounter"]["offers"]
    return found


def test_offers_stand_group_by_group_as_they_are_told_each_with_its_key(page: Tab, table: Table) -> None:
    """To strike, move and cast, other things, the end of the turn: with the headings and in the order of the answer."""
    fight = field(table)
    sit(page, fight, "ana")
    page.until("document.querySelector('.offer-list [data-offer^=attack]')")
    told = offered(fight, "ana")
    groups = [(group, [one["key"] for one in some]) for group, some in groupby(told, lambda one: one["groupLabel"])]
    assert [one for one, _ in groupby(told, lambda one: one["group"])] == ["STRIKE", "MOVE", "CAST", "OTHER", "END"]
    keys = iter(KEYS)
    assert page.js(SHOWN) == [[heading, [[key, next(keys)] for key in inside]] for heading, inside in groups]
    number = [one["key"] for one in told].index("cast-firaga")
    page.key(KEYS[number])
    page.until("document.querySelector('form.draft h2')?.textContent === 'Vivi casts Firaga'")
    assert page.js("document.querySelector('.offer-list [aria-pressed=true]').dataset.offer") == "cast-firaga"
    assert page.complaints == []


def test_to_begin_the_fight_is_what_a_game_master_is_offered_first(page: Tab, table: Table) -> None:
    """Though he might have his own figures lurk before; the first key begins."""
    fight = field(table, begin=False)
    assert {one["combatant"] for one in offered(fight, "gm")} > {None, "steiner"}
    sit(page, fight, "gm")
    page.until("document.querySelector('.offer-list button')")
    assert page.js(SHOWN)[0] == ["Turn and round", [["begin", "1"]]]
    page.key("1")
    page.until("document.querySelector('form.draft .primary:not(:disabled)')")
    page.key("Enter")
    page.until("document.querySelector('skald-log').innerText.includes('GM: Begin the fight')")
    assert page.complaints == []
