"""GraphQL's fronts of the operations in the table: a field and its resolver are made from the row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_args, get_origin

import strawberry
from msgspec import Struct
from strawberry.types import Info
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

from api.errors.problems import member
from api.graphql.builder import Builder, argument, list_of, nullable
from api.graphql.context import session_of
from api.graphql.inputs import InputBuilder
from api.operations.operation import Operation
from api.operations.session import Session
from engine.kernel.structs.fields import fields_of, type_hints_of
from schemas import answers

T = TypeVar("T")

IDS = frozenset({"host", "letter", "picture", "webhook"})
"""Arguments that hold ids, though fields of these names hold other things."""


async def result_or_member(session: Session, work: Awaitable[T]) -> T | answers.Refused | answers.Conflict:
    """The result of the work, or the union member that says why it failed."""
    try:
        return await work
    except Exception as error:
        problem = member(error, gm=session.gm, worded=session.worded)
        if problem is None:
            raise
        return problem


class Forms:
    """Makes the fields of operations. inputs: those that are not made from a struct alone, by the struct."""

    def __init__(self, types: Builder, inputs: InputBuilder, special: dict[type[Struct], Any]) -> None:
        self._types, self._inputs, self._special = types, inputs, special
        self._results = dict[str, Any]()
        self._problems = types.holders["Refused"], types.holders["Conflict"]

    def field(self, operation: Operation) -> StrawberryField:
        """The field of an operation whose fronts are made from its row."""
        return self._types.field(operation.name, self._answer(operation), resolver_of(operation), self._asks(operation))

    def _answer(self, operation: Operation) -> Any:
        """The type of the answer: a union with the reasons why not, or of queries that have none, the answer itself."""
        name = operation.result or f"{operation.name[0].upper()}{operation.name[1:]}Result"
        if operation.root == "Query" and not operation.result:
            return self._shown(operation.answers)
        if name not in self._results:
            refused, conflict = self._problems
            takes = operation.takes
            late = operation.conflicts or (takes is not None and "expected_version" in takes.__struct_fields__)
            members = [self._shown(operation.answers), refused, *([conflict] if late else ())]
            self._results[name] = self._types.union(name, members, name)
        return self._results[name]

    def _shown(self, answer: Any) -> Any:
        if get_origin(answer) is list:
            return list_of(self._types.struct(get_args(answer)[0]))
        return self._types.struct(answer)

    def _asks(self, operation: Operation) -> list[StrawberryArgument]:
        """The arguments: one, `input`, or one of each field."""
        takes = operation.takes
        if takes is None:
            return []
        if operation.flat:
            return [self._argument(takes, f) for f in fields_of(takes)]
        made = self._special.get(takes) or self._inputs.struct(takes, name=operation.input or None)
        return [argument("input", made)]

    def _argument(self, takes: type[Struct], field: Any) -> StrawberryArgument:
        hint = type_hints_of(takes)[field.name]
        shown = self._inputs.annotation(hint, owner=takes.__name__, name=field.name, prefix="")
        if field.name in IDS:
            shown = nullable(strawberry.ID) if type(None) in get_args(hint) else strawberry.ID
        default = field.default if isinstance(field.default, bool) else strawberry.UNSET
        made = argument(field.encode_name, shown, default)
        made.python_name = field.name
        return made


def resolver_of(operation: Operation) -> Callable[..., Awaitable[Any]]:
    """The resolver of an operation's field. A refusal is a member of the result; unreadable input is an error."""

    async def run(info: Info[Any, Any], request: Any) -> Any:
        session = session_of(info)
        work = operation.run(session, request)
        refusable = operation.root == "Mutation" or operation.result
        return await (result_or_member(session, work) if refusable else work)

    if operation.flat:
        takes = operation.takes
        assert takes is not None, "it takes arguments"
        absent = dict.fromkeys(field.name for field in fields_of(takes) if field.required)

        async def with_fields(info: Info[Any, Any], **given: Any) -> Any:
            return await run(info, takes(**{**absent, **given}))

        with_fields.__doc__ = operation.description
        return with_fields

    async def with_input(info: Info[Any, Any], input: Any = None) -> Any:
        return await run(info, input)

    with_input.__doc__ = operation.description
    return with_input
