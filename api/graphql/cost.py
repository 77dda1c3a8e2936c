"""The maximum cost of a document, measured before execution.

A field costs 1, or more if it makes the server work (`WEIGHTS`). A selection on a list counts once per item: a page has
as many items as requested, any other list ten. Of the possible types of an object the most expensive one counts. So the
cost is about the number of fields of the answer, and never far below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from math import ceil
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    OperationType,
    SchemaMetaFieldDef,
    SelectionSetNode,
    TypeMetaFieldDef,
    VariableNode,
    get_introspection_query,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_list_type,
    is_object_type,
    parse,
)
from strawberry.types import ExecutionContext

from api.errors.request_errors import BadRequest, RateLimited
from api.graphql.document_bounds import BEYOND
from api.operations.table import COSTS
from api.reading.pagination import MOST, USUAL, page_size

ITEMS = 10
"""Assumed number of items of a list that is not a page."""

WEIGHTS = {
    **COSTS,
    "Encounter.corrections": 100,
    "Encounter.offers": 200,
    "Encounter.unavailable": 200,
    "Encounter.events": 50,
    "Encounter.preferences": 100,
    "Encounter.scene": 200,
    "Encounter.statBlock": 200,
    "Encounter.takeBacks": 200,
    "Encounter.threats": 100,
}
"""Fields that make the server work. One unit is about one field of an answer, some microseconds."""
LENGTHS = {
    "Encounter.decisions": 2,
    "Encounter.takeBacks": 3,
    "Offer.fields": 2,
    "SceneArea.outlines": 1,
    "SceneOutline.holes": 1,
}
"""Items of lists that are seldom longer: lists within lists within lists would cost a thousand times too much."""
MUTATION = 200
"""Any other mutation."""
INTROSPECTION = 5000
"""The minimum cost of introspection."""
HEAVY = 20
"""Factor on the cost that introspection takes from the caller's rate: it computes throughout and reads no prepared
field. For lists the measure assumes more items than there mostly are."""
READING = 100
"""Cost per character of a document not seen before, for its parsing and validation."""
STANDARD = get_introspection_query(
    specified_by_url=True, directive_is_repeatable=True,
    schema_description=True, input_value_deprecation=True,
    one_of=True,
)  # fmt: skip
"""All that tools ask of a schema."""

DEFAULTS = {"Query.shelf": USUAL, "Query.encounters": USUAL, "Query.hosts": USUAL, "Encounter.events": USUAL}
"""Items of a page without an explicit size."""


@lru_cache(maxsize=8)
def lengths_of(schema: GraphQLSchema) -> Mapping[str, int]:
    """Lengths of the lists of introspection: for lists per type, the average over all types."""
    types = list(schema.type_map.values())

    def average(attribute: str) -> int:
        return ceil(sum(len(getattr(kind, attribute, ())) for kind in types) / len(types))

    return {
        "__Schema.types": len(types),
        "__Schema.directives": len(schema.directives),
        "__Type.fields": average("fields"),
        "__Type.inputFields": average("fields"),
        "__Type.enumValues": average("values"),
        "__Type.interfaces": average("interfaces"),
        "__Type.possibleTypes": average("types"),
        "__Field.args": 1,
        "__Directive.args": 2,
    }


@lru_cache(maxsize=8)
def standard_introspection(schema: GraphQLSchema) -> int:
    """The cost of the introspection that tools send: it grows with the games installed, and the limit must not."""
    document = parse(STANDARD)
    (operation,) = (
        definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)
    )
    return Meter(schema, document, operation).measure({})


class Meter:
    """Measures one operation. variables: as sent."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> None:
        self._schema = schema
        self._fragments = {n.name.value: n for n in document.definitions if isinstance(n, FragmentDefinitionNode)}
        self._operation = operation
        self._known: dict[tuple[str, int], int] = {}
        self._variables: Mapping[str, Any] = {}
        self._introspected = 0

    def charged(self, cost: int) -> int:
        """The amount charged to the caller's rate for an operation that was just measured."""
        return cost + (HEAVY - 1) * self._introspected

    def limited(self, cost: int) -> int:
        """The part that the limit of an operation counts of a cost that was just measured.

        Introspection counts with its minimum, and as far as it costs more than what tools send.
        """
        if not self._introspected:
            return cost
        return cost - max(0, min(self._introspected, standard_introspection(self._schema)) - INTROSPECTION)

    def measure(self, variables: Mapping[str, Any]) -> int:
        """The cost with these variables."""
        defaults = {
            node.variable.name.value: int(node.default_value.value)
            for node in self._operation.variable_definitions or ()
            if isinstance(node.default_value, IntValueNode)
        }
        self._variables = {**defaults, **variables}
        self._known, self._introspected = {}, 0
        root = self._schema.get_root_type(self._operation.operation)
        return self._selected(root, self._operation.selection_set, ITEMS) if root else 0

    def _selected(self, kind: GraphQLNamedType, selected: SelectionSetNode, items: int) -> int:
        """The cost of a selection. items: how many items each list among the fields holds."""
        always, either = 0, dict[str, int]()
        for node in selected.selections:
            if isinstance(node, FieldNode):
                always += self._field(kind, node, items)
                continue
            if isinstance(node, InlineFragmentNode):
                on = node.type_condition.name.value if node.type_condition else kind.name
                cost = self._selected(self._schema.type_map[on], node.selection_set, items)
            elif isinstance(node, FragmentSpreadNode):
                fragment = self._fragments[node.name.value]
                on = fragment.type_condition.name.value
                cost = self._fragment(fragment, items)
            else:
                continue
            if is_abstract_type(kind) and is_object_type(self._schema.type_map[on]):
                either[on] = either.get(on, 0) + cost
            else:
                always += cost
        return always + max(either.values(), default=0)

    def _fragment(self, fragment: FragmentDefinitionNode, items: int) -> int:
        """Measured once, however often it is spread: nested fragments would take exponential time."""
        key = (fragment.name.value, items)
        if key not in self._known:
            kind = self._schema.type_map[fragment.type_condition.name.value]
            self._known[key] = self._selected(kind, fragment.selection_set, items)
        return self._known[key]

    def _field(self, kind: GraphQLNamedType, node: FieldNode, items: int) -> int:
        name = node.name.value
        if name.startswith("__"):
            return 0 if name == "__typename" else self._introspection(node)
        field, full = kind.fields[name], f"{kind.name}.{name}"  # type: ignore[attr-defined]  # it has fields
        cost = WEIGHTS.get(full, MUTATION if kind is self._schema.mutation_type else 1)
        if node.selection_set is None:
            return cost
        page = self._page(node, full) if "first" in field.args else None
        if full == "__Type.ofType":
            return cost  # almost all fields end here
        items = (self._lengths if kind.name.startswith("__") else LENGTHS).get(full, items)
        times = items if page is None and is_list_type(get_nullable_type(field.type)) else 1
        return cost + times * self._selected(get_named_type(field.type), node.selection_set, page or ITEMS)

    def _introspection(self, node: FieldNode) -> int:
        """The cost of `__schema` and `__type`, with lists as long as those of this schema."""
        meta = SchemaMetaFieldDef if node.name.value == "__schema" else TypeMetaFieldDef
        inside = self._selected(get_named_type(meta.type), node.selection_set, ITEMS) if node.selection_set else 0
        cost = max(INTROSPECTION, inside)
        self._introspected += cost
        return cost

    @cached_property
    def _lengths(self) -> Mapping[str, int]:
        return lengths_of(self._schema)

    def _page(self, node: FieldNode, full: str) -> int:
        """The maximum number of items of a page."""
        asked = [(a, self._number(a.value)) for a in node.arguments or () if a.name.value in ("first", "last")]
        if self._operation.operation is OperationType.MUTATION:
            for argument, size in asked:
                _check_size(argument, size)
        sizes = [size for _, size in asked if size is not None]
        return max(1, min(max(sizes, default=DEFAULTS.get(full, MOST)), MOST))

    def _number(self, value: Any) -> int | None:
        """An argument's whole number; None without one, so that the default counts."""
        if isinstance(value, VariableNode):
            given = self._variables.get(value.name.value)
            return given if isinstance(given, int) and not isinstance(given, bool) else None
        if isinstance(value, IntValueNode):
            return int(value.value[:12])
        return None


