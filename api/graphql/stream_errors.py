"""How a streamed operation ends: normally, by an error of the request, or cut short by the server."""

from __future__ import annotations

from typing import Any

from graphql import GraphQLError

_OURS = frozenset({"STOPPING", "UNAVAILABLE", "INTERNAL"})


def failure(result: Any) -> GraphQLError | None:
    """The error that ends a stream, if the result is one: it has no data, and the error names no field."""
    if result.data is None and result.errors and all(error.path is None for error in result.errors):
        error: GraphQLError = result.errors[0]
        return error
    return None


def stopping(error: GraphQLError) -> bool:
    """Whether the error says that the process is stopping."""
    return code_of(error) == "STOPPING"


def cut_short(error: GraphQLError) -> bool:
    """Whether the same request may continue when resent: then nothing sent may look like the end of the fight."""
    return code_of(error) in _OURS


def code_of(error: GraphQLError) -> str:
    """The error's `extensions.code`."""
    return str((error.extensions or {}).get("code", ""))
