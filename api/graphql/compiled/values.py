"""Type checks of values: most are decided by class; other leaves go through graphql-core's own coercion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphql import GraphQLEnumType, Undefined
from msgspec import UNSET

from api.graphql.scalars import as_it_is

_TEXT = ("String", "ID")
_JSON = frozenset({str, int, bool, float, dict, list})
"""Python types of JSON values, except null. Anything else may be an error that graphql-core has to raise."""


class Odd(Exception):
    """A value that graphql-core has to complete."""


def odd(value: Any) -> bool:
    """Whether graphql-core treats a value specially: as null, as an error, or as an awaitable."""
    return (
        value is None
        or value is UNSET
        or value is Undefined
        or isinstance(value, Exception)
        or hasattr(value, "__await__")
    )


THINGS: set[type] = set()
"""Classes that were checked: their instances are not odd."""


def look(thing: Any) -> None:
    """Check an object of a class not seen before. Raises Odd."""
    if odd(thing):
        raise Odd
    THINGS.add(type(thing))


def quick(kind: Any, x: str, named: Callable[[Any], str]) -> tuple[str, str]:
    """(condition under which variable x needs no coercion, its result then). named: passes an object in, returns its
    name."""
    if isinstance(kind, GraphQLEnumType):
        words = {word: kind.coerce_output_value(word) for word in _words(kind)}
        known = named(words)
        return f"type({x}) is str and {x} in {known}", f"{known}[{x}]"
    if kind.coerce_output_value is as_it_is:
        return f"type({x}) in {named(_JSON)}", x
    if kind.name in _TEXT:
        return f"type({x}) is str", x
    if kind.name == "Int":
        return f"type({x}) is int and -2147483648 <= {x} <= 2147483647", x
    if kind.name == "Boolean":
        return f"type({x}) is bool", x
    return "False", x


def _words(kind: GraphQLEnumType) -> list[str]:
    """The values of an enum that are plain strings; members of a Python enum are coerced."""
    return [item.value for item in kind.values.values() if type(item.value) is str]


def leaf(kind: Any, required: bool) -> Callable[[Any], Any]:
    """Completes any value of a leaf type as graphql-core does, and raises where it would."""

    def complete(value: Any) -> Any:
        if value is None or value is UNSET:
            if required:
                raise Odd
            return None
        if odd(value):
            raise Odd
        found = kind.coerce_output_value(value)
        if found is None or found is Undefined:
            raise Odd
        return found

    return complete
