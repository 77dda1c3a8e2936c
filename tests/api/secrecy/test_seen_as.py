"""The GM and the operator look at a fight with the eyes of another seat; nobody else does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import CREATE, Bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table

READ = """query Read($id: ID!, $as: ID) { encounter(id: $id, as: $as) { version offers { key label } decisions { text }
  scene { tokens { combatant } } combatants { key vitals { key now } }
  events(first: 50) { nodes { type text version data } } } }"""
BOUND = """query Read($id: ID!) { encounter(id: $id) { version offers { key label } decisions { text }
  scene { tokens { combatant } } combatants { key vitals { key now } }
  events(first: 50) { nodes { type text version data } } } }"""


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A fight in which only the GM knows of a lurker."""
    wish = bridge_input()
    wish["combatants"].append({"id": "zq7", "name": "Zq7", "side": "foes", "seenBy": [], "sheet": sheet()})
    answer = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
    assert "encounter" in answer, answer
    return Bridge(table, answer)


def path(fight: Bridge, rest: str = "", eyes: str = "ana") -> str:
    return f"/v1/encounters/{fight.id}{rest}?as={eyes}"


def test_what_the_gm_and_the_operator_see_is_what_the_seat_sees(fight: Bridge) -> None:
    """By GraphQL and by REST, byte for byte: the fight, its scene, its drawing and its events."""
    token, gm = fight.tokens["ana"], fight.tokens["gm"]
    mine: Any = fight.table.data(BOUND, token, id=fight.id)["encounter"]
    for who in (gm, ADMIN):
        seen: Any = fight.table.data(READ, who, id=fight.id, **{"as": "ana"})["encounter"]
        assert seen == mine
        assert "zq7" not in str(seen)
        for rest in ("", "/scene", "/scene.svg", "/events"):
            bound = fight.table.get(f"/v1/encounters/{fight.id}{rest}", token)
            looked = fight.table.get(path(fight, rest), who)
            assert (looked.status_code, looked.content) == (200, bound.content), rest
    assert "zq7" in fight.table.get(f"/v1/encounters/{fight.id}", gm).text
    assert "zq7" in fight.table.get(f"/v1/encounters/{fight.id}", gm).text, "its own eyes are as they were"


def test_a_past_version_with_other_eyes(fight: Bridge) -> None:
    """As the seat saw it then."""
    gm = fight.tokens["gm"]
    assert fight.act("gm", {"gm": {"reveal": {"combatants": ["zq7"]}}})["__typename"] == "Accepted"
    assert "zq7" in fight.table.get(path(fight), gm).text
    assert "zq7" not in fight.table.get(path(fight) + "&at=4", gm).text


def test_nobody_else_looks_with_other_eyes(fight: Bridge) -> None:
    """Not with those of another player, nor of the GM, nor of nobody: refused in the same words."""
    for eyes in ("gm", "eve", "ana", "nobody"):
        for rest in ("", "/scene", "/scene.svg", "/events"):
            refused = fight.table.get(path(fight, rest, eyes), fight.tokens["ana"])
            body = refused.json()
            assert (refused.status_code, body["detail"]) == (403, "only the GM and the operator may do this")
        answer = fight.table.gql(READ, fight.tokens["ana"], id=fight.id, **{"as": eyes})
        assert [one["message"] for one in answer["errors"]] == ["only the GM and the operator may do this"]


def test_a_seat_that_is_not_there_and_a_stream(fight: Bridge) -> None:
    """The GM is told who is there; a stream has one reader's eyes."""
    gm = fight.tokens["gm"]
    missing = fight.table.get(path(fight, "", "zoe"), gm)
    assert (missing.status_code, missing.json()["code"], missing.json()["field"]) == (422, "UNKNOWN", "as")
    assert fight.table.get(path(fight, "/events") + "&follow=true", gm).status_code == 400
    assert fight.table.get(path(fight, "/events") + "&wait=1", gm).status_code == 400
