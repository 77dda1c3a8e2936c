"""How the results of a streamed operation end: by themselves, by an error of the request, or cut short on our side."""

from __future__ import annotations

from typing import Any

from graphql import GraphQLError

_OURS = frozenset({"STOPPING", "UNAVAILABLE", "INTERNAL"})


def failure(result: Any) -> GraphQLError | None:
    """The error that ends a stream, if this result is one: it has no data, and no field that would be at fault."""
    if result.data is None and result.errors and all(error.path is None for error in result.errors):
        error: GraphQLError = result.errors[0]
        return error
    return None


def stopping(error: GraphQLError) -> bool:
    """Whether the process ends."""
    return code_of(error) == "STOPPING"


def cut_short(error: GraphQLError) -> bool:
    """Whether the same request, sent again, may go on: then nothing may look like the end of the fight."""
    return code_of(error) in _OURS


def code_of(error: GraphQLError) -> str:
    """Its `extensions.code`."""
    return str((error.extensions or {}).get("code", ""))
