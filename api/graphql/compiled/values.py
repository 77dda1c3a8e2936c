"""What values may be: a look at their class tells most; other leaves go through graphql-core's own coercion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphql import GraphQLEnumType, Undefined
from msgspec import UNSET

from api.graphql.scalars import as_it_is

_TEXT = ("String", "ID")
_JSON = frozenset({str, int, bool, float, dict, list})
"""What JSON holds, but for null. Anything else may be an error that graphql-core has to raise."""


class Odd(Exception):
    """A value that graphql-core has to complete."""


def odd(value: Any) -> bool:
    """Whether graphql-core would take a value for something else than what it is: nothing, an error, or a promise."""
    return (
        value is None
        or value is UNSET
        or value is Undefined
        or isinstance(value, Exception)
        or hasattr(value, "__await__")
    )


THINGS: set[type] = set()
"""Classes that were looked at: their things are none of these."""


def look(thing: Any) -> None:
    """Look at a thing whose class was not met. Raises Odd."""
    if odd(thing):
        raise Odd
    THINGS.add(type(thing))


def quick(kind: Any, x: str, named: Callable[[Any], str]) -> tuple[str, str]:
    """(condition under which the variable x needs no coercion, what it comes to then). named: hands a thing in."""
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
    """The values of an enum that are bare words; members of a Python enum are coerced."""
    return [one.value for one in kind.values.values() if type(one.value) is str]


def leaf(kind: Any, required: bool) -> Callable[[Any], Any]:
    """Completes any value of a leaf type as graphql-core does; raises where that would."""

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
