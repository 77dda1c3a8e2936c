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
from typing import Any

import websockets

from tests.api.fights import CREATE, LAST, Bridge, bridge_input, fill, sheet
from tests.api.table import ADMIN, Table
from tests.api.test_secrecy import ALL
from tests.support.client import EVENT, OPEN

LURKER, NAME = "zq7lurker", "Zq7 the Unseen"
OUTSIDERS = ("ana", "eve")
STEPS = 8
BLANK = (
    re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{12})\b"),
    re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"),
    re.compile(rb'"request": ?"[^"]*"'),
    re.compile(rb'"signature": ?{[^}]*}'),
)
WHY = "because { withheld terms { of amount source } }"
WATCH = f"subscription W($id: ID!) {{ events(encounter: $id) {{ __typename {EVENT} {WHY} }} }}"
LOOK = OPEN.replace("query Open($id: ID!, $at: Int)", "subscription S($id: ID!)").replace(", at: $at", "")
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
    """An outsider's socket on a fight: two subscriptions, whose messages are kept as they come."""

    def __init__(self, fight: Bridge, seat: str) -> None:
        self.fight, self.token = fight, fight.tokens[seat]
        self.messages: dict[str, list[bytes]] = {"events": [], "state": []}

    async def open(self) -> None:
        protocols: Any = ["graphql-transport-ws"]
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.fight.table.port}/graphql", subprotocols=protocols
        )
        await self.socket.send(json.dumps({"type": "connection_init", "payload": {"token": self.token}}))
        assert json.loads(await self.socket.recv())["type"] == "connection_ack"
        for id, query in (("events", WATCH), ("state", LOOK)):
            payload = {"query": query, "variables": {"id": self.fight.id}}
            await self.socket.send(json.dumps({"id": id, "type": "subscribe", "payload": payload}))

    async def read(self, version: int) -> None:
        """Until both subscriptions have told of a version."""
        while not all(f'"version":{version},' in self._last(id) for id in self.messages):
            raw = str(await asyncio.wait_for(self.socket.recv(), 20))
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

    found = {
        "the query": gql(ALL),
        "the query of a past version": gql(ALL, at=max(1, version - 2)),
        "the buttons": gql(OPEN),
        "the audit": gql(REPORT),
        "in Spanish": table.get(f"{path}?locale=es", token).content,
        "the state": table.get(path, token).content,
        "a past state": table.get(f"{path}?at={max(1, version - 3)}", token).content,
        "the events": table.get(f"{path}/events", token).content,
        "the lines": table.get(f"{path}/events", token, accept="application/x-ndjson").content,
        "the export": table.get(f"{path}/export", token).content,
        "the report": table.get(f"{path}/audit", token).content,
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


async def test_by_no_way_out_does_anybody_get_what_he_may_not_know(table: Table) -> None:
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
            told = [await asyncio.to_thread(ways_out, fight, seat, versions[0]) for fight in fights]
            for way in told[0]:
                one, other = (blanked(fight, found[way]) for fight, found in zip(fights, told, strict=True))
                at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
                assert one == other, f"{seat}, {way}: {one[at - 90 : at + 90]!r}, {other[at - 90 : at + 90]!r}"
                if not way.startswith("the answer to"):
                    assert b"zq7" not in one.lower(), f"{seat}, {way}"
                compared += len(one)
    for one, other in zip(eyes[::2], eyes[1::2], strict=True):
        # A message of events is a step; how many states are told depends on how fast they follow one another.
        events = [[blanked(eye.fight, m) for m in eye.messages["events"]] for eye in (one, other)]
        assert b"".join(events[0]) == b"".join(events[1])
        assert b"zq7" not in b"".join([*one.messages["events"], *one.messages["state"]]).lower()
        assert blanked(one.fight, one.messages["state"][-1]) == blanked(other.fight, other.messages["state"][-1])
        compared += sum(map(len, events[0]))
    return compared