def _check_size(argument: ArgumentNode, size: int | None) -> None:
    try:
        page_size(argument.name.value, size)
    except BadRequest as error:
        raise GraphQLError(str(error), argument, original_error=error) from None


def cost_of(context: ExecutionContext) -> tuple[int, int]:
    """The cost of the operation about to begin, of a valid document; of several operations the named one.

    GraphQLError for a mutation that asks for a page that nobody gets: its change would be made, its answer an error.
    Returns the part that is limited, and the amount charged to the caller's rate.
    """
    document = context.graphql_document
    assert document is not None, "it was parsed"
    operations = [definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)]
    if len(operations) > 1:
        operations = [
            operation for operation in operations if operation.name and operation.name.value == context.operation_name
        ]
    schema, variables = context.schema._schema, context.variables or {}
    costs = [(0, 0)]
    for operation in operations:
        meter = Meter(schema, document, operation)
        cost = min(meter.measure(variables), BEYOND)
        costs.append((meter.limited(cost), meter.charged(cost)))
    return max(costs)


def too_dear(cost: int, most: int) -> GraphQLError:
    """The error of an operation that costs more than `most`."""
    said = f"this costs {cost}, and {most} is the most: ask for fewer items, or for less of each"
    return GraphQLError(said, extensions={"code": "BAD_USER_INPUT", "cost": cost, "most": most})


async def charge(context: Any, cost: int) -> GraphQLError | None:
    """Charge a cost to the caller's rate; returns the error if that is too much. context: that of the resolvers."""
    session = getattr(context, "session", None)
    try:
        if session is not None:
            await session.count_cost(cost)
    except RateLimited as error:
        return GraphQLError(str(error), original_error=error)
    return None
