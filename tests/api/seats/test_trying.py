"""Trying a ready-made fight: at home by a click, elsewhere only where the server lets people, never without bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.service.registry import Registry
from engine.store.server import PrivateServer
from tests.api.table import ADMIN, Table, serving
from tests.support.browsers.browser import Tab
from tests.support.processes.servers import flush

TRY = """mutation Try($input: TryFightInput!) { tryFight(input: $input) {
  ... on Joined { encounter token { seat token expires } } ... on Problem { code message } } }"""


@pytest.mark.parametrize("game", ["fantasia", "dozen_die", "minis", "saari", "mongolian_mercenaries"])
def test_whoever_sits_at_the_machine_plays_at_once(table: Table, game: str) -> None:
    """He holds all of the players' side, the fight has begun, and the game master's seat is a bot's."""
    made = table.post("/v1/try", None, {"system": game})
    assert made.status_code == 201, made.text
    assert made.headers["cache-control"] == "no-store"
    token = made.json()["token"]["token"]
    fight = table.get(f"/v1/encounters/{made.json()['encounter']}", token).json()
    assert fight["status"] == "RUNNING"
    assert {seat["key"]: seat["bot"] for seat in fight["seats"]} == {"gm": "GREEDY", "ana": None}
    assert any(who["seat"] == "ana" for who in fight["combatants"])
    assert table.get("/v1/viewer", token).json()["role"] == "PLAYER"


def test_what_a_game_master_rules_holds_no_tried_fight_up(table: Table) -> None:
    """Nobody is there who could rule: the usual answer stands, as whether goblins roll their initiative together."""
    made = table.post("/v1/try", None, {"system": "fantasia", "fight": "pass"}).json()
    query = "query ($id: ID!) { encounter(id: $id) { round decisions { kind yours } acting } }"
    seen = table.data(query, made["token"]["token"], id=made["encounter"])["encounter"]
    rulings = {one.__name__ for one in Registry.installed().books["fantasia"].system.questions if one.ruling}
    assert seen["round"] == 1
    assert "GroupInitiative" in rulings
    assert [one for one in seen["decisions"] if one["kind"] in rulings] == []


def test_graphql_gives_the_same_and_says_what_is_not_there(table: Table) -> None:
    """A seat's token that holds for an hour; it is no host's, and the fight is in no usual list."""
    tried = table.data(TRY, None, input={"system": "saari", "fight": "marsh"})["tryFight"]
    assert tried["token"]["seat"] == "ana"
    assert table.get("/v1/shelf", tried["token"]["token"]).status_code == 403
    listed = table.get("/v1/encounters?first=50", ADMIN).json()["encounters"]
    assert tried["encounter"] not in [one["id"] for one in listed]
    assert table.data(TRY, None, input={"system": "saari", "fight": "x"})["tryFight"]["code"] == "UNKNOWN"


def test_elsewhere_nobody_tries_unless_the_server_lets_him(table: Table) -> None:
    """Not through a proxy that says so, nor by a name that is not this machine's."""
    for headers in ({"x-forwarded-for": "203.0.113.9"}, {"forwarded": "for=203.0.113.9"}, {"host": "table.example"}):
        refused = table.post("/v1/try", None, {"system": "saari"}, **headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "NOT_YOURS"), headers


def test_tries_are_bounded_by_address_and_in_all(server: PrivateServer, tmp_path: Path) -> None:
    """Where anybody may; other sites' pages never."""
    flush(server)
    settings = {"trying": "anybody", "tries_per_hour": 2, "tries_at_once": 100, "origins": ("https://own.example",)}
    with serving(server.url, tmp_path, settings) as table:
        wish, away = {"system": "saari"}, {"host": "table.example"}
        assert table.post("/v1/try", None, wish, origin="https://other.example").status_code == 403
        for _ in range(3):
            last = table.post("/v1/try", None, wish, **away)
        assert last.status_code == 429
        assert 1 <= int(last.headers["retry-after"]) <= 3600
    with serving(server.url, tmp_path, {"trying": "nobody"}) as table:
        assert table.post("/v1/try", None, {"system": "saari"}).status_code == 403


def test_from_the_landing_page_to_the_first_own_order_in_a_browser(page: Tab, table: Table) -> None:
    """A click on a game, and a click on what to do: no token is typed, and none stays in the address."""
    page.open(f"{table.url}/")
    with pytest.raises(AssertionError, match="navigated"):
        page.js("document.querySelector('.try [data-system=fantasia]').click(); new Promise(() => 0)")
    page.until("document.querySelector('.tile[data-offer=defend]')")
    page.click(".tile[data-offer=defend]")
    page.until("/defen/.test(document.querySelector('skald-log').textContent)")
    assert "token" not in page.js("location.href")
    assert page.complaints == []
