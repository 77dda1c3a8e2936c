"""Executes operations like graphql-core, but completes values that are only read with compiled functions.

graphql-core spends some ten microseconds on every field; an answer of fifty events has six hundred fields. Where a
field is an attribute of our own object, its completion is known in advance, so it is compiled into a function when a
document arrives for the second time. Functions do not handle odd values (a forbidden null, a number beyond 32 bits, a
property that fails): graphql-core completes such a value from the start and reports the errors. Reading must have no
side effects, since it may be repeated.
"""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from graphql import GraphQLAbstractType, GraphQLList, GraphQLObjectType

from api.graphql.compiled.plans import Plan, Plans
from api.graphql.piecewise import PiecewiseExecutor

log = logging.getLogger(__name__)

_UNDONE = object()
"""Marks a missing result: None is a valid one."""


class CompiledExecutor(PiecewiseExecutor):
    """The executor of one schema (`compiling`): its plans refer to that schema's types."""

    plans: ClassVar[Plans]
    plan: Plan | None = None

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Also runs for every event of a subscription, which is therefore compiled from the second event on."""
        if self.middleware_manager is not None and not self.middleware_manager.middlewares:
            self.middleware_manager = None  # strawberry always makes one; one with middlewares must see every field
        self.plan = None if self.middleware_manager else self.plans.met(self)
        return super().execute_operation(serially)

    def _compiled(self, kind: Any, details: Any, result: Any) -> Any:
        """The value, or _UNDONE if graphql-core has to complete it."""
        plan = self.plan
        if plan is None:
            return _UNDONE
        function = plan.function(self, kind, details)
        if function is None:
            return _UNDONE
        counts = self.plans.counts
        try:
            value = function(result)
        except Exception as error:
            counts.fallbacks += 1
            log.debug("graphql-core completes %s (%d so far): %r", details[0].node.name.value, counts.fallbacks, error)
            return _UNDONE
        counts.values += 1
        return value

    # The three entry points; leaves and nulls are completed before. The arguments are graphql-core's own.
    def complete_part(
        self, return_type: GraphQLList[Any], field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """Complete a list, or a part of one."""
        value = self._compiled(return_type, field_details_list, result)
        if value is not _UNDONE:
            return value
        return super().complete_part(return_type, field_details_list, info, path, result, *rest)

    def complete_object_value(
        self, return_type: GraphQLObjectType, field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """Complete an object of a known type."""
        value = self._compiled(return_type, field_details_list, result)
        if value is not _UNDONE:
            return value
        return super().complete_object_value(return_type, field_details_list, info, path, result, *rest)

    def complete_abstract_value(
        self, return_type: GraphQLAbstractType, field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """Complete a value of an interface or a union."""
        value = self._compiled(return_type, field_details_list, result)
        if value is not _UNDONE:
            return value
        return super().complete_abstract_value(return_type, field_details_list, info, path, result, *rest)


def compiling() -> type[CompiledExecutor]:
    """A new executor class, with its own plans, for one schema."""
    return type("CompiledExecutor", (CompiledExecutor,), {"plans": Plans()})
