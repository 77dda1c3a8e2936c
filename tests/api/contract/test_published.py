"""A published fight: everybody reads exactly what one seat sees of it, and nothing before, after or beside that."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import Pool
from tests.api.fights import WATCH, Bridge, bridge, bridge_input
from tests.api.seats.test_hosts import code, host_token
from tests.api.table import ADMIN, Table
from tests.guide.reader import Reader

PUBLISH = """mutation P($id: ID!, $seat: ID) { publishEncounter(encounter: $id, seat: $seat) {
  ... on Published { encounter seat } ... on Problem { code message } } }"""
LOOK = """query Q($id: ID!, $at: Int) { encounter(id: $id, at: $at) { version status outcome headHash
  combatants { id name vitals { now } } offers { key } takeBacks { key } decisions { key yours } mayAddEntropy
  scene { __typename } events(first: 500) { nodes { version type text data } } } }"""
END: dict[str, Any] = {"gm": {"end": {}}}
HIDDEN = "Zq7 the Unseen"
PATHS = (
    "",
    "?at=3",
    "/scene",
    "/scene.svg",
    "/combatants/cloud/threats",
    "/combatants/cloud/stat-block",
    "/events",
    "/events?first=3",
    "/replay.html",
    "/replay",
    "/export",
    "/audit",
)


def publish(fight: Bridge, token: str | None, seat: str | None) -> dict[str, Any]:
    """What came of it."""
    done: dict[str, Any] = fight.table.data(PUBLISH, token, id=fight.id, seat=seat)["publishEncounter"]
    return done


def ambush(table: Table, token: str = ADMIN) -> Bridge:
    """A fight with somebody whom only the GM sees."""
    lurker = {"id": "lurker", "name": HIDDEN, "side": "foes", "seat": "gm", "seenBy": ["gm"]}
    people = [*bridge_input()["combatants"], {**lurker, "sheet": {"fantasia": {"ref": "ogre"}}}]
    return bridge(table, token=token, combatants=people)


@pytest.fixture
def ended(table: Table) -> Bridge:
    """A fight of a host's that has ended, and is not published."""
    made = ambush(table, host_token(table, "publisher"))
    assert made.act("gm", END)["__typename"] == "Accepted"
    return made


def read(fight: Bridge, path: str, token: str | None) -> tuple[int, bytes]:
    """Status and body of a reading."""
    answer = fight.table.get(f"/v1/encounters/{fight.id}{path}", token)
    return answer.status_code, answer.content


def test_everybody_reads_what_the_named_seat_reads(ended: Bridge) -> None:
    """By every way of reading, to the byte: without a token, with one of another fight, and with another host's."""
    table = ended.table
    assert publish(ended, ended.tokens["gm"], "eve") == {"encounter": ended.id, "seat": "eve"}
    readers = {"nobody": None, "stranger": bridge(table).tokens["gm"], "guest": host_token(table, "reads")}
    for path in PATHS:
        wanted = read(ended, path, ended.tokens["eve"])
        assert wanted[0] == 200, (path, wanted)
        for who, token in readers.items():
            assert read(ended, path, token) == wanted, (path, who)
    for who, token in readers.items():
        assert table.gql(LOOK, token, id=ended.id) == table.gql(LOOK, ended.tokens["eve"], id=ended.id), who
        assert table.gql(LOOK, token, id=ended.id, at=4) == table.gql(LOOK, ended.tokens["eve"], id=ended.id, at=4)
        report = "query A($id: ID!) { audit(encounter: $id) { chain { state } dice { state } replay { state } } }"
        assert table.gql(report, token, id=ended.id) == table.gql(report, ended.tokens["eve"], id=ended.id)
    assert all(HIDDEN.encode() not in read(ended, path, None)[1] for path in PATHS)


