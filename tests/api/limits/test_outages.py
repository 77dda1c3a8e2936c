"""When something behind the API fails: nobody gets a trace, everybody is told what to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.errors.request_errors import Stopping, Unauthenticated
from api.streaming.stream_end import until_end
from engine.kernel.structs.errors import Fault, ReplayDiverged
from tests.api.fights import ACT, WATCH, Bridge, bridge
from tests.api.table import serving
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import test_server as a_server

PAUSE: dict[str, Any] = {"gm": {"pause": {}}}


def test_a_store_that_is_away_is_said_so(tmp_path: Path) -> None:
    """503 with Retry-After, UNAVAILABLE, not ready; alive all the same."""
    with a_server() as server, serving(server.url, tmp_path) as table:
        fight = bridge(table)
        server.stop()
        headers = table.headers(fight.tokens["gm"])
        body = {"query": ACT, "variables": {"input": {"encounter": fight.id, "command": PAUSE}}}
        watch = {"query": WATCH, "variables": {"id": fight.id, "after": 0}}
        stream = {**headers, "accept": "text/event-stream"}
        with ThreadPoolExecutor(5) as pool:
            asked = [
                pool.submit(table.http.get, "/readyz"),
                pool.submit(table.http.get, f"/v1/encounters/{fight.id}", headers=headers),
                pool.submit(table.http.post, "/graphql", json=body, headers=headers),
                pool.submit(table.http.get, "/livez"),
                pool.submit(table.http.post, "/graphql", json=watch, headers=stream),
            ]
            ready, rest, graphql, live, watched = (one.result() for one in asked)
        assert live.status_code == 200
        assert (ready.status_code, ready.json()["status"]) == (503, "unavailable")
        assert (rest.status_code, rest.json()["code"], rest.headers["retry-after"]) == (503, "UNAVAILABLE", "1")
        (error,) = graphql.json()["errors"]
        assert error["extensions"]["code"] == "UNAVAILABLE"
        assert "same idempotency key" in error["message"]
        assert '"code":"UNAVAILABLE"' in watched.text
        assert "event: complete" not in watched.text, "the fight is not over: its client comes back"


@pytest.mark.parametrize(
    ("error", "code", "for_gm", "for_player"),
    [
        (Fault("the rules failed: KeyError: 'sword'"), "INTERNAL", "sword", "the rules failed here"),
        (ReplayDiverged(7, "a 6", "a 5"), "DIVERGED", "version 7: the stream records a 6", "the rules failed here"),
    ],
)
def test_a_fault_of_the_rules_is_a_member(
    fight: Bridge, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str, for_gm: str, for_player: str
) -> None:
    """The GM reads what went wrong, and how to go on; others only that it did."""

    async def failing(*args: Any, **more: Any) -> None:
        raise error

    monkeypatch.setattr(fight.table.app.state.services.service, "submit", failing)
    for seat, words in (("gm", for_gm), ("ana", for_player)):
        told = fight.act(seat, PAUSE)
        assert (told["__typename"], told["code"]) == ("Refused", code)
        assert words in told["message"]
        assert "the GM can cancel" in told["message"]
    rest = fight.table.post(f"/v1/encounters/{fight.id}/commands", fight.tokens["ana"], {"command": PAUSE})
    assert (rest.status_code, rest.json()["code"]) == (500, code)
    assert "sword" not in rest.text


def test_a_fault_of_ours_is_masked(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """By both ways in: a code, and no word of what it was."""

    async def failing(*args: Any, **more: Any) -> None:
        raise KeyError("a secret detail")

    monkeypatch.setattr(fight.table.app.state.services.service, "submit", failing)
    wish = {"encounter": fight.id, "command": PAUSE}
    (error,) = fight.table.gql(ACT, fight.tokens["gm"], input=wish)["errors"]
    assert error["extensions"]["code"] == "INTERNAL"
    rest = fight.table.post(f"/v1/encounters/{fight.id}/commands", fight.tokens["gm"], {"command": PAUSE})
    assert (rest.status_code, rest.json()["code"]) == (500, "INTERNAL")
    assert "secret detail" not in rest.text + str(error)


def test_open_streams_end_in_order_when_the_server_stops(redis_url: str, tmp_path: Path) -> None:
    """At once, and whole: a client sees the end of an answer, not of a line."""
    with ThreadPoolExecutor(1) as pool:
        with serving(redis_url, tmp_path) as table:
            fight = bridge(table)
            headers = table.headers(fight.tokens["ana"], accept="text/event-stream")
            stream = pool.submit(
                httpx.get, f"{table.url}/v1/encounters/{fight.id}/events", headers=headers, timeout=PATIENCE
            )
            time.sleep(0.5)
            began = time.monotonic()
        assert time.monotonic() - began < PATIENCE / 4
        assert "id: 1\n" in stream.result().text


# -- streams ------------------------------------------------------------------------------------------------------
class Source:
    """Yields what it is told to, then waits for ever; knows when it was closed."""

    def __init__(self, *items: int) -> None:
        self.items, self.closed = items, False

    async def run(self) -> AsyncGenerator[int, None]:
        try:
            for item in self.items:
                yield item
            await asyncio.sleep(60)
        finally:
            self.closed = True


async def test_a_stream_ends_with_the_process() -> None:
    """What it has is sent, then it closes its source and says so: its end would mean that nothing more comes."""
    source, stopping = Source(1, 2), asyncio.Event()
    asyncio.get_running_loop().call_later(0.1, stopping.set)
    stream = until_end(source.run(), stopping)
    assert [await anext(stream), await anext(stream)] == [1, 2]
    with pytest.raises(Stopping, match="fight goes on"):
        await anext(stream)
    assert source.closed


async def test_a_stream_beats_in_the_silence() -> None:
    """None after every pause; nothing is lost by it."""
    stream = until_end(Source(1).run(), asyncio.Event(), beat=0.05)
    assert [await anext(stream) for _ in range(3)] == [1, None, None]
    await stream.aclose()


async def test_a_stream_ends_with_its_token() -> None:
    """With the reason."""
    source = Source(1)
    stream = until_end(source.run(), asyncio.Event(), expires=time.time() + 0.1, beat=5)
    assert await anext(stream) == 1
    with pytest.raises(Unauthenticated, match="expired"):
        await anext(stream)
    assert source.closed


async def test_a_source_that_fails_fails_its_stream() -> None:
    """And an empty one ends it."""

    async def failing() -> AsyncGenerator[int, None]:
        yield 1
        raise ValueError("broken")

    stream = until_end(failing(), asyncio.Event())
    assert await anext(stream) == 1
    with pytest.raises(ValueError, match="broken"):
        await anext(stream)
