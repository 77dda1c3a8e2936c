"""How the chances of a fight went, over GraphQL and REST: for whom it is whole, as it grows, and in whole numbers."""

from __future__ import annotations

import json
from typing import Any

from tests.api.fights import Bridge, bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table

CURVE = """
query Curve($id: ID!) { curve(encounter: $id) { __typename
  ... on FightCurve { version ended complete done fights sides { side label luck }
    points { version runs finished chances { side value error } }
    acts { first last shifts { side dice choice } } turns { version text shifts { side dice } } }
  ... on Problem { code message } } }
"""
GROWING = "subscription Curve($id: ID!) { curve(encounter: $id) { complete done points { version } } }"


def asked(fight: Bridge, token: str) -> dict[str, Any]:
    return dict(fight.table.data(CURVE, token, id=fight.id)["curve"])


def ended(table: Table, **more: Any) -> Bridge:
    """The next blow would decide it; the game master calls it off: nobody wins."""
    people = [{**one, "sheet": sheet(hp=1)} for one in bridge_input()["combatants"]]
    fight = bridge(table, combatants=people, **more)
    assert fight.act("gm", {"gm": {"end": {"reason": "enough"}}})["__typename"] == "Accepted"
    return fight


def test_it_grows_for_all_who_have_seen_the_whole_fight(table: Table) -> None:
    """As lines, as events and on a socket; the last point is the outcome."""
    fight = ended(table, figuresOpen=True)
    there, token = f"/v1/encounters/{fight.id}/curve", fight.tokens["gm"]
    lines = table.http.get(there, headers=Table.headers(token, accept="application/x-ndjson"), timeout=300)
    grown = [json.loads(line) for line in lines.text.splitlines()]
    assert [one["complete"] for one in grown] == [False] * (len(grown) - 1) + [True]
    assert [one["done"] for one in grown] == sorted(one["done"] for one in grown)
    whole = table.get(there, token)
    assert whole.headers["cache-control"] == "no-store"
    assert whole.json() == grown[-1]
    events = table.http.get(there, headers=Table.headers(token, accept="text/event-stream"))
    assert events.text.startswith("event: curve\ndata: {")
    body = {"query": GROWING, "variables": {"id": fight.id}}
    socket = table.http.post("/graphql", json=body, headers=Table.headers(token, accept="text/event-stream"))
    assert '"complete":true' in socket.text.replace(" ", "")
    told = asked(fight, token)
    assert (told["ended"], told["complete"], told["done"]) == (True, True, 1000)
    assert [one["side"] for one in told["sides"]] == ["heroes", "foes"]
    last = told["points"][-1]
    assert (last["runs"], [one["value"] for one in last["chances"]]) == (0, [0, 0])
    assert all(one["finished"] for one in told["points"])
    assert all(0 < chance["value"] < 1000 for one in told["points"][:-1] for chance in one["chances"])
    assert asked(fight, ADMIN)["points"] == asked(fight, fight.tokens["eve"])["points"] == told["points"]


def test_others_are_refused_in_the_same_words(table: Table) -> None:
    """Whoever has not seen all of a fight that has ended, and players while it runs, whatever they see of it."""
    over, running = ended(table), bridge(table, figuresOpen=True)
    refused = [asked(over, over.tokens[seat]) for seat in ("ana", "eve")]
    refused += [asked(running, running.tokens[seat]) for seat in ("ana", "eve")]
    assert {one["code"] for one in refused} == {"NOT_LEGAL"}
    assert len({one["message"] for one in refused}) == 1
    there = f"/v1/encounters/{over.id}/curve"
    assert table.get(there, over.tokens["ana"]).status_code == 422
