"""Introspection keeps nobody waiting, and answers what the standard executor answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from graphql import get_introspection_query, graphql_sync

from api.graphql.schema import build_schema
from engine.service.registry import Registry
from engine.store.server import PrivateServer
from tests.api.table import serving
from tests.support.heartbeat import Heartbeat, LoopFinder

WHOLE = get_introspection_query(specified_by_url=True, input_value_deprecation=True)
MOST = 0.1
"""Seconds of its processor for which a loop may keep others waiting."""


@pytest.mark.parametrize("document", [WHOLE, '{ __typename a: __type(name: "Event") { possibleTypes { name } } }'])
def test_introspection_is_answered_beside_the_loop(server: PrivateServer, tmp_path: Path, document: str) -> None:
    """The whole schema at once, first and again: the loop is free, and the answers are the standard ones."""
    found, beat = LoopFinder(), Heartbeat()
    with serving(server.url, tmp_path, {"rate_per_address": 0}, around=found.around) as table:
        assert found.loop is not None
        expected = graphql_sync(build_schema(list(Registry.installed().books.values()))._schema, document)
        with beat.watching(found.loop):
            answers = [table.gql(document) for _ in range(3)]
    assert expected.errors is None
    assert all(answer == {"data": json.loads(json.dumps(expected.data))} for answer in answers)
    assert beat.longest < MOST