def test_who_reads_it_waits_in_no_seats_place(ended: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long work of everybody's is queued by his address, that of the seat by itself, though they read the same."""
    publish(ended, ended.tokens["gm"], "eve")
    owners, run = list[Owner](), Pool.run

    async def noted(self: Pool, owner: Owner, *job: Any, **more: Any) -> Any:
        owners.append(owner)
        return await run(self, owner, *job, **more)

    monkeypatch.setattr(Pool, "run", noted)
    for token in (None, host_token(ended.table, "reads"), ended.tokens["eve"]):
        assert read(ended, "/replay.html", token)[0] == 200
    assert owners[0] == owners[1] != owners[2] == Owner(ended.id, "eve")
    assert owners[0].address


def test_a_seat_of_the_fight_still_reads_its_own_view(ended: Bridge) -> None:
    """The GM does not lose what he sees, and a revoked seat does not read on as everybody."""
    before = read(ended, "", ended.tokens["gm"])
    host = host_token(ended.table, "publisher")
    public = read(ended, "", host)
    publish(ended, host, "ana")
    assert read(ended, "", ended.tokens["gm"]) == before
    assert read(ended, "", host) == public
    assert ended.table.http.delete(
        f"/v1/encounters/{ended.id}/tokens/eve", headers=ended.table.headers(ADMIN)
    ).is_success
    assert read(ended, "", ended.tokens["eve"])[0] == 401
    assert read(ended, "", None)[0] == 200
    assert ended.table.http.delete(
        f"/v1/encounters/{ended.id}/tokens/ana", headers=ended.table.headers(ADMIN)
    ).is_success
    assert read(ended, "", None)[0] == 200, "what is published is no token that could be revoked"
    assert read(ended, "/events?follow=true", None)[0] == 200


def test_nobody_changes_what_is_published(ended: Bridge) -> None:
    """It is read, and that is all: also where the named seat is the GM's, and with another seat's eyes."""
    table, here = ended.table, f"/v1/encounters/{ended.id}"
    publish(ended, ADMIN, "gm")
    assert HIDDEN.encode() in read(ended, "", None)[1]
    tries: list[tuple[str, str, Any]] = [
        ("POST", "/commands", {"command": {"gm": {"note": {"note": "n", "to": ["gm"]}}}}),
        ("POST", "/previews", {"command": {"gm": {"pause": {}}}}),
        ("POST", "/decisions/1", {"choice": {"key": "x"}}),
        ("POST", "/fork", {"at": 2}),
        ("POST", "/copy", {}),
        ("PUT", "/archived", {"archived": True}),
        ("PUT", "/published", {"seat": None}),
        ("PUT", "/preferences", {"kind": "X", "preference": "ask"}),
        ("PUT", "/seats/ana/bot", {"bot": None}),
        ("POST", "/entropy", {"entropy": "mine"}),
        ("POST", "/seats", {"id": "zoe", "name": "Zoe"}),
        ("POST", "/invitations", {"seat": "eve"}),
        ("GET", "/invitations", None),
        ("POST", "/tokens", {"seat": "gm"}),
        ("DELETE", "/tokens/gm", None),
        ("GET", "?as=ana", None),
        ("GET", "/events?as=ana", None),
    ]
    for method, path, body in tries:
        for token, status in ((None, {401}), (bridge(table, begin=False).tokens["gm"], {404}), (None, {401})):
            answer = table.http.request(method, f"{here}{path}", json=body, headers=table.headers(token))
            assert answer.status_code in status, (method, path, answer.text)
    guest = host_token(table, "changes-nothing")
    for method, path, body in tries:
        answer = table.http.request(method, f"{here}{path}", json=body, headers=table.headers(guest))
        assert answer.status_code in (403, 404), (method, path, answer.text)


def test_until_then_and_afterwards_nobody_learns_of_it(ended: Bridge) -> None:
    """What is not published, was unpublished, or does not exist: the same answers, for everybody without a right."""
    table = ended.table
    stranger, guest = bridge(table).tokens["ana"], host_token(table, "learns")

    def told() -> list[Any]:
        answers: list[Any] = []
        for id in (ended.id, "nothing"):
            for token in (None, stranger, guest):
                for path in PATHS:
                    answer = table.get(f"/v1/encounters/{id}{path}", token)
                    body = answer.json()
                    body.pop("instance", None), body.pop("request", None)
                    answers.append((answer.status_code, str(body).replace(id, "ID")))
                answers.append(str(table.gql(LOOK, token, id=id)).replace(id, "ID"))
        half = len(answers) // 2
        assert answers[:half] == answers[half:]
        return answers

    before = told()
    assert {one[0] for one in before if isinstance(one, tuple)} == {401, 404}
    publish(ended, ADMIN, "eve")
    assert read(ended, "", None)[0] == 200
    assert publish(ended, ADMIN, None) == {"encounter": ended.id, "seat": None}
    assert told() == before


def test_only_an_ended_fight_is_published(table: Table) -> None:
    """Of a running one the words say what to do instead; and only a seat that is there."""
    fight = ambush(table)
    refused = publish(fight, fight.tokens["gm"], "eve")
    assert (refused["code"], "many" in refused["message"]) == ("NOT_LEGAL", True)
    assert read(fight, "", None)[0] == 401
    assert publish(fight, fight.tokens["gm"], None)["seat"] is None
    assert publish(fight, fight.tokens["ana"], "eve")["code"] == "NOT_YOURS"
    assert publish(fight, host_token(table, "other"), "eve")["code"] == "UNKNOWN"
    assert code(fight.table.gql(PUBLISH, None, id=fight.id, seat="eve")) == "UNAUTHENTICATED"
    assert fight.act("gm", END)["__typename"] == "Accepted"
    assert publish(fight, fight.tokens["gm"], "zoe")["code"] == "UNKNOWN"
    rest = table.http.put(
        f"/v1/encounters/{fight.id}/published", json={"seat": "eve"}, headers=table.headers(fight.tokens["gm"])
    )
    assert rest.json() == {"encounter": fight.id, "seat": "eve"}
    listing = "{ encounters(first: 1) { nodes { id published } } }"
    assert table.data(listing, ADMIN)["encounters"]["nodes"] == [{"id": fight.id, "published": "eve"}]


async def test_a_socket_without_a_token_follows_it_to_its_end(table: Table) -> None:
    """From its first event."""
    fight = await asyncio.to_thread(ambush, table)
    await asyncio.to_thread(fight.act, "gm", END)
    await asyncio.to_thread(publish, fight, ADMIN, "eve")
    reader = Reader(table.url, ADMIN)
    example: Any = type("Example", (), {"request": type("R", (), {"text": WATCH}), "actor": "nobody"})
    message = await reader._first_message(example, {"id": fight.id, "after": 0})
    assert message["data"]["events"][0]["type"] == "EncounterCreated"
