"""What one part of a host's page cannot draw is said in its place, and the rest lives: with a fault in each part."""

from __future__ import annotations

import pytest

from engine.service.registry import Registry
from tests.api.table import Table
from tests.support.browsers.browser import Tab

GARBLE = """(() => {
  const { fetch } = window;
  window.fetch = async (address, request) => {
    const answer = await fetch(address, request), path = new URL(address, location.href).pathname;
    if (!path.includes('/v1/')) return answer;
    const told = await answer.json();
    WRONG;
    return new Response(JSON.stringify(told), { status: answer.status, headers: answer.headers });
  };
})()"""
"""Puts something into what the server answers by REST that no page can draw."""
FIRST = {
    "fight": ("if (told.encounters) told.encounters[0].status = 'LOST'", ".my-fights li"),
    "fights": ("if (told.encounters) told.encounters = null", ".my-fights li"),
    "shelf item": ("if (told.items) told.items[0].kind = 'RUBBISH'", ".my-shelf li"),
    "shelf": ("if (told.items) told.items = 3", ".my-shelf li"),
}
"""A part of the first screen: the fault that is put into it, and where it says so."""
ALIVE = {
    "fight": "document.querySelectorAll('.my-fights li .offers').length > 0",
    "shelf": "document.querySelector('.my-shelf li button')",
    "ready": "document.querySelectorAll('.fight-card').length > 10",
    "new": "document.querySelector('.begin-new button')",
}


@pytest.mark.parametrize("part", FIRST)
def test_a_fault_on_the_first_screen_leaves_the_others(page: Tab, table: Table, token: str, part: str) -> None:
    """Of two fights and two things on the shelf one, or all."""
    request = Registry.installed().book("fantasia").system.ready_fights.in_language("en")[0].request
    for name in ("One", "Two"):
        assert table.post("/v1/encounters", token, {**request, "name": name}).is_success
        item = {"name": name, "system": "fantasia", "content": request}
        assert table.http.put(f"/v1/shelf/FIGHT/{name}", json=item, headers=table.headers(token)).is_success
    wrong, place = FIRST[part]
    page.call("Page.addScriptToEvaluateOnNewDocument", source=GARBLE.replace("WRONG", wrong))
    page.call("Page.navigate", url=f"{table.url}/host#token={token}")
    page.until(f"document.querySelector('{place} .broken')")
    assert "cannot be shown" in page.js(f"document.querySelector('{place} .broken').textContent")
    whole = {"fights": "fight", "shelf": "shelf"}.get(part)
    for other, alive in ALIVE.items():
        if other != whole:
            page.until(alive)
    assert page.js("document.querySelectorAll('.broken').length") <= 2


SYSTEM = "if (told.sheet) told."
TEMPLATE = "if (told.content?.seats) told.content."
PARTS = {
    "entry": (SYSTEM + "content.find(({ entries }) => entries.ogre).names.ogre = 7", ".entries .broken"),
    "seat": (TEMPLATE + "seats[1].role = 'NOBODY'", ".seats .broken"),
    "sheet": (TEMPLATE + "combatants[0].sheet.fantasia.weapons = 7", ".figure-rows .schema-form .broken"),
    "ground": (SYSTEM + "ground = null", ".board-side .broken"),
    "setup": (SYSTEM + "setup = { type: 'array', default: 3 }", ".rare .rules .broken"),
    "house rule": (SYSTEM + "houseRules[0].kind = 'CHOICE', told.houseRules[0].among = null", ".rare .house .broken"),
}
"""A part of a new fight: the fault that the game or a template brings, and where it says so."""
LIVES = {
    "entry": "document.querySelectorAll('.entries .entry').length > 5",
    "seat": "document.querySelectorAll('.seats .row.seat').length > 1",
    "sheet": "document.querySelectorAll('.figure-rows .figure').length > 3",
    "ground": "document.querySelector('.board-side svg.paint rect')",
    "setup": "document.querySelector('.rules .schema-form select')",
    "house rule": "document.querySelector('.house .house-rule input')",
    "steps": "document.querySelectorAll('.steps .step').length === 4",
}
"""What shows that a part is there, if only for the most part."""


@pytest.mark.parametrize("part", PARTS)
def test_a_fault_in_one_part_of_a_new_fight_leaves_the_others(page: Tab, table: Table, token: str, part: str) -> None:
    """Of what comes with a game, or of a template that is taken from the shelf."""
    request = Registry.installed().book("fantasia").system.ready_fights.in_language("en")[0].request
    item = {"name": "Kept", "system": "fantasia", "content": request}
    assert table.http.put("/v1/shelf/FIGHT/kept", json=item, headers=table.headers(token)).is_success
    wrong, place = PARTS[part]
    page.call("Page.addScriptToEvaluateOnNewDocument", source=GARBLE.replace("WRONG", wrong))
    page.call("Page.navigate", url=f"{table.url}/host#token={token}")
    page.click(".my-templates li button")
    page.until(f"document.querySelector('{place}')")
    for other, alive in LIVES.items():
        if other != part:
            page.until(alive)
    if part != "entry":  # its name is wanted on every sheet, too
        assert page.js("document.querySelectorAll('.broken').length") == 1
