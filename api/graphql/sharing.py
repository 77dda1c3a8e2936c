"""Executes what comes of a subscription once for all who are handed it, and asked for the same of it.

What a document makes of a thing that is shared depends on the document, on the operation in it, and on the variables
that its selection names; whoever is handed the same thing has the same rights to it (`api.crowds.Audience`). So it is
executed for the first, and kept with the thing as JSON. Where it has errors it is executed for each: they may be about
who asks, and each is told of his own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import msgspec
from graphql import ExecutionResult, FieldNode, Node, VariableNode
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api.reading.shared import Shared


class _Made:
    """An executor that has nothing left to do. result: with `data` as JSON."""

    __slots__ = ("result",)

    def __init__(self, result: ExecutionResult) -> None:
        self.result = result

    def execute_operation(self, serially: bool | None = None) -> ExecutionResult:
        """What it came to."""
        return self.result


class _Erred(Exception):
    """It has errors, so it is nobody else's."""

    def __init__(self, result: ExecutionResult) -> None:
        super().__init__()
        self.result = result


class SharingExecutor(StrawberryGraphQLCoreExecutionContext):
    """As strawberry's, for all that is not shared."""

    _name: Hashable = None
    _shared: Shared | None = None

    def build_per_event_executor(self, payload: Any) -> Any:
        """The executor of what came; one for a list that is shared sees a list like any other."""
        if not isinstance(payload, Shared) or payload.made is None:
            return super().build_per_event_executor(payload)
        if self._name is None:
            self._name = self._asked()
        made = payload.made.get(self._name)
        if type(made) is _Made:
            return made
        executor: Any = super().build_per_event_executor(list(payload) if isinstance(payload, list) else payload)
        executor._shared = payload
        return executor

    def execute_operation(self, serially: bool | None = None) -> Any:
        """For the first who asks this of what is shared; else as always."""
        shared = self._shared
        if shared is None:
            return super().execute_operation(serially)
        assert shared.made is not None, "it was handed to many"
        if self._name in shared.made:  # somebody is about to make it
            return self._later(shared, serially, None)
        result: Any = super().execute_operation(serially)
        if self.is_awaitable(result):
            return self._later(shared, serially, result)
        if result.errors:
            return result
        made = shared.made[self._name] = _made(result)
        return made.result

    async def _later(self, shared: Shared, serially: bool | None, begun: Any) -> ExecutionResult:
        """begun: an execution under way, if this is the first."""

        async def make() -> _Made:
            result: Any = begun if begun is not None else super(SharingExecutor, self).execute_operation(serially)
            result = await result if self.is_awaitable(result) else result
            if result.errors:
                raise _Erred(result)
            return _made(result)

        try:
            return (await shared.once(self._name, make)).result
        except _Erred as erred:
            return erred.result

    def _asked(self) -> Hashable:
        """What is asked of whatever comes: the operation, and the variables that its selection names."""
        operation, given = self.operation, self.variable_values.coerced
        parts: list[Any] = list(self.fragment_definitions.values())
        for field in operation.selection_set.selections:
            # Its arguments choose the fight, and where to begin: that is settled.
            parts += [field.directives, field.selection_set] if isinstance(field, FieldNode) else [field]
        names = set(_variables(parts))
        document = operation.loc.source.body if operation.loc else id(operation)
        name = operation.name.value if operation.name else None
        return document, name, *((one, repr(given[one])) for one in sorted(names) if one in given)


def _made(result: ExecutionResult) -> _Made:
    return _Made(ExecutionResult(msgspec.Raw(msgspec.json.encode(result.data)), None))  # type: ignore[arg-type]


def _variables(node: Any) -> Iterator[str]:
    """The variables that a part of a document names."""
    if isinstance(node, VariableNode):
        yield node.name.value
    elif isinstance(node, Node):
        for key in node.keys:
            yield from _variables(getattr(node, key))
    elif isinstance(node, (list, tuple)):
        for one in node:
            yield from _variables(one)
