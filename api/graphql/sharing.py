"""Executes an event of a subscription once for all subscribers with the same selection.

The result for a shared event depends on the document, its operation, and the variables that its selection uses. All
readers of a shared event have the same rights to it (`api.streaming.fan_out.Audience`). So it is executed for the first
reader and kept with the event as JSON. If it has errors, it is executed for each reader: an error may depend on the
reader.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import msgspec
from graphql import (
    ExecutionResult,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    Node,
    SelectionSetNode,
    VariableNode,
)

from api.errors.excerpts import MOST_ERRORS
from api.graphql.introspection import IntrospectingExecutor
from api.reading.encounter_change import EncounterChange
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
        seen: Any = payload
        if isinstance(payload, EncounterChange):
            payload.room()
            if payload.whole is None and self._name not in payload.before and self._patches():
                payload = seen = payload.anew()
        executor: Any = super().build_per_event_executor(list(seen) if isinstance(seen, list) else seen)
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
        made = shared.made[self._name] = self._finished(shared, result)
        return made.result

    async def _later(self, shared: SharedResult, serially: bool | None, begun: Any) -> ExecutionResult:
        """Await the shared result. begun: the running execution, if this reader is the first."""

        async def make() -> _Made:
            result: Any = begun if begun is not None else super(SharingExecutor, self).execute_operation(serially)
            result = await result if self.is_awaitable(result) else result
            if result.errors:
                raise _Erred(result)
            return self._finished(shared, result)

        try:
            return (await shared.once(self._name, make)).result
        except _Erred as erred:
            return erred.result

    def _finished(self, shared: SharedResult, result: ExecutionResult) -> _Made:
        """A result without errors, for all its readers; of a change it is the shorter of its two forms."""
        if isinstance(shared, EncounterChange) and result.data:
            ((_, told),) = result.data.items()
            keys = self._keys()
            whole = keys["whole"][0] if self._patches() else None
            operations = shared.difference(self._name, told[whole]) if whole in told else None
            if operations is not None:
                told.update({key: shared.follows for key in keys.get("since", ()) if key in told})
                told.update({key: operations for key in keys["patch"] if key in told})
                told[whole] = None
        return _Made(ExecutionResult(msgspec.Raw(msgspec.json.encode(result.data)), None))  # type: ignore[arg-type]

    def _patches(self) -> bool:
        """Whether a change can be told as a patch: it is asked for, and it is clear what it changes."""
        keys = self._keys()
        return "patch" in keys and len(keys.get("whole", ())) == 1

    def _keys(self) -> dict[str, list[str]]:
        """The keys that the members of the root field have in the answer, by their names."""
        found, met = dict[str, list[str]](), set[str]()
        for field in _fields(self.operation.selection_set, self.fragment_definitions, met):
            for member in _fields(field.selection_set, self.fragment_definitions, met):
                key = member.alias.value if member.alias else member.name.value
                if key not in found.setdefault(member.name.value, []):
                    found[member.name.value].append(key)
        return found

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
        return document, name, *((key, repr(given[key])) for key in sorted(names) if key in given)


def _fields(
    selected: SelectionSetNode | None, fragments: Mapping[str, FragmentDefinitionNode], met: set[str]
) -> Iterator[FieldNode]:
    """The fields of a selection, also those in fragments. met: names of fragments that have been looked into."""
    for node in selected.selections if selected is not None else ():
        if isinstance(node, FieldNode):
            yield node
        elif isinstance(node, InlineFragmentNode):
            yield from _fields(node.selection_set, fragments, met)
        elif isinstance(node, FragmentSpreadNode) and node.name.value not in met:
            met.add(node.name.value)
            yield from _fields(fragments[node.name.value].selection_set, fragments, met)


def _variables(node: Any) -> Iterator[str]:
    """The variables that a part of a document uses."""
    if isinstance(node, VariableNode):
        yield node.name.value
    elif isinstance(node, Node):
        for key in node.keys:
            yield from _variables(getattr(node, key))
    elif isinstance(node, (list, tuple)):
        for item in node:
            yield from _variables(item)
