"""A GraphQL document that selects the whole scene, made from the schema: what it leaves out no test sees."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from graphql import GraphQLUnionType, build_schema, get_named_type, is_leaf_type

SDL = Path(__file__).parents[3] / "schemas" / "schema.graphql"


@cache
def whole_scene() -> str:
    """`{ space {...} ground {...} ... }`, with every field of every type."""
    return _selection(build_schema(SDL.read_text(encoding="utf-8"), assume_valid=True).type_map["Scene"])


def _selection(kind: Any) -> str:
    if is_leaf_type(kind):
        return ""
    if isinstance(kind, GraphQLUnionType):
        return "{ __typename " + " ".join(f"... on {one.name} {_selection(one)}" for one in kind.types) + " }"
    return "{ " + " ".join(f"{name} {_selection(get_named_type(f.type))}" for name, f in kind.fields.items()) + " }"


QUERY = "query Q($id: ID!, $at: Int, $unless: ID) { encounter(id: $id, at: $at) { version scene(unless: $unless) %s } }"
"""With `whole_scene()` filled in."""
