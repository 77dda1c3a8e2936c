"""How fields without arguments are read: by graphql-core one at a time, or by a compiled function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct
from strawberry.types.field import StrawberryField


class Pair(Struct, frozen=True):
    """An entry of what the state holds as an object: GraphQL has no maps."""

    key: str
    value: Any


def read(thing: Any, name: str) -> Any:
    """How every field without a resolver is read."""
    value = getattr(thing, name)
    return None if value is UNSET else value


def paired(name: str) -> Callable[..., Any]:
    """The resolver of an object of the state that is shown as a list of pairs."""

    def resolve(root: Any) -> Any:
        found = getattr(root, name)
        return None if found is None else [Pair(key, value) for key, value in found.items()]

    resolve.only_reads = True  # type: ignore[attr-defined]  # told to `reader_of`
    return resolve


def always(thing: Any, info: Any) -> bool:
    """The `is_type_of` of types that have interfaces: what a thing is was found out by its interface."""
    return True


def reader_of(field: StrawberryField) -> str | Callable[[Any], Any] | None:
    """The attribute that a field reads, or what reads it from its thing alone; None where more is done."""
    if field.base_resolver is None:
        return field.python_name
    resolver: Any = field.base_resolver.wrapped_func
    return resolver if getattr(resolver, "only_reads", False) else None
