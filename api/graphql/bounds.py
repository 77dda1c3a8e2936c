"""How deeply a document nests its fields, and how many it gives other names.

Each fragment is measured once, however often it is spread: fragments that spread fragments twice double with every one
of them, and to walk them all would take for ever.
"""

from __future__ import annotations

from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    OperationDefinitionNode,
    SelectionSetNode,
    ValidationContext,
    ValidationRule,
)
from msgspec import Struct


class Extent(Struct, frozen=True):
    """depth: how many fields with fields lie inside each other, those of introspection apart; aliases: other names."""

    depth: int = 0
    aliases: int = 0


class _Measure:
    """Of one document. Fragments that spread themselves are for another rule to refuse."""

    def __init__(self, document: DocumentNode) -> None:
        self._fragments = {n.name.value: n for n in document.definitions if isinstance(n, FragmentDefinitionNode)}
        self._known: dict[str, Extent] = {}

    def of(self, selected: SelectionSetNode | None) -> Extent:
        parts = [self._one(node) for node in selected.selections] if selected else []
        return Extent(max((part.depth for part in parts), default=0), sum(part.aliases for part in parts))

    def _one(self, node: Any) -> Extent:
        if isinstance(node, FragmentSpreadNode):
            return self._spread(node.name.value)
        inside = self.of(node.selection_set)
        if not isinstance(node, FieldNode):
            return inside
        deeper = node.selection_set is not None and not node.name.value.startswith("__")
        return Extent(inside.depth + 1 if deeper else 0, inside.aliases + (node.alias is not None))

    def _spread(self, name: str) -> Extent:
        if name not in self._known:
            self._known[name] = Extent()
            fragment = self._fragments.get(name)
            self._known[name] = self.of(fragment.selection_set if fragment else None)
        return self._known[name]


def bounds_rule(depth: int, aliases: int) -> type[ValidationRule]:
    """The rule that no operation is deeper, or has more aliases."""

    class BoundsRule(ValidationRule):
        def __init__(self, context: ValidationContext) -> None:
            super().__init__(context)
            measure = _Measure(context.document)
            for one in context.document.definitions:
                if isinstance(one, OperationDefinitionNode):
                    self._judge(one, measure.of(one.selection_set))

        def _judge(self, one: OperationDefinitionNode, extent: Extent) -> None:
            name = repr(one.name.value) if one.name else "the operation"
            if extent.depth > depth:
                self.report_error(GraphQLError(f"{name} has depth {extent.depth}: {depth} is the most", [one]))
            if extent.aliases > aliases:
                self.report_error(GraphQLError(f"{name} has {extent.aliases} aliases: {aliases} are the most", [one]))

    return BoundsRule
