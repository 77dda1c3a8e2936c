"""When the process is told to stop: every kind of stream ends so that its client knows to come back, and whence."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from api.streaming.connections import LONGEST_REASON, StreamPosition, reason
from tests.support.amounts import PATIENCE, groups
from tests.support.processes.alive import waited_for
from tests.support.processes.beside import QUIET, new_fight, note, rules, running
from tests.support.processes.serving import ADMIN, Service, gone

EVENTS = "subscription E($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version } }"
STATE = "subscription S($id: ID!) { encounter(id: $id) { version } }"
WIRE: Any = ["graphql-transport-ws"]


# -- clients of every kind -----------------------------------------------------------------------------------------
HEADERS = {"authorization": f"Bearer {ADMIN}"}


class Watcher:
    """A stream that is read to its end in the background. versions: that it was told; said: all that came."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self.versions: list[int] = []
        self.said: list[str] = []
        self.whole = False
        self._caught = asyncio.Event()
        self._task = asyncio.create_task(self._read(lines))

    async def _read(self, lines: AsyncIterator[str]) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for line in lines:
                self.said.append(line)
                self.versions += [int(found) for found in re.findall(r'"version":(\d+)', line)]
                self._caught.set()
            self.whole = True  # an answer that is cut raises

    async def reached(self, version: int) -> None:
        """Wait until it was told this version, of any of the fights that it watches."""
        async with asyncio.timeout(PATIENCE):
            while max(self.versions, default=0) < version:
                self._caught.clear()
                await self._caught.wait()

    async def ended(self) -> str:
        """Wait for its end; all that was said."""
        await asyncio.wait_for(self._task, PATIENCE)
        return "\n".join(self.said)


async def _http(method: str, url: str, **request: Any) -> AsyncIterator[str]:
    async with httpx.AsyncClient(timeout=PATIENCE) as client, client.stream(method, url, **request) as answer:
        assert answer.status_code == 200, await answer.aread()
        async for line in answer.aiter_lines():
            yield line


def rest(service: Service, id: str, after: int, accept: str) -> Watcher:
    url = f"{service.base}/v1/encounters/{id}/events?after={after}&follow=true"
    return Watcher(_http("GET", url, headers={**HEADERS, "accept": accept}))


def graphql(service: Service, id: str, after: int, accept: str) -> Watcher:
    body = {"query": EVENTS, "variables": {"id": id, "after": after}}
    return Watcher(_http("POST", f"{service.base}/graphql", json=body, headers={**HEADERS, "accept": accept}))


SSE, NDJSON = "text/event-stream", "application/x-ndjson"
MULTIPART = "multipart/mixed;subscriptionSpec=1.0,application/json"


async def subscribe(made: Any, operation: str, query: str, **variables: Any) -> None:
    payload = {"query": query, "variables": variables}
    await made.send(json.dumps({"id": operation, "type": "subscribe", "payload": payload}))


async def opened(service: Service, sock: socket.socket | None = None, **more: Any) -> Any:
    """A socket, acknowledged."""
    if sock is None:
        sock = socket.create_connection(("127.0.0.1", service.port))
    sock.setblocking(False)
    url = f"ws://127.0.0.1:{service.port}/graphql"
    made = await websockets.connect(url, subprotocols=WIRE, sock=sock, compression=None, max_size=None, **more)
    await made.send(json.dumps({"type": "connection_init", "payload": {"token": ADMIN}}))
    assert json.loads(await made.recv())["type"] == "connection_ack"
    return made


