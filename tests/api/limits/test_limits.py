"""Every limit at its edge: as much as is allowed goes, one more is refused, with the code and the words for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import websockets
from graphql import get_introspection_query, parse, print_ast

from api.graphql import limits
from api.graphql.cost import MUTATION
from api.graphql.document_bounds import Limits
from api.graphql.limits import faults
from api.graphql.schema import build_schema
from engine.store.server import PrivateServer
from tests.api.fights import WATCH, Bridge, bridge
from tests.api.streaming.test_stream_end import wire
from tests.api.table import ADMIN, Table, serving
from tests.support.amounts import PATIENCE
from tests.support.processes.servers import flush

GQL = "application/graphql-response+json"
DEPTH, ALIASES, TOKENS, COST, BODY, STREAMS = 7, 3, 300, 900, 4096, 3
OFF = {"rate_per_token": 0, "rate_per_address": 0}


@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service with limits that are easily met."""
    settings = {
        "max_depth": DEPTH,
        "max_aliases": ALIASES,
        "max_tokens": TOKENS,
        "max_cost": COST,
        "max_body": BODY,
        "max_streams": STREAMS,
        **OFF,
    }
    with serving(server.url, tmp_path_factory.mktemp("data"), settings) as running:
        yield running


@pytest.fixture
def fight(table: Table) -> Bridge:
    """A small fight: what makes it is larger than this module's documents may be."""
    seats = [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana"}]
    made = table.post("/v1/encounters", ADMIN, {"system": "fantasia", "name": "Small", "seats": seats}).json()
    return Bridge(table, made)


def nested(deep: int) -> str:
    """A document whose fields lie so deep."""
    return "{ systems" + " { rules" * (deep - 1) + " { id }" + " }" * (deep - 1) + " }"


def aliased(many: int) -> str:
    return "{" + " ".join(f"a{n}: __typename" for n in range(many)) + "}"


def worded(tokens: int) -> str:
    """A document of so many words and signs: the end of the text counts for none."""
    return "{" + " __typename" * (tokens - 2) + "}"


def paged(first: int) -> str:
    """Costs 100 for the page, 1 for its list, and 4 for each fight."""
    return f"{{ encounters(first: {first}) {{ nodes {{ id name system }} }} }}"


DOCUMENTS = [
    ("depth", nested(DEPTH), nested(DEPTH + 1), "depth"),
    ("aliases", aliased(ALIASES), aliased(ALIASES + 1), "aliases"),
    ("tokens", worded(TOKENS), worded(TOKENS + 1), "tokens"),
    ("cost", paged(266), paged(267), f"costs 902, and {COST} is the most"),
]


@pytest.mark.parametrize(("limit", "fits", "too_much", "says"), DOCUMENTS, ids=[row[0] for row in DOCUMENTS])
def test_documents(table: Table, limit: str, fits: str, too_much: str, says: str) -> None:
    """The last that fits, and the first that does not."""
    told = table.gql(fits, ADMIN)
    assert not [e for e in told.get("errors", ()) if says in e["message"]], told
    error = next(e for e in table.gql(too_much, ADMIN)["errors"] if says in e["message"].lower())
    assert error["extensions"]["code"] == "BAD_USER_INPUT"
    assert limit in error["message"].lower()


def test_bodies(table: Table) -> None:
    """In bytes, however they come."""
    query = b'{"query": "{ __typename }"}'
    headers = {"content-type": "application/json"}
    for size, status in ((BODY, 200), (BODY + 1, 413)):
        body = query + b" " * (size - len(query))
        for content in (body, iter([body[:100], body[100:]])):
            answer = table.http.post("/graphql", content=content, headers=headers)
            assert answer.status_code == status
    assert answer.json()["errors"][0]["extensions"]["code"] == "TOO_LARGE"


def test_several_requests_in_one_are_refused(table: Table) -> None:
    """No batches: each operation is a request, and counts as one."""
    one = {"query": "{ __typename }"}
    for many in ([one], [one, one], []):
        answer = table.http.post("/graphql", json=many, headers={"accept": GQL})
        assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_USER_INPUT")


# -- streams ------------------------------------------------------------------------------------------------------
async def test_streams_of_one_token(fight: Bridge) -> None:
    """Over all sockets and requests together; another token has its own; one that ends makes room."""
    token, rest = fight.tokens["ana"], f"/v1/encounters/{fight.id}/events"
    watch = {"id": fight.id, "after": 0}
    sse = {**fight.table.headers(token), "accept": "text/event-stream"}
    async with (
        wire(fight.table, token) as one,
        wire(fight.table, token) as two,
        httpx.AsyncClient(base_url=fight.table.url, headers=sse, timeout=PATIENCE) as client,
    ):
        await one.subscribe("a", variables=watch)
        await one.versions("a")
        await two.subscribe("a", variables=watch)
        await two.versions("a")
        async with client.stream("GET", rest) as third:
            lines = third.aiter_lines()
            while not (await anext(lines)).startswith("id: "):
                pass
            await two.subscribe("b", variables=watch)
            assert await two.error("b") == "RATE_LIMITED"
            for path in (rest, f"{rest}?follow=true", f"{rest}?after=1&wait=5"):
                accept = "application/json" if "wait" in path else "application/x-ndjson"
                told = await client.get(path, headers={"accept": "text/event-stream" if path == rest else accept})
                assert (told.status_code, told.json()["code"]) == (429, "RATE_LIMITED"), path
                assert "3 streams are open with this token" in told.json()["detail"]
            told = await client.post("/graphql", json={"query": WATCH, "variables": watch})
            assert '"RATE_LIMITED"' in told.text
            async with wire(fight.table, fight.tokens["gm"]) as other:
                await other.subscribe("a", variables=watch)
                await other.versions("a")
        async with asyncio.timeout(PATIENCE):
            while True:  # the server learns of a reader that left when it looks
                await two.subscribe("c", variables=watch)
                message = await two.receive()
                if message["type"] == "next":
                    break
                assert message["payload"][0]["extensions"]["code"] == "RATE_LIMITED"


def test_the_operators_streams_are_not_counted(fight: Bridge) -> None:
    """He watches every fight, as everybody sees it."""
    held = fight.table.app.state.services.held
    with httpx.Client(
        base_url=fight.table.url, headers={**Table.headers(ADMIN), "accept": "text/event-stream"}
    ) as http:
        path = f"/v1/encounters/{fight.id}/events"
        opened = [http.build_request("GET", path) for _ in range(STREAMS + 1)]
        answers = [http.send(request, stream=True) for request in opened]
        assert [answer.status_code for answer in answers] == [200] * (STREAMS + 1)
        for answer in answers:
            answer.close()
    assert not any(count < 0 for count in held._streams.values())


# -- the measure of cost ------------------------------------------------------------------------------------------
def test_cost_counts_what_variables_ask_for(table: Table) -> None:
    """A page's size is known only with its variables; without one it has the usual size."""
    query = "query P($n: Int) { encounters(first: $n) { nodes { id name system } } }"
    assert "errors" not in table.gql(query, ADMIN, n=10)
    (error,) = table.gql(query, ADMIN, n=267)["errors"]
    assert error["extensions"]["cost"] == 902
    assert "errors" not in table.gql(query, ADMIN)


def test_a_preview_costs_as_much_as_an_order(table: Table) -> None:
    """Beside something that is too dear alone."""
    wish = {"encounter": "x", "command": {"fantasia": {"endTurn": {"combatant": "cloud"}}}}
    previews = " ".join(f"p{n}: preview(input: $input) {{ __typename }}" for n in range(3))
    alone = table.gql("{ systems { id } }", ADMIN)["errors"][0]["extensions"]["cost"]
    query = f"query P($input: PreviewInput!) {{ systems {{ id }} {previews} }}"
    assert table.gql(query, ADMIN, input=wish)["errors"][0]["extensions"]["cost"] == alone + 3 * MUTATION


def test_fragments_of_fragments_are_measured_in_time(table: Table) -> None:
    """Each spreads the next three times: to walk them all would take for ever."""
    many = 20
    parts = [f"fragment F{n} on EncounterSummary {{ id {f'...F{n + 1} ' * 3}}}" for n in range(many)]
    last = f"fragment F{many} on EncounterSummary {{ id }}"
    query = f"{{ encounters(first: 1) {{ nodes {{ ...F0 }} }} }} {' '.join(parts)} {last}"
    (error,) = table.gql(query, ADMIN)["errors"]
    assert error["extensions"]["cost"] == 2**31 - 1


def test_of_types_the_dearest_counts(table: Table) -> None:
    """A thing is of one type: events of ten kinds cost what the dearest of them does."""
    one = "... on Moved { combatant }"
    both = one + " ... on VitalChanged { combatant vital change }"
    head = "query Q($id: ID!) { encounter(id: $id) { events(first: 300) { nodes { %s } } } }"
    costs = [table.gql(head % part, ADMIN, id="x")["errors"][0]["extensions"]["cost"] for part in (one * 4, both * 2)]
    assert costs == [100 + 50 + 1 + 300 * 4, 100 + 50 + 1 + 300 * 6]


def test_what_is_asked_of_the_schema_has_a_price(table: Table) -> None:
    """Or one document could ask for all of it thirty times."""
    (error,) = table.gql("{ a: __schema { types { name } } }", ADMIN)["errors"]
    assert error["extensions"]["cost"] == 5000


def test_what_tools_ask_of_the_schema_is_never_too_dear(
    redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every game makes it longer, and the limit of an operation stays. What asks for more of the schema is limited."""
    leaves = "name description type { name kind description } args { name }"
    more = "{ __schema { types { fields { type { fields { " + leaves + " } } } } } }"
    with serving(redis_url, tmp_path_factory.mktemp("data"), {"max_cost": 5000, **OFF}) as table:
        for query in (get_introspection_query(), get_introspection_query(one_of=True, schema_description=True)):
            assert table.gql(query)["data"]["__schema"]["types"]
        (error,) = table.gql(more)["errors"]
        assert error["extensions"]["most"] == 5000


def test_no_cost_is_too_high_where_none_is_set(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """0 switches it off."""
    with serving(redis_url, tmp_path_factory.mktemp("data"), {"max_cost": 0}) as table:
        one = "encounters(first: 500) { nodes { id name system status version } edges { node { id name } } }"
        query = "{" + " ".join(f"a{n}: {one}" for n in range(30)) + "}"
        assert table.gql(query, ADMIN)["data"]["a29"] == {"nodes": [], "edges": []}


# -- rates --------------------------------------------------------------------------------------------------------
TOKEN_RATE, ADDRESS_RATE = 5, 8


@pytest.fixture
def two(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Table]]:
    """Two services over one store; a token may ask five times in a minute, an address eight."""
    flush(server)
    settings = {"rate_per_token": TOKEN_RATE, "rate_per_address": ADDRESS_RATE, "trusted_proxies": ("127.0.0.1",)}
    folder = tmp_path_factory.mktemp("data")
    with serving(server.url, folder, settings) as one, serving(server.url, folder, settings) as other:
        yield one, other


def from_(address: str, token: str | None) -> dict[str, str]:
    return {**Table.headers(token), "x-forwarded-for": address}


def refused(answer: httpx.Response) -> str:
    """The words of a refusal; its seconds stand in header and body."""
    assert (answer.status_code, answer.headers["cache-control"]) == (429, "no-store")
    body = answer.json()
    body = body if "code" in body else {**body["errors"][0]["extensions"], "detail": body["errors"][0]["message"]}
    assert body["code"] == "RATE_LIMITED"
    assert 1 <= int(answer.headers["retry-after"]) == body["retryAfter"] <= 60
    return str(body["detail"])


def test_a_token_over_two_processes(two: tuple[Table, Table]) -> None:
    """Five requests, wherever they come in and whatever way; another token goes on."""
    fight = bridge(two[0], begin=False)
    path, ana = f"/v1/encounters/{fight.id}", fight.tokens["ana"]
    ask = {"query": "{ viewer { seat } }"}
    for number in range(TOKEN_RATE):
        http, headers = two[number % 2].http, from_(f"10.0.0.{number}", ana)
        answer = http.get(path, headers=headers) if number % 3 else http.post("/graphql", json=ask, headers=headers)
        assert answer.status_code == 200, answer.text
    for number, table in enumerate(two):
        assert "with this token" in refused(table.http.get(path, headers=from_(f"10.0.1.{number}", ana)))
        assert "with this token" in refused(
            table.http.post("/graphql", json=ask, headers={**from_(f"10.0.1.{number}", ana), "accept": GQL})
        )
        assert table.http.get(path, headers=from_("10.0.2.1", fight.tokens["gm"])).status_code == 200


def test_an_address_over_two_processes(two: tuple[Table, Table]) -> None:
    """Tokens that are none count too, so that nobody tries them all; of IPv6 a whole /64 is one address."""
    fight = bridge(two[0], begin=False)
    for address in ("10.0.0.1", "2001:db8::1"):
        for number in range(ADDRESS_RATE):
            who = address if "." in address else f"2001:db8::{number + 1:x}"
            token = "forged" if number % 2 else None
            answer = two[number % 2].http.get(f"/v1/encounters/{fight.id}", headers=from_(who, token))
            assert answer.status_code == 401
        for table in two:
            assert "from your address" in refused(table.http.get("/v1/systems", headers=from_(address, None)))
            assert "from your address" in refused(
                table.http.post("/graphql", json={"query": "{ __typename }"}, headers=from_(address, "forged"))
            )
    assert two[0].http.get("/v1/systems", headers=from_("2001:db8:0:1::1", None)).status_code == 200


def test_probes_and_the_operator_are_not_counted(two: tuple[Table, Table]) -> None:
    """Or an operator would be shut out by whom he looks for."""
    for _ in range(ADDRESS_RATE + 2):
        assert two[0].http.get("/livez").status_code == 200
        assert two[0].http.get("/v1/encounters", headers=Table.headers(ADMIN)).status_code == 200


async def test_operations_on_a_socket_count(two: tuple[Table, Table]) -> None:
    """Each gets its error, and the socket stays; a handshake beyond the limit is refused with 429."""
    fight = await asyncio.to_thread(bridge, two[0], begin=False)
    async with wire(two[0], fight.tokens["ana"]) as one:
        for number in range(TOKEN_RATE):
            await one.subscribe(str(number), "{ __typename }")
            assert (await one.receive())["type"] == "next"
            assert (await one.receive())["type"] == "complete"
        await one.subscribe("more", "{ __typename }")
        message = await one.receive()
        assert (message["type"], message["id"]) == ("error", "more")
        extensions = message["payload"][0]["extensions"]
        assert extensions["code"] == "RATE_LIMITED"
        assert 1 <= extensions["retryAfter"] <= 60
        await one.send(type="ping")
        assert (await one.receive())["type"] == "pong"
    address = f"ws://127.0.0.1:{two[1].port}/graphql"
    closed = []
    for _ in range(ADDRESS_RATE + 1):
        async with websockets.connect(
            address,
            subprotocols=["graphql-transport-ws"],
            additional_headers={"x-forwarded-for": "10.9.9.9"},  # type: ignore[list-item]
        ) as made:
            try:
                await made.send('{"type": "connection_init"}')
                closed.append(json.loads(await made.recv())["type"])
            except websockets.ConnectionClosed as end:
                closed.append(f"{end.rcvd.code} {end.rcvd.reason}" if end.rcvd else "")
    assert closed[:-1] == ["connection_ack"] * ADDRESS_RATE
    assert closed[-1].startswith(f"1013 more than {ADDRESS_RATE} requests in a minute from your address: come again in")


def test_who_speaks_for_others_must_be_trusted(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Without SKALD_TRUSTED_PROXIES nobody gets another address by naming one."""
    settings = {"rate_per_address": 3}
    with serving(redis_url, tmp_path_factory.mktemp("data"), settings) as table:
        statuses = [table.http.get("/v1/systems", headers=from_(f"10.0.0.{n}", None)).status_code for n in range(4)]
        assert statuses == [200, 200, 200, 429]


def test_where_nothing_is_counted(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """0 switches both off."""
    with serving(redis_url, tmp_path_factory.mktemp("data"), OFF) as table:
        assert {table.get("/v1/systems").status_code for _ in range(40)} == {200}


def test_a_block_is_spent_before_the_store_is_asked_again(
    redis_url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundredth of the limit at once: 200 requests ask the store a hundred times."""
    asked: list[int] = []
    with serving(redis_url, tmp_path_factory.mktemp("data"), {"rate_per_address": 200}) as table:
        limiter = table.app.state.services.rates._limiter
        hit = limiter.hit

        async def counted(item: Any, *names: str, cost: int = 1) -> bool:
            asked.append(cost)
            done: bool = await hit(item, *names, cost=cost)
            return done

        monkeypatch.setattr(limiter, "hit", counted)
        statuses = [table.get("/v1/systems").status_code for _ in range(201)]
        assert statuses == [200] * 200 + [429]
        assert asked == [2] * 100 + [2]


def test_a_store_that_cannot_count_lets_pass(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What can be done without it is done, and what cannot says so itself."""
    with serving(redis_url, tmp_path_factory.mktemp("data"), {"rate_per_address": 3}) as table:
        rates = table.app.state.services.rates

        class Away:
            async def hit(self, *names: Any, **more: Any) -> bool:
                raise ConnectionError("no store")

        rates._limiter = Away()
        assert [table.get("/v1/systems").status_code for _ in range(6)] == [200] * 6


async def test_a_document_is_validated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And again when others came between; the verdict is kept, also of one that is not valid."""
    validated: list[str] = []

    def counted(schema: Any, document: Any, limits: Any) -> Any:
        validated.append(print_ast(document))
        return faults(schema, document)

    monkeypatch.setattr(limits, "faults", counted)
    verdicts, schema = limits.ValidationCache(Limits(), most=2), build_schema([])
    good, bad, other = "{ __typename }", "{ nothing }", "{ viewer { admin } }"
    documents = {query: parse(query) for query in (good, bad, other)}
    for query in (good, bad, good, bad, other, good):
        context = schema._create_execution_context(query, [])
        context.graphql_document = documents[query]
        assert [error.message[:12] for error in await verdicts.of(context)] == (
            ["Cannot query"] if query == bad else []
        )
    assert [" ".join(one.split()) for one in validated] == [good, bad, other, good]
    assert len(verdicts) == 2


async def test_the_service_validates_a_document_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On its way through the schema."""
    count = 0

    def counted(schema: Any, document: Any, limits: Any) -> Any:
        nonlocal count
        count += 1
        return faults(schema, document)

    monkeypatch.setattr(limits, "faults", counted)
    schema = build_schema([])
    for _ in range(3):
        assert (await schema.execute("{ __typename }")).errors is None
    assert count == 1
