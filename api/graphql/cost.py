"""What a document would cost at the most, before anything of it is done.

A field costs 1, more where it makes the server work (`WEIGHTS`). What is selected of a list counts for each of its
items: of a page for as many as are asked for, of any other list for ten. Of the types that a thing may be, the dearest
counts. So the cost is about the number of fields of the answer, and never far below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphql import (
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
    SelectionSetNode,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_list_type,
    is_object_type,
)
from strawberry.extensions.base_extension import SchemaExtension

from api.reading.pages import MOST, USUAL

ITEMS = 10
"""How many things a list counts for that is no page."""

WEIGHTS = {
    "Query.audit": 5000,
    "Query.encounter": 100,
    "Query.encounters": 100,
    "Query.systems": 1000,
    "Encounter.offers": 200,
    "Encounter.events": 50,
    "Mutation.createEncounter": 1000,
    "Mutation.fork": 5000,
}
"""Fields that make the server work: one unit is about a field of an answer, some microseconds."""
MUTATION = 200
"""Any other change."""
INTROSPECTION = 5000
"""What is asked of the schema itself, however much of it: it is no larger than it is."""

DEFAULTS = {"Query.encounters": USUAL, "Encounter.events": USUAL}
"""Items of a page whose size nobody names."""


BEYOND = 2**31 - 1
"""No cost is told above this: fragments of fragments come to numbers that no JSON reader bears."""


class Meter:
    """Measures one operation. variables: as they were sent."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> None:
        self._schema = schema
        self._fragments = {n.name.value: n for n in document.definitions if isinstance(n, FragmentDefinitionNode)}
        self._operation = operation
        self._known: dict[tuple[str, int], int] = {}
        self._variables: Mapping[str, Any] = {}

    def measure(self, variables: Mapping[str, Any]) -> int:
        """The cost with these variables."""
        defaults = {
            node.variable.name.value: int(node.default_value.value)
            for node in self._operation.variable_definitions or ()
            if isinstance(node.default_value, IntValueNode)
        }
        self._variables = {**defaults, **variables}
        self._known = {}
        root = self._schema.get_root_type(self._operation.operation)
        return self._selected(root, self._operation.selection_set, ITEMS) if root else 0

    def _selected(self, kind: GraphQLNamedType, selected: SelectionSetNode, items: int) -> int:
        """items: how many things each list among the fields holds."""
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
        """Measured once, however often it is spread: fragments of fragments would take for ever."""
        key = (fragment.name.value, items)
        if key not in self._known:
            kind = self._schema.type_map[fragment.type_condition.name.value]
            self._known[key] = self._selected(kind, fragment.selection_set, items)
        return self._known[key]

    def _field(self, kind: GraphQLNamedType, node: FieldNode, items: int) -> int:
        name = node.name.value
        if name.startswith("__"):
            return 0 if name == "__typename" else INTROSPECTION
        field, full = kind.fields[name], f"{kind.name}.{name}"  # type: ignore[attr-defined]  # it has fields
        cost = WEIGHTS.get(full, MUTATION if kind is self._schema.mutation_type else 1)
        if node.selection_set is None:
            return cost
        page = self._page(node, full) if "first" in field.args else None
        times = items if page is None and is_list_type(get_nullable_type(field.type)) else 1
        return cost + times * self._selected(get_named_type(field.type), node.selection_set, page or ITEMS)

    def _page(self, node: FieldNode, full: str) -> int:
        """How many items a page holds at the most."""
        asked = [self._number(a.value) for a in node.arguments or () if a.name.value in ("first", "last")]
        sizes = [size for size in asked if size is not None]
        return max(1, min(max(sizes, default=DEFAULTS.get(full, MOST)), MOST))

    def _number(self, value: Any) -> int | None:
        """An argument's whole number; None where it has none, so that the usual counts."""
        if isinstance(value, VariableNode):
            given = self._variables.get(value.name.value)
            return given if isinstance(given, int) and not isinstance(given, bool) else None
        if isinstance(value, IntValueNode):
            return int(value.value[:12])
        return None


class CostLimit(SchemaExtension):
    """An operation that would cost more than `most` is not begun. 0: whatever it costs."""

    most = 0

    def on_validate(self) -> Iterator[None]:
        context = self.execution_context
        document = context.graphql_document
        if self.most and not context.pre_execution_errors and document is not None:
            error = self._measured(document)
            if error is not None:
                context.pre_execution_errors = [error]
        yield

    def _measured(self, document: DocumentNode) -> GraphQLError | None:
        """The error of an operation that costs too much."""
        context = self.execution_context
        operations = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
        if len(operations) > 1:
            operations = [one for one in operations if one.name and one.name.value == context.operation_name]
        for operation in operations:
            measured = Meter(context.schema._schema, document, operation).measure(context.variables or {})
            cost = min(measured, BEYOND)
            if cost > self.most:
                said = f"this costs {cost}, and {self.most} is the most: ask for fewer items, or for less of each"
                return GraphQLError(said, extensions={"code": "BAD_USER_INPUT", "cost": cost, "most": self.most})
        return None
