"""The largest requests of every kind that are let in hold no server: the watchdog sees to it (`conftest.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge
from tests.api.limits.test_linear import INPUTS, Sent
from tests.api.table import Table, serving
from tests.support.amounts import PATIENCE
from tests.support.contract.hostile import TIMES
from tests.support.processes.servers import flush

PARTS = (300, 1200, 6000, 19_000, 50_000)
"""How many parts a request has: up to as many as go into the bytes that are let in."""
BODY, LINE = 1 << 20, 16_000
FRAMES = 6_000 * TIMES
"""A socket may send any number, one after the other."""


@pytest.fixture(scope="module")
def here(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bridge]:
    """A fight of a service that counts no requests."""
    flush(server)
    settings = {"rate_per_token": 0, "rate_per_address": 0}
    with serving(server.url, tmp_path_factory.mktemp("data"), settings) as table:
        table.http.timeout = PATIENCE
        yield bridge(table)


def fits(sent: Sent) -> bool:
    """Whether it is let in: a body, each of the frames, and what stands before a body."""
    head = len(sent.path) + len(sent.query) + sum(len(name) + len(value) for name, value in sent.headers)
    return max(len(sent.body), *map(len, sent.frames), 0) <= BODY and head <= LINE and len(sent.frames) <= FRAMES + 1


def send(fight: Bridge, sent: Sent) -> None:
    """And take the answer, whatever it is, as long as it is no fault of ours."""
    token = {"gm": fight.tokens["gm"]}.get(sent.who, sent.who)
    headers = {name.decode(): value.decode() for name, value in sent.headers}
    if sent.frames:
        url = f"ws://127.0.0.1:{fight.table.port}/graphql"
        with (
            suppress(ConnectionClosed),
            connect(url, subprotocols=["graphql-transport-ws"], max_size=None) as made,  # type: ignore[list-item]
        ):
            for frame in (*sent.frames, '{"type": "ping"}'):
                made.send(frame)
            while '"pong"' not in str(made.recv(PATIENCE)):
                pass
        return
    path = sent.path.replace("FIGHT", fight.id) + (f"?{sent.query}" if sent.query else "")
    request = fight.table.http.build_request(
        sent.method, path, content=sent.body, headers={**headers, **Table.headers(token)}
    )
    answer = fight.table.http.send(request, stream=True)
    answer.close()
    assert answer.status_code < 500


@pytest.mark.parametrize("name", INPUTS)
def test_the_largest_request_holds_no_server(name: str, here: Bridge) -> None:
    """Of this shape."""
    for parts in PARTS:
        with suppress(RecursionError):  # nested so deeply that not even this test can write it
            sent = INPUTS[name](parts)
            if fits(sent):
                send(here, sent)
    assert here.table.http.get("/livez").status_code == 200
