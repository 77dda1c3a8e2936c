"""Executes operations as graphql-core does, but for values that are only read: they go through functions of ours.

graphql-core works some ten microseconds on every field, whatever it holds; an answer of fifty events has six hundred.
What it does is known beforehand where a field is an attribute of our own object, so it is written down as a function
when a document comes for the second time. Whatever is odd (a null where none may be, a figure beyond 32 bits, a
property that fails) is no function's business: that value goes to graphql-core from its beginning, which tells the
errors. Reading must not change anything, for it may be done again.
"""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from graphql import GraphQLAbstractType, GraphQLList, GraphQLObjectType

from api.graphql.compiled.plans import Plan, Plans
from api.graphql.sharing import SharingExecutor

log = logging.getLogger(__name__)

_UNDONE = object()
"""Stands for no result: None is one."""


class CompiledExecutor(SharingExecutor):
    """The executor of one schema (`compiling`): its plans are of that schema's types."""

    plans: ClassVar[Plans]
    plan: Plan | None = None

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Every event of a subscription comes here too, so that it is compiled from the second one on."""
        if self.middleware_manager is not None and not self.middleware_manager.middlewares:
            self.middleware_manager = None  # strawberry makes one in any case; a full one wants to see every field
        self.plan = None if self.middleware_manager else self.plans.met(self)
        return super().execute_operation(serially)

    def _compiled(self, kind: Any, details: Any, result: Any) -> Any:
        """The value, or _UNDONE where graphql-core has to complete it."""
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

    # The three ways in: leaves and nulls are settled before. Their arguments are graphql-core's own.
    def complete_list_value(
        self, return_type: GraphQLList[Any], field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """A list."""
        value = self._compiled(return_type, field_details_list, result)
        if value is not _UNDONE:
            return value
        return super().complete_list_value(return_type, field_details_list, info, path, result, *rest)

    def complete_object_value(
        self, return_type: GraphQLObjectType, field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """A thing whose type is known."""
        value = self._compiled(return_type, field_details_list, result)
        if value is not _UNDONE:
            return value
        return super().complete_object_value(return_type, field_details_list, info, path, result, *rest)

    def complete_abstract_value(
        self, return_type: GraphQLAbstractType, field_details_list: Any, info: Any, path: Any, result: Any, *rest: Any
    ) -> Any:
        """A thing of an interface or a union."""
        value = self._compiled(return_type, field_details_list, result)
        if value is not _UNDONE:
            return value
        return super().complete_abstract_value(return_type, field_details_list, info, path, result, *rest)


def compiling() -> type[CompiledExecutor]:
    """The executor for a schema that is about to be built."""
    return type("CompiledExecutor", (CompiledExecutor,), {"plans": Plans()})
