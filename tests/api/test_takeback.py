"""Taking back as frontends meet it: offered, asked, answered like any other question, by GraphQL and REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.fights import CREATE, Bridge, bridge_input, fill, sheet
from tests.api.table import ADMIN, Table

LOOK = """
query Look($id: ID!) { encounter(id: $id) { version acting takeBackConsent offers { key }
  takeBacks { key kind label send fields { path kind label } }
  decisions { id seats kind text yours default visibility question offers { key label send fields { path } } } } }
"""
TOLD = """
query Told($id: ID!, $after: ID) { encounter(id: $id) { events(first: 50, after: $after) { nodes {
  type text seat
  ... on TakeBackAsked { by toVersion seats known { version what seats } everything { version what seats } }
  ... on TakeBackClosed { request closed } ... on TakeBacksSet { consent } ... on Reverted { toVersion agreed } } } } }
"""
MOVE = {"fantasia": {"move": {"combatant": "cloud", "metres": 3}}}
ATTACK = {"fantasia": {"attack": {"attacker": "cloud", "target": "steiner", "weapon": "sword_2"}}}


@pytest.fixture
def fight(table: Table) -> Bridge:
    """Cloud's turn, before Steiner."""
    first, second = bridge_input()["combatants"]
    people = [{**first, "sheet": sheet(initiativeBonus=20)}, second]
    made = Bridge(table, table.data(CREATE, ADMIN, input=bridge_input(combatants=people))["createEncounter"])
    assert made.act("gm", {"gm": {"setPolicy": {"kind": "AllowAction", "asked": False}}})["__typename"] == "Accepted"
    assert made.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    assert look(made, "ana")["acting"] == ["cloud"]
    return made


def look(fight: Bridge, seat: str, language: str = "en") -> dict[str, Any]:
    """The fight as a seat reads it."""
    body = {"query": LOOK, "variables": {"id": fight.id}}
    headers = fight.table.headers(fight.tokens[seat], **{"accept-language": language})
    found: dict[str, Any] = fight.table.http.post("/graphql", json=body, headers=headers).json()["data"]["encounter"]
    return found


def told(fight: Bridge, seat: str, after: int) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = fight.table.data(TOLD, fight.tokens[seat], id=fight.id, after=str(after))[
        "encounter"
    ]["events"]["nodes"]
    return nodes


def attacked(fight: Bridge) -> int:
    """Cloud has struck; the version before."""
    before: int = look(fight, "ana")["version"]
    assert fight.act("ana", ATTACK)["__typename"] == "Accepted"
    while asked := look(fight, "gm")["decisions"]:
        choice = next(offer for offer in asked[0]["offers"] if offer["key"] == asked[0]["default"])["send"]
        assert fight.reply("gm", asked[0]["id"], choice)["__typename"] == "Accepted"
    return before


def test_a_frontend_needs_no_knowledge_to_take_back(fight: Bridge) -> None:
    """What is offered is sent as it stands; the question comes among the decisions; its offers answer it."""
    assert look(fight, "ana")["takeBacks"] == []
    before = attacked(fight)
    (ask,) = look(fight, "ana")["takeBacks"]
    assert (ask["key"], ask["label"]) == ("takeBack", f"Ask to take back, to version {before}")
    assert ask["send"] == {"table": {"takeBack": {"to": before, "reason": ""}}}
    head = look(fight, "gm")["version"]
    assert fight.act("ana", fill(ask, {0: "the wrong foe"}))["__typename"] == "Accepted"
    (asked,) = look(fight, "gm")["decisions"]
    assert (asked["kind"], asked["seats"], asked["yours"], asked["default"]) == ("TakeBack", ["gm"], True, "no")
    assert asked["text"].startswith(f"Ana asks to go back to version {before}: the wrong foe. Known since then: ")
    assert asked["text"].endswith("Dice that are rolled again fall anew")
    assert "dice (" in asked["text"]
    assert [offer["label"] for offer in asked["offers"]] == ["Yes, take it back", "No, it stands"]
    assert fight.reply("gm", asked["id"], asked["offers"][0]["send"])["__typename"] == "Accepted"
    assert look(fight, "ana")["decisions"] == []
    back = told(fight, "ana", head)[-1]
    assert (back["type"], back["toVersion"], back["agreed"], back["seat"]) == ("Reverted", before, head + 1, "ana")
    assert back["text"] == f"The table agrees: the fight goes back to version {before}: the wrong foe"


