"""The form of a new fight in a real browser: whatever is said in it arrives in the fight that is made of it."""

from __future__ import annotations

import pytest

from tests.api.table import ADMIN, Table
from tests.api.test_host_in_browser import FROM_SHELVES, READY, add, choose, made, play, press, put
from tests.support.browser import Tab

SINGLE = (
    "[['skip', 'checked'], ['pace', 'value']].map(([of, what]) => "
    "document.querySelector(`.new-fight [data-single=${of}]`)[what])"
)


@pytest.fixture
def token(table: Table, request: pytest.FixtureRequest) -> str:
    """A host of this test's own, with empty shelves."""
    name = "n" + str(abs(hash(request.node.nodeid)))
    return str(table.post("/v1/hosts", ADMIN, {"host": name}).json()["token"])


@pytest.fixture
def host(page: Tab, table: Table, token: str) -> Tab:
    """His page."""
    page.call("Page.navigate", url=f"{table.url}/host#token={token}")
    page.until(READY)
    return page


def test_what_becomes_of_single_answers_is_said_before_play(host: Tab, table: Table, token: str) -> None:
    """Questions with one answer are skipped, unless the host says otherwise; rules on a shelf keep what he has said."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    assert host.js(SINGLE) == [True, "2"]
    assert made(host, table, token).get("singleAnswers", {"skip": True, "pace": 2}) == {"skip": True, "pace": 2}
    host.click(".new-fight [data-single=skip]")
    put(host, "document.querySelector('.new-fight [data-single=pace]')", "5")
    choose(host, "document.querySelector('[aria-label=\"What to keep\"]')", "Rules")
    put(host, "document.querySelector('[aria-label=\"Name on the shelf\"]')", "All asked")
    host.click(".new-fight .keep")
    play(host, "Saari")
    play(host, "La Fantasia Final")
    assert host.js(SINGLE) == [True, "2"]
    add(host, 0, "Soldier")
    add(host, 1, "Goblin")
    choose(host, FROM_SHELVES, "Rules: All asked")
    press(host, ".new-fight", "Use it")
    host.until(f"{SINGLE}.join() === 'false,5'")
    assert made(host, table, token)["singleAnswers"] == {"skip": False, "pace": 5}
    put(host, "document.querySelector('.new-fight [data-single=pace]')", "11")
    host.until("document.querySelector('.new-fight .faults')?.innerText.includes('10')")
    assert host.complaints == []
