"""Executes introspection in a thread: the whole schema takes some hundred milliseconds, for which nobody else may wait.

An answer about the schema depends on the schema and the document alone, both immutable, so that a thread may compute
it. One thread serves all: several would only compete for the interpreter's lock with the event loop.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any

from graphql import GraphQLObjectType
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

ROOTS = frozenset({"__Schema", "__Type"})
"""The types of the introspection fields of a query."""

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="introspection")


class IntrospectingExecutor(StrawberryGraphQLCoreExecutionContext):
    """Strawberry's executor, which completes `__schema` and `__type` in a thread. They need a running event loop."""

    def complete_object_value(
        self, return_type: GraphQLObjectType, field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """Complete an object; one of the introspection fields of a query is awaitable."""
        complete = super().complete_object_value
        if path.prev is not None or return_type.name not in ROOTS:
            return complete(return_type, field_details_list, info, path, result, *rest)
        work = partial(complete, return_type, field_details_list, info, path, result, *rest)
        # A caller who no longer waits cancels it, if it has not begun.
        return asyncio.wrap_future(_THREAD.submit(copy_context().run, work))
