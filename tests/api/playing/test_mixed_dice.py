"""Mixed dice as a frontend meets them: named when a fight is made, told with every roll, counted by the audit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import CREATE, Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table

STAND = """query Stand($id: ID!) { encounter(id: $id) { dice typedBy { seats sides }
  decisions { id kind seats question } events(last: 100) { nodes { ... on DiceRolled { by typed } } } } }"""
FAULTS = """mutation Create($input: CreateEncounterInput!) { createEncounter(input: $input) {
  __typename ... on Refused { faults { field message } } } }"""
TYPE = "mutation Type($input: AnswerInput!) { answer(input: $input) { __typename } }"
WRONG = {"seats": ["ana", "zoe", "eve"], "sides": ["heroes", "wolves", "heroes"]}


def stand(fight: Bridge, seat: str = "ana") -> dict[str, Any]:
    found: dict[str, Any] = fight.table.data(STAND, fight.tokens[seat], id=fight.id)["encounter"]
    return found


def test_a_player_types_and_the_server_rolls_for_the_others(table: Table) -> None:
    """Ana is asked for Cloud's initiative, nobody for Steiner's; everybody reads which was typed."""
    fight = bridge(table, dice="SEEDED", seed="", typedBy={"seats": ["ana"]})
    shown = stand(fight, "eve")
    assert (shown["dice"], shown["typedBy"]) == ("SEEDED", {"seats": ["ana"], "sides": []})
    (asked,) = stand(fight)["decisions"]
    assert (asked["kind"], asked["seats"], asked["question"]["by"]) == ("Roll", ["ana"], "cloud")
    answer = {"encounter": fight.id, "decision": asked["id"], "faces": [6, 6]}
    assert table.data(TYPE, fight.tokens["ana"], input=answer)["answer"]["__typename"] == "Accepted"
    rolls = [node for node in stand(fight, "eve")["events"]["nodes"] if node]
    assert {(roll["by"], roll["typed"]) for roll in rolls} == {("cloud", True), ("steiner", None)}
    assert fight.act("gm", {"gm": {"end": {}}})["__typename"] == "Accepted"
    audit = table.get(f"/v1/encounters/{fight.id}/audit", fight.tokens["eve"]).json()
    assert (audit["dice"]["state"], audit["replay"]["state"]) == ("PROVEN", "PROVEN")
    assert (audit["provenFaces"], audit["typedFaces"]) == (2, 2)
    first = table.get(f"/v1/encounters/{fight.id}/events", fight.tokens["eve"]).json()["events"][0]
    assert first["data"]["typedBy"] == {"seats": ["ana"], "sides": []}


def test_all_that_is_wrong_is_told_at_once(table: Table) -> None:
    """By GraphQL, by REST, and by the check before, each with its field."""
    fields = {f"typedBy.{at}" for at in ("seats.1", "seats.2", "sides.1", "sides.2")}
    wish = bridge_input(typedBy=WRONG)
    refused = table.data(FAULTS, ADMIN, input=wish)["createEncounter"]
    assert {one["field"] for one in refused["faults"]} == fields
    for path in ("/v1/encounters", "/v1/encounters/check"):
        told = table.post(path, ADMIN, wish).json()
        assert {one["field"] for one in told["faults"]} == fields, path


def test_with_dice_all_typed_it_is_left_out(table: Table) -> None:
    wish = bridge_input(dice="PHYSICAL", seed="", typedBy={"sides": ["heroes"]})
    told = table.post("/v1/encounters", ADMIN, wish)
    assert (told.status_code, told.json()["field"]) == (422, "typedBy")
    assert table.post("/v1/encounters", ADMIN, bridge_input(dice="PHYSICAL", seed="", typedBy={})).status_code == 201


@pytest.mark.parametrize("wrong", [{"seats": "ana"}, {"players": ["ana"]}, {"seats": ["a na"]}, {"seats": ["a"] * 101}])
def test_what_cannot_be_read_names_its_field(table: Table, wrong: dict[str, Any]) -> None:
    told = table.post("/v1/encounters", ADMIN, bridge_input(typedBy=wrong))
    assert told.status_code in (400, 422)
    assert told.json()["field"].startswith("typedBy")


@pytest.mark.parametrize(("locale", "said"), [("es", "servidor"), ("fi", "palvelin"), ("pl", "serwer")])
def test_faces_for_the_servers_roll_are_refused_in_words(table: Table, locale: str, said: str) -> None:
    fight = bridge(table, begin=False, typedBy={"sides": ["foes"]})
    document = "mutation Act($input: SubmitInput!) { submit(input: $input) { ... on Problem { code message } } }"
    table.data(CREATE, ADMIN, input=bridge_input())
    wish = {"encounter": fight.id, "command": {"fantasia": {"begin": {}}}, "faces": [3, 3]}
    head = table.headers(fight.tokens["gm"]) | {"Accept-Language": locale}
    told = table.http.post("/graphql", json={"query": document, "variables": {"input": wish}}, headers=head).json()
    assert told["data"]["submit"]["code"] == "FACES"
    assert said in told["data"]["submit"]["message"]
