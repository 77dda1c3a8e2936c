"""Two fights that differ in what is hidden, played over the API: nobody who may not know gets other bytes.

`tests/systems/test_two_worlds.py` compares over generated play of every system what leaves the service; here it is what
leaves the server, by every way out. Blanked are hashes, their signature, digests and salts, times, the fights' ids and
ids of requests.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from itertools import chain
from typing import Any

import websockets

from tests.api.fights import CREATE, LAST, Bridge, bridge_input, fill, sheet
from tests.api.secrecy.test_secrecy import ALL
from tests.api.table import ADMIN, Table
from tests.support.amounts import PATIENCE
from tests.support.contract.client import EVENT, OPEN
from tests.support.contract.json_patch import patched
from tests.support.contract.page_documents import page_document
from tests.support.secrecy.replays import unpacked

LURKER, NAME = "zq7lurker", "Zq7 the Unseen"
OUTSIDERS = ("ana", "eve")
STEPS = 8
BLANK = (
    re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{12})\b"),
    re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"),
    re.compile(rb'"request": ?"[^"]*"'),
    re.compile(rb'"signature": ?{[^}]*}'),
    re.compile(rb'"(?:median|longest)":\d+'),
)
WHY = "because { withheld terms { of amount source } }"
WATCH = f"subscription W($id: ID!) {{ events(encounter: $id) {{ __typename {EVENT} {WHY} }} }}"
LOOK = OPEN.replace("query Open($id: ID!, $at: Int)", "subscription S($id: ID!)").replace(", at: $at", "")
CHANGES = page_document("CHANGES").replace("signature { key value }", "")
REPORT = "query R($id: ID!) { audit(encounter: $id) { chain { state version detail } dice { state version detail } \
replay { state version detail } } }"


def worlds(table: Table) -> list[Bridge]:
    """Two ambushes: who lies in wait is somebody else, and Steiner has other things in his bag."""
    made = []
    for lurking, bag in (({"ref": "ogre"}, 1), ({"ref": "black_mage", "mp": 40}, 7)):
        wish = bridge_input()
        wish["combatants"][1]["sheet"] = sheet(items=[{"item": "potion", "count": bag}], mp=10 * bag)
        lurker = {"id": LURKER, "name": NAME, "side": "foes", "seat": "gm", "seenBy": ["gm"]}
        wish["combatants"].append({**lurker, "sheet": {"fantasia": {"initiativeBonus": -90, **lurking}}})
        answer = table.data(CREATE, ADMIN, input=wish)["createEncounter"]
        assert "encounter" in answer, answer
        made.append(Bridge(table, answer))
    return made


def blanked(fight: Bridge, data: bytes) -> bytes:
    data = data.replace(fight.id.encode(), b"ENCOUNTER")
    for pattern in BLANK:
        data = pattern.sub(b"#", data)
    return data


class Eyes:
    """An outsider's socket on a fight: three subscriptions, whose messages are kept as they come."""

    def __init__(self, fight: Bridge, seat: str) -> None:
        self.fight, self.token = fight, fight.tokens[seat]
        self.messages: dict[str, list[bytes]] = {"events": [], "state": [], "changes": []}

    async def open(self) -> None:
        protocols: Any = ["graphql-transport-ws"]
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.fight.table.port}/graphql", subprotocols=protocols
        )
        await self.socket.send(json.dumps({"type": "connection_init", "payload": {"token": self.token}}))
        assert json.loads(await self.socket.recv())["type"] == "connection_ack"
        for id, query in (("events", WATCH), ("state", LOOK), ("changes", CHANGES)):
            payload = {"query": query, "variables": {"id": self.fight.id}}
            await self.socket.send(json.dumps({"id": id, "type": "subscribe", "payload": payload}))

    async def read(self, version: int) -> None:
        """Until all subscriptions have told of a version."""
        while not all(f'"version":{version},' in self._last(id) for id in self.messages):
            raw = str(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            message = json.loads(raw)
            assert message["type"] == "next", message
            self.messages[message["id"]].append(raw.encode())

    def _last(self, id: str) -> str:
        return self.messages[id][-1].decode() if self.messages[id] else ""


def ways_out(fight: Bridge, seat: str, version: int) -> dict[str, bytes]:
    """What the server answers this seat, by every way but sockets."""
    table, token = fight.table, fight.tokens[seat]
    path, headers = f"/v1/encounters/{fight.id}", table.headers(token)

    def gql(query: str, **variables: Any) -> bytes:
        body = {"query": query, "variables": {"id": fight.id, **variables}}
        return table.http.post("/graphql", json=body, headers=headers).content

    def said(line: str) -> bytes:
        plain = {**headers, "content-type": "text/plain"}
        return table.http.post(f"{path}/say", content=line, headers=plain).content

    found = {
        "the query": gql(ALL),
        "the query of a past version": gql(ALL, at=max(1, version - 2)),
        "the buttons": gql(OPEN),
        "the audit": gql(REPORT),
        "in Spanish": table.get(f"{path}?locale=es", token).content,
        "the state": table.get(path, token).content,
        "the state and all parts": table.get(f"{path}?include=offers,scene,unavailable", token).content,
        "a past state": table.get(f"{path}?at={max(1, version - 3)}", token).content,
        "the scene": table.get(f"{path}/scene", token).content,
        "what is threatened": table.get(f"{path}/combatants/steiner/threats", token).content,
        "what somebody unseen threatens": table.get(f"{path}/combatants/{LURKER}/threats", token).content,
        "a sheet": table.get(f"{path}/combatants/steiner/stat-block", token).content,
        "the sheet of somebody unseen": table.get(f"{path}/combatants/{LURKER}/stat-block", token).content,
        "the drawing": table.get(f"{path}/scene.svg", token).content,
        "the drawing with threats": table.get(f"{path}/scene.svg?threats={LURKER}", token).content,
        "a past drawing": table.get(f"{path}/scene.svg?at={max(1, version - 3)}&theme=dark", token).content,
        "the map": table.get(f"{path}/scene.uvtt", token).content,
        "the scene of Foundry": table.get(f"{path}/scene.foundry.json", token).content,
        "the replay": unpacked(table.get(f"{path}/replay.html", token).content),
        "the film": table.get(f"{path}/replay", token).content,
        "how the film goes on": table.get(f"{path}/replay?after={max(1, version - 3)}", token).content,
        "the events": table.get(f"{path}/events", token).content,
        "the lines": table.get(f"{path}/events", token, accept="application/x-ndjson").content,
        "the events in words": table.get(f"{path}/events", token, accept="text/plain").content,
        "what may be said": table.get(f"{path}/say", token).content,
        "how it stands, in words": said("status"),
        "the log in words": said("log 50"),
        **{f"the answer to {line!r}": said(line) for line in ("attack zq7", f"{LURKER} 1,1", f"{version}.99")},
        "the export": table.get(f"{path}/export", token).content,
        "the report": table.get(f"{path}/audit", token).content,
        "the analysis": table.get(f"{path}/analysis", token).content,
        "a poll": table.get(f"{path}/events?after={version - 1}&wait=1", token).content,
        "who else there is": table.get("/v1/viewer", token).content,
    }
    wrong: list[tuple[str, Any]] = [
        (f"{path}/commands", {"command": {"fantasia": {"endTurn": {"combatant": LURKER}}}}),
        (f"{path}/commands", {"command": {"fantasia": {"endTurn": {"combatant": "steiner"}}}}),
        (f"{path}/commands", {"command": {"fantasia": {"attack": {"attacker": "cloud", "target": LURKER}}}}),
        (f"{path}/commands", {"command": {"gm": {"correct": {"path": f"combatants.{LURKER}.name", "value": "x"}}}}),
        (f"{path}/decisions/{version}", {"choice": {"key": "yes"}}),
        (f"{path}/fork", {"at": version}),
    ]
    for address, body in wrong:
        refused = table.post(address, token, body)
        assert refused.status_code >= 400, refused.text
        found[f"the answer to {body}"] = refused.content
    for media in ("text/event-stream", "application/x-ndjson"):
        with table.http.stream(
            "GET", f"{path}/events?follow=true", headers=table.headers(token, accept=media)
        ) as stream:
            kept = b""
            for part in stream.iter_raw():
                kept += part
                if b'"version":%d,' % version in kept:
                    break
        found[f"a stream of {media}"] = kept
    return found


def step(fights: list[Bridge]) -> bool:
    """The same order or answer in both: the first that one of the seats is offered, of somebody whom all see."""
    for seat in ("gm", "ana"):
        waiting = [d for d in fights[0].open(seat)["decisions"] if d["offers"]]
        if waiting:
            key = waiting[0]["id"].rpartition(".")[2]
            for fight in fights:
                answer = fight.reply(seat, f"{fight.id}.{key}", fill(waiting[0]["offers"][0]))
                assert answer["__typename"] == "Accepted", answer
            return True
    for seat in ("ana", "gm"):
        offers = [o for o in fights[0].open(seat)["offers"] if o["key"] not in LAST and o["combatant"] != LURKER]
        if offers:
            for fight in fights:
                assert fight.act(seat, fill(offers[0]))["__typename"] == "Accepted"
            return True
    for fight in fights:
        assert fight.act("gm", {"fantasia": {"endTurn": {"combatant": LURKER}}})["__typename"] == "Accepted"
    return True


async def test_no_output_of_two_worlds_tells_them_apart(table: Table) -> None:
    """GraphQL, REST, files, polls, streams and sockets: the same bytes from both fights, and nobody's name in them."""
    fights = await asyncio.to_thread(worlds, table)
    eyes = [Eyes(fight, seat) for seat in OUTSIDERS for fight in fights]
    async with AsyncExitStack() as sockets:
        for one in eyes:
            await one.open()
            sockets.push_async_callback(one.socket.close)
        assert await _compared(fights, eyes) > 300_000


async def _compared(fights: list[Bridge], eyes: list[Eyes]) -> int:
    """How many bytes were the same, over all ways out and some steps."""
    compared = 0
    for number in range(STEPS):
        if number == 0:
            for fight in fights:
                begun = await asyncio.to_thread(fight.act, "gm", {"fantasia": {"begin": {}}})
                assert begun["__typename"] == "Accepted"
        else:
            await asyncio.to_thread(step, fights)
        versions = [(await asyncio.to_thread(fight.open, "gm"))["version"] for fight in fights]
        assert versions[0] == versions[1]
        for one in eyes:
            await one.read(versions[0])
        if number not in (0, STEPS // 2, STEPS - 1):
            continue
        for seat in OUTSIDERS:
            compared += await asyncio.to_thread(_alike, fights, seat, versions[0])
    for one, other in zip(eyes[::2], eyes[1::2], strict=True):
        # A message of events is a step; how many states are told depends on how fast they follow one another.
        events = [[blanked(eye.fight, m) for m in eye.messages["events"]] for eye in (one, other)]
        assert b"".join(events[0]) == b"".join(events[1])
        assert b"zq7" not in b"".join(chain.from_iterable(one.messages.values())).lower()
        _told_alike(one, other)
        assert blanked(one.fight, one.messages["state"][-1]) == blanked(other.fight, other.messages["state"][-1])
        compared += sum(map(len, events[0]))
    return compared


def _told_alike(one: Eyes, other: Eyes) -> None:
    """What changed is told in the same bytes; how many steps a message covers is a matter of time."""
    told: list[dict[tuple[int, int, int], bytes]] = []
    for eyes in (one, other):
        messages = [(json.loads(text)["payload"]["data"]["changes"], text) for text in eyes.messages["changes"]]
        assert all(found["patch"] is not None for found, _ in messages[1:])
        known = messages[0][0]["whole"]
        for found, _ in messages[1:]:
            known = patched(known, found["patch"])
        # A message has the events of a step, or what has changed by then, or both.
        ends = [found["events"][-1]["version"] if found["events"] else 0 for found, _ in messages[1:]]
        told.append(
            {
                (found["since"], found["version"], end): blanked(eyes.fight, text)
                for (found, text), end in zip(messages[1:], ends, strict=True)
            }
        )
        told[-1][0, 0, 0] = blanked(eyes.fight, json.dumps(known).encode())
    both = set(told[0]) & set(told[1])
    assert len(both) > STEPS / 2
    assert [told[0][key] for key in sorted(both)] == [told[1][key] for key in sorted(both)]


def _alike(fights: list[Bridge], seat: str, version: int) -> int:
    """How many bytes both fights answer a seat, all of them the same."""
    compared = 0
    told = [ways_out(fight, seat, version) for fight in fights]
    for way in told[0]:
        one, other = (blanked(fight, found[way]) for fight, found in zip(fights, told, strict=True))
        at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        assert one == other, f"{seat}, {way}: {one[at - 90 : at + 90]!r}, {other[at - 90 : at + 90]!r}"
        if not way.startswith("the answer to"):
            assert b"zq7" not in one.lower(), f"{seat}, {way}"
        compared += len(one)
    return compared


BACKS = (
    "query B($id: ID!) { encounter(id: $id) { acting takeBacks { label send } decisions { text offers { send } } } }"
)


def test_what_would_be_taken_back_tells_two_worlds_not_apart(table: Table) -> None:
    """Offered, asked and done: nothing of what the lurker did meanwhile is named, and the game master reads all."""
    fights = worlds(table)
    for fight in fights:
        for seat, command in (
            ("gm", {"gm": {"setPolicy": {"kind": "AllowAction", "asked": False}}}),
            ("gm", {"fantasia": {"begin": {}}}),
        ):
            assert fight.act(seat, command)["__typename"] == "Accepted"
    while (acting := backs(fights[0], "gm")["acting"]) != ["cloud"]:
        for fight in fights:
            assert fight.act("gm", {"fantasia": {"endTurn": {"combatant": acting[0]}}})["__typename"] == "Accepted"
    for fight in fights:
        assert fight.act("ana", {"fantasia": {"move": {"combatant": "cloud", "metres": 3}}})["__typename"] == "Accepted"
    secret = {"path": f"combatants.{LURKER}.vitals.hp.now"}
    for fight, value in zip(fights, (3, 4), strict=True):
        assert fight.act("gm", {"gm": {"correct": {**secret, "value": value}}})["__typename"] == "Accepted"
        assert fight.act("gm", {"gm": {"note": {"note": f"{NAME} has {value}"}}})["__typename"] == "Accepted"
    (offer,) = backs(fights[0], "ana")["takeBacks"]
    assert offer["label"].startswith("Ask to take back: Ana: Cloud ")
    _both_alike(fights)
    for fight in fights:
        assert fight.act("ana", offer["send"])["__typename"] == "Accepted"
    _both_alike(fights)
    for fight, value in zip(fights, (3, 4), strict=True):
        (asked,) = backs(fight, "gm")["decisions"]
        assert f"{NAME} has {value}" in asked["text"]
        version = fight.open("gm")["decisions"][0]["id"]
        assert fight.reply("gm", version, {"key": "yes"})["__typename"] == "Accepted"
    _both_alike(fights)
    last = table.get(f"/v1/encounters/{fights[0].id}/events", fights[0].tokens["ana"]).json()["events"][-1]
    assert last["type"] == "Reverted"
    assert "(takes back: Ana: Cloud " in last["text"]


def backs(fight: Bridge, seat: str) -> dict[str, Any]:
    """What a seat may take back, and is asked."""
    found: dict[str, Any] = fight.table.data(BACKS, fight.tokens[seat], id=fight.id)["encounter"]
    return found


def _both_alike(fights: list[Bridge]) -> None:
    versions = [fight.open("gm")["version"] for fight in fights]
    assert versions[0] == versions[1]
    for seat in OUTSIDERS:
        assert json.dumps(backs(fights[0], seat)).replace(fights[0].id, "") == json.dumps(
            backs(fights[1], seat)
        ).replace(fights[1].id, "")
        assert _alike(fights, seat, versions[0]) > 50_000
