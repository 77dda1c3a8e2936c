"""Paths of errors in a request's variables, which graphql-core knows but does not report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from graphql import (
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLSchema,
    Undefined,
    VariableDefinitionNode,
    get_nullable_type,
    is_input_object_type,
    is_input_type,
    is_list_type,
    type_from_ast,
)
from graphql.utilities import validate_input_value

from api.errors.excerpts import short_path

ONE_OF = "leave the others out, also those that are null"

_ONE = re.compile(r"OneOf Input Object '(\w+)' must specify exactly one key|Value for member field '(\w+)'")
_NAMED = re.compile(
    r"Expected value of type '[^']*' (?:to include required field '(\w+)'|not to include unknown field '(.*?)'[.,])"
)

Path = list[str | int]


class _Enough(Exception):
    """The requested number of paths is reached."""


def paths(schema: GraphQLSchema, node: VariableDefinitionNode, variables: Mapping[str, Any], most: int) -> list[Path]:
    """The paths of one variable's errors, in the order of graphql-core's reports; the first `most`."""
    found: list[Path] = []
    name, kind = node.variable.name.value, type_from_ast(schema, node.type)

    def wrong(error: GraphQLError, path: Path) -> None:
        if len(found) >= most:
            raise _Enough
        named = _NAMED.match(error.message)
        found.append([name, *path, *((named[1] or named[2],) if named else ())])

    if is_input_type(kind):
        with suppress(_Enough):
            validate_input_value(variables.get(name, Undefined), kind, wrong, hide_suggestions=True)
    return found


def one_of(
    schema: GraphQLSchema, node: VariableDefinitionNode, variables: Mapping[str, Any]
) -> tuple[Path, str] | None:
    """The first one-of input of a variable without exactly one key: its path, and what to do."""
    name = node.variable.name.value
    kind = type_from_ast(schema, node.type)
    return next(_choices(kind, variables.get(name), [name]), None)


def _choices(kind: Any, value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    kind = get_nullable_type(kind)
    if is_list_type(kind):
        for index, item in enumerate(value if isinstance(value, list) else ()):
            yield from _choices(kind.of_type, item, [*path, index])
    elif is_input_object_type(kind) and isinstance(value, dict):
        if is_one_of(kind):
            there = ", ".join(kind.fields)
            if len(value) != 1:
                yield path, f"expected exactly one key, of {there}; {ONE_OF}"
            elif None in value.values():
                yield [*path, *value], f"expected an object, got null; send exactly one of {there}"
        for name, field in kind.fields.items():
            yield from _choices(field.type, value.get(name), [*path, name])


def is_one_of(kind: GraphQLInputObjectType) -> bool:
    """Whether an input takes exactly one key: strawberry stores that beside its types, graphql-core in them."""
    return kind.is_one_of or getattr(kind.extensions.get("strawberry-definition"), "is_one_of", False)


def located(
    errors: list[GraphQLError],
    schema: GraphQLSchema,
    nodes: Mapping[str, VariableDefinitionNode],
    variables: Mapping[str, Any],
) -> Iterator[GraphQLError]:
    """The errors, with paths for those of variables. nodes: the operation's variables by name."""
    left: dict[str, list[Path]] = {}
    choices: list[tuple[Path, str] | None] = []  # the first wrong choice, once searched
    for error in errors:
        node = error.nodes[0] if error.nodes else None
        name = node.variable.name.value if isinstance(node, VariableDefinitionNode) else ""
        if isinstance(node, VariableDefinitionNode) and error.message.startswith(f"Variable '${name}' has invalid"):
            if name not in left:
                left[name] = paths(schema, node, variables, len(errors))
            known = left[name]
            yield _at(error, known.pop(0) if known else [name], error.message)
        elif not error.path and (found := _ONE.search(error.message)):
            if not node and not choices:
                choices.append(next(filter(None, (one_of(schema, n, variables) for n in nodes.values())), None))
            wrong = None if node else choices[0]
            where, what = wrong or (None, f"{error.message.rstrip('.')}; {ONE_OF}" if found[1] else error.message)
            yield _at(error, where, what if where is None else f"{'.'.join(map(str, short_path(where)))}: {what}")
        else:
            yield error


def _at(error: GraphQLError, path: Path | None, message: str) -> GraphQLError:
    more = {} if path is None else {"path": short_path(path)}
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        original_error=error.original_error,
        extensions={**(error.extensions or {}), **more},
    )
