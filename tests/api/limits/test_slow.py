"""A socket that takes nothing is closed with its version; the others hear everything."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from pathlib import Path

import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.redis import RedisStore
from tests.api.table import ADMIN, serving
from tests.support.amounts import PATIENCE
from tests.support.contract.client import CREATE, WATCH
from tests.support.fights.fights import SEATS

EVENTS = 2500
BULK = "…" * 1_500
"""Together more than the buffers of both ends hold."""


def wish() -> dict[str, object]:
    return {
        "system": "fantasia",
        "name": "Long",
        "seats": [{"id": s.seat, "name": s.name, "role": s.role} for s in SEATS],
        "combatants": [],
    }


async def watch(url: str, token: str, id: str, receive_buffer: int | None = None) -> websockets.ClientConnection:
    """A socket that watches a fight from its beginning."""
    raw = socket.socket()
    if receive_buffer is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    host, port = url.removeprefix("http://").split(":")
    raw.connect((host, int(port)))
    raw.setblocking(False)
    made = await websockets.connect(
        url.replace("http", "ws") + "/graphql",
        subprotocols=["graphql-transport-ws"],  # type: ignore[list-item]
        sock=raw,
        max_queue=1,
        max_size=None,
        compression=None,
        ping_interval=None,
    )
    await made.send(json.dumps({"type": "connection_init", "payload": {"token": token}}))
    await made.recv()
    payload = {"query": WATCH, "variables": {"id": id, "after": 0}}
    await made.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
    return made


async def heard(connection: websockets.ClientConnection, until: int) -> list[int]:
    """The versions it gets, up to one, or to its close."""
    versions: list[int] = []
    while not versions or versions[-1] < until:
        message = json.loads(await connection.recv())
        if message["type"] == "next":
            versions += [e["version"] for e in message["payload"]["data"]["events"]]
    return versions


async def drain(connection: websockets.ClientConnection, got: list[int]) -> None:
    """Take all that comes, to the close."""
    while True:
        message = json.loads(await connection.recv())
        if message["type"] == "next":
            got += [e["version"] for e in message["payload"]["data"]["events"]]


async def test_who_takes_nothing_is_closed_with_his_version(redis_url: str, tmp_path: Path) -> None:
    """4408, and a reason that names the last version he was handed; a reader beside him has every version once."""
    with serving(redis_url, tmp_path, {"slow_seconds": 3}) as table:
        made = table.data(CREATE, ADMIN, input=wish())["createEncounter"]
        id, tokens = made["encounter"]["id"], {t["seat"]: t["token"] for t in made["tokens"]}
        note = {"gm": {"note": {"note": BULK}}}
        store = RedisStore(redis_url)
        service = Encounters(store, Registry.installed())
        for _ in range(EVENTS):
            await service.submit(id, "gm", note)
        await store.close()
        idle = await watch(table.url, tokens["gm"], id, receive_buffer=4096)
        busy = await watch(table.url, tokens["gm"], id)
        head = EVENTS + 1
        assert await asyncio.wait_for(heard(busy, head), PATIENCE) == list(range(1, head + 1))
        await asyncio.sleep(4)
        got: list[int] = []
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(drain(idle, got), PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4408
        found = re.search(rf"{id} after (\d+)", closed.value.rcvd.reason)
        assert found is not None
        assert got[: int(found[1])] == list(range(1, int(found[1]) + 1)), "he has all up to the version named"
        await busy.close()
