"""The pages over plain http from another machine, where browsers withhold all that needs a secure context."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.fights import Bridge
from tests.api.in_browser.test_host import add, play
from tests.api.in_browser.test_proof import nothing_is_proven
from tests.api.in_browser.test_table import READY
from tests.api.table import ADMIN, Table
from tests.support.browsers.browser import Tab, browser, chromium, tab

NAME = "table.example"
"""Leads to this machine, as the name of a game master's machine does at home."""
END = ".offer-list [data-offer^='end-turn']"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A browser to which the server is another machine."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the pages in a browser")
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
    with browser(program, tmp_path_factory.mktemp("elsewhere"), rules) as address:
        yield address


@pytest.fixture
def page(elsewhere: str) -> Iterator[Tab]:
    """A page of it."""
    with tab(elsewhere) as opened:
        yield opened


def visit(page: Tab, table: Table, path: str) -> None:
    """Open a page by the machine's name, and see that nothing secure is at hand."""
    page.call("Page.navigate", url=f"http://{NAME}:{table.port}/{path}")
    page.until(READY)
    assert not page.js("isSecureContext")
    assert page.js("crypto.subtle === undefined && navigator.clipboard === undefined")


def test_a_player_gives_orders(page: Tab, table: Table, fight: Bridge) -> None:
    """An order has a key of its own, which is made without the browser's own maker of keys."""
    visit(page, table, f"play#token={fight.tokens['ana']}")
    before = fight.open("ana")["version"]
    page.click(END)
    page.until(f"Number(document.querySelector('main').dataset.version) > {before}")
    assert fight.open("ana")["version"] > before
    assert page.complaints == []


def test_a_host_makes_a_fight_and_copies_its_link(page: Tab, table: Table) -> None:
    """What was copied is what is pasted."""
    token = table.post("/v1/hosts", ADMIN, {"host": "plain"}).json()["token"]
    visit(page, table, f"host#token={token}")
    assert page.js("location.hash") == ""
    play(page, "La Fantasia Final")
    add(page, 0, "Soldier")
    add(page, 1, "Goblin")
    page.click(".new-fight .make")
    page.until("document.querySelector('dialog .copyable')")
    place = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(%s.getBoundingClientRect())"
    page.mouse(*page.js(place % "document.querySelector('dialog .copyable button')"))
    page.until("document.querySelector('dialog .copyable output').textContent === 'Copied'")
    link = page.js("document.querySelector('dialog .copyable input').value")
    assert link.startswith(f"http://{NAME}:{table.port}/play#invitation=")
    page.js("document.querySelector('dialog').insertAdjacentHTML('beforeend', '<input id=pasted>'), pasted.focus()")
    page.call("Input.dispatchKeyEvent", type="rawKeyDown", key="v", modifiers=2, commands=["paste"])
    page.until(f"pasted.value === {link!r}")
    assert page.complaints == []


def test_who_cannot_copy_is_told_to_do_it_by_hand(page: Tab, table: Table, fight: Bridge) -> None:
    """A browser may forbid it; then the page does not say that it is copied."""
    visit(page, table, f"watch#fight={fight.id}&token={fight.tokens['eve']}")
    page.js("document.execCommand = () => false")
    page.click(".share button")
    page.click(".copyable button")
    page.until("document.querySelector('.copyable output').textContent.startsWith('It is selected')")
    assert page.complaints == []


def test_a_file_is_played_and_the_one_file_that_proves_is_handed_out(page: Tab, table: Table) -> None:
    """The page says why it proves nothing."""
    nothing_is_proven(page, table, f"http://{NAME}:{table.port}")
