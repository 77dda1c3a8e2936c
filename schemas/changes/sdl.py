"""Changes of a GraphQL schema: graphql-core's own list, and what it does not cover."""

from __future__ import annotations

from collections.abc import Iterator

from graphql import (
    BreakingChange,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
)
from graphql.utilities import DangerousChange, SafeChangeType, SchemaChange, find_schema_changes

from schemas.changes.change import ADDITIVE, BREAKING, DANGEROUS, Change, Unreadable, Weight


def changes(old: str, new: str) -> Iterator[Change]:
    """From one SDL to another. Unreadable for a text that is no schema."""
    before, after = parsed(old), parsed(new)
    for change in find_schema_changes(before, after):
        if change.type is not SafeChangeType.DESCRIPTION_CHANGED:
            yield Change(_weight(change), change.description)
    yield from _one_ofs(before, after)
    yield from _deprecations(before, after)


def _weight(change: SchemaChange) -> Weight:
    if isinstance(change, BreakingChange):
        return BREAKING
    return DANGEROUS if isinstance(change, DangerousChange) else ADDITIVE


def parsed(text: str) -> GraphQLSchema:
    """The schema of an SDL. Unreadable names the line."""
    try:
        return build_schema(text)
    except GraphQLError as error:
        where = f"line {error.locations[0].line}: " if error.locations else ""
        raise Unreadable(f"this is no GraphQL schema: {where}{error.message}") from error
    except TypeError as error:  # graphql-core reports several schema errors this way
        first, *_ = str(error).splitlines()
        raise Unreadable(f"this is no GraphQL schema: {first}") from error


def _one_ofs(before: GraphQLSchema, after: GraphQLSchema) -> Iterator[Change]:
    for name, found in before.type_map.items():
        now = after.type_map.get(name)
        if isinstance(found, GraphQLInputObjectType) and isinstance(now, GraphQLInputObjectType):
            if now.is_one_of and not found.is_one_of:
                yield Change(BREAKING, f"Input '{name}' takes exactly one field now.")
            elif found.is_one_of and not now.is_one_of:
                yield Change(ADDITIVE, f"Input '{name}' takes more than one field now.")


def _deprecations(before: GraphQLSchema, after: GraphQLSchema) -> Iterator[Change]:
    for name, now in after.type_map.items():
        found = before.type_map.get(name)
        if not isinstance(now, (GraphQLObjectType, GraphQLInterfaceType, GraphQLInputObjectType)):
            continue
        was = getattr(found, "fields", {})
        for word, field in now.fields.items():
            if field.deprecation_reason and word in was and not was[word].deprecation_reason:
                yield Change(ADDITIVE, f"Field '{name}.{word}' is deprecated: {field.deprecation_reason}")
