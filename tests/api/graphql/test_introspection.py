"""Introspection keeps nobody waiting, and answers what the standard executor answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import websockets
from graphql import get_introspection_query, graphql_sync

from api.graphql.schema import build_schema
from engine.kernel.campaign.campaign import campaign_book
from engine.service.registry import Registry
from engine.store.server import PrivateServer
from tests.api.table import serving
from tests.support.processes.heartbeat import Heartbeat, LoopFinder

WHOLE = get_introspection_query(specified_by_url=True, input_value_deprecation=True)
MOST = 0.1
"""Seconds of its processor for which a loop may keep others waiting."""


@pytest.mark.parametrize("document", [WHOLE, '{ __typename a: __type(name: "Event") { possibleTypes { name } } }'])
def test_introspection_is_answered_beside_the_loop(server: PrivateServer, tmp_path: Path, document: str) -> None:
    """The whole schema at once, first and again: the loop is free, and the answers are the standard ones."""
    found, beat = LoopFinder(), Heartbeat()
    with serving(server.url, tmp_path, {"rate_per_address": 0}, around=found.around) as table:
        assert found.loop is not None
        expected = graphql_sync(build_schema(Registry.installed().all)._schema, document)
        with beat.watching(found.loop):
            answers = [table.gql(document) for _ in range(3)]
    assert expected.errors is None
    assert all(answer == {"data": json.loads(json.dumps(expected.data))} for answer in answers)
    assert beat.longest < MOST


def test_one_game_is_described_alone(server: PrivateServer, tmp_path: Path) -> None:
    """Half of the whole at most, and what is valid in it is valid in the whole; everything else is answered as ever."""
    with serving(server.url, tmp_path, {"rate_per_address": 0}) as table:
        whole = table.http.post("/graphql", json={"query": WHOLE})
        for game, book in Registry.installed().books.items():
            alone = table.http.post(f"/graphql?game={game}", json={"query": WHOLE})
            assert alone.json() == {"data": graphql_sync(build_schema([book])._schema, WHOLE).data}
            assert len(alone.content) < 0.55 * len(whole.content)
        both = table.http.post("/graphql?game=minis_campaign", json={"query": WHOLE})
        minis = Registry.installed().book("minis")
        assert both.json() == {"data": graphql_sync(build_schema([minis, campaign_book(minis)])._schema, WHOLE).data}
        mixed = {"query": "{ systems { id } __schema { queryType { name } } }"}
        answers = [table.http.post(f"/graphql{asked}", json=mixed).json() for asked in ("", "?game=minis")]
        assert answers[0] == answers[1]
        refused = table.http.post("/graphql?game=chess", json={"query": "{ systems { id } }"})
        assert refused.status_code == 400
        assert "there is no rule system 'chess'" in refused.json()["errors"][0]["message"]


async def test_a_socket_describes_one_game_too(server: PrivateServer, tmp_path: Path) -> None:
    """Some clients read frames of one megabyte at most."""
    with serving(server.url, tmp_path, {"rate_per_address": 0}) as table:
        address = f"ws://127.0.0.1:{table.port}/graphql?game="
        speaks = [websockets.Subprotocol("graphql-transport-ws")]
        async with websockets.connect(address + "minis", subprotocols=speaks, max_size=1 << 20) as socket:
            await socket.send(json.dumps({"type": "connection_init"}))
            assert json.loads(await socket.recv())["type"] == "connection_ack"
            await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": WHOLE}}))
            told = json.loads(await socket.recv())
        assert told["payload"]["data"]["__schema"]["queryType"]["name"] == "Query"
        with pytest.raises(websockets.exceptions.WebSocketException):
            async with websockets.connect(address + "chess", subprotocols=speaks) as socket:
                await socket.recv()
