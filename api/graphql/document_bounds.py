"""Size limits of a document: its text, the nesting depth of its fields, its aliases, and its introspection.

They are checked before the validation rules of GraphQL run, some of which compare every field with every other. Each
fragment is measured once, however often it is spread: fragments that spread fragments twice double the size each time,
so walking every spread would take exponential time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    OperationDefinitionNode,
    SelectionSetNode,
)
from msgspec import Struct

from api.errors.excerpts import shortened

SCHEMAS = 1
"""How often a document may select `__schema`: a second selection would return the same."""
TYPES = 10
"""How often it may select a `__type`."""
BEYOND = 2**31 - 1
"""Counts are capped here: nested fragments reach numbers that JSON readers cannot handle."""


class Limits(Struct, frozen=True):
    """Limits of one operation.

    depth: of fields; aliases, tokens, fields: in one document, each fragment once; characters: of its text, which may
    have as many lines as tokens; comparisons: of fields of one name with each other, each counted twice; cost (0: any),
    seconds: of one operation.
    """

    depth: int = 12
    aliases: int = 30
    tokens: int = 4000
    cost: int = 200_000
    seconds: float = 15.0
    fields: int = 1500
    characters: int = 64_000
    comparisons: int = 40_000


def too_large(text: str, limits: Limits) -> str:
    """Why a document is not even parsed; "" if it may be."""
    if len(text) > limits.characters:
        return (
            f"the document has {len(text)} characters: {limits.characters} are the most; "
            "send long values as variables, and ask for less at once"
        )
    lines = 1 + text.count("\n") + text.count("\r")
    if lines > limits.tokens:
        return f"the document has {lines} lines: {limits.tokens} are the most"
    return ""


class Extent(Struct, frozen=True):
    """The size of an operation; fragments count as often as they are spread.

    depth: of nested fields with selections, without introspection; aliases: their number; schemas, types: how often
    `__schema` and `__type` are selected.
    """

    depth: int = 0
    aliases: int = 0
    schemas: int = 0
    types: int = 0


def _sum(numbers: Iterable[int]) -> int:
    return min(sum(numbers), BEYOND)


class _Measure:
    """Measures one document. Fragments that spread themselves are refused by another rule."""

    def __init__(self, document: DocumentNode) -> None:
        self._fragments = {n.name.value: n for n in document.definitions if isinstance(n, FragmentDefinitionNode)}
        self._known: dict[str, Extent] = {}

    def of(self, selected: SelectionSetNode | None) -> Extent:
        parts = [self._one(node) for node in selected.selections] if selected else []
        return Extent(
            max((part.depth for part in parts), default=0),
            _sum(part.aliases for part in parts),
            _sum(part.schemas for part in parts),
            _sum(part.types for part in parts),
        )

    def _one(self, node: Any) -> Extent:
        if isinstance(node, FragmentSpreadNode):
            return self._spread(node.name.value)
        inside = self.of(node.selection_set)
        if not isinstance(node, FieldNode):
            return inside
        deeper = node.selection_set is not None and not node.name.value.startswith("__")
        return Extent(
            inside.depth + 1 if deeper else 0,
            inside.aliases + (node.alias is not None),
            inside.schemas + (node.name.value == "__schema"),
            inside.types + (node.name.value == "__type"),
        )

    def _spread(self, name: str) -> Extent:
        if name not in self._known:
            self._known[name] = Extent()
            fragment = self._fragments.get(name)
            self._known[name] = self.of(fragment.selection_set if fragment else None)
        return self._known[name]


def _fields(document: DocumentNode) -> int:
    """The number of fields and fragments the document selects, each counted where it is written."""
    count = 0
    open_sets = [getattr(definition, "selection_set", None) for definition in document.definitions]
    while open_sets:
        selected = open_sets.pop()
        if selected is not None:
            count += len(selected.selections)
            open_sets += [getattr(node, "selection_set", None) for node in selected.selections]
    return count


def out_of_bounds(document: DocumentNode, limits: Limits) -> list[GraphQLError]:
    """The exceeded limits of a parsed document. Takes time linear in its text."""
    fields = _fields(document)
    if fields > limits.fields:
        return [
            GraphQLError(f"the document selects {fields} fields: {limits.fields} are the most; ask for less at once")
        ]
    measure, errors = _Measure(document), list[GraphQLError]()
    operations = [definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)]
    try:
        found = [(operation, measure.of(operation.selection_set)) for operation in operations]
    except RecursionError:
        return [GraphQLError(f"the fragments nest more deeply than anything of depth {limits.depth} does")]
    for operation, extent in found:
        name = repr(shortened(operation.name.value, 80)) if operation.name else "the operation"
        if extent.depth > limits.depth:
            errors.append(GraphQLError(f"{name} has depth {extent.depth}: {limits.depth} is the most", [operation]))
        if extent.aliases > limits.aliases:
            errors.append(
                GraphQLError(f"{name} has {extent.aliases} aliases: {limits.aliases} are the most", [operation])
            )
        if errors:
            return errors
    for name, most, count in (
        ("__schema", SCHEMAS, _sum(extent.schemas for _, extent in found)),
        ("__type", TYPES, _sum(extent.types for _, extent in found)),
    ):
        if count > most:
            errors.append(GraphQLError(f"the document asks for {name} {count} times: {most} is the most"))
    return errors
