"""The short way of documents that were found good: straight to their execution.

strawberry asks every extension at every stage of every operation, which takes as long as many a query. Of a document of
one operation that has been parsed and validated before, two of their words are left: what it may cost, and how long it
may take. Whatever is refused, or comes for the first time, goes the long way, which tells why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from graphql import DocumentNode, GraphQLError, OperationDefinitionNode, execute
from strawberry.execution import optimized_is_awaitable
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType
from strawberry.utils.await_maybe import await_maybe

from api.graphql.cost import Meter

Told = Callable[[list[GraphQLError], ExecutionContext], list[GraphQLError]]
"""Errors as their sender may read them."""


class Good:
    """A document that was found good, and its one operation."""

    def __init__(self, document: DocumentNode, operation: OperationDefinitionNode) -> None:
        self.document = document
        self.name = operation.name.value if operation.name else None
        self.kind = OperationType(operation.operation.value)
        self._operation = operation
        self._meter: Meter | None = None

    def cost(self, schema: Any, variables: Mapping[str, Any]) -> int:
        """What it costs at the most with these variables."""
        if self._meter is None:
            self._meter = Meter(schema, self.document, self._operation)
        return self._meter.measure(variables)


def one_operation(document: DocumentNode) -> OperationDefinitionNode | None:
    """The operation of a document that has only one."""
    found = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
    return found[0] if len(found) == 1 else None


class Direct:
    """The short way of one schema. found: the good document of a text, if it is known; told: for errors of fields.

    cost (0: any), seconds: the most of one operation. taken: how often it was gone.
    """

    def __init__(self, found: Callable[[str], Good | None], told: Told, *, cost: int, seconds: float) -> None:
        self._found, self._told, self._cost, self._seconds = found, told, cost, seconds
        self.taken = 0

    def open(
        self, schema: Any, query: str | None, name: str | None, allowed: Iterable[OperationType], variables: Any
    ) -> Good | None:
        """The document, where it may go this way."""
        good = self._found(query) if query else None
        if good is None or (name is not None and name != good.name) or good.kind not in allowed:
            return None
        if self._cost and good.cost(schema, variables or {}) > self._cost:
            return None
        return good

    async def go(self, good: Good, context: ExecutionContext, executor: Any) -> ExecutionResult:
        """The answer. context: as for the long way."""
        self.taken += 1
        try:
            async with asyncio.timeout(self._seconds):
                result: Any = await await_maybe(
                    execute(
                        context.schema._schema,
                        good.document,
                        root_value=context.root_value,
                        variable_values=context.variables,
                        operation_name=good.name,
                        context_value=context.context,
                        is_awaitable=cast(Any, optimized_is_awaitable),
                        executor_class=executor,
                        operation_extensions=context.operation_extensions,
                    )
                )
        except TimeoutError:
            return ExecutionResult(None, [too_long(self._seconds)], {})
        errors = result.errors
        if errors:
            context.graphql_document = good.document
            errors = self._told(errors, context)
        return ExecutionResult(result.data, errors, {})


def too_long(seconds: float) -> GraphQLError:
    """The error of an operation that takes more than so many seconds."""
    return GraphQLError(f"this took more than {seconds:g} s: ask for less at once", extensions={"code": "TIMEOUT"})
