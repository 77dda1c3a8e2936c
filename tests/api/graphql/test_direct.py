"""The short way of documents that come again answers as the long one does, whatever befalls them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import strawberry
from graphql import parse
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.graphql import OperationType

from api.access import stream_quota
from api.access.auth import Caller
from api.access.rates import counting_alone
from api.config import Settings
from api.graphql import query
from api.graphql.context import Context
from api.graphql.document_bounds import Limits
from api.graphql.limits import ValidationCache
from api.graphql.schema import Schema, build_schema
from api.hosting.wiring import make_authority, make_signer
from api.operations.session import Services, Session
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import new_fight

REGISTRY = Registry.installed()
LIMITS = Limits(cost=3000, seconds=5.0)

READ = (
    "query Read($id: ID!, $first: Int = 5) { encounter(id: $id) { name events(first: $first) { nodes { version } } } }"
)
FRAGMENTS = "query ($id: ID!) { encounter(id: $id) { ...Part } } fragment Part on Encounter { id seats { name } }"
PAUSE = """mutation Pause($key: String!, $id: ID!) { submit(input: {
  encounter: $id, idempotencyKey: $key, command: {gm: {pause: {}}}}) { __typename ... on Problem { code message } } }"""
ASKED: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("{ __typename }", {}, None),
    (READ, {}, None),
    (READ, {}, "Read"),
    (READ, {}, "Another"),
    (READ, {"first": 30}, None),
    (READ, {"first": 500, "id": "nothing"}, None),
    (READ, {"first": 501}, None),
    (READ, {"first": -1}, None),
    (READ, {"first": "five"}, None),
    (READ, {"first": 2**40}, None),
    (READ, {"id": None}, None),
    (READ, {"id": {"nested": 1}}, None),
    (READ, {"more": 1}, None),
    ("{ encounter(id: 3, at: 70000) { name } viewer { admin } }", {}, None),
    ("query ($id: ID!) { audit(encounter: $id) { version } }", {}, None),
    ("query ($id: ID!) { encounter(id: $id, at: 9999) { name } }", {}, None),
    ('query ($id: ID!) { encounter(id: $id) { events(after: "x") { nodes { version } } } }', {}, None),
    ("{ systems { id } }", {}, None),
    ("{ systems { id nothing } }", {}, None),
    ("{ systems { id ", {}, None),
    ("", {}, None),
    (FRAGMENTS, {}, None),
    (f"{FRAGMENTS} query Other {{ __typename }}", {}, None),
    ("query A { __typename } query B { viewer { admin } }", {}, "B"),
    ("query A { __typename } query B { viewer { admin } }", {}, None),
    ("subscription ($id: ID!) { events(encounter: $id) { version } }", {}, None),
    (PAUSE, {"key": "k"}, None),
    ("{ __schema { types { name } } }", {}, None),
)
"""Documents, what is sent with them beside the fight's id, and the operation that is named."""


@pytest.fixture(scope="module")
def schema() -> Schema:
    return build_schema(list(REGISTRY.books.values()), LIMITS)


@pytest.fixture(scope="module")
def indirect() -> Schema:
    """The same; everything goes the long way."""
    made = build_schema(list(REGISTRY.books.values()), LIMITS)
    made.direct = None
    return made


async def services_of(folder: Path) -> tuple[Services, str]:
    """Services with one fight, and its id."""
    service = Encounters(MemoryStore(), REGISTRY)
    made = await service.create(new_fight())
    settings = Settings(data=folder, secret="s" * 40, admin_token="a" * 20)
    rates = counting_alone(per_token=0, per_address=0)
    authority, signer = make_authority(settings), make_signer(settings)
    return Services(service, authority, signer, settings, asyncio.Event(), rates, stream_quota.StreamQuota(0)), made.id


async def answer(schema: Schema, *asked: Any, **more: Any) -> Any:
    """Data, errors as they are sent, extensions; or what is raised."""
    try:
        result = await schema.execute(*asked, **more)
    except (CannotGetOperationTypeError, InvalidOperationTypeError, strawberry.exceptions.MissingQueryError) as error:
        return type(error), str(error)
    return result.data, [error.formatted for error in result.errors or ()], result.extensions


@pytest.mark.parametrize("who", ["operator", "gm", "nobody"])
async def test_both_ways_answer_alike(who: str, schema: Schema, indirect: Schema, tmp_path: Path) -> None:
    """Data, errors with codes and places, refusals; for whoever asks, and also where only queries are allowed."""
    (services, id), taken = await services_of(tmp_path), schema.direct.taken if schema.direct else 0
    token = services.authority.issue(id, "gm", "GM", epoch=0).token
    locale = "es"
    passes = {"operator": Caller(admin=True), "gm": services.authority.read(token), "nobody": Caller()}
    for allowed in (set(OperationType), {OperationType.QUERY}):
        for document, sent, name in ASKED:
            more: dict[str, Any] = {
                "variable_values": {"id": id, **sent},
                "operation_name": name,
                "allowed_operation_types": allowed,
            }
            answers = [
                await answer(one, document, context_value=Context(Session(services, locale, passes[who])), **more)
                for one in (indirect, schema, schema, schema, indirect)
            ]
            assert all(one == answers[0] for one in answers), document
    assert schema.direct is not None
    assert schema.direct.taken > taken + len(ASKED)


async def test_what_takes_too_long_ends_on_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same words."""
    slow = asyncio.Event()

    async def waiting(info: strawberry.Info[Any, Any]) -> Any:
        if slow.is_set():
            await asyncio.sleep(60)
        return ()

    monkeypatch.setattr(query, "signing_keys", waiting)
    schema = build_schema([], Limits(seconds=0.5))
    assert schema.direct is not None
    document = "{ signingKeys { kid } }"
    for _ in range(2):
        assert await answer(schema, document) == ({"signingKeys": []}, [], {})
    slow.set()
    short = await answer(schema, document)
    assert schema.direct.taken == 2
    schema.direct = None
    assert short == await answer(schema, document)
    assert short[1][0]["extensions"] == {"code": "TIMEOUT"}


async def test_what_costs_too_much_with_other_variables_is_refused(schema: Schema, tmp_path: Path) -> None:
    """Though the document was found good, and has gone the short way."""
    services, id = await services_of(tmp_path)
    context = Context(Session(services, "en", Caller(admin=True)))
    dear = (
        "query Dear($id: ID!, $first: Int) { encounter(id: $id) { events(first: $first) { nodes { version time type "
        "seat rule text hash } } } }"
    )
    for first in (3, 4, 5):
        assert (await answer(schema, dear, {"id": id, "first": first}, context))[1] == []
    data, (error,), _ = await answer(schema, dear, {"id": id, "first": 500}, context)
    assert data is None
    assert error["extensions"]["most"] == LIMITS.cost


async def test_good_documents_are_bounded() -> None:
    """As many are known as verdicts are; one of several operations is none, nor is one that is not valid."""
    verdicts, schema = ValidationCache(Limits(), most=2), build_schema([])
    single = ["{ __typename }", "{ a: __typename }", "{ b: __typename }"]
    for document in (*single, "query A { __typename } query B { __typename }", "{ nothing }"):
        context = schema._create_execution_context(document, [])
        context.graphql_document = parse(document)
        await verdicts.of(context)
        assert (verdicts.good(document) is not None) == (document in single)
    assert [verdicts.good(document) is not None for document in single] == [False, True, True]
