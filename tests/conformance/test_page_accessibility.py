"""The pages of the table as axe-core judges them: in every state, light and dark, on a telephone and on a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table
from tests.conformance.node import MODULES, Node
from tests.support.browser import Tab

READY = "document.getElementById('app').dataset.ready"
DRAWN = f"{READY} && document.querySelector('skald-board svg')"
JUDGED = """axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((one) =>
  `${one.id}: ${one.help}: ` + one.nodes.slice(0, 3).map(({ html, any }) =>
    `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')))"""
SIZES = [(400, 800, False), (400, 800, True), (1280, 900, False), (1280, 900, True)]
"""Width and height in pixels, and whether it is dark."""


def findings(page: Tab) -> list[str]:
    """What axe finds on the page as it stands; its text is evaluated, so that the page's policy stays in force."""
    page.js((MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8") + "; 0")
    found: list[str] = page.js(JUDGED)
    return found


def play(page: Tab, fight: Bridge, seat: str) -> None:
    """Sit down."""
    page.call("Page.navigate", url="about:blank")
    page.call("Page.navigate", url=f"{fight.table.url}/play#token={fight.tokens[seat]}")
    page.until(DRAWN)


def begun(page: Tab, table: Table) -> None:
    """It is somebody's turn, who sees what she may do."""
    play(page, bridge(table), "ana")
    page.until("document.querySelector('.offer-list button')")


def draft_open(page: Tab, table: Table) -> None:
    """An order that is aimed on the board is put together."""
    people = bridge_input()["combatants"]
    spots = [{**one, "place": {"cell": {"x": x, "y": 1}}} for x, one in enumerate(people, 1)]
    play(page, bridge(table, ground={"space": {"kind": "GRID"}, "rows": ["....."] * 4}, combatants=spots), "ana")
    page.click(".offer-list [data-offer^=move]")
    page.until("document.querySelector('form.draft') && document.querySelector('#overlay [data-part]')")


def asked(page: Tab, table: Table) -> None:
    """Dice are to be typed, or a question is open."""
    wish = {**bridge_input(dice="PHYSICAL", seed="")}
    fight = Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])
    assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    play(page, fight, "gm")
    page.until("document.querySelector('.card.asked')")


def ended(page: Tab, table: Table) -> None:
    """The fight is over."""
    fight = bridge(table)
    assert fight.act("gm", {"gm": {"end": {"reason": "it is late"}}})["__typename"] == "Accepted"
    play(page, fight, "ana")
    page.until("document.querySelector('.card.over')")


def directing(page: Tab, table: Table) -> None:
    """The game master's panel, with all that it unfolds."""
    play(page, bridge(table), "gm")
    page.until("document.querySelector('.gm details')")
    page.js("for (const one of document.querySelectorAll('.gm details')) one.open = true; 0")
    page.until("document.querySelector('.corrections input') && document.querySelector('[data-gm=enter]')")
    page.js("for (const one of document.querySelectorAll('.gm details')) one.open = true; 0")


def ending(page: Tab, table: Table) -> None:
    """A window that asks before something that matters."""
    play(page, bridge(table), "gm")
    page.click("[data-gm=end]")
    page.until("document.querySelector('dialog[open]')")


def inviting(page: Tab, table: Table) -> None:
    """A window with links and codes."""
    play(page, bridge(table), "gm")
    page.js("document.querySelector('[data-gm=seats]').open = true")
    page.click("[data-gm=invite]")
    page.until("document.querySelector('dialog[open]')")
    page.click("dialog .card button")
    page.until("document.querySelector('dialog .copyable input')")


def door(page: Tab, table: Table) -> None:
    """Somebody comes without a token."""
    page.open(f"{table.url}/play")
    page.until("document.querySelector('.entrance form')")


def host(page: Tab, table: Table) -> None:
    """The page of a host, with the form of a new fight."""
    page.call("Page.navigate", url=f"{table.url}/host#token={ADMIN}")
    page.until(READY)


def watch(page: Tab, table: Table) -> None:
    """A fight is watched."""
    fight = bridge(table)
    page.call("Page.navigate", url=f"{table.url}/watch#fight={fight.id}&token={fight.tokens['eve']}")
    page.until(READY)


CREATE = """mutation Create($input: CreateEncounterInput!) { createEncounter(input: $input) {
  ... on Created { encounter { id version } tokens { seat token } } } }"""
STATES = (begun, draft_open, asked, ended, directing, ending, inviting, door, host, watch)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing(node: Node, page: Tab, table: Table, state: Callable[[Tab, Table], None]) -> None:
    """In no size and in no light."""
    state(page, table)
    found = set[str]()
    for width, height, dark in SIZES:
        page.emulate(width, height, dark=dark)
        page.js("new Promise((done) => setTimeout(done, 300))")  # a new drawing is fetched for the size
        found |= {f"{width}{' dark' if dark else ''}: {one}" for one in findings(page)}
    assert found == set()


def test_axe_finds_what_is_wrong(node: Node, page: Tab, table: Table) -> None:
    """Its silence in the other tests means something."""
    door(page, table)
    page.js("document.querySelector('.entrance').append(document.createElement('select')); 0")
    assert any(one.startswith("select-name") for one in findings(page))
