"""The schema that is served: its published files, and the documents that clients write against it.

The laws of its shape are in test_shape.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from graphql import (
    DirectiveDefinitionNode,
    DirectiveNode,
    GraphQLSchema,
    Visitor,
    build_schema,
    find_breaking_changes,
    parse,
    validate,
    visit,
)
from graphql.utilities import find_dangerous_changes

from api.graphql.schema import build_schema as build
from api.reading.systems import system_answer
from api.shape.published import schema_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.registry import Registry
from schemas.files import drift
from tests.api.fights import ACT, CREATE, OPEN, REPLY, TOLD, WATCH
from tests.api.toys import toy
from tests.support.contract.today import CONTRACT

BOOKS: list[Rulebook[Any]] = list(Registry.installed().books.values())


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return build_schema(build(BOOKS).as_str())


@pytest.mark.parametrize("document", [ACT, CREATE, OPEN, REPLY, TOLD, WATCH], ids=lambda d: d.split()[1].split("(")[0])
def test_the_documents_of_the_small_fight_are_valid(schema: GraphQLSchema, document: str) -> None:
    """As a frontend author writes them."""
    assert validate(schema, parse(document)) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.system.id)
def test_what_is_valid_against_a_systems_file_is_valid_against_the_whole(book: Rulebook[Any]) -> None:
    """A typed client generates from its system's file; another system more changes nothing for it."""
    small, whole = build_schema(schema_of([book])), build_schema(schema_of([*BOOKS, toy()]))
    assert find_breaking_changes(small, whole) == []
    added = {change.type.name for change in find_dangerous_changes(small, whole)}
    assert added <= {"OPTIONAL_INPUT_FIELD_ADDED", "TYPE_ADDED_TO_UNION"}  # its key beside ours, where one is sent


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.system.id)
def test_one_query_selects_a_field_of_every_event_of_a_game(book: Rulebook[Any]) -> None:
    """What the law of one type is for: nobody has to rename what he selects."""
    schema = build_schema(schema_of([book]))
    events: Any = schema.type_map["Event"]
    parts = [
        f"... on {event.name} {{ {name} }}"
        for event in schema.get_possible_types(events)
        for name, field in event.fields.items()
        if not field.args and "fields" not in dir(getattr(field.type, "of_type", field.type))
    ]
    assert len(parts) > 200
    document = f'{{ encounter(id: "a") {{ events {{ nodes {{ {" ".join(parts)} }} }} }} }}'
    clashes = [error for error in validate(schema, parse(document)) if "conflict" in error.message]
    assert clashes == []


@pytest.mark.parametrize("name", sorted(name for name in CONTRACT if name.endswith(".graphql")))
def test_a_published_schema_defines_every_directive_it_uses(name: str) -> None:
    """Also @oneOf, which older tools do not know by themselves."""
    document = parse(str(CONTRACT[name]))
    used: set[str] = set()

    class Used(Visitor):
        def enter_directive(self, node: DirectiveNode, *_: Any) -> None:
            used.add(node.name.value)

    visit(document, Used())
    defined = {one.name.value for one in document.definitions if isinstance(one, DirectiveDefinitionNode)}
    assert "oneOf" in used
    assert used - defined - {"deprecated", "specifiedBy"} == set()


def test_the_published_files_are_what_the_code_makes() -> None:
    """Otherwise: `skald schema --write`, and look at the difference."""
    assert drift(CONTRACT) == []


def test_a_game_says_on_which_grounds_it_is_played() -> None:
    """And what a ground may name without a legend, in the reader's words."""
    told = {key: system_answer(book, "en") for key, book in Registry.installed().books.items()}
    assert {key: one.spaces for key, one in told.items()} == {
        "dozen_die": ("GRID",),
        "fantasia": ("GRID", "PLANE", "NOWHERE"),
        "minis": ("PLANE",),
        "mongolian_mercenaries": ("NOWHERE",),
        "saari": ("ZONES",),
    }
    assert [(one.key, one.label) for one in told["mongolian_mercenaries"].sides] == [
        ("party", "The party"),
        ("enemies", "The enemies"),
    ]
    assert not any(one.sides for key, one in told.items() if key != "mongolian_mercenaries")
    assert [(one.key, one.sign, one.label, one.look) for one in told["fantasia"].ground] == [
        ("open", ".", "Open ground", "FLOOR"),
        ("wall", "#", "Wall", "WALL"),
        ("not-firm", "~", "Water or thin air", "WATER"),
    ]
