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
STEP = "Ana: Cloud moves 3 m on foot"
MOVE = {"fantasia": {"move": {"combatant": "cloud", "metres": 3}}}
BLOW = "Ana: Cloud attacks Steiner with Sword +2"
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


def answered(fight: Bridge, seat: str) -> None:
    """A seat takes the default of all that it is asked, one after the other."""
    while asked := look(fight, seat)["decisions"]:
        choice = next(offer for offer in asked[0]["offers"] if offer["key"] == asked[0]["default"])["send"]
        assert fight.reply(seat, asked[0]["id"], choice)["__typename"] == "Accepted"


def attacked(fight: Bridge) -> int:
    """Cloud has struck; the version before."""
    before: int = look(fight, "ana")["version"]
    assert fight.act("ana", ATTACK)["__typename"] == "Accepted"
    answered(fight, "gm")
    return before


def test_a_frontend_needs_no_knowledge_to_take_back(fight: Bridge) -> None:
    """What is offered is sent as it stands; the question comes among the decisions; its offers answer it."""
    assert look(fight, "ana")["takeBacks"] == []
    before = attacked(fight)
    (ask,) = look(fight, "ana")["takeBacks"]
    assert (ask["key"], ask["label"]) == ("takeBack", f"Ask to take back: {BLOW}")
    assert ask["send"] == {"table": {"takeBack": {"to": before, "reason": ""}}}
    head = look(fight, "gm")["version"]
    assert fight.act("ana", fill(ask, {0: "the wrong foe"}))["__typename"] == "Accepted"
    (asked,) = look(fight, "gm")["decisions"]
    assert (asked["kind"], asked["seats"], asked["yours"], asked["default"]) == ("TakeBack", ["gm"], True, "no")
    asks = f"Ana asks to go back to version {before}: the wrong foe. This takes back: {BLOW}. Known since then: "
    assert asked["text"].startswith(asks)
    assert asked["text"].endswith("Dice that are rolled again fall anew")
    assert "dice (" in asked["text"]
    assert [offer["label"] for offer in asked["offers"]] == ["Yes, take it back", "No, it stands"]
    assert fight.reply("gm", asked["id"], asked["offers"][0]["send"])["__typename"] == "Accepted"
    assert look(fight, "ana")["decisions"] == []
    back = told(fight, "ana", head)[-1]
    assert (back["type"], back["toVersion"], back["agreed"], back["seat"]) == ("Reverted", before, head + 1, "ana")
    assert (
        back["text"] == f"The table agrees: the fight goes back to version {before}: the wrong foe (takes back: {BLOW})"
    )


def test_an_act_that_concerns_nobody_else_is_taken_back_at_once(fight: Bridge) -> None:
    """A move, by REST."""
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    path = f"/v1/encounters/{fight.id}"
    seen = fight.table.get(path, fight.tokens["ana"]).json()
    (ask,) = seen["takeBacks"]
    assert ask["label"] == f"Take back: {STEP}"
    done = fight.table.post(f"{path}/commands", fight.tokens["ana"], {"command": ask["send"]})
    assert done.status_code == 200, done.text
    assert [event["type"] for event in done.json()["events"]] == ["TakeBackAsked", "Reverted"]
    asked, back = (event["text"] for event in done.json()["events"])
    to = ask["send"]["table"]["takeBack"]["to"]
    assert asked == f"Ana takes back, to version {to} ({STEP}); it concerns nobody else"
    assert back == f"The table agrees: the fight goes back to version {to} (takes back: {STEP})"


def test_the_gm_is_offered_to_take_his_own_act_back(fight: Bridge) -> None:
    """As a player is: what he sends is accepted as it is offered, and before his first act nothing is."""
    assert [ask["key"] for ask in look(fight, "gm")["takeBacks"]] == ["takeBack", "revert"]
    assert fight.act("gm", MOVE)["__typename"] == "Accepted"
    version = look(fight, "gm")["version"]
    ask, force = look(fight, "gm")["takeBacks"]
    assert force["send"]["gm"]["revert"]["to"] == ask["send"]["table"]["takeBack"]["to"]
    assert ask["send"]["table"]["takeBack"]["to"] < version
    assert fight.act("gm", ask["send"])["__typename"] == "Accepted"
    assert told(fight, "gm", version)[0]["type"] == "TakeBackAsked"


