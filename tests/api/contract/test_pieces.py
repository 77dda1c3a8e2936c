"""Long answers are made in pieces: while one is made the loop serves others, and nothing else about it changes.

That no piece is long is the watchdog's to find (`conftest.py`), in what is asked here of a large fight.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from strawberry.extensions import ParserCache
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

from api.errors.problems import MOST_FAULTS
from api.graphql.builder import Builder, list_of, nullable
from api.graphql.compiled.executor import compiling
from api.graphql.piecewise import PART, PiecewiseExecutor
from api.graphql.reading import read
from api.graphql.scalars import SCALARS
from api.graphql.schema import Schema
from api.operations import checks, session
from api.reading import encounter_node, pieces
from api.reading.offers import Offering
from engine.store.server import PrivateServer
from tests.api.fights import Bridge, bridge, bridge_input, sheet
from tests.api.table import ADMIN, serving
from tests.support.processes.servers import flush

MANY = 29
"""As many aliases as a document may have, beside that of the fight."""
CROWD = 100


class Item(Struct):
    """Something in a list."""

    number: int
    inside: list[int]


class Odd:
    """Something in a list that is no number where it has to be one."""

    number, inside = "none", (1,)


def toy(executor: type[Any], items: list[Any]) -> Schema:
    """A schema with a list, which is known at once and awaited."""
    builder = Builder()
    item = nullable(list_of(nullable(builder.struct(Item))))

    def at_once(info: Info[Any, Any]) -> Any:
        return items

    async def awaited(info: Info[Any, Any]) -> Any:
        return items

    return Schema(
        query=builder.holder(
            "Query", None, [builder.field("now", item, at_once), builder.field("later", item, awaited)]
        ),
        extensions=[lambda: ParserCache(8)],
        execution_context_class=executor,
        config=StrawberryConfig(auto_camel_case=False, default_resolver=read, scalar_map=SCALARS),
    )


ALIASES = " ".join(f"n{n}: now {{ number inside }} l{n}: later {{ number }}" for n in range(10))
DOCUMENT = f"{{ {ALIASES} }}"


@pytest.fixture(params=["compiled", "not compiled"])
def executor(request: pytest.FixtureRequest) -> type[Any]:
    """Both executors of a schema."""
    return compiling() if request.param == "compiled" else PiecewiseExecutor


@pytest.fixture
def always_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every piece has taken its time as soon as it begins."""
    monkeypatch.setattr(pieces, "PIECE", -1)


def answered(schema: Schema) -> tuple[list[Any], int]:
    """What the document is answered the first and the second time, and how often the loop has turned."""

    async def made() -> tuple[list[Any], int]:
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        beside = asyncio.create_task(others())
        found = [await schema.execute(DOCUMENT) for _ in range(2)]
        beside.cancel()
        return [(one.data, [(error.message, error.path) for error in one.errors or ()]) for one in found], turns

    return asyncio.run(made())


def test_others_are_served_between_the_parts_of_an_answer(executor: type[Any], always_full: None) -> None:
    """Of long lists and of aliases: at least as often as there are parts."""
    items = [Item(n, [n]) for n in range(PART * 3)]
    found, turns = answered(toy(executor, items))
    assert [len(data["n9"]) for data, _ in found] == [PART * 3] * 2
    assert turns > 2 * 20 * 3, "twenty lists of three parts, twice"


