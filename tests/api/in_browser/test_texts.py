"""Every text that people give is shown as text on the pages of the table: none of it becomes an element."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import Bridge
from tests.api.in_browser.test_host import FROM_SHELVES, choose, play, press
from tests.api.table import ADMIN, Table
from tests.end_to_end.games import game
from tests.support.browsers.browser import Tab

READY = "document.getElementById('app').dataset.ready"
HOSTILE = "<img src=x onerror=alert(1)>"
ELEMENTS = "document.querySelectorAll('img:not(.fight-picture), script:not([src]), [onerror], foreignObject').length"
SHOWN = """[document.body.textContent, ...[...document.querySelectorAll('input')].map(({ value }) => value),
  ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)].join('\\n')"""


def hostile(what: str) -> str:
    return f"{what} {HOSTILE}"


def wish() -> dict[str, Any]:
    """A small fight in zones, whose every name is markup."""
    asked = {**game("saari"), "dice": "OPEN", "seed": "a bridge"}
    del asked["typedBy"]
    figures = [{**one, "name": hostile(f"Figure {one['id']}")} for one in asked["combatants"]]
    zones = [{**one, "label": hostile(f"Zone {one['key']}")} for one in asked["ground"]["zones"]]
    sides = [{"key": key, "label": hostile(f"Side {key}")} for key in ("heroes", "foes")]
    return {
        **asked,
        "name": hostile("Fight"),
        "seats": [{**one, "name": hostile(f"Seat {one['id']}")} for one in asked["seats"]],
        "combatants": figures,
        "ground": {**asked["ground"], "zones": zones},
        "sides": sides,
    }


@pytest.fixture
def host(table: Table, request: pytest.FixtureRequest) -> str:
    """The token of a host of this test's own, who has the fight on his shelf and in his list."""
    name = "h" + str(abs(hash(request.node.nodeid)))
    token = str(table.post("/v1/hosts", ADMIN, {"host": name}).json()["token"])
    item = {"name": hostile("Item"), "system": "saari", "content": wish()}
    kept = table.http.put("/v1/shelf/FIGHT/one", json=item, headers=table.headers(token))
    assert kept.is_success, kept.text
    return token


@pytest.fixture
def fight(table: Table, host: str) -> Bridge:
    """It has begun, somebody was corrected for a reason, and there is a note."""
    made = table.post("/v1/encounters", host, wish())
    assert made.status_code == 201, made.text
    fight = Bridge(table, made.json())
    for order in (
        {"saari": {"begin": {"note": hostile("Beginning")}}},
        {"gm": {"note": {"note": hostile("Note"), "to": ["ana"]}}},
        {"gm": {"correct": {"path": "combatants.ada.vitals.kp.now", "value": 3, "reason": hostile("Reason")}}},
    ):
        done = fight.act("gm", order)
        assert done["__typename"] == "Accepted", done
    return fight


def shows_as_text(page: Tab, *what: str) -> None:
    """Each of these stands there, letter by letter, and nothing has come of it."""
    for one in what:
        page.until(f"{SHOWN}.includes({hostile(one)!r})", 20)
    assert page.js(ELEMENTS) == 0
    assert not [one for one in page.asked if one.endswith("/x")]
    assert page.complaints == []


@pytest.mark.parametrize("seat", ["ana", "gm"])
def test_whoever_plays_reads_them(page: Tab, fight: Bridge, seat: str) -> None:
    """In the lists, on the board, in the log and in the game master's panel, all of it unfolded."""
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(f"{READY} && document.querySelector('[data-part=token]')")
    page.until("document.querySelector('.gm')" if seat == "gm" else "document.querySelector('.offer-list button')")
    for _ in range(3):
        page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.js("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    shows_as_text(page, "Fight", "Seat ana", "Figure gritt", "Zone west", "Side foes", "Reason", "Note")


@pytest.mark.parametrize("seat", ["ana", "gm"])
def test_whoever_watches_reads_them(page: Tab, fight: Bridge, seat: str) -> None:
    """In the film, its log and its lists."""
    page.call("Page.navigate", url=f"{fight.table.url}/watch#fight={fight.id}&token={fight.tokens[seat]}")
    page.until(f"{READY} && document.querySelector('#l-tokens > *')")
    page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    shows_as_text(page, "Fight", "Figure gritt", "Zone west", "Side foes", "Reason", "Note")


def test_whoever_hosts_reads_them(page: Tab, fight: Bridge, host: str) -> None:
    """In the lists of fights and of the shelf, and in the form once it is taken from there."""
    page.call("Page.navigate", url=f"{fight.table.url}/host#token={host}")
    page.until(READY)
    page.until("document.querySelector('.my-shelf li') && document.querySelector('.my-fights li')")
    shows_as_text(page, "Item", "Fight")
    play(page, "Saari")
    choose(page, FROM_SHELVES, f"Template: {hostile('Item')}")
    press(page, ".new-fight", "Use it")
    page.until("document.querySelectorAll('.new-fight .figure').length === 4")
    page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    shows_as_text(page, "Seat ana", "Figure gritt", "Zone west", "Side foes")