def test_the_gm_takes_the_last_step_back_whoever_made_it(fight: Bridge) -> None:
    """The first of his offers, named; sent as it stands it goes back at once, and the log says what was taken back."""
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    head = look(fight, "gm")["version"]
    assert [one["key"] for one in look(fight, "ana")["takeBacks"]] == ["takeBack"]
    last, ask, force = look(fight, "gm")["takeBacks"]
    assert (last["key"], last["kind"]) == ("revertLast", "revert")
    assert last["label"] == f"Take back: {STEP}"
    assert look(fight, "gm", "es")["takeBacks"][0]["label"].startswith("Deshacer: ")
    assert force["send"]["gm"]["revert"]["to"] == ask["send"]["table"]["takeBack"]["to"]
    assert last["send"]["gm"]["revert"]["to"] > force["send"]["gm"]["revert"]["to"]
    assert fight.act("gm", last["send"])["__typename"] == "Accepted"
    (back,) = told(fight, "ana", head)
    assert (back["type"], back["toVersion"]) == ("Reverted", last["send"]["gm"]["revert"]["to"])
    assert STEP in back["text"]
    assert [one["key"] for one in look(fight, "gm")["takeBacks"]] == ["takeBack", "revert"], "the last is his own now"


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
    assert force["label"] == f"Take back without asking: {BLOW}"
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
        ("es", "Pedir deshacer: Ana: Cloud ataca a Steiner", "Sí, que se deshaga", "Ana pide volver a la versión"),
        ("fi", f"Ask to take back: {BLOW}", "Yes, take it back", "Ana asks to go back to version"),
        ("pl", f"Ask to take back: {BLOW}", "Yes, take it back", "Ana asks to go back to version"),
    ],
)
def test_a_take_back_is_worded_in_the_readers_language(
    fight: Bridge, language: str, ask: str, yes: str, begins: str
) -> None:
    """Button, question and answers; all of it in English where the game does not speak the reader's."""
    attacked(fight)
    (offer,) = look(fight, "ana", language)["takeBacks"]
    assert offer["label"].startswith(ask)
    assert fight.act("ana", offer["send"])["__typename"] == "Accepted"
    (asked,) = look(fight, "gm", language)["decisions"]
    assert asked["text"].startswith(begins)
    assert asked["offers"][0]["label"] == yes


def test_a_take_back_is_worded_in_finnish_where_the_game_speaks_it(table: Table) -> None:
    """After a blow of Saari, whose dice have told the game master something."""
    people = [
        {"id": "ada", "name": "Ada", "side": "heroes", "seat": "ana", "sheet": {"saari": {"weapons": ["sword"]}}},
        {"id": "gob", "name": "Gob", "side": "foes", "sheet": {"saari": {"ref": "troll", "initiative": 1}}},
    ]
    made = table.data(CREATE, ADMIN, input=bridge_input(system="saari", combatants=people))["createEncounter"]
    fight = Bridge(table, made)
    assert fight.act("gm", {"saari": {"begin": {}}})["__typename"] == "Accepted"
    assert fight.act("ana", {"saari": {"attack": {"combatant": "ada", "target": "gob"}}})["__typename"] == "Accepted"
    for seat in ("ana", "gm"):  # of a hidden parry only the game master is asked
        answered(fight, seat)
    (offer,) = look(fight, "ana", "fi")["takeBacks"]
    assert offer["label"].startswith("Pyydä perumista: Ana: Ada ")
    assert fight.act("ana", offer["send"])["__typename"] == "Accepted"
    (asked,) = look(fight, "gm", "fi")["decisions"]
    assert asked["text"].startswith("Ana pyytää palaamaan versioon")
    assert asked["offers"][0]["label"] == "Kyllä, perutaan"


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


def labels(fight: Bridge, seat: str, language: str = "en") -> list[str]:
    """What a seat is offered to take back."""
    return [offer["label"] for offer in look(fight, seat, language)["takeBacks"]]


