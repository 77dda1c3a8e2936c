"""Laws on introspection and descriptions: tools can read the schema, and everything a client sees is described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphql import (
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_introspection_query,
    graphql_sync,
    is_specified_scalar_type,
    validate_schema,
)

from api.shape.served import Finding, Served

HOW = "is not described: say what it is in its docstring, in `Meta(description=...)`, or in the system's `glossary`"


def introspects(served: Served) -> Iterator[Finding]:
    """The schema is valid, and tools can read all of it, including deprecations, defaults and one-ofs."""
    for error in validate_schema(served.schema):
        yield Finding("introspection", "schema", error.message)
    query = get_introspection_query(
        descriptions=True,
        specified_by_url=True,
        directive_is_repeatable=True,
        schema_description=True,
        input_value_deprecation=True,
    )
    for error in graphql_sync(served.schema, query).errors or ():
        path = ".".join(str(part) for part in error.path or ())
        yield Finding("introspection", path or "schema", error.message)


def everything_is_described(served: Served) -> Iterator[Finding]:
    """Frontend authors read nothing but descriptions. An interface's descriptions count for the fields of its types."""
    for found in served.types:
        if not found.description and not is_specified_scalar_type(found):
            yield Finding("described", found.name, HOW)
        if isinstance(found, (GraphQLObjectType, GraphQLInterfaceType, GraphQLInputObjectType)):
            inherited = {name for i in getattr(found, "interfaces", ()) for name in i.fields}
            yield from _described(found.name, {n: f for n, f in found.fields.items() if n not in inherited})
            for name, field in found.fields.items():
                yield from _described(f"{found.name}.{name}", getattr(field, "args", {}))
    for enum in served.enums:
        yield from _described(enum.name, enum.values)


def _described(owner: str, parts: dict[str, Any]) -> Iterator[Finding]:
    for name, part in parts.items():
        if not part.description:
            yield Finding("described", f"{owner}.{name}", HOW)


LAWS = (introspects, everything_is_described)