def test_an_answer_in_pieces_is_the_same(executor: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its errors too, which name the items by their places in the whole list."""
    items = [Odd() if n % 17 == 5 else Item(n, [n]) for n in range(PART * 3 + 7)]
    schema = toy(executor, items)
    whole, _ = answered(schema)
    monkeypatch.setattr(pieces, "PIECE", -1)
    parts, _ = answered(schema)
    assert [data for data, _ in parts] == [data for data, _ in whole]
    assert [sorted(map(repr, errors)) for _, errors in parts] == [sorted(map(repr, errors)) for _, errors in whole]
    assert ["n0", 5, "number"] in [path for _, path in parts[0][1]]
    assert ["l9", 5 + 17 * 3, "number"] in [path for _, path in parts[1][1]]


def test_those_who_rest_go_on_one_by_one(always_full: None) -> None:
    """Of several tasks of an operation none goes on in the same turn of the loop as another."""

    async def rested() -> list[int]:
        shared, turn, at = pieces.Pieces(), 0, list[int]()

        async def count() -> None:
            nonlocal turn
            while True:
                turn += 1
                await asyncio.sleep(0)

        async def task() -> None:
            await shared.rest()
            at.append(turn)

        counting = asyncio.create_task(count())
        await asyncio.gather(*(task() for _ in range(9)))
        counting.cancel()
        return at

    found = asyncio.run(rested())
    assert len(set(found)) == 9


@pytest.fixture(scope="module")
def crowd(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Bridge, Any]]:
    """A fight of a hundred on a large board, and how it was made, at a server that counts no requests."""
    flush(server)
    settings = {"rate_per_token": 0, "rate_per_address": 0}
    with serving(server.url, tmp_path_factory.mktemp("data"), settings) as table:
        people = [
            {"id": f"c{n}", "name": f"C{n}", "side": "ab"[n % 2], "seat": "gm", "sheet": sheet(),
             "place": {"cell": {"x": n * 2, "y": 0}}}
            for n in range(CROWD)
        ]  # fmt: skip
        ground = {"space": {"kind": "GRID", "width": 300, "height": 300}, "rows": [".#" * 150, "#." * 150] * 150}
        wish = bridge_input(combatants=people, ground=ground)
        yield Bridge(table, table.post("/v1/encounters", ADMIN, wish).json()), wish


def aliases(fight: Bridge, field: str) -> Any:
    """As many of a field of one fight as go into a document."""
    body = " ".join(f"a{n}: {field}" for n in range(MANY))
    return fight.table.gql(f"query Q($id: ID!) {{ encounter(id: $id) {{ {body} }} }}", fight.tokens["gm"], id=fight.id)


def test_no_aliases_of_a_large_fight_hold_the_server(crowd: tuple[Bridge, Any]) -> None:
    """All that may be ordered, and everybody, again and again: once it is worked out it is there."""
    fight, _ = crowd
    offers = aliases(fight, "offers { key label send fields { name among { value label } } }")["data"]["encounter"]
    assert len(offers["a0"]) > CROWD
    assert offers["a0"] == offers[f"a{MANY - 1}"]
    people = aliases(
        fight, "combatants { id name side vitals { id now max } conditions { id } place { cell { x y } } }"
    )
    assert len(people["data"]["encounter"]["a0"]) == CROWD
    told = aliases(fight, "events(first: 500) { nodes { version type text data } }")["data"]["encounter"]
    assert len(told["a0"]["nodes"]) == CROWD + 1


def test_offers_are_worked_out_once_for_a_request(crowd: tuple[Bridge, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the number of aliases, of the fight as of its offers."""
    fight, _ = crowd
    worked_out: list[str | None] = []
    listed = Offering.listed
    # A version of which nobody has asked for offers yet: what was made for others is kept.
    assert fight.act("gm", {"gm": {"note": {"note": "Let us see"}}})["__typename"] == "Accepted"

    def counted(self: Offering, actor: str | None) -> Any:
        worked_out.append(actor)
        return listed(self, actor)

    monkeypatch.setattr(Offering, "listed", counted)
    body = " ".join(f"a{n}: encounter(id: $id) {{ offers {{ key }} }}" for n in range(MANY))
    found = fight.table.gql(f"query Q($id: ID!) {{ {body} }}", fight.tokens["gm"], id=fight.id)["data"]
    assert len({tuple(offer["key"] for offer in one["offers"]) for one in found.values()}) == 1
    assert len(worked_out) == len({*worked_out}), "of each actor once"
    assert None in worked_out
    fight.table.gql(f"query Q($id: ID!) {{ {body} }}", fight.tokens["gm"], id=fight.id)
    assert all(worked_out.count(actor) <= 2 for actor in worked_out)


def test_what_takes_long_in_one_go_is_done_one_by_one(crowd: tuple[Bridge, Any]) -> None:
    """A preview that plays for everybody, and the judging of such a fight: each is long, and many would be too long."""
    fight, wish = crowd
    begin = {"encounter": fight.id, "command": {"fantasia": {"begin": {"note": ""}}}}
    for query, token, given, kind in (
        ("query Q($i: PreviewInput!)", fight.tokens["gm"], begin, "preview(input: $i) { __typename }"),
        ("query Q($i: JSON!)", ADMIN, wish, "checkEncounter(input: $i) { __typename }"),
    ):
        body = " ".join(f"a{n}: {kind}" for n in range(MANY // 2))
        found = fight.table.gql(f"{query} {{ {body} }}", token, i=given)["data"]
        assert {one["__typename"] for one in found.values()} <= {"Preview", "EncounterCheck"}


def test_a_hundred_faults_are_told_and_no_more_looked_for(
    crowd: tuple[Bridge, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many sheets are wrong: those behind are judged when these are mended."""
    fight, wish = crowd
    judge, judged = checks.part_faults, list[Any]()

    def counted(*given: Any) -> Any:
        judged.append(given)
        return judge(*given)

    monkeypatch.setattr(checks, "part_faults", counted)
    wrong = {f"x{n}": 1 for n in range(50)}
    people = [{**one, "sheet": {"fantasia": wrong}} for one in wish["combatants"]]
    found = fight.table.post("/v1/encounters/check", ADMIN, {**wish, "combatants": people}).json()["faults"]
    assert len(found) == MOST_FAULTS
    assert len(judged) < 5
    names = ",".join(f"MAP/a{n}" for n in range(MOST_FAULTS + 20))
    missing = fight.table.get(f"/v1/shelf/file?items={names}", ADMIN).json()
    assert len(missing["faults"]) == MOST_FAULTS


def test_offers_count_by_how_many_may_be_ordered(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By both APIs and in words: who asks for those of a large fight is told to come later much sooner."""
    monkeypatch.setattr(encounter_node, "A_COMBATANT", session.A_REQUEST * 30)
    with serving(redis_url, tmp_path, {"rate_per_token": 100, "rate_per_address": 0}) as table:
        for ask in (by_graphql, by_rest, in_words):
            fight = bridge(table)  # of two, whom the GM may order: 61 requests
            assert [ask(fight) for _ in range(2)] == [True, False]


def test_offers_count_by_the_corners_of_the_ground(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encounter_node, "A_CORNER", session.A_REQUEST)
    line = [{"x": n // 2 * 100, "y": (n + 1) // 2 * 100} for n in range(30)]
    ground = {
        "space": {"kind": "GRID", "width": 30, "height": 30},
        "edges": [{"key": "w", "entry": "wall", "line": line}],
    }
    with serving(redis_url, tmp_path, {"rate_per_token": 100, "rate_per_address": 0}) as table:
        for ask in (by_graphql, by_rest, in_words):
            fight = bridge(table, ground=ground)  # two figures and thirty corners: 61 requests
            assert [ask(fight) for _ in range(2)] == [True, False]


def by_graphql(fight: Bridge) -> bool:
    """Whether the GM is answered."""
    query = "query Q($id: ID!) { encounter(id: $id) { offers { key } } }"
    return "errors" not in fight.table.gql(query, fight.tokens["gm"], id=fight.id)


def by_rest(fight: Bridge) -> bool:
    return bool(fight.table.get(f"/v1/encounters/{fight.id}", fight.tokens["gm"]).status_code == 200)


def in_words(fight: Bridge) -> bool:
    return bool(fight.table.get(f"/v1/encounters/{fight.id}/say", fight.tokens["gm"]).status_code == 200)
