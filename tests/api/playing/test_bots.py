"""Bots through the API of a real server: set by GraphQL and REST, seen by everybody, playing a fight to its outcome."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.service.registry import Registry
from engine.store.server import PrivateServer
from tests.api.fights import CREATE, Bridge, bridge_input, sheet
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE
from tests.support.contract.tags import version_in
from tests.support.processes.servers import flush

SET = """
mutation Set($input: SetBotInput!) { setBot(input: $input) { __typename
  ... on Accepted { version command again events { type text seat ... on BotSet { whose bot } }
                    encounter { seats { key bot } } }
  ... on Problem { code message } ... on Refused { field } ... on Conflict { actual } } }
"""
STAND = """
query Stand($id: ID!) { encounter(id: $id) { version status outcome acting seats { key bot }
  events(last: 500) { nodes { version type seat } } } }
"""
THINKING = "query Thinking($id: ID!) { encounter(id: $id) { seats { key bot botThinks } } }"


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Its bots do not dawdle."""
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data"), {"bot_pause": 0}) as running:
        yield running


def made(table: Table, begin: bool = True, **bots: str) -> Bridge:
    """Cloud of Ana against Steiner of the GM, both soon down, and nobody asked for a ruling. bots: by seat.

    Cloud acts first: one blow may end the fight.
    """
    wish = bridge_input(dice="SEEDED", seed="")
    wish["combatants"] = [{**one, "vitals": {"hp": 15}} for one in wish["combatants"]]
    wish["combatants"][0]["sheet"] = sheet(initiativeBonus=20)
    fight = Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])
    for question in Registry.installed().book("fantasia").system.questions:
        if question.ruling:
            done = fight.act("gm", {"gm": {"setPolicy": {"kind": question.__name__, "asked": False}}})
            assert done["__typename"] == "Accepted"
    if begin:
        assert fight.act("gm", {"fantasia": {"begin": {}}})["__typename"] == "Accepted"
    for seat, bot in bots.items():  # bots alone would begin by themselves, before they are told what is not asked
        assert put(fight, ADMIN, seat, bot=bot)["__typename"] == "Accepted"
    return fight


def put(fight: Bridge, token: str, seat: str, **wish: Any) -> dict[str, Any]:
    """The answer of setBot."""
    found: dict[str, Any] = fight.table.data(SET, token, input={"encounter": fight.id, "seat": seat, **wish})["setBot"]
    return found


def stand(fight: Bridge) -> dict[str, Any]:
    found: dict[str, Any] = fight.table.data(STAND, fight.tokens["eve"], id=fight.id)["encounter"]
    return found


def bots_of(shown: Any) -> dict[str, str]:
    return {one["key"]: one["bot"] for one in shown["seats"] if one["bot"]}