def stuck(service: Service) -> socket.socket:
    """A client's end that takes next to nothing unless it is read."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", service.port))
    return made


def half_a_request(service: Service, id: str) -> tuple[socket.socket, bytes]:
    """A request whose body has not come in whole, and the rest of it."""
    body = json.dumps({"query": "query Q($id: ID!) { encounter(id: $id) { version } }", "variables": {"id": id}})
    head = f"POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {ADMIN}\r\ncontent-type: application/json\r\n"
    made = socket.create_connection(("127.0.0.1", service.port))
    made.settimeout(PATIENCE)
    made.sendall(f"{head}content-length: {len(body)}\r\n\r\n{body[:20]}".encode())
    return made, body[20:].encode()


async def taken(client: httpx.AsyncClient, path: str) -> asyncio.Task[httpx.Response]:
    """A request that the server has read: one on a kept connection that it has not may lawfully find this closed."""
    sent = asyncio.Event()

    async def trace(what: str, info: Any) -> None:
        if what == "http11.send_request_body.complete":
            sent.set()

    asking = asyncio.create_task(client.get(path, extensions={"trace": trace}))
    await asyncio.wait({asking, asyncio.create_task(sent.wait())}, return_when=asyncio.FIRST_COMPLETED)
    # It reads its connections in turn: whoever came later and was answered came after this.
    async with httpx.AsyncClient(base_url=client.base_url) as other:
        assert (await other.get("/livez")).status_code == 200
    return asking


def read_all(made: socket.socket) -> bytes:
    with made:
        return b"".join(iter(lambda: made.recv(65536), b""))


def no_fault(log: str) -> bool:
    return "Traceback" not in log and '"trace"' not in log and '"level": "error"' not in log


@pytest.mark.sampled(groups(1))
# -- tests ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_every_stream_ends_so_that_its_client_goes_on(
    redis_url: str, tmp_path: Path, sign: signal.Signals
) -> None:
    """No stream looks finished, each names its version, and from there everybody gets each later event once."""
    async with running(redis_url, tmp_path) as service, rules(redis_url) as beside:
        one, two = await new_fight(service), await new_fight(service)
        await note(beside, one, 3)
        await note(beside, two, 1)
        streams = {
            "REST SSE": rest(service, one, 0, SSE),
            "REST NDJSON": rest(service, one, 0, NDJSON),
            "GraphQL SSE": graphql(service, one, 0, SSE),
            "GraphQL multipart": graphql(service, one, 0, MULTIPART),
        }
        made = await opened(service)
        await subscribe(made, "1", EVENTS, id=one, after=0)
        await subscribe(made, "2", EVENTS, id=two, after=0)
        await subscribe(made, "3", STATE, id=two)
        wire = Watcher(made)
        for stream in streams.values():
            await stream.reached(4)
        await wire.reached(4)
        async with httpx.AsyncClient(base_url=service.base, headers=HEADERS, timeout=PATIENCE) as client:
            poll = asyncio.create_task(client.get(f"/v1/encounters/{one}/events?after=4&wait=50"))
            halves, slow_one = half_a_request(service, one), half_a_request(service, one)
            await note(beside, one, 1)
            assert (await poll).json()["after"] == 5
            for stream in (*streams.values(), wire):
                await stream.reached(5)
            poll = await taken(client, f"/v1/encounters/{one}/events?after=5&wait=50")
            began = time.monotonic()
            stop = asyncio.create_task(service.end(sign))
            await asyncio.sleep(0.3)
            slow_one[0].sendall(slow_one[1])
            assert await stop == 0
            assert time.monotonic() - began < PATIENCE / 4
            polled = await poll
        assert (polled.status_code, polled.json()) == (200, {"events": [], "after": 5})

        said = {name: await stream.ended() for name, stream in streams.items()}
        assert all(stream.whole for stream in streams.values())
        told = {"code": "STOPPING", "after": 5}
        last = said["REST NDJSON"].strip().splitlines()[-1]
        assert told.items() <= json.loads(last)["problem"].items()
        assert "event: end" not in said["REST SSE"]
        problem = said["REST SSE"].partition("event: problem\ndata: ")[2]
        assert told.items() <= json.loads(problem.splitlines()[0]).items()
        assert "event: complete" not in said["GraphQL SSE"]
        assert "go on after version 5" in said["GraphQL SSE"]
        parts = [json.loads(line) for line in said["GraphQL multipart"].splitlines() if line.startswith("{")]
        assert parts[-1]["payload"] is None
        assert parts[-1]["errors"][0]["extensions"] == told

        frames = await wire.ended()
        assert '"complete"' not in frames
        assert '"error"' not in frames
        assert made.close_code == 1012
        assert made.close_reason == f"restarting; resume {one} after 5, {two} after 2"

        refused = read_all(halves[0])
        assert refused.startswith(b"HTTP/1.1 503")
        assert b'"STOPPING"' in refused
        assert read_all(slow_one[0]).startswith(b"HTTP/1.1 200")
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", service.port))
        assert no_fault(service.log()), service.log()

        await note(beside, one, 2)
        await service.start()
        await note(beside, one, 1)
        again = [
            rest(service, one, 5, SSE),
            rest(service, one, 5, NDJSON),
            graphql(service, one, 5, SSE),
            graphql(service, one, 5, MULTIPART),
        ]
        made = await opened(service)
        await subscribe(made, "1", EVENTS, id=one, after=5)
        again.append(Watcher(made))
        for stream in again:
            await stream.reached(8)
            assert stream.versions == [6, 7, 8]
        await beside.submit(one, "gm", {"gm": {"end": {"reason": "late"}}})
        ends = [await stream.ended() for stream in again[:4]]
        assert "event: end" in ends[0]
        assert "EncounterEnded" in ends[1].strip().splitlines()[-1]
        assert "event: complete" in ends[2]
        assert ends[3].rstrip().endswith("--graphql--")
        assert '"errors"' not in ends[3]
        await made.close()
        assert '"complete"' in await again[4].ended()


async def test_clients_that_read_nothing_do_not_delay_shutdown(redis_url: str, tmp_path: Path) -> None:
    """A socket and a stream that stand still are cut, and the process ends within seconds."""
    async with running(redis_url, tmp_path) as service, rules(redis_url) as beside:
        id = await new_fight(service)
        await note(beside, id, 2000, "🐎" * 70)
        made = await opened(service, stuck(service), max_queue=1, ping_interval=None)
        for operation in "12345678":
            await subscribe(made, operation, EVENTS.replace("{ version }", "{ text data }"), id=id, after=0)
        request = f"GET /v1/encounters/{id}/events?follow=true HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {ADMIN}"
        still = stuck(service)
        still.sendall(f"{request}\r\n\r\n".encode())
        other = await opened(service)
        await subscribe(other, "1", EVENTS, id=id, after=0)
        busy = Watcher(other)
        await busy.reached(2001)
        began = time.monotonic()
        assert await service.end(signal.SIGTERM) == 0
        assert time.monotonic() - began < PATIENCE / 4
        await busy.ended()
        assert (other.close_code, other.close_reason) == (1012, f"restarting; resume {id} after 2001")
        assert "Traceback" not in service.log()
        assert '"trace"' not in service.log()
        still.close()
        made.transport.abort()


STUCK = """
import os
from api.cli import main
from api.hosting import wiring
from engine.service.pool import overflow
from engine.service.pool.process_pool import Pool
from tests.service.pool import toy_jobs

