"""The last gate finds what leaves for whom it must not, by every way out; and nothing that tells nothing."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.service.proof import export as exporting
from engine.service.reading import views
from engine.store.server import PrivateServer
from tests.api.fights import CREATE, Bridge, bridge_input
from tests.api.table import ADMIN, Table, serving
from tests.support.contract.client import EVENT, OPEN
from tests.support.processes.receiver import receiving
from tests.support.processes.servers import flush
from tests.support.secrecy import gate

LURKER, NAME = "zq7lurker", "Zq7 the Unseen"


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that may tell this machine."""
    flush(server)
    folder: Path = tmp_path_factory.mktemp("data")
    with serving(server.url, folder, {"webhook_networks": ("127.0.0.1/32",)}) as running:
        yield running


@pytest.fixture
def ambush(table: Table) -> Bridge:
    """A fight with somebody whom only the game master knows of."""
    wish = bridge_input()
    lurker = {"id": LURKER, "name": NAME, "side": "foes", "seat": "gm", "seenBy": ["gm"]}
    wish["combatants"].append({**lurker, "sheet": {"fantasia": {"ref": "ogre", "initiativeBonus": -90}}})
    return Bridge(table, table.data(CREATE, ADMIN, input=wish)["createEncounter"])


@pytest.fixture
def leaks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Everybody is told everything; what the gate has found is for the test to judge."""
    monkeypatch.setattr(Rulebook, "seen", lambda book, state, seat: state)
    monkeypatch.setattr(views, "bytes_for", lambda entry, seat: entry.secret or entry.public)
    monkeypatch.setattr(
        exporting, "seen_event", lambda entry, seat: structs.replace(exporting.whole_event(entry), to=None)
    )
    yield gate.LEAKS
    gate.LEAKS.clear()


def graphql(fight: Bridge, query: str) -> None:
    body = {"query": query, "variables": {"id": fight.id}}
    fight.table.http.post("/graphql", json=body, headers=fight.table.headers(fight.tokens["ana"]))


def rest(fight: Bridge, path: str, accept: str = "application/json") -> None:
    fight.table.get(f"/v1/encounters/{fight.id}{path}", fight.tokens["ana"], accept=accept)


def streamed(fight: Bridge, media: str) -> None:
    headers = fight.table.headers(fight.tokens["ana"], accept=media)
    with fight.table.http.stream("GET", f"/v1/encounters/{fight.id}/events?follow=true", headers=headers) as stream:
        for part in stream.iter_raw():
            if b'"version":' in part:
                return


def socket(fight: Bridge) -> None:
    async def listen() -> None:
        protocols: Any = ["graphql-transport-ws"]
        async with websockets.connect(f"ws://127.0.0.1:{fight.table.port}/graphql", subprotocols=protocols) as one:
            await one.send(json.dumps({"type": "connection_init", "payload": {"token": fight.tokens["ana"]}}))
            query = f"subscription W($id: ID!) {{ events(encounter: $id) {{ __typename {EVENT} }} }}"
            payload = {"query": query, "variables": {"id": fight.id}}
            await one.recv()
            await one.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            await one.recv()

    thread = threading.Thread(target=asyncio.run, args=(listen(),))
    thread.start()
    thread.join(10)


def webhook(fight: Bridge, everybody: bool = False) -> None:
    """The GM says something, and a webhook of Ana's is told of all that there is."""
    with receiving() as receiver:
        wish = {"address": f"{receiver.url}/", "kinds": ["EVENTS", "YOUR_TURN", "ASKED"], "everybody": everybody}
        fight.table.post(f"/v1/encounters/{fight.id}/webhooks", fight.tokens["ana"], wish)
        fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
        receiver.until(lambda came: came)


WAYS: dict[str, Any] = {
    "a webhook": webhook,
    "a webhook for everybody": lambda fight: webhook(fight, True),
    "GraphQL": lambda fight: graphql(fight, OPEN.replace(", $at: Int", "").replace(", at: $at", "")),
    "the state": lambda fight: rest(fight, ""),
    "the events": lambda fight: rest(fight, "/events"),
    "lines": lambda fight: rest(fight, "/events", "application/x-ndjson"),
    "the export": lambda fight: rest(fight, "/export"),
    "server-sent events": lambda fight: streamed(fight, "text/event-stream"),
    "a stream of lines": lambda fight: streamed(fight, "application/x-ndjson"),
    "a socket": socket,
}


@pytest.mark.parametrize("way", list(WAYS))
def test_a_leak_is_found_on_its_way_out(way: str, ambush: Bridge, leaks: list[str]) -> None:
    """By every way; what it says names the seat, the word and the way."""
    WAYS[way](ambush)
    assert leaks, way
    whose = "everybody" if way == "a webhook for everybody" else "ana"
    assert leaks[0].startswith((f"{whose} reads 'zq7lurker'", f"{whose} reads 'Zq7 the Unseen'"))


@pytest.mark.parametrize("way", list(WAYS))
def test_without_a_leak_nothing_is_found(way: str, ambush: Bridge) -> None:
    """The fixture of all tests would fail this one."""
    WAYS[way](ambush)
    assert gate.FIGHTS[ambush.id].forbidden("ana") is not None
    assert not gate.LEAKS


def test_a_refusal_may_repeat_an_id_that_its_order_named(ambush: Bridge) -> None:
    """A refusal names whom the order named."""
    order = {"command": {"fantasia": {"endTurn": {"combatant": LURKER}}}}
    answer = ambush.table.post(f"/v1/encounters/{ambush.id}/commands", ambush.tokens["ana"], order)
    assert LURKER in answer.text
    assert not gate.LEAKS


def test_what_was_seen_once_is_no_secret(ambush: Bridge) -> None:
    """From then on; the game master is never kept from anything."""
    watching = gate.FIGHTS[ambush.id]
    assert watching.forbidden("gm") is None
    assert watching.forbidden("ana") is not None
    path = f"combatants.{LURKER}.seenBy"
    assert ambush.act("gm", {"gm": {"correct": {"path": path, "value": None}}})["__typename"] == "Accepted"
    assert watching.forbidden("ana") is None


def known(*people: dict[str, Any]) -> gate.Known:
    """A fight with these people."""
    found = gate.Known()
    found.people = {one["combatant"]: one for one in people}
    found.open = {one["combatant"] for one in people if one["seenBy"] is None}
    return found


def test_a_word_that_tells_nothing_is_no_leak() -> None:
    """Short ones, parts of words, what a game calls something, and what somebody else is called."""
    hero = {"combatant": "brut", "name": "Brut of Ulm", "side": "heroes", "seenBy": None}
    unseen = {"combatant": "ox", "name": "Brut", "side": "heroes", "seenBy": []}
    assert known(hero, unseen).forbidden("ana") is None
    assert known(hero, {**unseen, "name": "Ogre"}).forbidden("ana") is None
    pattern = known(hero, {**unseen, "name": 'Zq"ä'}).forbidden("ana")
    assert pattern is not None
    assert not pattern.search(b'xzq\\"\xc3\xa4x')
    for form in ('{"name":"Zq\\"ä"}'.encode(), b'{"name":"Zq\\"\\u00e4"}'):
        assert pattern.search(form), form
    side = known(hero, {**unseen, "side": "zq7side"}).forbidden("ana")
    assert side is not None
    assert side.search(b"the side ZQ7SIDE began")
