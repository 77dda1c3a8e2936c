"""A table of Saari sends the preferences that the game recommends, over GraphQL and REST, and is asked less."""

from __future__ import annotations

from typing import Any

from tests.api.fights import ADMIN, CREATE, Bridge
from tests.api.table import Table
from tests.systems.saari.asked import recommended

PREFER = "mutation P($input: PreferInput!) { prefer(input: $input) { ... on Preferred { kind preference } } }"
ASKED = """query A($id: ID!) { encounter(id: $id) { round acting decisions { kind }
  events(first: 500) { nodes { type data } } } }"""


def saari(table: Table) -> Bridge:
    """Ana's character and an opponent of the game master in zones far from each other; the fight has begun."""
    west, east = {"zone": "west"}, {"zone": "east"}
    hero = {"id": "tuisku", "name": "Tuisku", "side": "heroes", "seat": "ana", "place": west}
    foe = {"id": "boar", "name": "Boar", "side": "foes", "seat": "gm", "place": east}
    fight = {
        "system": "saari",
        "name": "Shore",
        "seats": [{"id": "gm", "name": "GM", "role": "GM"}, {"id": "ana", "name": "Ana", "role": "PLAYER"}],
        "combatants": [
            {**hero, "sheet": {"saari": {"ref": "tuisku"}}},
            {**foe, "sheet": {"saari": {"ref": "boar"}}},
        ],
        "dice": "OPEN",
        "seed": "a shore",
    }
    made = Bridge(table, table.data(CREATE, ADMIN, input=fight)["createEncounter"])
    assert made.act("gm", {"saari": {"begin": {"note": ""}}})["__typename"] == "Accepted"
    return made


def held(fight: Bridge) -> dict[str, Any]:
    """Everybody holds till the first round is over or somebody is asked; the fight then, as the GM reads it."""
    for _ in range(4):
        seen: dict[str, Any] = fight.table.data(ASKED, fight.tokens["gm"], id=fight.id)["encounter"]
        if seen["round"] > 1 or seen["decisions"]:
            return seen
        (who,) = seen["acting"]
        order = {"saari": {"hold": {"combatant": who}}}
        assert fight.act("ana" if who == "tuisku" else "gm", order)["__typename"] == "Accepted"
    raise AssertionError("the round does not end")


def test_without_preferences_whoever_has_actions_left_is_asked(table: Table) -> None:
    """At the end of the round."""
    assert [one["kind"] for one in held(saari(table))["decisions"]] == ["AskCarryOver"]


def test_the_recommended_preferences_answer_for_their_seats(table: Table) -> None:
    """The player sends hers over GraphQL, the game master his over REST; nobody is asked, and both carry over."""
    fight, told = saari(table), recommended()
    for kind, wish in told["player"].items():
        sent = {"encounter": fight.id, "kind": kind, "preference": wish}
        made = table.data(PREFER, fight.tokens["ana"], input=sent)["prefer"]
        assert made == {"kind": kind, "preference": wish}
    path, gm = f"/v1/encounters/{fight.id}/preferences", table.headers(fight.tokens["gm"])
    for kind, wish in told["gm"].items():
        put = table.http.put(path, json={"kind": kind, "preference": wish}, headers=gm)
        assert put.json() == {"encounter": fight.id, "kind": kind, "preference": wish}
    seen = held(fight)
    assert (seen["round"], seen["decisions"]) == (2, [])
    answers = [one["data"] for one in seen["events"]["nodes"] if one["type"] == "DecisionAnswered"]
    assert [(one["choice"], one["how"]) for one in answers] == [("carry", "PREFERENCE")] * 2
