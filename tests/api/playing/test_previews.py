"""Previews over GraphQL and REST: what would happen, in the words of the caller; refused or late like the order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import REPLY, Bridge, bridge
from tests.api.table import ADMIN, Table

PREVIEW = """
query Preview($input: PreviewInput!) { preview(input: $input) { __typename
  ... on Preview { certain text unfinished ways { combatant } next { by } areas { runs { x } } affected { combatant }
    tests { label combatant target dice against chance provided typed rule terms { source amount } } }
  ... on Problem { code message } ... on Refused { rule field } ... on Conflict { actual } } }
"""
ATTACK = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword"}}}


def asked(fight: Bridge, seat: str, **more: Any) -> dict[str, Any]:
    """What a seat is told."""
    told: dict[str, Any] = fight.table.data(PREVIEW, fight.tokens[seat], input={"encounter": fight.id, **more})
    return dict(told["preview"])


def whose_turn(fight: Bridge) -> tuple[str, dict[str, Any]]:
    """The seat whose offer comes first, and an attack of it."""
    offers = fight.open("gm")["offers"]
    attack = next(offer for offer in offers if "attack" in offer["send"].get("fantasia", {}))
    return ("ana" if attack["combatant"].endswith("cloud") else "gm"), attack["send"]


def test_an_attack_is_told_and_nothing_happens(fight: Bridge) -> None:
    """With its chance, to a seat that knows both figures; the hundredth answer is the first."""
    version = fight.open("gm")["version"]
    _, attack = whose_turn(fight)
    told = asked(fight, "gm", command=attack)
    assert told["__typename"] == "Preview"
    (test,) = told["tests"]
    assert test["dice"] == "2d6"
    assert 0 < test["chance"] < 1000
    assert [asked(fight, "gm", command=attack) for _ in range(3)] == [told] * 3
    assert fight.open("gm")["version"] == version
    rest = fight.table.post(f"/v1/encounters/{fight.id}/previews", fight.tokens["gm"], {"command": attack})
    assert rest.status_code == 200
    assert rest.headers["cache-control"] == "no-store"
    assert rest.json()["tests"][0]["chance"] == test["chance"]


@pytest.mark.parametrize("seats", [["ana"], ["gm"], ["ana", "gm"], []])
def test_it_says_whose_dice_are_typed(table: Table, seats: list[str]) -> None:
    """People's, or the server's: of each roll by whoever rolls."""
    fight = bridge(table, dice="SEEDED", seed="", **({"typedBy": {"seats": seats}} if seats else {}))
    for faces in ([6, 5], [3, 4]):  # initiative, in so far as it is typed
        for one in fight.open("gm")["decisions"][:1]:
            typed = {"encounter": fight.id, "decision": one["id"], "faces": faces}
            assert fight.table.data(REPLY, fight.tokens["gm"], input=typed)["answer"]["__typename"] == "Accepted"
    whose, attack = whose_turn(fight)
    (test,) = asked(fight, "gm", command=attack)["tests"]
    assert test["typed"] is (whose in seats)


def test_a_chance_says_what_it_holds_for(fight: Bridge) -> None:
    """Where somebody else still chooses: in both APIs, in the reader's language, and also in the text."""
    who, _ = whose_turn(fight)
    jumper = {"ana": "cloud", "gm": "steiner"}[who]
    jump = {"fantasia": {"jump": {"combatant": jumper, "centimetres": 200}}}
    (test,) = asked(fight, "gm", command=jump)["tests"]
    assert test["provided"] == "if the game master picks agility"
    assert test["chance"] > 0
    path, token = f"/v1/encounters/{fight.id}/previews", fight.tokens["gm"]
    told = fight.table.post(path, token, {"command": jump}, **{"accept-language": "es"}).json()
    assert told["tests"][0]["provided"] == "si la Narradora elige agilidad"
    assert told["tests"][0]["provided"] in told["text"]


def test_it_is_refused_as_the_order_is(fight: Bridge) -> None:
    """In the same words, with rule and field."""
    order = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "spoon"}}}
    told, done = asked(fight, "ana", command=order), fight.act("ana", order)
    assert told["__typename"] == "Refused"
    assert {name: told[name] for name in ("code", "message", "rule", "field")} == {
        name: done[name] for name in ("code", "message", "rule", "field")
    }
    path = f"/v1/encounters/{fight.id}"
    refused = [
        fight.table.post(f"{path}/{to}", fight.tokens["ana"], {"command": order}) for to in ("previews", "commands")
    ]
    assert [answer.status_code for answer in refused] == [422, 422]
    assert refused[0].json()["detail"] == refused[1].json()["detail"]


def test_who_is_late_gets_a_conflict(fight: Bridge) -> None:
    """By its version, or its ETag."""
    version = fight.open("gm")["version"]
    _, attack = whose_turn(fight)
    assert asked(fight, "gm", command=attack, expectedVersion=version - 1)["actual"] == version
    late = fight.table.post(
        f"/v1/encounters/{fight.id}/previews",
        fight.tokens["gm"],
        {"command": attack},
        **{"if-match": f'"{version - 1}"'},
    )
    assert late.status_code == 412


def test_what_is_no_order_of_a_game_cannot_be_asked_for(fight: Bridge) -> None:
    """A tool of the game master; nothing at all; an order and an answer at once; anybody without a seat."""
    path = f"/v1/encounters/{fight.id}/previews"
    for body in (
        {"command": {"gm": {"pause": {}}}},
        {},
        {"decision": "1"},
        {"command": ATTACK, "decision": "1", "choice": {"key": "yes"}},
    ):
        assert fight.table.post(path, fight.tokens["gm"], body).status_code == 400, body
    assert fight.table.post(path, ADMIN, {"command": ATTACK}).status_code == 403
    assert fight.table.post(path, None, {"command": ATTACK}).status_code == 401
    assert asked(fight, "gm", decision="999", choice={"key": "yes"})["code"] == "DECISION_CLOSED"
