"""How a fight may end, over GraphQL and REST: for whom the table allows it, and as it grows."""

from __future__ import annotations

import json
from typing import Any

from tests.api.fights import Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table

ODDS = """
query Odds($input: OddsInput!) { odds(input: $input) { __typename
  ... on Odds { known runs stopped complete version sides { side bot won { value low high } lost { value } }
    combatants { key name stands { value } vitals { vital left { median } } } rounds { median } undecided { value } }
  ... on Problem { code message } ... on Refused { field } } }
"""
SETUP = """
query Setup($input: SetupOddsInput!) { setupOdds(input: $input) { __typename ... on Odds { runs version }
  ... on Problem { code message } ... on Refused { field } } }
"""
GROWING = "subscription Odds($input: OddsInput!) { odds(input: $input) { runs complete } }"
FEW = {"runs": 20, "seconds": 60, "within": 10}


def asked(fight: Bridge, seat: str, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = fight.table.data(ODDS, fight.tokens[seat], input={"encounter": fight.id, **FEW, **more})
    return dict(told["odds"])


def test_the_game_masters_are_exact_and_a_players_are_the_tables_choice(table: Table) -> None:
    fight = bridge(table)
    told = asked(fight, "gm")
    assert (told["known"], told["runs"], told["stopped"]) == ("EXACT", 20, "RUNS")
    assert [one["side"] for one in told["sides"]] == ["heroes", "foes"]
    assert all(0 < one["won"]["low"] <= one["won"]["value"] <= one["won"]["high"] < 1000 for one in told["sides"])
    assert told["combatants"][0]["name"] == "Cloud"
    assert asked(fight, "gm") == told
    assert asked(fight, "ana")["code"] == "NOT_YOURS"
    open_ = bridge(table, odds="EVERYBODY")
    assert asked(open_, "ana")["known"] == "ASSUMED"
    assert asked(bridge(table, odds="NOBODY"), "gm")["code"] == "NOT_YOURS"
    assert asked(fight, "gm", bots=[{"side": "nobody", "bot": "RUN"}])["field"] == "bots"


def test_they_grow_as_lines_as_events_and_on_a_socket(table: Table) -> None:
    fight = bridge(table)
    there, token = f"/v1/encounters/{fight.id}/odds", fight.tokens["gm"]
    whole = table.post(there, token, FEW)
    assert whole.status_code == 200
    assert whole.headers["cache-control"] == "no-store"
    lines = table.http.post(there, json=FEW, headers=Table.headers(token, accept="application/x-ndjson"))
    told = [json.loads(line) for line in lines.text.splitlines()]
    same = {key: value for key, value in whole.json().items() if key != "milliseconds"}
    assert {key: value for key, value in told[-1].items() if key != "milliseconds"} == same
    events = table.http.post(there, json=FEW, headers=Table.headers(token, accept="text/event-stream"))
    assert events.text.startswith("event: odds\ndata: {")
    body = {"query": GROWING, "variables": {"input": {"encounter": fight.id, **FEW}}}
    grown = table.http.post("/graphql", json=body, headers=Table.headers(token, accept="text/event-stream"))
    assert '"complete":true' in grown.text.replace(" ", "")
    refused = table.http.post(there, json={**FEW, "runs": 0}, headers=Table.headers(token, accept="text/event-stream"))
    assert refused.status_code == 400


def test_of_a_fight_that_is_not_made(table: Table) -> None:
    """The same request as creates it; it may lack a name and seats."""
    plan = {key: value for key, value in bridge_input().items() if key not in ("name", "seats")}
    told = table.data(SETUP, ADMIN, input={"fight": plan, **FEW})["setupOdds"]
    assert (told["__typename"], told["runs"], told["version"]) == ("Odds", 20, None)
    rest = table.post("/v1/odds", ADMIN, {"fight": plan, **FEW})
    assert rest.json()["sides"][0]["side"] == "heroes"
    wrong = table.post("/v1/odds", ADMIN, {"fight": {**plan, "combatants": [{"id": "x"}]}, **FEW})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "fight.combatants.0.name")


COMPARE = """
query Compare($input: CompareInput!) { compare(input: $input) { __typename
  ... on OfferComparison { version combatant side known runs complete stopped
    offers { key label send chance { value low high } runs } }
  ... on Problem { code message } ... on Refused { field } } }
"""
COMPARING = "subscription Compare($input: CompareInput!) { compare(input: $input) { runs complete } }"
OFFERED = "query Offers($id: ID!) { encounter(id: $id) { offers { key combatant label } } }"
SOME = {"runs": 40, "seconds": 60}


