"""Compiled selections answer as graphql-core does: over fights of all systems, and over data with every fault.

A document that comes for the first time is left to graphql-core, so that its second answer is compared with its first.

SKALD_ASKED=2000 pytest tests/api/graphql/test_compiled.py      2,000 queries, shared over the systems, 60 otherwise
"""

from __future__ import annotations

import asyncio
import enum
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any, Literal, cast

import pytest
import strawberry
from graphql import GraphQLSchema, Undefined
from msgspec import UNSET, Struct, UnsetType
from strawberry.extensions import ParserCache
from strawberry.extensions.base_extension import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

from api.access import stream_quota
from api.access.auth import Caller, Claims
from api.access.rates import counting_alone
from api.config import Settings, from_environment
from api.graphql.builder import Builder, list_of, nullable
from api.graphql.compiled import plans
from api.graphql.compiled.executor import CompiledExecutor, compiling
from api.graphql.context import Context
from api.graphql.document_bounds import Limits
from api.graphql.reading import read
from api.graphql.scalars import SCALARS
from api.graphql.schema import Schema, build_schema
from api.hosting.app import create_app
from api.hosting.wiring import make_authority, make_signer
from api.operations.session import Services, Session
from engine.kernel.structs.ids import Role
from engine.service.encounters import Encounters
from engine.service.reading.hub import Hub
from engine.service.registry import Registry
from engine.service.writing.writer import seal
from engine.store.memory import MemoryStore
from engine.store.port import NOTHING, ListingFigures
from tests.support.amounts import amount
from tests.support.contract.asking import Asker
from tests.support.fights import playing

FIGHTS = 3
STEPS = 30

