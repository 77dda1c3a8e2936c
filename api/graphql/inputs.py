"""Structs to GraphQL input types. Arguments become plain JSON again, checked by their struct; an error names its
path."""

from __future__ import annotations

import enum
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import strawberry
from msgspec import NODEFAULT, Struct, structs
from strawberry.exceptions import StrawberryInputCoercionError
from strawberry.schema_directives import OneOf
from strawberry.types.base import StrawberryObjectDefinition, StrawberryOptional

from api.errors import decoding
from api.errors.excerpts import short_path
from api.graphql.builder import Builder, TypedField, list_of, nullable, strawberry_type
from api.graphql.naming import input_name, is_bare
from api.graphql.scalars import Json
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.structs import ids
from engine.kernel.structs.fields import fields_of, type_hints_of
from schemas.wording import deprecation, doc

Convert = Callable[[Any, tuple[str | int, ...]], Any]
"""Plain JSON, and its path in the arguments -> the value passed to the resolver."""


class BadInput(StrawberryInputCoercionError):
    """An argument that cannot be parsed."""

    def __init__(self, message: str, path: Sequence[str | int]) -> None:
        path = short_path(path)
        where = ".".join(str(p) for p in path)
        super().__init__(f"{where}: {message}", extensions={"code": "BAD_USER_INPUT", "path": path})


def plain_input(value: Any) -> Any:
    """An argument coerced by graphql-core, as JSON again: names for enum members."""
    if isinstance(value, Mapping):
        return {key: plain_input(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_input(item) for item in value]
    return value.value if isinstance(value, enum.Enum) else value


def convert(value: Any, cls: type[Any], path: Sequence[str | int]) -> Any:
    """The struct of a plain JSON value. BadInput names the field at fault."""
    try:
        return decoding.convert(value, cls)
    except decoding.Unreadable as error:
        raise BadInput(error.what, [*path, *error.where]) from None


class InputBuilder:
    """The input types of one schema; enums and names are shared with its `Builder`."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._holders: dict[str, Any] = {}

    def annotation(self, tp: Any, *, owner: str, name: str, prefix: str) -> Any:
        """The type of an input field."""
        is_id = self._builder.is_id(name, prefix)
        if get_origin(tp) is Annotated:
            tp, *metas = get_args(tp)
            is_id = is_id or any(isinstance(m, msgspec.Meta) and m.pattern == ids.PATTERN for m in metas)

        def sub(part: Any) -> Any:
            return self.annotation(part, owner=owner, name=name, prefix=prefix)

        origin, args = get_origin(tp), get_args(tp)
        if origin in (Union, types.UnionType):
            rest = [a for a in args if a is not type(None)]
            inner = sub(rest[0]) if len(rest) == 1 else Json  # tagged unions stay JSON
            return nullable(inner) if len(rest) != len(args) else inner
        if origin in (list, tuple):
            mixed = origin is tuple and len(set(args) - {Ellipsis}) > 1
            return list_of(nullable(Json) if mixed else sub(args[0]))
        if origin is Literal:
            return self._builder.literal(args, owner.removesuffix("Input") + name.title().replace("_", ""), prefix)
        if origin is dict or tp is dict:
            return Json
        if tp is Any:
            return nullable(Json)
        if isinstance(tp, type) and issubclass(tp, Struct):
            return self.struct(tp, prefix=prefix) if tp.__struct_fields__ else Json
        if isinstance(tp, type) and issubclass(tp, enum.Enum):
            return self._builder.enum(tp, prefix)
        if tp is str and is_id:
            return strawberry.ID
        if tp in (str, int, bool):
            return tp
        raise RegistrationError(f"{owner}.{name}: the schema cannot take {tp}")

    def struct(
        self,
        cls: type[Struct],
        *,
        name: str | None = None,
        prefix: str = "",
        overrides: Mapping[str, Any] | None = None,
        converted: Convert | None = None,
    ) -> Any:
        """The input type of a struct. converted: makes the resolver's value, by default the struct."""
        name = name or input_name(cls, prefix)
        if not self._builder.claim(name, (cls, "input")) and name in self._holders:
            return self._holders[name]
        if not cls.__struct_fields__:
            raise RegistrationError(f"{name}: GraphQL has no input without fields; let it name who acts")
        type_hints = type_hints_of(cls)
        holder = self._holder(name, doc(cls), converted or (lambda value, path: convert(value, cls, path)))
        words = self._builder.wording.fields(cls, "" if is_bare(cls) else prefix)
        for f in fields_of(cls):
            shown = (overrides or {}).get(f.name)
            if shown is None:
                shown = self.annotation(type_hints[f.name], owner=name, name=f.name, prefix=prefix)
            field = _input_field(f, shown)
            field.description = words[f.name]
            field.deprecation_reason = deprecation(type_hints[f.name])
            if field.deprecation_reason is not None and f.required:
                raise RegistrationError(f"{name}.{f.encode_name} is deprecated but must be sent: give it a default")
            holder.__strawberry_definition__.fields.append(field)
        return holder

    def one_of(self, name: str, members: Mapping[str, Any], description: str, converted: Convert | None = None) -> Any:
        """`input Name @oneOf { key: Type ... }`. members: key -> (input type, its description)."""
        self._builder.claim(name, (name, "input"))
        holder = self._holder(name, description, converted or (lambda value, path: value), one_of=True)
        for key, (member, said) in members.items():
            holder.__strawberry_definition__.fields.append(
                TypedField(
                    python_name=key,
                    graphql_name=key,
                    description=said,
                    type_annotation=strawberry_type(nullable(member)),
                )
            )
        return holder

    def _holder(self, name: str, description: str | None, converted: Convert, *, one_of: bool = False) -> Any:
        def from_input(cls: type, value: Mapping[str, Any], context: Any) -> Any:
            return converted(plain_input(value), context.path)

        holder: Any = type(name, (), {})
        holder.__strawberry_definition__ = StrawberryObjectDefinition(
            name=name,
            is_input=True,
            is_interface=False,
            origin=holder,
            description=description,
            interfaces=[],
            extend=False,
            directives=(OneOf(),) if one_of else (),
            is_type_of=None,
            resolve_type=None,
            fields=[],
            from_input=from_input,
        )
        self._holders[name] = holder
        return holder


def _input_field(f: structs.FieldInfo, shown: Any) -> TypedField:
    """A field with its default, if GraphQL can spell it; otherwise the field is nullable."""
    field = TypedField(python_name=f.name, graphql_name=f.encode_name, type_annotation=strawberry_type(shown))
    if f.required or isinstance(shown, StrawberryOptional):
        return field
    default = f.default if f.default is not NODEFAULT else f.default_factory()
    if isinstance(default, (bool, int, str)):
        field.default = field.default_value = default
    elif isinstance(default, enum.Enum):
        field.default = field.default_value = default.value
    elif isinstance(default, (tuple, list)) and not default:
        field.default = field.default_value = []
    elif isinstance(default, tuple) and all(isinstance(d, enum.Enum) for d in default):
        field.default = field.default_value = [d.value for d in default]
    else:
        field.type_annotation = strawberry_type(nullable(shown))  # a default that GraphQL cannot spell
    return field