def compared(fight: Bridge, seat: str, **more: Any) -> dict[str, Any]:
    wish = {"encounter": fight.id, **SOME, **more}
    return dict(fight.table.data(COMPARE, fight.tokens[seat], input=wish)["compare"])


def test_offers_are_compared_for_whom_the_table_lets_ask(table: Table) -> None:
    """Each is one of those that are offered, the best first; from what a player sees, if all may ask."""
    fight = bridge(table)
    assert compared(fight, "ana")["code"] == "NOT_YOURS"
    assert compared(fight, "eve")["code"] == "NOT_LEGAL"
    told = compared(fight, "gm")
    assert (told["combatant"], told["side"], told["known"], told["complete"]) == ("cloud", "heroes", "EXACT", True)
    offered = fight.table.data(OFFERED, fight.tokens["gm"], id=fight.id)["encounter"]["offers"]
    labels = {one["key"]: one["label"] for one in offered if one["combatant"] == "cloud"}
    assert all(labels[one["key"]] == one["label"] for one in told["offers"])
    assert told["offers"][0]["runs"] == max(one["runs"] for one in told["offers"])
    assert all(0 < one["chance"]["low"] <= one["chance"]["value"] <= one["chance"]["high"] for one in told["offers"])
    assert compared(fight, "gm") == told
    open_ = bridge(table, odds="EVERYBODY")
    mine = compared(open_, "ana")
    assert (mine["known"], mine["combatant"]) == ("ASSUMED", "cloud")
    assert compared(open_, "ana", combatant="steiner")["field"] == "combatant"
    assert compared(open_, "ana", combatant="nobody")["code"] == "UNKNOWN"
    assert open_.act("ana", mine["offers"][0]["send"])["__typename"] == "Accepted"


def test_a_comparison_grows_as_lines_as_events_and_on_a_socket(table: Table) -> None:
    fight = bridge(table)
    there, token = f"/v1/encounters/{fight.id}/comparison", fight.tokens["gm"]
    whole = table.post(there, token, SOME)
    assert whole.status_code == 200, whole.text
    lines = table.http.post(there, json=SOME, headers=Table.headers(token, accept="application/x-ndjson"))
    last = json.loads(lines.text.splitlines()[-1])
    assert (last["complete"], last["offers"]) == (True, whole.json()["offers"])
    events = table.http.post(there, json=SOME, headers=Table.headers(token, accept="text/event-stream"))
    assert events.text.startswith("event: comparison\ndata: {")
    body = {"query": COMPARING, "variables": {"input": {"encounter": fight.id, **SOME}}}
    grown = table.http.post("/graphql", json=body, headers=Table.headers(token, accept="text/event-stream"))
    assert '"complete":true' in grown.text.replace(" ", "")


def test_numbers_of_opponents_are_proposed_until_it_is_as_hard_as_wanted(table: Table) -> None:
    """The nearest first, each as a request that makes it: who is added has a name and a place of his own."""
    people = [
        {"id": "a", "name": "Ana", "side": "heroes", "place": {"cell": {"x": 1, "y": 1}}},
        {"id": "g", "name": "Goblin", "side": "foes", "place": {"cell": {"x": 8, "y": 1}}},
    ]
    for person, ref in zip(people, ("soldier", "goblin"), strict=True):
        person["sheet"] = {"fantasia": {"ref": ref}}
    plan = {"system": "fantasia", "combatants": people, "ground": {"space": {"kind": "GRID"}, "rows": ["." * 10] * 4}}
    wish = {"fight": plan, "chance": 500, "runs": 20, "seconds": 60, "within": 10}
    told = table.post("/v1/odds/proposals", ADMIN, wish).json()
    assert (told["side"], told["chance"], told["complete"]) == ("heroes", 500, True)
    counts = [proposal["kinds"][0]["count"] for proposal in told["proposals"]]
    assert len(set(counts)) == len(counts) > 1
    away = [abs(proposal["won"]["value"] - 500) for proposal in told["proposals"]]
    assert away == sorted(away)
    most = max(told["proposals"], key=lambda proposal: proposal["kinds"][0]["count"])
    assert most["kinds"][0]["name"] == "Goblin"
    there = most["fight"]["combatants"]
    assert len({combatant["name"] for combatant in there}) == len(there) == most["kinds"][0]["count"] + 1 > 2
    assert len({json.dumps(combatant["place"]) for combatant in there}) == len(there)
    made = table.post(
        "/v1/encounters", ADMIN, {"name": "More", "seats": [{"id": "gm", "name": "G", "role": "GM"}], **most["fight"]}
    )
    assert made.status_code == 201, made.text
    nobody = table.post("/v1/odds/proposals", ADMIN, {**wish, "side": "nobody"})
    assert (nobody.status_code, nobody.json()["field"]) == (422, "side")