ARGUMENTS = {"Encounter.events": "(first: 12)"}
ROOTS = (
    "encounter(id: $id) -> Encounter",
    "encounter(id: $id) / events(last: 60) / nodes -> Event",
    "encounter(id: $id) / combatants -> Combatant",
    "encounter(id: $id, at: 9) -> Encounter",
    "viewer -> Viewer",
    "signingKeys -> SigningKey",
    "systems -> RuleSystem",
)
VARIABLES = {"id": "ID!", "yes": "Boolean!"}
REGISTRY = Registry.installed()
ASKED = max(10, amount("SKALD_ASKED", 60, 600) // len(REGISTRY.books))
"""Queries for each system: so many in all."""
ANY = Limits(depth=99, aliases=10_000, tokens=100_000, cost=0)


class Fight:
    """A fight in the memory of a service, and those who look at it."""

    def __init__(self, hub: Hub, services: Services, seats: dict[str, Role], language: str) -> None:
        self.hub, self._services, self._seats = hub, services, seats
        self._languages = ("en", language, "es-CO")

    def context(self, rng: random.Random) -> Context:
        """A seat, or the operator, in some language."""
        seat = rng.choice([*self._seats, None])
        claims = None if seat is None else Claims("arena", seat, self._seats[seat], 0, 2**40)
        return Context(Session(self._services, rng.choice(self._languages), Caller(admin=seat is None, claims=claims)))


async def fight_of(system: str, seed: int, folder: Path) -> Fight:
    """A fight of a system, played by chance."""
    arena = playing.by_chance(system, random.Random(seed), most=STEPS)
    store = MemoryStore()
    moment = "2026-01-01T00:00:00.000Z"
    figures = ListingFigures(system, "a fight", "running", moment, moment)
    entries = seal(arena.book, NOTHING, arena.stream)
    await store.append("arena", NOTHING, entries, seat="gm", key="k", fingerprint="f", figures=figures)
    hub = Hub(store)
    service = Encounters(store, REGISTRY, hub=hub)
    settings = Settings(data=folder, secret="s" * 40, admin_token="a" * 20)
    rates, streams = counting_alone(per_token=0, per_address=0), stream_quota.StreamQuota(0)
    services = Services(
        service, make_authority(settings), make_signer(settings), settings, asyncio.Event(), rates, streams
    )
    seats = {seat.seat: seat.role for seat in arena.state.fight.seats.values()}
    return Fight(hub, services, seats, arena.book.system.language)


@pytest.fixture(scope="module")
def schema() -> Schema:
    """That of all systems, without limits."""
    return build_schema(list(REGISTRY.books.values()), ANY)


@pytest.fixture(scope="module")
def uncompiled() -> Schema:
    """The same, all by graphql-core."""
    return build_schema(list(REGISTRY.books.values()), ANY, compiled=False)


def plans_of(schema: Schema) -> plans.Plans:
    return cast(type[CompiledExecutor], schema.execution_context_class).plans


def core_of(schema: Schema) -> GraphQLSchema:
    return schema._schema


def told(result: Any) -> tuple[Any, Any]:
    """The data, and of errors what a client sees."""
    return result.data, [error.formatted for error in result.errors or ()]


# -- agreement
@pytest.mark.parametrize("system", sorted(REGISTRY.books))
async def test_queries_by_chance_are_answered_alike(
    system: str, schema: Schema, uncompiled: Schema, tmp_path: Path
) -> None:
    """Of every seat, in several languages, now and at a past version; also when directives come out otherwise."""
    fights = [await fight_of(system, seed, tmp_path) for seed in range(FIGHTS)]
    counts = plans_of(schema).counts
    before, fallbacks, answered = counts.values, counts.fallbacks, 0
    for number in range(ASKED):
        rng = random.Random(f"{system} {number}")
        root = rng.choice(ROOTS[:3] if rng.random() < 0.8 else ROOTS)
        query = Asker(core_of(schema), rng, ARGUMENTS).query(root, VARIABLES)
        context, yes = rng.choice(fights).context(rng), rng.random() < 0.5

        async def ask(one: Schema, yes: bool, query: str = query, context: Context = context) -> Any:
            return await one.execute(query, variable_values={"id": "arena", "yes": yes}, context_value=context)

        first = await ask(schema, yes)
        assert told(first) == told(await ask(schema, yes)), query
        if "$yes" in query:
            assert told(await ask(uncompiled, not yes)) == told(await ask(schema, not yes)), query
        answered += first.errors is None
    assert counts.values > before + ASKED // 2, "hardly anything was compiled"
    assert counts.fallbacks == fallbacks, "these are whole: nothing of them is odd"
    assert answered > ASKED * 0.75


async def test_what_merges_with_a_field_is_no_other_time_left_out(schema: Schema, tmp_path: Path) -> None:
    """The same field, with and without another that merges with it, and with a directive inside."""
    context = (await fight_of("fantasia", 1, tmp_path)).context(random.Random(2))
    query = (
        "query Merged($id: ID!, $yes: Boolean!) { encounter(id: $id) { seats { id } seats @include(if: $yes) { name }"
        " combatants { key name @skip(if: $yes) } } }"
    )
    for yes in (True, False, True, False, False, True):
        asked = {"variable_values": {"id": "arena", "yes": yes}, "context_value": context}
        encounter = (await schema.execute(query, **asked)).data["encounter"]
        assert {frozenset(seat) for seat in encounter["seats"]} == {frozenset({"id", "name"} if yes else {"id"})}
        names = {frozenset(one) for one in encounter["combatants"]}
        assert names == {frozenset({"key"} if yes else {"key", "name"})}


PLAIN = 'subscription { events(encounter: "arena", after: 20) { version type text weight } }'
"""A subscription that is compiled whole: it has no variable and no directive."""


@pytest.mark.parametrize("system", sorted(REGISTRY.books))
async def test_a_subscription_is_answered_alike(
    system: str, schema: Schema, uncompiled: Schema, tmp_path: Path
) -> None:
    """Its second message is compiled, or the first of another of the same document."""
    fight, counts = await fight_of(system, 1, tmp_path), plans_of(schema).counts
    await fight.hub.start()
    answered = 0
    for number in range(ASKED):
        rng, values = random.Random(f"{system} {number}"), counts.values
        root = rng.choice(["events(encounter: $id, after: 20) -> Event", "encounter(id: $id) -> Encounter"])
        query = Asker(core_of(schema), rng, ARGUMENTS).query(root, VARIABLES, "subscription") if number else PLAIN
        asked = {
            "variable_values": {"id": "arena", "yes": True} if number else {},
            "context_value": fight.context(rng),
        }
        messages = []
        for one in (schema, schema, uncompiled):
            async with aclosing(cast(AsyncGenerator[Any], await one.subscribe(query, **asked))) as results:
                messages.append(told(await anext(results)))
        answered += messages[0][0] is not None  # some select more fields than a document may
        assert messages[0] == messages[1] == messages[2], query
        assert number or counts.values > values, "nothing of the plain subscription was compiled"
    await fight.hub.stop()
    assert answered > ASKED * 0.75


# -- faults
class Colour(enum.Enum):
    """Colours."""

    RED = "RED"
    BLUE = "BLUE"


class Leaf(Struct, frozen=True):
    """The end of a thing."""

    number: int
    word: str


class Thing(Struct, frozen=True, kw_only=True):
    """One of everything."""

    number: int
    flag: bool
    word: str
    any: Any
    colour: Colour
    side: Literal["LEFT", "RIGHT"]
    leaf: Leaf
    either: Leaf | Twig
    leaves: list[Leaf]
    words: list[str]
    rows: list[list[int]]
    by_name: dict[str, Leaf]
    perhaps: int | None = None
    perhaps_leaf: Leaf | None = None
    perhaps_words: list[str | None] | None = None
    perhaps_side: Literal["LEFT", "RIGHT"] | UnsetType = UNSET
    perhaps_things: list[Thing] | None = None


class Twig(Struct, frozen=True):
    """Another end."""

    length: int


WHOLE: dict[str, Any] = {
    "number": 3,
    "flag": True,
    "word": "w",
    "any": {"a": [1, None]},
    "colour": Colour.RED,
    "side": "LEFT",
    "leaf": Leaf(1, "one"),
    "either": Twig(5),
    "leaves": [Leaf(2, "two"), Leaf(3, "three")],
    "words": ["a", "b"],
    "rows": [[1, 2], []],
    "by_name": {"x": Leaf(4, "four")},
    "perhaps": 7,
    "perhaps_leaf": Leaf(5, "five"),
    "perhaps_words": ["c", None],
    "perhaps_side": "RIGHT",
    "perhaps_things": None,
}


def _failing() -> Any:
    raise ValueError("this field fails")


FAULTS: tuple[Any, ...] = (
    None,
    UNSET,
    2**31,
    -(2**31) - 1,
    -(2**31),
    True,
    1.5,
    1.0,
    float("nan"),
    "text",
    "RED",
    b"bytes",
    Colour.BLUE,
    [],
    (),
    {},
    "LEFT",
    [None],
    ["a", 3],
    [[1, None], [2**40]],
    [Leaf(2**31, "much")],
    [Leaf(None, "nothing"), Twig(1), None],  # type: ignore[arg-type]  # faults
    Leaf(1, None),  # type: ignore[arg-type]
    Twig(None),  # type: ignore[arg-type]
    {"x": None},
    {"x": Leaf(2**40, "much"), 3: Leaf(1, "a")},
    frozenset({"a"}),
    ValueError("an error as a value"),
    Undefined,
    object,
    _failing,
)
"""Values; a function is called where it is read."""


class Held:
    """A thing that may hold anything."""

    def __init__(self, **fields: Any) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        if name not in self._fields:
            raise AttributeError(name)
        found = self._fields[name]
        return found() if found is _failing else found


ALL = (
    "__typename number flag word any colour side leaf { number word } "
    "either { __typename ... on Leaf { word } ... on Twig { length } } leaves { word number } words rows "
    "by_name { key value { number } } perhaps perhaps_leaf { word } perhaps_words perhaps_side"
)
DOCUMENT = (
    f"{{ thing {{ ...All perhaps_things {{ ...All bare: leaf {{ __typename }} }} }} things {{ ...All }} "
    f"maybe {{ number perhaps }} }} fragment All on Thing {{ again: number {ALL} }}"
)


@pytest.fixture(scope="module")
def toy() -> Schema:
    """A schema of things."""
    builder = Builder()
    thing = builder.struct(Thing)

    def resolve(info: Info[Any, Any]) -> Any:
        return info.context["thing"]

    def resolve_all(info: Info[Any, Any]) -> Any:
        return [Held(**WHOLE), info.context["thing"], Held(**WHOLE)]

    fields = [
        builder.field("thing", nullable(thing), resolve),
        builder.field("things", nullable(list_of(nullable(thing))), resolve_all),
        builder.field("maybe", nullable(list_of(thing)), resolve_all),
    ]
    return Schema(
        query=builder.holder("Query", None, fields),
        extensions=[lambda: ParserCache(8)],
        execution_context_class=compiling(),
        config=StrawberryConfig(auto_camel_case=False, default_resolver=read, scalar_map=SCALARS),
    )


def twice(toy: Schema, thing: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """What graphql-core and what the compiled functions answer."""
    plans = plans_of(toy)
    plans.forget_all()
    answers = [told(toy.execute_sync(DOCUMENT, context_value={"thing": thing})) for _ in range(2)]
    return answers[0], answers[1]


def test_a_whole_thing_needs_no_graphql_core(toy: Schema) -> None:
    """As a class with attributes, and as the struct itself, in itself."""
    counts = plans_of(toy).counts
    for thing in (Held(**WHOLE), Thing(**WHOLE), Thing(**{**WHOLE, "perhaps_things": [Thing(**WHOLE)]})):
        values = counts.values
        first, second = twice(toy, thing)
        assert first == second
        assert first[1] == []
        assert counts.values == values + 3
    assert counts.fallbacks == 0


@pytest.mark.parametrize("field", WHOLE)
def test_every_fault_is_told_as_graphql_core_tells_it(toy: Schema, field: str) -> None:
    """In every field: the same data, messages and paths."""
    counts = plans_of(toy).counts
    odd, fallbacks = 0, counts.fallbacks
    for fault in FAULTS:
        first, second = twice(toy, Held(**{**WHOLE, field: fault}))
        assert repr(first) == repr(second), fault
        odd += first[1] != []
    assert odd > 1, "these are no faults"
    assert counts.fallbacks > fallbacks


@pytest.mark.parametrize("seed", range(ASKED // 4))
def test_several_faults_are_told_in_order(toy: Schema, seed: int) -> None:
    """Also within things of a thing."""
    rng = random.Random(seed)

    def faulty(deep: int) -> Held:
        fields = {**WHOLE, **{name: rng.choice(FAULTS[:-6]) for name in rng.sample(sorted(WHOLE), 2)}}
        if deep and rng.random() < 0.8:
            fields["perhaps_things"] = [rng.choice([faulty(deep - 1), Held(**WHOLE), None]) for _ in range(3)]
        return Held(**fields)

    first, second = twice(toy, faulty(2))
    assert repr(first) == repr(second)


# -- bounds
async def test_what_comes_once_is_not_compiled(schema: Schema, tmp_path: Path) -> None:
    """A document is compiled when it comes again, and then no more."""
    fight = await fight_of("fantasia", 1, tmp_path)
    counts, context = plans_of(schema).counts, fight.context(random.Random(1))
    made = []
    for _ in range(3):
        before = counts.compiled
        answer = await schema.execute(
            "query Once($id: ID!) { encounter(id: $id) { seats { id bot } combatants { id name } } }",
            variable_values={"id": "arena"},
            context_value=context,
        )
        assert answer.errors is None
        made.append(counts.compiled - before)
    assert made == [0, 1, 0]


def test_no_more_is_remembered_than_the_bounds_say(toy: Schema, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of documents, of the fields of one, and of the fields of all; answers stay right."""
    remembered = plans_of(toy)
    documents = [f"{{ a{n}: thing {{ number leaf {{ number word }} }} }}" for n in range(6)]

    def ask(document: str) -> None:
        answer = toy.execute_sync(document, context_value={"thing": Held(**WHOLE)})
        assert answer.errors is None
        (thing,) = (answer.data or {}).values()
        assert thing == {"number": 3, "leaf": {"number": 1, "word": "one"}}

    remembered.forget_all()
    monkeypatch.setattr(plans, "DOCUMENTS", 4)
    for document in documents:
        ask(document)
        ask(document)
    assert (len(remembered), remembered.fields) == (4, 4 * 4)
    monkeypatch.setattr(plans, "ALL_FIELDS", 8)
    ask(documents[0])
    ask(documents[0])
    assert (len(remembered), remembered.fields) == (2, 2 * 4)
    remembered.forget_all()
    monkeypatch.setattr(plans, "FIELDS", 3)
    before = remembered.counts.compiled
    for _ in range(3):
        ask(documents[1])
    assert (remembered.counts.compiled, remembered.fields) == (before + 1, 2)  # the leaf alone still fits


def test_the_switch_leaves_everything_to_graphql_core(schema: Schema, uncompiled: Schema) -> None:
    """SKALD_COMPILED=off."""
    assert issubclass(cast(Any, schema.execution_context_class), CompiledExecutor)
    assert not issubclass(cast(Any, uncompiled.execution_context_class), CompiledExecutor)
    assert Settings().compiled == "on"
    assert from_environment({"SKALD_COMPILED": "off"}).compiled == "off"
    for value, kind in (("on", True), ("off", False)):
        app = create_app(Settings(compiled=cast(Any, value)))
        (endpoint,) = {route.endpoint for route in app.routes if getattr(route, "path", "") == "/graphql"}
        assert issubclass(cast(Any, endpoint)._schema.execution_context_class, CompiledExecutor) is kind


def test_an_extension_that_watches_every_field_sees_every_field() -> None:
    """Then nothing is compiled: its middleware would be passed by."""
    seen: list[str] = []

    class Watching(SchemaExtension):
        def resolve(self, following: Any, root: Any, info: Any, *args: Any, **kwargs: Any) -> Any:
            seen.append(info.field_name)
            return following(root, info, *args, **kwargs)

    builder = Builder()
    leaf = builder.struct(Leaf)

    def resolve() -> Any:
        return Leaf(1, "one")

    watched = strawberry.Schema(
        query=builder.holder("Query", None, [builder.field("leaf", leaf, resolve)]),
        extensions=[lambda: ParserCache(8), Watching],
        execution_context_class=compiling(),
    )
    for _ in range(3):
        assert watched.execute_sync("{ leaf { number word } }").errors is None
    assert seen == ["leaf", "number", "word"] * 3