wiring.BROKEN_OFF_AFTER = 0.1
overflow.QUICK = 0
run = Pool.run

async def spins(self, owner, job, book, arguments, **more):
    if not os.path.exists(os.environ["TOLD"] + ".from"):
        return await run(self, owner, job, book, arguments, **more)

    async def told():
        return (os.environ["TOLD"],)
    return await run(self, owner, toy_jobs.spin, book, told, **more)

Pool.run = spins
main(["serve", "--no-demo"])
"""
"""`skald serve` whose steps are all done in the pool, and come to no end there once a file says so."""


async def test_a_step_that_is_under_way_in_the_pool_does_not_delay_shutdown(redis_url: str, tmp_path: Path) -> None:
    """Whoever waits for it is told to send it again, nothing has happened, and the process of the pool is gone."""
    at = tmp_path / "pid"
    within = (sys.executable, "-c", STUCK)
    settings = {**QUIET, "TOLD": str(at), "PYTHONPATH": str(Path.cwd())}
    service = Service(tmp_path / "data", *within, SKALD_REDIS_URL=redis_url, **settings)
    await service.start()
    try:
        id = await new_fight(service)
        async with httpx.AsyncClient(base_url=service.base, timeout=PATIENCE) as client:
            path = f"/v1/encounters/{id}"
            made = await client.post(f"{path}/tokens", headers=HEADERS, json={"seat": "gm"})
            order = {"command": {"gm": {"note": {"note": "never"}}}}
            token = {"authorization": f"Bearer {made.json()['token']}"}
            at.with_suffix(".from").touch()
            asking = asyncio.create_task(client.post(f"{path}/commands", headers=token, json=order))
            await waited_for(lambda: at.exists() or asking.done())
            began = time.monotonic()
            assert await service.end(signal.SIGTERM) == 0
            assert time.monotonic() - began < PATIENCE / 4
            answer = await asking
        assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")
        await gone(int(at.read_text()))
        assert no_fault(service.log()), service.log()
        async with rules(redis_url) as beside:
            assert (await beside.view(id, "gm")).version == 1
    finally:
        await service.kill()


@pytest.mark.parametrize(
    ("fights", "said"),
    [
        (0, "restarting"),
        (1, "restarting; resume 0dk3jwq5c1m8h2v7ytb0 after 17"),
        (2, "restarting; resume 0dk3jwq5c1m8h2v7ytb0 after 17, 0dk3jwq5c1m8h2v7ytb1 after 18"),
        (
            9,
            "restarting; resume 0dk3jwq5c1m8h2v7ytb0 after 17, 0dk3jwq5c1m8h2v7ytb1 after 18,"
            " 0dk3jwq5c1m8h2v7ytb2 after 19 and 6 more",
        ),
    ],
)
def test_a_close_names_as_many_fights_as_fit(fights: int, said: str) -> None:
    """A close frame holds 123 bytes."""
    places = [StreamPosition(f"0dk3jwq5c1m8h2v7ytb{n}", 17 + n) for n in range(fights)]
    assert reason("restarting", places) == said
    assert len(said.encode()) <= LONGEST_REASON


def test_a_close_names_the_stream_that_is_furthest_behind() -> None:
    """Two streams of one fight on one socket: nobody misses anything."""
    assert reason("x", [StreamPosition("a", 9), StreamPosition("a", 4)]) == "x; resume a after 4"
