"""Who watches: in GraphQL, live, and in REST; for those at the table alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from engine.service.reading import presence
from tests.api.fights import Bridge
from tests.api.table import ADMIN
from tests.support.amounts import PATIENCE

NOW = "query($id: ID!) { presence(encounter: $id) { encounter seats { key name streams } } }"
LIVE = "subscription($id: ID!) { presence(encounter: $id) { seats { key streams } } }"
CALLS = "subscription($id: ID!) { presence(encounter: $id) { seats { name } } }"
CALLED = "query($id: ID!) { encounter(id: $id) { seats { key name } } }"
EVENTS = "subscription($id: ID!) { events(encounter: $id, after: 1) { version } }"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, fight: Bridge) -> None:
    """Who leaves is gone soon."""
    monkeypatch.setattr(presence, "SETTLE", 0.02)
    monkeypatch.setattr(fight.table.app.state.services.service.presence, "_linger", 0.05)


@contextmanager
def socket(fight: Bridge, token: str, query: str) -> Iterator[ClientConnection]:
    """A socket with one subscription."""
    address = fight.table.url.replace("http", "ws") + "/graphql"
    with connect(address, subprotocols=["graphql-transport-ws"]) as made:  # type: ignore[list-item]
        made.send(msgspec.json.encode({"type": "connection_init", "payload": {"token": token}}).decode())
        assert msgspec.json.decode(made.recv(PATIENCE))["type"] == "connection_ack"
        payload = {"query": query, "variables": {"id": fight.id}}
        made.send(msgspec.json.encode({"id": "1", "type": "subscribe", "payload": payload}).decode())
        yield made


def message(made: ClientConnection) -> Any:
    """The next message that is no ping."""
    while (got := msgspec.json.decode(made.recv(PATIENCE)))["type"] in ("ping", "pong"):
        pass
    return got


def seats(made: ClientConnection) -> dict[str, int]:
    """The next message of the subscription."""
    got = message(made)
    assert got["type"] == "next", got
    return {one["key"]: one["streams"] for one in got["payload"]["data"]["presence"]["seats"]}


def there(fight: Bridge, token: str) -> dict[str, int]:
    """Who watches now, which REST says as well."""
    found = fight.table.data(NOW, token, id=fight.id)["presence"]
    assert found["encounter"] == fight.id
    got = fight.table.get(f"/v1/encounters/{fight.id}/presence", token)
    assert got.headers["cache-control"] == "no-store"
    assert "etag" not in got.headers
    rest = {one["key"]: one["streams"] for one in got.json()["seats"]}
    return rest if rest == {one["key"]: one["streams"] for one in found["seats"]} else {"changes": 0}


def test_who_watches_is_called_by_name(fight: Bridge) -> None:
    """As the table calls the seats, so that nobody has to look names up, or show keys until he has."""
    seats = fight.table.data(CALLED, fight.tokens["ana"], id=fight.id)["encounter"]["seats"]
    called = {one["key"]: one["name"] for one in seats}
    with socket(fight, fight.tokens["eve"], EVENTS) as made:
        assert message(made)["type"] == "next"
        until(fight, {"eve": 1})
        here = fight.table.data(NOW, fight.tokens["ana"], id=fight.id)["presence"]["seats"]
        assert here == [{"key": "eve", "name": called["eve"], "streams": 1}]


def until(fight: Bridge, wanted: dict[str, int], token: str | None = None) -> None:
    """Wait until this is so."""
    end = time.monotonic() + PATIENCE
    while (found := there(fight, token or fight.tokens["ana"])) != wanted:
        assert time.monotonic() < end, found


def test_who_watches_live_is_known_to_the_table(fight: Bridge) -> None:
    """By sockets and by streams, of each seat; the operator watches unseen; who only reads does not watch."""
    until(fight, {})
    with socket(fight, fight.tokens["eve"], EVENTS) as one, socket(fight, fight.tokens["eve"], EVENTS) as two:
        assert message(one)["type"] == message(two)["type"] == "next"
        with socket(fight, ADMIN, EVENTS) as unseen:
            assert message(unseen)["type"] == "next"
            headers = fight.table.headers(fight.tokens["gm"], accept="text/event-stream")
            with fight.table.http.stream("GET", f"/v1/encounters/{fight.id}/events", headers=headers):
                for token in (fight.tokens["ana"], fight.tokens["gm"], ADMIN):
                    until(fight, {"gm": 1, "eve": 2}, token)
    until(fight, {})


def test_a_change_is_told_live(fight: Bridge) -> None:
    """The present first, then each change; who only listens for it does not count."""
    with socket(fight, fight.tokens["ana"], LIVE) as told:
        assert seats(told) == {}
        with socket(fight, fight.tokens["eve"], EVENTS):
            assert seats(told) == {"eve": 1}
        assert seats(told) == {}


def test_a_new_name_is_told_to_who_listens(fight: Bridge) -> None:
    """Nobody came or went, and who is there is called otherwise."""
    with socket(fight, fight.tokens["ana"], EVENTS), socket(fight, fight.tokens["eve"], CALLS) as told:

        def names() -> list[str]:
            got = message(told)
            return [one["name"] for one in got["payload"]["data"]["presence"]["seats"]]

        while names() != ["Ana"]:
            pass
        rename = 'mutation($id: ID!) { renameSeat(input: {encounter: $id, seat: "ana", name: "Anna"}) { __typename } }'
        fight.table.data(rename, fight.tokens["gm"], id=fight.id)
        assert names() == ["Anna"]


def test_it_ends_with_the_token(fight: Bridge) -> None:
    """As every stream does."""
    with socket(fight, fight.tokens["eve"], LIVE) as told:
        assert seats(told) == {}
        revoke = 'mutation($id: ID!) { revokeToken(encounter: $id, seat: "eve") { __typename } }'
        fight.table.data(revoke, fight.tokens["gm"], id=fight.id)
        with socket(fight, fight.tokens["ana"], EVENTS):
            got = message(told)
        assert got["type"] == "error"
        assert got["payload"][0]["extensions"]["code"] == "UNAUTHENTICATED"


def test_a_fight_that_is_not_there_is_nobodys(fight: Bridge) -> None:
    """The same answer as for one that is another's."""
    for token in (fight.tokens["ana"], ADMIN):
        assert fight.table.get("/v1/encounters/00000000000000000000/presence", token).status_code == 404
    with socket(fight, ADMIN, LIVE.replace("$id)", '"x")').replace("($id: ID!)", "")) as told:
        assert message(told)["type"] == "error"


def test_rest_streams_it_as_well(fight: Bridge) -> None:
    """Server-sent events: who is there now, then each change; not for those who are not at the table."""
    path = f"/v1/encounters/{fight.id}/presence"
    headers = fight.table.headers(fight.tokens["ana"], accept="text/event-stream")
    with fight.table.http.stream("GET", path, headers=headers) as told:
        assert told.headers["content-type"].startswith("text/event-stream")
        assert "no-cache" in told.headers["cache-control"]
        lines = told.iter_lines()

        def next_seats() -> dict[str, int]:
            data = next(line for line in lines if line.startswith("data: ")).removeprefix("data: ")
            return {one["key"]: one["streams"] for one in msgspec.json.decode(data)["seats"]}

        assert next_seats() == {}
        with socket(fight, fight.tokens["eve"], EVENTS) as one:
            assert message(one)["type"] == "next"
            assert next_seats() == {"eve": 1}
        assert next_seats() == {}
    nobody = fight.table.headers(None, accept="text/event-stream")
    assert fight.table.http.get(path, headers=nobody).status_code == 401
