"""The fast path of documents that are known to be valid: straight to execution.

strawberry calls every extension at every stage of every operation, which takes as long as many a query. For a document
of one operation that was parsed and validated before, only two of their limits remain: cost and time. Whatever is
refused, or arrives for the first time, takes the regular path, which reports why.
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

from api.access.event_work import begin_operation
from api.graphql.cost import Meter, charge

PublicErrors = Callable[[list[GraphQLError], ExecutionContext], list[GraphQLError]]
"""Turns errors into those that their sender may read."""


class ValidatedDocument:
    """A valid document, and its one operation."""

    def __init__(self, document: DocumentNode, operation: OperationDefinitionNode) -> None:
        self.document = document
        self.name = operation.name.value if operation.name else None
        self.kind = OperationType(operation.operation.value)
        self._operation = operation
        self._meter: Meter | None = None

    def cost(self, schema: Any, variables: Mapping[str, Any]) -> int:
        """Its maximum cost with these variables."""
        if self._meter is None:
            self._meter = Meter(schema, self.document, self._operation)
        return self._meter.measure(variables)

    def limited(self, cost: int) -> int:
        """The part of a cost just measured that the limit of an operation counts."""
        return self._meter.limited(cost) if self._meter is not None else cost

    def charged(self, cost: int) -> int:
        """The amount charged to the caller's rate for a cost that was just measured."""
        return self._meter.charged(cost) if self._meter is not None else cost


def one_operation(document: DocumentNode) -> OperationDefinitionNode | None:
    """The operation of a document that has only one; else None."""
    found = [definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)]
    return found[0] if len(found) == 1 else None


class FastPath:
    """The fast path of one schema. find: gives the valid document of a text, if known; public: makes field errors fit
    for callers.

    cost (0: any), seconds: limits of one operation. taken: how often the path was used.
    """

    def __init__(
        self, find: Callable[[str], ValidatedDocument | None], public: PublicErrors, *, cost: int, seconds: float
    ) -> None:
        self._found, self._public, self._cost, self._seconds = find, public, cost, seconds
        self.taken = 0

    def open(
        self, schema: Any, query: str | None, name: str | None, allowed: Iterable[OperationType], variables: Any
    ) -> tuple[ValidatedDocument, int] | None:
        """The document, and the amount charged to the caller's rate; None if it may not take the fast path."""
        good = self._found(query) if query else None
        if good is None or (name is not None and name != good.name) or good.kind not in allowed:
            return None
        try:
            cost = good.cost(schema, variables or {})
        except GraphQLError:
            return None  # the regular path refuses it
        return None if self._cost and good.limited(cost) > self._cost else (good, good.charged(cost))

    async def go(self, good: ValidatedDocument, cost: int, context: ExecutionContext, executor: Any) -> ExecutionResult:
        """Execute it. cost: charged to the caller's rate; context: as for the regular path."""
        self.taken += 1
        begin_operation(self._cost)
        error = await charge(context.context, cost)
        if error is not None:
            return ExecutionResult(None, self._public([error], context), {})
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
            errors = self._public(errors, context)
        return ExecutionResult(result.data, errors, {})


def too_long(seconds: float) -> GraphQLError:
    """The error of an operation that takes longer than this."""
    return GraphQLError(f"this took more than {seconds:g} s: ask for less at once", extensions={"code": "TIMEOUT"})
