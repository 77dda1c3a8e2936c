"""A fight that could not begin is refused as it is created, with everything that is wrong with it."""

from __future__ import annotations

from typing import Any

from tests.api.table import ADMIN, Table

SEATS = [{"id": "gm", "name": "GM", "role": "GM"}, {"id": "ana", "name": "Ana"}]


def one(key: str, side: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "name": key.capitalize(), "side": side, "sheet": {"fantasia": {"ref": "goblin"}}, **more}


def wrong() -> dict[str, Any]:
    """Seats without a GM, a side of nobody, and combatants that cannot be: six faults."""
    return {
        "system": "fantasia",
        "name": "Wrong",
        "seats": [{"id": "ana", "name": "Ana"}],
        "sides": [{"key": "angels", "label": "Angels"}],
        "combatants": [
            one("a", "foes", seat="nobody"),
            one("b", "foes", sheet={"fantasia": {"ref": "unicorn"}}),
            one("a", "foes"),
            one("d", "heroes", vitals={"luck": 3}),
        ],
    }


FIELDS = [
    "seats",
    "sides.0.key",
    "combatants.0.seat",
    "combatants.1.sheet.fantasia.ref",
    "combatants.2.id",
    "combatants.3.vitals",
]


def test_rest_lists_all_faults(table: Table) -> None:
    """Each with its field and words; the first is the refusal itself."""
    answer = table.post("/v1/encounters", ADMIN, wrong())
    body = answer.json()
    assert answer.status_code == 422
    assert sorted(fault["field"] for fault in body["faults"]) == sorted(FIELDS)
    assert (body["field"], body["detail"]) == (body["faults"][0]["field"], body["faults"][0]["message"])
    assert all(fault["message"] for fault in body["faults"])


def test_graphql_lists_the_same(table: Table) -> None:
    """And one fault is a list of one."""
    create = """mutation($input: CreateEncounterInput!) { createEncounter(input: $input) {
        ... on Refused { field message rule faults { field message rule } } ... on Created { encounter { id } } } }"""
    refused = table.data(create, ADMIN, input=wrong())["createEncounter"]
    assert refused["faults"] == table.post("/v1/encounters", ADMIN, wrong()).json()["faults"]
    single = {"system": "fantasia", "name": "Wrong", "seats": []}
    refused = table.data(create, ADMIN, input=single)["createEncounter"]
    assert refused["faults"] == [{name: refused[name] for name in ("field", "message", "rule")}]


def test_faults_are_told_in_the_reader_s_language(table: Table) -> None:
    answer = table.post("/v1/encounters?locale=es", ADMIN, wrong())
    words = {fault["field"]: fault["message"] for fault in answer.json()["faults"]}
    assert words["combatants.0.seat"] == "no hay ningún asiento 'nobody'"


def test_those_who_share_a_cell_are_told_both_faults(table: Table) -> None:
    """Each newcomer is judged by those before him; a refused fight is not there."""
    before = table.get("/v1/encounters", ADMIN).json()["encounters"]
    cells = [{"cell": {"x": x, "y": 0}} for x in (0, 0, 5, 5)]
    people = [one(key, "foes", place=place) for key, place in zip("abcd", cells, strict=True)]
    request = {
        "system": "fantasia",
        "name": "Crowd",
        "seats": SEATS,
        "ground": {"space": {"kind": "GRID", "width": 9, "height": 9}},
        "combatants": people,
    }
    body = table.post("/v1/encounters", ADMIN, request).json()
    assert [fault["field"] for fault in body["faults"]] == ["combatants.1.place", "combatants.3.place"]
    assert {fault["rule"] for fault in body["faults"]} == {"FF-GRID-06"}
    assert table.get("/v1/encounters", ADMIN).json()["encounters"] == before
