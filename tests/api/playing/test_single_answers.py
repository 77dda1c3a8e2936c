"""What a table does with questions that have a single answer: said at creation, read, and set, by GraphQL and REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import ADMIN, CREATE, Bridge, bridge_input
from tests.api.table import Table

READ = "query Read($id: ID!) { encounter(id: $id) { singleAnswers { skip pace } } }"


def made(table: Table, **more: Any) -> Bridge:
    wish = bridge_input()
    del wish["singleAnswers"]
    return Bridge(table, table.data(CREATE, ADMIN, input={**wish, **more})["createEncounter"])


def read(fight: Bridge, seat: str = "eve") -> Any:
    return fight.table.data(READ, fight.tokens[seat], id=fight.id)["encounter"]["singleAnswers"]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({}, {"skip": True, "pace": 2}),
        ({"singleAnswers": {}}, {"skip": True, "pace": 2}),
        ({"singleAnswers": {"pace": 0}}, {"skip": True, "pace": 0}),
        ({"singleAnswers": {"skip": False, "pace": 10}}, {"skip": False, "pace": 10}),
    ],
)
def test_a_new_fight_skips_unless_it_is_said_otherwise(table: Table, sent: Any, kept: Any) -> None:
    assert read(made(table, **sent)) == kept


@pytest.mark.parametrize("pace", [-1, 11])
def test_a_pace_has_bounds(table: Table, pace: int) -> None:
    """At creation and in play."""
    wish = bridge_input(singleAnswers={"pace": pace})
    (error,) = table.gql(CREATE, ADMIN, input=wish)["errors"]
    assert error["message"].startswith("input.singleAnswers.pace: ")
    assert table.post("/v1/encounters", ADMIN, wish).status_code == 400
    fight = made(table)
    order = {"command": {"gm": {"setSingleAnswers": {"pace": pace}}}}
    assert table.post(f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"], order).status_code == 400
    assert read(fight) == {"skip": True, "pace": 2}


def test_the_gm_sets_it_and_everybody_reads_it(table: Table) -> None:
    fight = made(table)
    order = {"gm": {"setSingleAnswers": {"skip": False, "pace": 4}}}
    assert fight.act("ana", order)["__typename"] == "Refused"
    assert fight.act("gm", order)["__typename"] == "Accepted"
    assert [read(fight, seat) for seat in ("gm", "ana", "eve")] == [{"skip": False, "pace": 4}] * 3
