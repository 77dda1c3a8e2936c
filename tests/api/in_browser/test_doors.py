"""Pressing what stands on the board at the page to play, in a real browser: a door is opened by a press on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import engine.systems.dozen_die
from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
CRYPT = Path(engine.systems.dozen_die.__file__).parent / "fights" / "crypt.json"
DOOR, FAR = (6, 4), (6, 6)
OFFERS = "query ($id: ID!) { encounter(id: $id) { offers { key combatant send } } }"


def crypt(table: Table, *, between: bool = False) -> Bridge:
    """The crypt with the thief beside its door; his turn. between: the door is no square, but between two."""
    wish: dict[str, Any] = json.loads(CRYPT.read_text(encoding="utf-8"))
    if between:
        wish["ground"]["rows"][DOOR[1]] = wish["ground"]["rows"][DOOR[1]].replace("+", ".")
        line = [{"x": 100 * DOOR[0], "y": 100 * y} for y in (DOOR[1], DOOR[1] + 1)]
        wish["ground"]["edges"] = [{"key": "gate", "entry": "door-shut", "line": line}]
    wish["ground"]["rows"][6] = wish["ground"]["rows"][6][: FAR[0]] + "+" + wish["ground"]["rows"][6][FAR[0] + 1 :]
    people = wish["combatants"]
    next(one for one in people if one["id"] == "thief")["place"] = {"cell": {"x": DOOR[0] - 1, "y": DOOR[1]}}
    made = table.post("/v1/encounters", ADMIN, {**wish, "combatants": people, "dice": "OPEN", "seed": "a door"}).json()
    fight = Bridge(table, made)
    assert fight.act("gm", {"dozenDie": {"begin": {}}})["__typename"] == "Accepted"
    for _ in range(40):
        for seat in ("ana", "gm"):
            offers = table.data(OFFERS, fight.tokens[seat], id=fight.id)["encounter"]["offers"]
            if any(one["key"].startswith("act-lockpicking") for one in offers):
                return fight
            turn = [one for one in offers if one["key"].startswith(("activate", "end-activation"))]
            if turn:
                turn.sort(key=lambda one: one["combatant"] != "thief")
                assert fight.act(seat, turn[0]["send"])["__typename"] == "Accepted"
                break
    raise AssertionError("it was never the thief's turn")


def test_a_press_on_a_shut_door_puts_its_opening_together(page: Tab, table: Table) -> None:
    """The order that is for that place, with the door picked; of a door out of reach it is said; a wall is nothing."""
    fight = crypt(table)
    page.emulate(1280, 900, still=True)
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['ana']}")
    page.until(f"{READY} && document.querySelector('.tile[data-offer=act-lockpicking]')")
    page.until("document.querySelector('#overlay [data-part=stand]')")
    before = int(fight.open("gm")["version"])
    press_on(page, (6, 3))  # a wall
    press_on(page, FAR)
    page.until("document.querySelector('.said').textContent === 'Mirja cannot open this door now.'")
    press_on(page, DOOR)
    page.until("document.querySelector('form.draft')")
    assert "Lockpicking" in page.text("form.draft")
    page.until("document.querySelector('form.draft .primary')?.disabled === false")
    page.click("form.draft .primary")
    page.until(f"Number(document.querySelector('main').dataset.version) > {before}")
    told = table.get(f"/v1/encounters/{fight.id}/events?first=200", fight.tokens["gm"]).json()["events"]
    (used,) = [one for one in told if one["version"] > before and "lockpicking" in json.dumps(one)][:1]
    assert used["seat"] == "ana"
    assert page.complaints == []


def test_a_press_on_a_door_between_squares_is_no_step(page: Tab, table: Table) -> None:
    """Its opening is put together, though one could go where it stands; a press beside it is a step as ever."""
    fight = crypt(table, between=True)
    page.emulate(1280, 900, still=True)
    page.call("Page.navigate", url=f"{table.url}/play#token={fight.tokens['ana']}")
    page.until(f"{READY} && document.querySelector('.tile[data-offer=act-lockpicking-door]')")
    page.until("document.querySelector('#overlay [data-part=stand]')")
    before = int(fight.open("gm")["version"])
    press_on(page, (DOOR[0] - 0.5, DOOR[1]))
    page.until("document.querySelector('form.draft')")
    assert "Lockpicking" in page.text("form.draft")
    page.key("Escape")
    page.until("!document.querySelector('form.draft')")
    press_on(page, (DOOR[0] - 2, DOOR[1]))
    page.until("document.querySelector('form.draft')")
    assert "Lockpicking" not in page.text("form.draft")
    page.key("Escape")
    page.until("!document.querySelector('form.draft')")
    press_on(page, (DOOR[0] - 0.5, DOOR[1]))
    page.until("document.querySelector('form.draft .primary')?.disabled === false")
    page.click("form.draft .primary")
    page.until(f"Number(document.querySelector('main').dataset.version) > {before}")
    told = table.get(f"/v1/encounters/{fight.id}/events?first=200", fight.tokens["gm"]).json()["events"]
    assert any(one["seat"] == "ana" and "lockpicking" in json.dumps(one) for one in told if one["version"] > before)
    assert page.complaints == []


def press_on(page: Tab, cell: tuple[float, float]) -> None:
    """Press the middle of a square of the board."""
    x, y = page.js(f"""(() => {{
        const overlay = document.querySelector('skald-board #overlay'), {{ a, d, e, f }} = overlay.getScreenCTM();
        const side = {{ cell: document.querySelector('skald-board').scene.space.cell }}.cell;
        return [e + a * ({cell[0]} + 0.5) * side, f + d * ({cell[1]} + 0.5) * side]; }})()""")
    page.mouse(x, y)
