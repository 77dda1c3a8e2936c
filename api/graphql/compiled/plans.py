"""What is remembered of operations: the functions that were compiled for them, within bounds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from api.graphql.compiled.function import NotPlain, compile_function

DOCUMENTS = 256
"""Operations that are remembered: as many as there are documents whose parsing is."""

FIELDS = 5_000
"""Fields that are compiled for one operation, each once for every type that it is asked of; then no more are."""

ALL_FIELDS = 100_000
"""Fields that are compiled for all of them, some 300 bytes each: beyond, what was not used for longest is forgotten."""


class Counts(Struct):
    """values: completed by functions; fallbacks: left to graphql-core while they ran; compiled: functions made."""

    values: int = 0
    fallbacks: int = 0
    compiled: int = 0


class Plan:
    """The functions of one operation, made as its values come up."""

    def __init__(self, executor: Any, plans: Plans) -> None:
        self._plans = plans
        self._known: dict[tuple[int, ...], Callable[[Any], Any] | None] = {}
        self._nodes = (executor.operation, executor.fragment_definitions)  # keeps alive what the keys are made of
        self.fields = 0
        self.forgotten = False

    def function(self, executor: Any, kind: Any, details: Any) -> Callable[[Any], Any] | None:
        """What completes a value of this type for these fields; None where graphql-core has to."""
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
        """Count fields before they are compiled. NotPlain where they would be too many."""
        if self.forgotten or self.fields + fields > FIELDS:
            raise NotPlain("the operation has too many fields")
        self.fields += fields
        self._plans.spend(fields)


class Plans:
    """Those of one schema. Nothing is compiled for an operation that comes once: that takes longer than to do it."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.fields = 0
        self._plans: OrderedDict[int, Plan | Any] = OrderedDict()

    def met(self, executor: Any) -> Plan | None:
        """The plan of the operation that begins; None when it is met for the first time."""
        operation = executor.operation
        found = self._plans.get(id(operation))
        if found is None:
            self._plans[id(operation)] = operation  # kept, so that no other gets its id
            if len(self._plans) > DOCUMENTS:
                self._forget()
            return None
        if not isinstance(found, Plan):
            found = self._plans[id(operation)] = Plan(executor, self)
        self._plans.move_to_end(id(operation))
        return found

    def spend(self, fields: int) -> None:
        """Count fields that are compiled for the plan that was met last."""
        self.counts.compiled += 1
        self.fields += fields
        while self.fields > ALL_FIELDS and len(self._plans) > 1:
            self._forget()

    def __len__(self) -> int:
        return len(self._plans)

    def forget_all(self) -> None:
        """Begin anew."""
        while self._plans:
            self._forget()

    def _forget(self) -> None:
        """The one that was not met for longest. Executors that still have it use what is made."""
        _, oldest = self._plans.popitem(last=False)
        if isinstance(oldest, Plan):
            self.fields -= oldest.fields
            oldest.forgotten = True
