"""The form of a new fight in a real browser: whatever is said in it arrives in the fight that is made of it."""

from __future__ import annotations

import json

import pytest

from tests.api.table import ADMIN, Table
from tests.api.test_host_in_browser import FROM_SHELVES, READY, add, choose, made, play, press, put
from tests.support.browser import Tab

JOIN = """
mutation Join($invitation: String!) { join(invitation: $invitation) { ... on Joined { token { token seat } } } }"""
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


def row_of(name: str) -> str:
    """The row of a seat in the form."""
    return (
        "[...document.querySelectorAll('.new-fight details .row')].find((one) => "
        f"one.querySelector('[aria-label=Role]') && one.querySelector('input').value === {json.dumps(name)})"
    )


def test_seats_bots_and_figures_are_as_the_form_has_them(host: Tab, table: Table, token: str) -> None:
    """Names, roles, a bot with its pace, who plays whom and who is hidden; the code beside a link lets somebody in."""
    play(host, "La Fantasia Final")
    add(host, 0, "Soldier")
    add(host, 1, "Goblin", "Ogre")
    put(host, f"{row_of('Player 1')}.querySelector('input')", "Łukasz")
    host.until(row_of("Łukasz"))
    choose(host, f"{row_of('Player 2')}.querySelector('[aria-label=Bot]')", "bot: random")
    host.until(f"{row_of('Player 2')}.querySelector('input[type=number]')")
    put(host, f"{row_of('Player 2')}.querySelector('input[type=number]')", "1.5")
    press(host, ".new-fight", "+ Seat")
    choose(host, f"{row_of('Player 3')}.querySelector('[aria-label=Role]')", "Spectator")
    host.until(f"!{row_of('Player 3')}.querySelector('[aria-label=Bot]')")
    figure = "document.querySelectorAll('.new-fight .figure')[%d]"
    choose(host, f"{figure % 1}.querySelectorAll('select')[1]", "Player 2")
    host.js(f"{figure % 2}.querySelector('input[type=checkbox]').click()")
    host.click(".new-fight button[type=submit]")
    host.until("document.querySelectorAll('dialog code').length === 1", 20)
    name, link, code = host.js("""(() => {
        const code = document.querySelector('dialog code'), card = code.closest('.card');
        return [card.querySelector('strong').innerText, card.querySelector('input').value, code.innerText]; })()""")
    assert (name, link) == ("Łukasz", f"{table.url}/play#invitation={code}")
    joined = table.data(JOIN, None, invitation=code)["join"]
    assert joined["token"]["seat"] == "player_1"
    host.click("dialog .primary")
    (one, *_) = table.get("/v1/encounters?first=1", token).json()["encounters"]
    fight = table.get(f"/v1/encounters/{one['id']}", token).json()
    assert [(seat["key"], seat["name"], seat["role"], seat["bot"], seat["botPace"]) for seat in fight["seats"]] == [
        ("gm", "GM", "GM", None, None),
        ("player_1", "Łukasz", "PLAYER", None, None),
        ("player_2", "Player 2", "PLAYER", "RANDOM", 1500),
        ("player_3", "Player 3", "SPECTATOR", None, None),
    ]
    gm = table.post(f"/v1/encounters/{one['id']}/tokens", token, {"seat": "gm"}).json()["token"]
    whole = table.get(f"/v1/encounters/{one['id']}", gm).json()["combatants"]
    assert [(who["key"], who["seat"]) for who in whole] == [
        ("soldier", "player_1"),
        ("goblin", "player_2"),
        ("ogre", None),
    ]
    seen = table.get(f"/v1/encounters/{one['id']}", joined["token"]["token"]).json()["combatants"]
    assert [who["key"] for who in seen] == ["soldier", "goblin"]
    assert host.complaints == []