def until_decided(fight: Bridge) -> dict[str, Any]:
    """The fight, once it has an outcome."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        shown = stand(fight)
        if shown["outcome"] is not None:
            return shown
        time.sleep(0.1)
    raise AssertionError(f"no outcome: {shown}")


def test_two_bots_fight_it_out_over_http(table: Table) -> None:
    """They begin by themselves as soon as every player is one, and go on to the outcome and not further."""
    fight = made(table, begin=False, gm="GREEDY", ana="RANDOM")
    shown = until_decided(fight)
    assert bots_of(shown) == {"gm": "GREEDY", "ana": "RANDOM"}
    ordered = {event["seat"] for event in shown["events"]["nodes"] if event["type"] == "CommandAccepted"}
    assert ordered == {"gm", "ana"}
    assert stand(fight)["version"] == shown["version"]
    fight.act("gm", {"gm": {"end": {}}})
    audit = table.get(f"/v1/encounters/{fight.id}/audit", fight.tokens["eve"]).json()
    assert {audit[part]["state"] for part in ("chain", "dice", "replay")} == {"PROVEN"}


def test_the_gm_hands_over_a_running_fight(table: Table) -> None:
    """By GraphQL and REST; the step is told like any other, to everybody, and a key is heeded."""
    fight = made(table, begin=False)
    first = put(fight, fight.tokens["gm"], "gm", bot="GREEDY", idempotencyKey="on")
    assert (first["command"], first["again"]) == ("on", False)
    assert first["events"] == [
        {"type": "BotSet", "text": "A bot plays for GM from now on", "seat": "gm", "whose": "gm", "bot": "GREEDY"}
    ]
    assert bots_of(first["encounter"]) == {"gm": "GREEDY"}
    assert put(fight, fight.tokens["gm"], "gm", bot="GREEDY", idempotencyKey="on")["again"] is True
    path = f"/v1/encounters/{fight.id}/seats/ana/bot"
    head = {**table.headers(fight.tokens["ana"]), "if-match": f'"{first["version"]}"', "idempotency-key": '"mine"'}
    done = table.http.put(path, json={"bot": "RANDOM"}, headers=head)
    assert done.status_code == 200, done.text
    assert version_in(done.headers["etag"]) == first["version"] + 1
    assert [event["data"] for event in done.json()["events"]] == [
        {"whose": "ana", "bot": "RANDOM", "botPace": None, "botThinks": None}
    ]
    assert table.http.put(path, json={"bot": "RANDOM"}, headers=head).json()["again"] is True
    until_decided(fight)


def test_the_operator_sets_bots_and_is_told_what_everybody_is(table: Table) -> None:
    """He has no seat, and needs none for this; the stream says that it was nobody's at the table."""
    fight = made(table, begin=False)
    done = put(fight, ADMIN, "gm", bot="RANDOM", idempotencyKey="op")
    assert done["events"][0]["seat"] is None
    assert put(fight, ADMIN, "gm", bot="RANDOM", idempotencyKey="op")["again"] is True
    assert put(fight, ADMIN, f"{fight.id}.gm", bot=None)["__typename"] == "Accepted"
    path = f"/v1/encounters/{fight.id}/seats/ana/bot"
    assert table.http.put(path, json={"bot": "GREEDY"}, headers=table.headers(ADMIN)).status_code == 200
    assert bots_of(stand(fight)) == {"ana": "GREEDY"}
    assert (
        table.http.put(path, json={"bot": "SHARP", "botThinks": 300}, headers=table.headers(ADMIN)).status_code == 200
    )
    (ana,) = (one for one in table.data(THINKING, ADMIN, id=fight.id)["encounter"]["seats"] if one["key"] == "ana")
    assert ana == {"key": "ana", "bot": "SHARP", "botThinks": 300}
    refused = table.http.put(path, json={"bot": "GREEDY", "botThinks": 300}, headers=table.headers(ADMIN))
    assert (refused.status_code, refused.json()["field"]) == (422, "botThinks")


def test_bots_that_wait_a_minute_leave_the_first_word_to_people(server: PrivateServer, tmp_path: Path) -> None:
    """The pause is the operator's to set; until it is over a person may order for the seat, or take the bot off."""
    with serving(server.url, tmp_path, {"bot_pause": 60_000}) as slow:
        fight = made(slow, gm="GREEDY", ana="GREEDY")
        shown = stand(fight)
        seat = {"cloud": "ana", "steiner": "gm"}[shown["acting"][0]]
        mine = next(offer for offer in fight.open(seat)["offers"] if offer["combatant"] in shown["acting"])
        done = fight.act(seat, mine["send"], expectedVersion=shown["version"])
        assert done["__typename"] == "Accepted"
        for one in ("gm", "ana"):
            assert put(fight, fight.tokens[one], one, bot=None)["__typename"] == "Accepted"
        assert bots_of(stand(fight)) == {}


def test_the_bot_of_a_seat_is_spoken_of_in_the_readers_language(table: Table) -> None:
    """The event, and why it was refused."""
    fight = made(table, begin=False)
    head = table.headers(fight.tokens["gm"], **{"accept-language": "es"})
    path = f"/v1/encounters/{fight.id}/seats/ana/bot"
    done = table.http.put(path, json={"bot": "GREEDY"}, headers=head).json()
    assert done["events"][0]["text"] == "Un autómata juega por Ana desde ahora"
    again = table.http.put(path, json={"bot": "GREEDY"}, headers=head).json()
    assert again["detail"] == "un autómata GREEDY juega ya por este asiento"
