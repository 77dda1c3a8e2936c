"""Bounded cache of the functions that were compiled for operations."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from api.graphql.compiled.function import NotPlain, compile_function

DOCUMENTS = 256
"""Cached operations: as many as there are cached parsed documents."""

FIELDS = 5_000
"""Compiled fields of one operation at most, counted once per type that they are selected on."""

ALL_FIELDS = 100_000
"""Compiled fields of all operations at most, some 300 bytes each; beyond, the least recently used plan is evicted."""


class Counts(Struct):
    """values: completed by functions; fallbacks: handed to graphql-core by a failing function; compiled: functions
    made."""

    values: int = 0
    fallbacks: int = 0
    compiled: int = 0


class Plan:
    """The functions of one operation, compiled on first use."""

    def __init__(self, executor: Any, plans: Plans) -> None:
        self._plans = plans
        self._known: dict[tuple[int, ...], Callable[[Any], Any] | None] = {}
        self._nodes = (executor.operation, executor.fragment_definitions)  # keeps alive the objects of the keys
        self.fields = 0
        self.forgotten = False

    def function(self, executor: Any, kind: Any, details: Any) -> Callable[[Any], Any] | None:
        """The function that completes a value of this type for these fields; None if graphql-core has to."""
        key = (
            (id(kind), id(details[0].node))
            if len(details) == 1
            else (id(kind), *(id(detail.node) for detail in details))
        )
        try:
            return self._known[key]
        except KeyError:
            try:
                made = compile_function(executor, self, kind, details)
            except NotPlain:
                made = None
            self._known[key] = made
            return made

    def spend(self, fields: int) -> None:
        """Count fields before they are compiled. NotPlain if they would be too many."""
        if self.forgotten or self.fields + fields > FIELDS:
            raise NotPlain("the operation has too many fields")
        self.fields += fields
        self._plans.spend(fields)


class Plans:
    """The plans of one schema. An operation that arrives only once is not compiled: that takes longer than running
    it."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.fields = 0
        self._plans: OrderedDict[int, Plan | Any] = OrderedDict()

    def met(self, executor: Any) -> Plan | None:
        """The plan of the operation that begins; None at its first run."""
        operation = executor.operation
        found = self._plans.get(id(operation))
        if found is None:
            self._plans[id(operation)] = operation  # kept alive, so that its id is not reused
            if len(self._plans) > DOCUMENTS:
                self._forget()
            return None
        if not isinstance(found, Plan):
            found = self._plans[id(operation)] = Plan(executor, self)
        self._plans.move_to_end(id(operation))
        return found

    def spend(self, fields: int) -> None:
        """Count fields that are compiled for the most recently used plan."""
        self.counts.compiled += 1
        self.fields += fields
        while self.fields > ALL_FIELDS and len(self._plans) > 1:
            self._forget()

    def __len__(self) -> int:
        return len(self._plans)

    def forget_all(self) -> None:
        """Empty the cache."""
        while self._plans:
            self._forget()

    def _forget(self) -> None:
        """Evict the least recently used plan. Executors that still hold it use its existing functions."""
        _, oldest = self._plans.popitem(last=False)
        if isinstance(oldest, Plan):
            self.fields -= oldest.fields
            oldest.forgotten = True
