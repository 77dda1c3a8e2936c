"""Random queries over a schema: fields, aliases, fragments, directives, and selections that merge.

Only fields without required arguments are used, at most `BREADTH` of each kind. The same random state makes the same
query.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)

BREADTH = 7
"""The most fields selected per type, and the most possible types of an interface or union."""

DEPTH = 6
"""Maximum nesting depth."""


class Asker:
    """Makes one query. arguments: `Type.field` -> the text of its arguments."""

    def __init__(self, schema: GraphQLSchema, rng: random.Random, arguments: Mapping[str, str]) -> None:
        self._schema, self._rng, self._arguments = schema, rng, arguments
        self._fragments: list[str] = []

    def query(self, root: str, variables: Mapping[str, str], operation: str = "query") -> str:
        """A document. root: the fields down to the random selection, and its type: `encounter / board -> Board`.

        variables: name -> type of those the document may use; directives use `yes`.
        """
        path, _, kind = root.partition("->")
        fields = path.split("/")
        selection = self._selection(self._schema.type_map[kind.strip()], len(fields) - 1)
        document = " ".join([f"{' { '.join(fields)} {selection}{' }' * len(fields)}", *self._fragments])
        used = ", ".join(f"${name}: {tp}" for name, tp in variables.items() if f"${name}" in document)
        return f"{operation} Q{f'({used})' if used else ''} {{ {document}"

    def _selection(self, kind: Any, depth: int) -> str:
        parts = [self._part(kind, depth) for _ in range(self._rng.randint(1, BREADTH))]
        return "{ " + " ".join(["__typename", *parts]) + " }"

    def _part(self, kind: Any, depth: int) -> str:
        rng = self._rng
        if isinstance(kind, (GraphQLInterfaceType, GraphQLUnionType)) and rng.random() < 0.6:
            return self._narrowed(rng.choice(self._schema.get_possible_types(kind)), depth, spread=rng.random() < 0.5)
        if isinstance(kind, GraphQLUnionType):
            return "__typename"
        if rng.random() < 0.15:
            return self._narrowed(kind, depth, spread=rng.random() < 0.5)
        return self._field(kind, depth)

    def _narrowed(self, kind: Any, depth: int, *, spread: bool) -> str:
        """A fragment, inline or named."""
        selection = self._selection(kind, depth + 1)
        if not spread:
            return f"... on {kind.name}{self._directive()} {selection}"
        name = f"F{len(self._fragments)}"
        self._fragments.append(f"fragment {name} on {kind.name} {selection}")
        return f"...{name}{self._directive()}"

    def _field(self, kind: GraphQLObjectType | GraphQLInterfaceType, depth: int) -> str:
        rng = self._rng
        deep = depth >= DEPTH
        names = [
            name
            for name, field in kind.fields.items()
            if not any(is_required_argument(one) for one in field.args.values())
            and not (deep and not is_leaf_type(get_named_type(field.type)))
        ]
        if not names:
            return "__typename"
        name = rng.choice(names)
        field = kind.fields[name]
        given = self._arguments.get(f"{kind.name}.{name}", "")
        alias = f"{kind.name}_{name}: "  # fields of one name may differ in type between two types, and must not merge
        if is_leaf_type(get_named_type(field.type)):
            return f"{alias}{name}{given}{self._directive()}"
        return f"{alias}{name}{given}{self._directive()} {self._selection(get_named_type(field.type), depth + 1)}"

    def _directive(self) -> str:
        if self._rng.random() > 0.1:
            return ""
        return self._rng.choice([" @include(if: $yes)", " @skip(if: $yes)", " @include(if: true)", " @skip(if: false)"])
