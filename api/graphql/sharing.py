"""Executes an event of a subscription once for all subscribers with the same selection.

The result for a shared event depends on the document, its operation, and the variables that its selection uses. All
readers of a shared event have the same rights to it (`api.streaming.fan_out.Audience`). So it is executed for the first
reader and kept with the event as JSON. If it has errors, it is executed for each reader: an error may depend on the
reader.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Iterator
from typing import Any

import msgspec
from graphql import ExecutionResult, FieldNode, Node, VariableNode

from api.errors.excerpts import MOST_ERRORS
from api.graphql.introspection import IntrospectingExecutor
from api.reading.shared_result import SharedResult

_MOST = [*inspect.signature(IntrospectingExecutor.build).parameters].index("max_coercion_errors")
"""The position of that argument."""


class _Made:
    """An executor of a finished result. result: with `data` as JSON."""

    __slots__ = ("result",)

    def __init__(self, result: ExecutionResult) -> None:
        self.result = result

    def execute_operation(self, serially: bool | None = None) -> ExecutionResult:
        """The result."""
        return self.result


class _Erred(Exception):
    """The result has errors, so it is not shared."""

    def __init__(self, result: ExecutionResult) -> None:
        super().__init__()
        self.result = result


class SharingExecutor(IntrospectingExecutor):
    """The executor that executes shared events once."""

    _name: Hashable = None
    _shared: SharedResult | None = None

    @classmethod
    def build(cls, *given: Any, **more: Any) -> Any:
        """As in graphql-core, but it stops at the number of variable errors that are reported."""
        if len(given) > _MOST:
            given = (*given[:_MOST], MOST_ERRORS, *given[_MOST + 1 :])
        else:
            more["max_coercion_errors"] = MOST_ERRORS
        return super().build(*given, **more)

    def build_per_event_executor(self, payload: Any) -> Any:
        """The executor of an event; for a shared list it sees a plain list."""
        if not isinstance(payload, SharedResult) or payload.made is None:
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
        """Execute a shared event for its first reader with this selection; anything else as usual."""
        shared = self._shared
        if shared is None:
            return super().execute_operation(serially)
        assert shared.made is not None, "it was handed to many"
        if self._name in shared.made:  # another reader is executing it
            return self._later(shared, serially, None)
        result: Any = super().execute_operation(serially)
        if self.is_awaitable(result):
            return self._later(shared, serially, result)
        if result.errors:
            return result
        made = shared.made[self._name] = _made(result)
        return made.result

    async def _later(self, shared: SharedResult, serially: bool | None, begun: Any) -> ExecutionResult:
        """Await the shared result. begun: the running execution, if this reader is the first."""

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
        """The key of a shared result: the operation, and the variables that its selection uses."""
        operation, given = self.operation, self.variable_values.coerced
        parts: list[Any] = list(self.fragment_definitions.values())
        for field in operation.selection_set.selections:
            # The root field's arguments are irrelevant here: they choose the fight and the start version.
            parts += [field.directives, field.selection_set] if isinstance(field, FieldNode) else [field]
        names = set(_variables(parts))
        document = operation.loc.source.body if operation.loc else id(operation)
        name = operation.name.value if operation.name else None
        return document, name, *((one, repr(given[one])) for one in sorted(names) if one in given)


def _made(result: ExecutionResult) -> _Made:
    return _Made(ExecutionResult(msgspec.Raw(msgspec.json.encode(result.data)), None))  # type: ignore[arg-type]


def _variables(node: Any) -> Iterator[str]:
    """The variables that a part of a document uses."""
    if isinstance(node, VariableNode):
        yield node.name.value
    elif isinstance(node, Node):
        for key in node.keys:
            yield from _variables(getattr(node, key))
    elif isinstance(node, (list, tuple)):
        for one in node:
            yield from _variables(one)
