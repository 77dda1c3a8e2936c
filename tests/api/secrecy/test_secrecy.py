"""What a seat may not know it does not learn over the API: not by state, events, ids, listings, refusals or words."""

from __future__ import annotations

import json
from typing import Any

from tests.api.fights import CREATE, Bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table

ALL = """query Q($id: ID!, $at: Int) { encounter(id: $id, at: $at) {
  id version acting order combatants { id key name rules { ... on FantasiaCombatant { group } } }
  offers { key label send fields { among { value label } } } decisions { text question offers { send } }
  rules { ... on FantasiaState { turn { combatant } } } events(first: 500) { nodes { version type text data } } } }"""


def ambush(table: Table) -> Bridge:
    """Kefka lies in wait, known to the GM alone."""
    wish = bridge_input()
    wish["combatants"].append(
        {"id": "kefka", "name": "Kefka", "side": "foes", "seat": "gm", "seenBy": ["gm"], "sheet": sheet()}
    )
    made: dict[str, Any] = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
    fight = Bridge(table, made)
    assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    return fight


def test_a_hidden_combatant_is_nowhere(table: Table) -> None:
    """Nor in any past version, stream, page or export of a seat that may not know of him; the GM has him everywhere."""
    fight = ambush(table)
    for pick in range(12):
        fight.step(pick % 3)
    version = fight.open("gm")["version"]
    for seat in ("ana", "eve", None):
        token = fight.tokens[seat] if seat else ADMIN
        told = [table.data(ALL, token, id=fight.id), table.data(ALL, token, id=fight.id, at=version - 1)]
        path = f"/v1/encounters/{fight.id}"
        pages = [table.get(path, token).text, table.get(f"{path}/events", token).text]
        pages += [table.get(f"{path}/{name}", token).text for name in ("audit", "analysis")] + (
            [table.get(f"{path}/export", token).text] if seat else []
        )
        assert "kefka" not in (json.dumps(told) + "".join(pages)).lower(), seat
    assert "kefka" in json.dumps(table.data(ALL, fight.tokens["gm"], id=fight.id))


def test_a_hidden_target_is_refused_in_the_words_of_a_missing_one(table: Table) -> None:
    """Neither by code nor by words is he told from nobody."""
    fight = ambush(table)
    order = {"fantasia": {"attack": {"attacker": "cloud", "target": "kefka", "weapon": "sword_2"}}}
    hidden = fight.act("ana", order)
    order["fantasia"]["attack"]["target"] = "nobody"
    missing = fight.act("ana", order)
    assert (hidden["code"], hidden["__typename"]) == (missing["code"], missing["__typename"])
    assert hidden["message"].replace("kefka", "nobody") == missing["message"]


def test_hidden_events_leave_their_version_only(table: Table) -> None:
    """Versions never skip; of what is hidden neither seat, command, rule nor words are told."""
    fight = ambush(table)
    query = """query Q($id: ID!) { encounter(id: $id) { events(first: 500) { nodes {
      __typename version type seat command rule text data hash } } } }"""
    nodes = table.data(query, fight.tokens["ana"], id=fight.id)["encounter"]["events"]["nodes"]
    assert [n["version"] for n in nodes] == list(range(1, len(nodes) + 1))
    hidden = [n for n in nodes if n["__typename"] == "Hidden"]
    assert hidden
    for node in hidden:
        bare = {k: v for k, v in node.items() if k not in ("__typename", "version", "hash")}
        assert bare == {"type": "Hidden", "seat": None, "command": None, "rule": None, "text": "", "data": {}}