def test_the_rulings_of_the_game_master_are_named(fight: Bridge) -> None:
    """A correction, somebody hidden and revealed, a note: each in the words that the log has for it."""
    ruled = {
        "Take back: The game master sets Cloud › HP to 20": {
            "correct": {"path": "combatants.cloud.vitals.hp.now", "value": 20}
        },
        "Take back: Steiner is hidden from now on; Steiner is known only to GM from now on": {
            "correct": {"path": "combatants.steiner.seenBy", "value": ["gm"]}
        },
        "Take back: The game master reveals Steiner": {"correct": {"path": "combatants.steiner.seenBy", "value": None}},
        "Take back: A note of the game master: The bridge creaks": {"note": {"note": "The bridge creaks."}},
    }
    for label, tool in ruled.items():
        assert fight.act("gm", {"gm": tool})["__typename"] == "Accepted"
        assert labels(fight, "gm") == [label]


def test_of_many_acts_the_first_are_named_and_the_others_counted(fight: Bridge) -> None:
    """Ana's step, and what the game master has done since: three are named, then it is said how many follow."""
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    named = [STEP, *(f"A note of the game master for Ana: note {number}" for number in (1, 2))]
    for number in range(1, 5):
        shown = "; ".join(named[:number])
        more = f"; and {number - 3} more" if number > 3 else ""
        ask = "Take back" if number == 1 else "Ask to take back"  # what only some were told is not untold unasked
        assert labels(fight, "ana") == [f"{ask}: {shown}{more}"]
        assert fight.act("gm", {"gm": {"note": {"note": f"note {number}", "to": ["ana"]}}})["__typename"] == "Accepted"
    assert labels(fight, "ana", "es")[0].endswith("; y 2 más")


def test_a_long_note_is_cut(fight: Bridge) -> None:
    """A button stays a button."""
    assert fight.act("gm", {"gm": {"note": {"note": "a" * 400}}})["__typename"] == "Accepted"
    (label,) = labels(fight, "gm")
    assert label.startswith("Take back: A note of the game master: aaaa")
    assert label.endswith("a…")
    assert len(label) < 140


def test_only_what_its_reader_sees_is_named(fight: Bridge) -> None:
    """A note of the game master to himself is taken back with Ana's step: he is told, and she is not."""
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    head = look(fight, "gm")["version"]
    assert fight.act("gm", {"gm": {"note": {"note": "zq7secret"}}})["__typename"] == "Accepted"
    assert labels(fight, "ana") == [f"Ask to take back: {STEP}"]
    assert fight.act("ana", look(fight, "ana")["takeBacks"][0]["send"])["__typename"] == "Accepted"
    (asked,) = look(fight, "gm")["decisions"]
    assert f"This takes back: {STEP}; A note of the game master: zq7secret." in asked["text"]
    assert fight.reply("gm", asked["id"], asked["offers"][0]["send"])["__typename"] == "Accepted"
    for seat in ("gm", "ana", "eve"):
        texts = [event["text"] for event in told(fight, seat, head + 1)]
        assert any(STEP in text for text in texts)
        assert any("zq7secret" in text for text in texts) == (seat == "gm"), texts


def test_what_was_taken_back_already_is_not_named_again(fight: Bridge) -> None:
    """Of a stream that went back in between, only what still counts would be taken back."""
    assert fight.act("ana", MOVE)["__typename"] == "Accepted"
    back = look(fight, "gm")["version"]
    assert fight.act("gm", {"gm": {"note": {"note": "a mistake"}}})["__typename"] == "Accepted"
    assert fight.act("gm", {"gm": {"revert": {"to": back}}})["__typename"] == "Accepted"
    assert fight.act("gm", {"gm": {"note": {"note": "this counts", "to": ["ana"]}}})["__typename"] == "Accepted"
    assert labels(fight, "ana") == [f"Ask to take back: {STEP}; A note of the game master for Ana: this counts"]


def test_a_watcher_and_a_replay_tell_it_alike(fight: Bridge) -> None:
    """The text of going back is the same whatever page of the events it is read with."""
    before = attacked(fight)
    assert fight.act("gm", {"gm": {"revert": {"to": before}}})["__typename"] == "Accepted"
    head = look(fight, "gm")["version"]
    whole, alone = told(fight, "ana", before)[-1], told(fight, "ana", head - 1)[0]
    assert whole == alone
    assert whole["text"].startswith(f"The fight goes back to version {before} (takes back: {BLOW}")
