"""A served schema, as the laws read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, TypeVar

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
)
from msgspec import Struct

from api.graphql.schema import build_schema
from engine.kernel.authoring.rulebook import Rulebook

T = TypeVar("T", bound=GraphQLNamedType)


class Finding(Struct, frozen=True):
    """A violation of a law. where: the type, or `Type.field`; what: what is wrong, and what to do."""

    law: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what} ({self.law})"


class Served:
    """A schema, and its systems."""

    def __init__(self, schema: GraphQLSchema, books: Sequence[Rulebook[Any]]) -> None:
        self.schema, self.books = schema, list(books)

    @property
    def kernel(self) -> frozenset[str]:
        """The names of all types of a schema without any system."""
        return _kernel()

    @cached_property
    def types(self) -> list[GraphQLNamedType]:
        """All types except those of introspection."""
        return [found for found in self.schema.type_map.values() if not found.name.startswith("__")]

    def _all(self, kind: type[T]) -> Iterator[T]:
        return (found for found in self.types if isinstance(found, kind))

    @property
    def objects(self) -> Iterator[GraphQLObjectType]:
        return self._all(GraphQLObjectType)

    @property
    def interfaces(self) -> Iterator[GraphQLInterfaceType]:
        return self._all(GraphQLInterfaceType)

    @property
    def unions(self) -> Iterator[GraphQLUnionType]:
        return self._all(GraphQLUnionType)

    @property
    def enums(self) -> Iterator[GraphQLEnumType]:
        return self._all(GraphQLEnumType)

    @property
    def inputs(self) -> Iterator[GraphQLInputObjectType]:
        return self._all(GraphQLInputObjectType)

    def object(self, name: str) -> GraphQLObjectType:
        """An object type. KeyError if there is none."""
        found = self.schema.type_map[name]
        if not isinstance(found, GraphQLObjectType):
            raise KeyError(name)
        return found

    def members(self, name: str) -> list[GraphQLObjectType]:
        """The object types of a union or an interface; empty for any other name."""
        found = self.schema.type_map.get(name)
        return list(self.schema.get_possible_types(found)) if isinstance(found, ABSTRACT) else []

    def events(self, books: Iterable[Rulebook[Any]]) -> list[GraphQLObjectType]:
        """The events of the kernel and these systems."""
        wanted = {name for book in books for name in book.codec.names.values()}
        return [event for event in self.members("Event") if event.name in wanted]


@cache
def _kernel() -> frozenset[str]:
    return frozenset(build_schema([])._schema.type_map)


ABSTRACT = (GraphQLInterfaceType, GraphQLUnionType)
