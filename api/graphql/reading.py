"""Reads fields without arguments: for graphql-core one at a time, or in a compiled function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct
from strawberry.types.field import StrawberryField


class Pair(Struct, frozen=True):
    """An entry of an object in the state: GraphQL has no maps."""

    key: str
    value: Any


def read(thing: Any, name: str) -> Any:
    """Read a field that has no resolver."""
    value = getattr(thing, name)
    return None if value is UNSET else value


def paired(name: str) -> Callable[..., Any]:
    """The resolver of an object of the state that is shown as a list of pairs."""

    def resolve(root: Any) -> Any:
        found = getattr(root, name)
        return None if found is None else [Pair(key, value) for key, value in found.items()]

    resolve.only_reads = True  # type: ignore[attr-defined]  # for `reader_of`
    return resolve


def always(thing: Any, info: Any) -> bool:
    """The `is_type_of` of types with interfaces: the interface has already resolved the type."""
    return True


def reader_of(field: StrawberryField) -> str | Callable[[Any], Any] | None:
    """The attribute that a field reads, or a function that reads it from its object alone; None if its resolver does
    more."""
    if field.base_resolver is None:
        return field.python_name
    resolver: Any = field.base_resolver.wrapped_func
    return resolver if getattr(resolver, "only_reads", False) else None
