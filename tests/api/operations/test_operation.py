"""The table of operations: a row is all that GraphQL and REST need, and each says the same of it."""

from __future__ import annotations

import re

import pytest
from graphql import GraphQLObjectType, get_named_type

from api.graphql.cost import MUTATION, WEIGHTS
from api.graphql.schema import build_schema
from api.operations.operation import ROLES, Operation, RestForm
from api.operations.table import OPERATIONS
from api.rest.forms import route_of
from api.rest.routes import OF_REST, ROUTES
from engine.service.registry import Registry

MADE = [one for one in OPERATIONS if one.does is not None]
FORMS = [(one, form) for one in MADE for form in one.rest]


def named(one: Operation) -> str:
    return f"{one.root}.{one.name}"


@pytest.fixture(scope="module")
def roots() -> dict[str, GraphQLObjectType]:
    schema = build_schema(list(Registry.installed().books.values()))._schema
    found = {"Query": schema.query_type, "Mutation": schema.mutation_type, "Subscription": schema.subscription_type}
    return {name: root for name, root in found.items() if root is not None}


def test_each_operation_stands_once() -> None:
    assert len({named(one) for one in OPERATIONS}) == len(OPERATIONS)
    addresses = [(route.method, route.path) for route in ROUTES]
    assert len(set(addresses)) == len(addresses)
    assert len({route.handler.__name__ for route in ROUTES}) == len(ROUTES), "OpenAPI names operations by them"


def test_graphql_has_just_the_fields_of_the_table(roots: dict[str, GraphQLObjectType]) -> None:
    assert {f"{name}.{field}" for name, root in roots.items() for field in root.fields} == set(map(named, OPERATIONS))


@pytest.mark.parametrize("one", MADE, ids=named)
def test_a_field_takes_and_says_what_the_row_does(one: Operation, roots: dict[str, GraphQLObjectType]) -> None:
    field = roots[one.root].fields[one.name]
    assert field.description == one.description
    takes = one.takes
    expected = set() if takes is None else set(takes.__struct_encode_fields__) if one.flat else {"input"}
    assert set(field.args) == expected
    name = get_named_type(field.type).name
    assert name.endswith("Result") == (one.root == "Mutation" or bool(one.result))


@pytest.mark.parametrize(("one", "form"), FORMS, ids=lambda it: it.path if isinstance(it, RestForm) else it.name)
def test_a_route_takes_from_its_address_what_the_operation_takes(one: Operation, form: RestForm) -> None:
    """Each part of the path, each parameter and each field of the body is a field of what the operation takes."""
    route, takes = route_of(one, form), one.takes
    fields = set() if takes is None else set(takes.__struct_encode_fields__)
    parts = {"encounter" if part == "id" else part for part in re.findall(r"{(\w+)}", form.path)}
    assert parts <= fields
    assert {p.name for p in form.parameters if p.where == "query"} <= fields
    assert set(form.body.__struct_encode_fields__ if form.body else ()) <= fields
    assert route.handler.__doc__ == (form.description or one.description)
    assert route.who <= frozenset(ROLES)


def test_what_costs_more_than_usual_does_so_in_both_forms() -> None:
    for one in OPERATIONS:
        usual = MUTATION if one.root == "Mutation" else 1
        assert WEIGHTS.get(named(one), usual) == (one.cost or usual)


def test_routes_of_rest_alone_are_no_operations_of_the_table() -> None:
    made = {(form.method, form.path) for _, form in FORMS}
    assert not made & {(route.method, route.path) for route in OF_REST}