def test_what_concerns_nobody_is_taken_back_at_once(fight: Bridge) -> None:
    """A move, by REST."""
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    path = f"/v1/encounters/{fight.id}"
    seen = fight.table.get(path, fight.tokens["ana"]).json()
    (ask,) = seen["takeBacks"]
    done = fight.table.post(f"{path}/commands", fight.tokens["ana"], {"command": ask["send"]})
    assert done.status_code == 200, done.text
    assert [event["type"] for event in done.json()["events"]] == ["TakeBackAsked", "Reverted"]
    assert "it concerns nobody else" in done.json()["events"][0]["text"]


def test_who_is_not_asked_reads_that_it_is_asked(fight: Bridge) -> None:
    """A spectator sees who is asked, and no offers; the asker may withdraw; the GM may go back by force."""
    before = attacked(fight)
    head = look(fight, "gm")["version"]
    assert fight.act("ana", look(fight, "ana")["takeBacks"][0]["send"])["__typename"] == "Accepted"
    for seat in ("ana", "eve"):
        (asked,) = look(fight, seat)["decisions"]
        assert (asked["seats"], asked["yours"], asked["offers"], asked["question"]) == (["gm"], False, [], {})
        assert asked["text"] == "Taking back"
    assert look(fight, "eve")["takeBacks"] == []
    (withdraw,) = look(fight, "ana")["takeBacks"]
    (force,) = look(fight, "gm")["takeBacks"]
    assert (withdraw["key"], force["key"]) == ("withdraw", "revert")
    assert force["label"] == f"Go back to version {before}, whatever the others say"
    request = told(fight, "eve", head)[0]
    assert request["everything"] is None
    assert all(fact["seats"] is None for fact in request["known"])
    assert told(fight, "gm", head)[0]["everything"] is not None
    refused = fight.reply("eve", f"{head + 2}", {"key": "yes"})
    assert refused["code"] == "NOT_YOURS"
    assert fight.act("ana", withdraw["send"])["__typename"] == "Accepted"
    assert told(fight, "eve", head)[-1]["closed"] == "WITHDRAWN"
    assert fight.act("ana", look(fight, "ana")["takeBacks"][0]["send"])["__typename"] == "Accepted"
    assert fight.act("gm", look(fight, "gm")["takeBacks"][0]["send"])["__typename"] == "Accepted"
    forced = told(fight, "eve", head)[-1]
    assert (forced["type"], forced["agreed"]) == ("Reverted", None)
    assert look(fight, "gm")["version"] > before


@pytest.mark.parametrize(
    ("language", "ask", "yes", "begins"),
    [
        ("es", "Pedir deshacer hasta la versión", "Sí, que se deshaga", "Ana pide volver a la versión"),
        ("fi", "Pyydä perumista versioon", "Kyllä, perutaan", "Ana pyytää palaamaan versioon"),
    ],
)
def test_it_is_told_in_the_readers_language(fight: Bridge, language: str, ask: str, yes: str, begins: str) -> None:
    """Button, question and answers; and refusals."""
    attacked(fight)
    (offer,) = look(fight, "ana", language)["takeBacks"]
    assert offer["label"].startswith(ask)
    assert fight.act("ana", offer["send"])["__typename"] == "Accepted"
    (asked,) = look(fight, "gm", language)["decisions"]
    assert asked["text"].startswith(begins)
    assert asked["offers"][0]["label"] == yes


def test_a_table_that_allows_none_offers_none(fight: Bridge) -> None:
    """And says so."""
    assert fight.act("gm", {"gm": {"setTakeBacks": {"consent": "NEVER"}}})["__typename"] == "Accepted"
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    seen = look(fight, "ana")
    assert (seen["takeBackConsent"], seen["takeBacks"]) == ("NEVER", [])
    assert fight.act("ana", {"table": {"takeBack": {}}})["message"].startswith("at this table nothing is taken back")
    assert fight.act("eve", {"table": {"takeBack": {}}})["code"] == "NOT_YOURS"


@pytest.mark.parametrize("to", [0, -1, 2**40, "three"])
def test_a_version_that_is_none_is_bad_input(fight: Bridge, to: Any) -> None:
    """By REST it is a 400 that names the field; by GraphQL an error."""
    body = {"command": {"table": {"takeBack": {"to": to}}}}
    answer = fight.table.post(f"/v1/encounters/{fight.id}/commands", fight.tokens["ana"], body)
    assert answer.status_code == 400
    assert answer.json()["field"] == "command.table.takeBack.to"
    beyond = {"command": {"table": {"takeBack": {"to": 10_000}}}}
    answer = fight.table.post(f"/v1/encounters/{fight.id}/commands", fight.tokens["ana"], beyond)
    assert (answer.status_code, answer.json()["field"]) == (422, "command.table.takeBack.to")
