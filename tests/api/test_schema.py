"""The shape of the schema: laws over names and types, read from the schema that is served."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
    find_breaking_changes,
    get_introspection_query,
    graphql_sync,
    parse,
    validate,
)
from graphql.utilities import find_dangerous_changes

from api.graphql.schema import build_schema as build
from api.publishing import contract, schema_of
from engine.kernel.messages import RESERVED, Audience, Event
from engine.kernel.rulebook import RegistrationError, Rulebook
from engine.service.registry import Registry
from schemas.files import drift
from tests.api.fights import ACT, CREATE, OPEN, REPLY, TOLD, WATCH

BOOKS: list[Rulebook[Any]] = list(Registry.installed().books.values())
SHARED = {
    "combatant": "ID", "attacker": "ID", "target": "ID", "roller": "ID", "caster": "ID", "weapon": "ID", "spell": "ID",
    "item": "ID", "side": "ID", "seat": "ID", "cause": "ID", "from": "Place", "to": "Place", "amount": "Int",
    "left": "Int", "total": "Int", "now": "Int", "change": "Int", "round": "Int",
}  # fmt: skip


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return build_schema(build(BOOKS).as_str())


def possible(schema: GraphQLSchema, name: str) -> list[GraphQLObjectType]:
    interface: Any = schema.get_type(name)
    return list(schema.get_possible_types(interface))


def objects(schema: GraphQLSchema) -> Iterator[GraphQLObjectType]:
    for found in schema.type_map.values():
        if isinstance(found, GraphQLObjectType) and not found.name.startswith("__"):
            yield found


def clashes(types: list[GraphQLObjectType]) -> dict[str, dict[str, str]]:
    """Field names with more than one type: name -> {type of GraphQL: where}."""
    found: dict[str, dict[str, str]] = {}
    for one in types:
        for name, field in one.fields.items():
            found.setdefault(name, {}).setdefault(str(field.type), one.name)
    return {name: shown for name, shown in found.items() if len(shown) > 1}


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.system.id)
def test_one_name_has_one_type_over_the_events_of_kernel_and_system(schema: GraphQLSchema, book: Rulebook[Any]) -> None:
    """A client may select a field of every event in one query."""
    names = set(book.codec.names.values())
    assert clashes([t for t in possible(schema, "Event") if t.name in names]) == {}


@pytest.mark.parametrize("interface", ["SystemState", "SystemCombatant"])
def test_one_name_has_one_type_over_the_systems_parts(schema: GraphQLSchema, interface: str) -> None:
    """Likewise over their states, and over their combatants."""
    assert clashes(possible(schema, interface)) == {}


def test_shared_words_have_the_type_they_have_everywhere(schema: GraphQLSchema) -> None:
    """Ids are ids, places places, amounts whole numbers."""
    for event in possible(schema, "Event"):
        for name, field in event.fields.items():
            if name in SHARED:
                assert str(field.type).strip("!") == SHARED[name], f"{event.name}.{name}"


def test_no_event_has_a_field_of_the_envelope() -> None:
    """C3: the envelope's names are reserved, `time` among them."""
    for book in BOOKS:
        for event in book.events:
            assert not RESERVED & set(event.__struct_fields__)


def test_what_may_be_withheld_is_nullable(schema: GraphQLSchema) -> None:
    """C4: one narrowed field must not empty the whole answer."""
    for book in BOOKS:
        for event in book.events:
            shown: Any = schema.get_type(book.codec.names[event])
            for name in event.narrowed:
                camel = next(n for n in shown.fields if n.lower() == name.replace("_", "").lower())
                assert not str(shown.fields[camel].type).endswith("!"), f"{shown.name}.{camel}"


def test_every_input_has_fields_and_one_ofs_are_bare(schema: GraphQLSchema) -> None:
    """C8, and C1: keys inside a oneOf bear no prefix."""
    for found in schema.type_map.values():
        if isinstance(found, GraphQLInputObjectType):
            assert found.fields, found.name
    command: Any = schema.get_type("CommandInput")
    assert set(command.fields) == {"gm", *(book.key for book in BOOKS)}
    assert command.is_one_of
    fantasia: Any = schema.get_type("FantasiaCommandInput")
    assert fantasia.is_one_of
    assert "attack" in fantasia.fields


def test_names_of_a_system_bear_its_prefix(schema: GraphQLSchema) -> None:
    """C1: what is not the kernel's begins with the system's name; the GM's tools with Gm."""
    alone = {t.name for t in build_schema(schema_of([])).type_map.values()}
    prefixes = tuple(book.prefix for book in BOOKS)
    more = {"SheetInput", "SetupInput", "IntEntry", "PlaceInput", "CellInput", "PointInput", "ConditionInput"}
    for name in set(schema.type_map) - alone - more:
        assert name.startswith(prefixes), name


def test_an_id_is_unique_in_the_service(schema: GraphQLSchema) -> None:
    """C9: a type of the game has no `id`; what is unique in its fight only is a `key`."""
    known = {
        "Encounter",
        "EncounterSummary",
        "Combatant",
        "Vital",
        "Condition",
        "Decision",
        "Seat",
        "RuleSystem",
        "Rule",
    }
    assert {t.name for t in objects(schema) if "id" in t.fields} == known


def test_enums_are_spelled_as_their_values(schema: GraphQLSchema) -> None:
    """C6: GraphQL and JSON know one spelling."""
    served = build(BOOKS)._schema
    for found in served.type_map.values():
        if isinstance(found, GraphQLEnumType) and not found.name.startswith("__"):
            assert all(name == value.value for name, value in found.values.items()), found.name


def test_every_failing_member_is_a_problem(schema: GraphQLSchema) -> None:
    """C11: an unknown one can be shown."""
    assert {t.name for t in possible(schema, "Problem")} == {"Refused", "Conflict"}


def test_introspection_is_free_of_errors() -> None:
    """C14: also with descriptions, defaults and one-ofs."""
    query = get_introspection_query(input_value_deprecation=True, specified_by_url=True, schema_description=True)
    told = graphql_sync(build(BOOKS)._schema, query)
    assert told.errors is None


@pytest.mark.parametrize("document", [ACT, CREATE, OPEN, REPLY, TOLD, WATCH], ids=lambda d: d.split()[1].split("(")[0])
def test_the_documents_of_the_small_fight_are_valid(schema: GraphQLSchema, document: str) -> None:
    """As a frontend author writes them."""
    assert validate(schema, parse(document)) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.system.id)
def test_what_is_valid_against_a_systems_file_is_valid_against_the_whole(
    schema: GraphQLSchema, book: Rulebook[Any]
) -> None:
    """A typed client generates from its system's file."""
    small = build_schema(schema_of([book]))
    assert find_breaking_changes(small, schema) == []
    assert all(change.type.name.endswith("ADDED_TO_UNION") for change in find_dangerous_changes(small, schema))


def test_the_published_files_are_what_the_code_makes() -> None:
    """Otherwise: `skald schema --write`, and look at the difference."""
    assert drift(contract()) == []


class Twice(Event, frozen=True, kw_only=True):
    """An event."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


def test_a_name_given_twice_is_refused() -> None:
    """Two systems' types of one name would merge without a word."""

    class Double:
        """Fantasia once more, under a name whose types are called the same."""

        def __getattr__(self, name: str) -> Any:
            return getattr(BOOKS[0].system, name)

    other: Any = Double()
    with pytest.raises(RegistrationError, match="two types called"):
        build([BOOKS[0], Rulebook(other)])
