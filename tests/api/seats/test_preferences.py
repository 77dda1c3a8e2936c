"""Standing preferences over GraphQL and REST: a table is asked less; a seat reads its own, and nobody else does."""

from __future__ import annotations

from typing import Any

from tests.api.fights import ADMIN, CREATE, Bridge, bridge
from tests.api.table import Table
from tests.systems.saari.asked import recommended

PREFER = "mutation P($input: PreferInput!) { prefer(input: $input) { ... on Preferred { kind preference } } }"
ASKED = """query A($id: ID!) { encounter(id: $id) { round acting decisions { kind }
  events(first: 500) { nodes { type data } } } }"""

KEPT = """query K($id: ID!, $at: Int, $as: ID) { encounter(id: $id, at: $at, as: $as) { version
  preferences { kind label preference } } }"""
ALL = """query K($id: ID!, $as: ID) { encounter(id: $id, as: $as) { version headHash policy { kind } seats { key }
  decisions { kind preferences } offers { key } preferences { kind label preference } scene { text }
  events(first: 100) { nodes { version type text data } } } }"""


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


def prefer(fight: Bridge, seat: str, kind: str, preference: str) -> None:
    """Set it."""
    sent = {"encounter": fight.id, "kind": kind, "preference": preference}
    assert "kind" in fight.table.data(PREFER, fight.tokens[seat], input=sent)["prefer"]


def kept(fight: Bridge, token: str | None, **more: Any) -> list[dict[str, str]]:
    """What a reader is told over GraphQL."""
    told: list[dict[str, str]] = fight.table.data(KEPT, token, id=fight.id, **more)["encounter"]["preferences"]
    return told


def test_a_seat_reads_what_it_prefers_also_on_another_device(table: Table) -> None:
    """Over GraphQL and REST the same, with another token, in the game's order and the reader's language."""
    fight = saari(table)
    path = f"/v1/encounters/{fight.id}"
    assert kept(fight, fight.tokens["ana"]) == []
    prefer(fight, "ana", "AskFireReadied", "choice")
    prefer(fight, "ana", "AskCarryOver", "always")
    prefer(fight, "ana", "AskFireReadied", "never")
    prefer(fight, "gm", "AskCarryOver", "ask")
    mine = [
        {"kind": "AskFireReadied", "label": "A readied action", "preference": "never"},
        {"kind": "AskCarryOver", "label": "Carrying actions over", "preference": "always"},
    ]
    device = table.post(f"{path}/tokens", fight.tokens["gm"], {"seat": "ana"}).json()["token"]
    for token in (fight.tokens["ana"], device):
        assert kept(fight, token) == mine
        assert table.get(f"{path}/preferences", token).json() == mine
    (said,) = kept(fight, fight.tokens["gm"])
    assert (said["kind"], said["preference"]) == ("AskCarryOver", "ask"), (
        "that it wants to be asked is a preference too"
    )
    finnish = table.get(f"{path}/preferences?locale=fi", device).json()
    assert [one["label"] for one in finnish] == ["Valmisteltu toiminto", "Viivyttäminen"]
    assert kept(fight, fight.tokens["ana"], at=1) == [], "they are none of a past version"
    forked = table.post(f"{path}/fork", fight.tokens["gm"], {"at": 1}).json()
    (hers,) = (one["token"] for one in forked["tokens"] if one["seat"] == "ana")
    assert table.get(f"/v1/encounters/{forked['encounter']['id']}/preferences", hers).json() == [], "nor of a fork"
    answer = table.get(f"{path}/preferences", device)
    assert "etag" not in answer.headers, "they change without a new version"
    assert answer.headers["cache-control"] == "no-store"


def test_what_a_seat_prefers_changes_no_byte_for_anybody_else(table: Table) -> None:
    """Neither for another player nor for the GM, also with the seat's eyes, the operator, or a reader of what is
    published as that seat."""
    fight = bridge(table)
    path = f"/v1/encounters/{fight.id}"

    def read() -> dict[str, bytes]:
        """All that they are told."""
        found = dict[str, bytes]()
        eyes = {"gm": (None, "ana", "gm"), "eve": (None,), "admin": (None, "ana", "eve")}
        for who, seats in eyes.items():
            token = ADMIN if who == "admin" else fight.tokens[who]
            found[f"{who} lists"] = table.get(f"{path}/preferences", token).content
            found[f"{who} reads events"] = table.get(f"{path}/events", token).content
            for seat in seats:
                body = {"query": ALL, "variables": {"id": fight.id, "as": seat}}
                answer = table.http.post("/graphql", json=body, headers=table.headers(token))
                assert "errors" not in answer.json()
                found[f"{who} as {seat}"] = answer.content
                found[f"{who} as {seat}, REST"] = table.get(f"{path}{f'?as={seat}' if seat else ''}", token).content
        return found

    before, mine = read(), kept(fight, fight.tokens["ana"])
    prefer(fight, "ana", "UseReadied", "never")
    assert kept(fight, fight.tokens["ana"]) != mine, "the seat itself is told"
    assert read() == before
    assert fight.act("gm", {"gm": {"end": {}}})["__typename"] == "Accepted"
    published = table.http.put(f"{path}/published", json={"seat": "ana"}, headers=table.headers(fight.tokens["gm"]))
    assert published.status_code == 200
    for stranger in (None, bridge(table).tokens["ana"]):
        assert kept(fight, stranger) == []
        assert table.get(f"{path}/preferences", stranger).json() == []
