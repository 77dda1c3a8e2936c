"""Adding to the dice, by both ways in: what is told, offered and refused, and in whose language."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import CREATE, Bridge, bridge, bridge_input
from tests.api.table import ADMIN, Table
from tests.support.contract.tags import version_in

ADD = """mutation A($input: AddEntropyInput!) { addEntropy(input: $input) { __typename
  ... on Accepted { version command again events { type text seat ... on EntropyAdded { entropy } }
    encounter { mayAddEntropy } } ... on Problem { code message } ... on Refused { field } } }"""
MAY = "query M($id: ID!, $at: Int) { encounter(id: $id, at: $at) { version mayAddEntropy } }"


@pytest.fixture
def fair(table: Table) -> Bridge:
    """A fight with seeded dice that has not begun."""
    return Bridge(table, table.data(CREATE, ADMIN, input=bridge_input(dice="SEEDED", seed=""))["createEncounter"])


def may(fight: Bridge, token: str, at: int | None = None) -> bool:
    told: bool = fight.table.data(MAY, token, id=fight.id, at=at)["encounter"]["mayAddEntropy"]
    return told


def post(fight: Bridge, seat: str, entropy: Any, **more: str) -> Any:
    head = fight.table.headers(fight.tokens[seat], **more)
    return fight.table.http.post(
        f"/v1/encounters/{fight.id}/entropy?include=encounter", json={"entropy": entropy}, headers=head
    )


def test_a_seat_adds_and_everybody_reads_it(fair: Bridge) -> None:
    """By GraphQL and REST, a key heeded, an expected version too; the hint follows what would be refused."""
    assert [may(fair, fair.tokens[seat]) for seat in ("gm", "ana", "eve")] == [True, True, False]
    assert may(fair, ADMIN) is False
    wish = {"encounter": fair.id, "entropy": "¡suerte!", "idempotencyKey": "mine"}
    done = fair.table.data(ADD, fair.tokens["ana"], input=wish)["addEntropy"]
    assert done["events"] == [
        {"type": "EntropyAdded", "text": "A seat adds chance to the dice", "seat": "ana", "entropy": "¡suerte!"}
    ]
    assert done["encounter"] == {"mayAddEntropy": False}
    assert fair.table.data(ADD, fair.tokens["ana"], input=wish)["addEntropy"]["again"] is True
    stale = post(fair, "gm", "x", **{"if-match": '"2"'})
    assert (stale.status_code, stale.json()["code"]) == (412, "CONFLICT")
    mine = {"if-match": f'"{done["version"]}"', "idempotency-key": '"k"'}
    told = post(fair, "gm", "x", **mine)
    assert (told.status_code, version_in(told.headers["etag"])) == (200, done["version"] + 1)
    assert told.json()["encounter"]["mayAddEntropy"] is False
    assert post(fair, "gm", "x", **mine).json()["again"] is True
    read = fair.table.get(f"/v1/encounters/{fair.id}/events?after={done['version'] - 1}", fair.tokens["eve"]).json()
    assert [event["data"] for event in read["events"]] == [{"entropy": "¡suerte!"}, {"entropy": "x"}]
    assert may(fair, fair.tokens["gm"], at=3) is False, "of a past version nothing can be done"


@pytest.mark.parametrize("wrong", ["", "x" * 201, "two\nlines", "a line\n", "a\0b", 7, None, ["x"], "\x7f"])
def test_what_is_no_line_of_text_is_refused_where_it_stands(fair: Bridge, wrong: Any) -> None:
    """By both ways in, with the field; nothing happens."""
    told = post(fair, "ana", wrong)
    assert (told.status_code, told.json()["code"]) == (400, "BAD_USER_INPUT")
    assert told.json()["field"] == "entropy"
    answer = fair.table.gql(ADD, fair.tokens["ana"], input={"encounter": fair.id, "entropy": wrong})
    assert answer["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"
    assert may(fair, fair.tokens["ana"])


def test_a_lone_surrogate_is_refused_as_bad_input(fair: Bridge) -> None:
    """A surrogate alone cannot be written down: it is refused as bad input, not as our failure."""
    head = {**fair.table.headers(fair.tokens["ana"]), "content-type": "application/json"}
    for body in (b'{"entropy": "\\ud800"}', b'{"entropy": "\xff"}'):
        told = fair.table.http.post(f"/v1/encounters/{fair.id}/entropy", content=body, headers=head)
        assert (told.status_code, told.json()["code"]) == (400, "BAD_USER_INPUT"), told.text


def test_refusals_to_add_entropy_are_in_the_readers_language(fair: Bridge) -> None:
    told = post(fair, "eve", "x", **{"accept-language": "fi"})
    assert (told.status_code, told.json()["code"]) == (403, "NOT_YOURS")
    assert told.json()["detail"] == "Eve vain katsoo: noppiin lisää se, joka pelaa"
    operator = fair.table.http.post(
        f"/v1/encounters/{fair.id}/entropy", json={"entropy": "x"}, headers=fair.table.headers(ADMIN)
    )
    assert (operator.status_code, operator.json()["code"]) == (403, "NOT_YOURS")
    post(fair, "ana", "x")
    again = post(fair, "ana", "y", **{"accept-language": "es"})
    assert (again.status_code, again.json()["detail"][:42]) == (422, "este asiento ya ha añadido a los dados: ca")
    fair.act("gm", {"gm": {"end": {}}})
    assert post(fair, "gm", "x").json()["code"] == "ENDED"
    given = bridge(fair.table)
    assert (
        post(given, "ana", "x", **{"accept-language": "es"})
        .json()["detail"]
        .startswith("este combate tiene dados OPEN")
    )
