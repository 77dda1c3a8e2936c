"""Structs to GraphQL types: one definition serves the stream, REST and the schema.

A builder makes the types of one schema. It does not mark structs, so any number of schemas can be built side by side.
It refuses duplicate names: two types of one name would merge silently.
"""

from __future__ import annotations

import copy
import enum
import inspect
import re
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin

import strawberry
from msgspec import Struct, UnsetType
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.base import StrawberryList, StrawberryObjectDefinition, StrawberryOptional
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition
from strawberry.types.field import StrawberryField
from strawberry.types.fields.resolver import StrawberryResolver
from strawberry.types.union import StrawberryUnion

from api.graphql.naming import IDS, LITERALS, graphql_name, is_bare
from api.graphql.reading import Pair, always, paired
from api.graphql.scalars import Json
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.structs.fields import fields_of, type_hints_of
from schemas.glossary import GLOSSARY
from schemas.wording import Wording, deprecation, doc, enum_doc

_WORD = re.compile(r"(?!true\Z|false\Z|null\Z)[A-Za-z][A-Za-z0-9_]*\Z")


class TypedField(StrawberryField):
    """A field whose annotation is strawberry's own type for it, as the builders make them: nothing is left to resolve.

    strawberry asks for a field's type several times, and would work it out from the annotation each time.
    """

    def resolve_type(self, *, type_definition: StrawberryObjectDefinition | None = None) -> Any:
        assert self.type_annotation is not None
        return self.type_annotation.raw_annotation


def strawberry_type(tp: Any) -> StrawberryAnnotation:
    """A type as a strawberry annotation."""
    return StrawberryAnnotation(tp)


def list_of(tp: Any) -> Any:
    """[T!]!"""
    return StrawberryList(tp)


def nullable(tp: Any) -> Any:
    """T instead of T!"""
    return tp if isinstance(tp, StrawberryOptional) else StrawberryOptional(tp)


def argument(name: str, tp: Any, default: Any = strawberry.UNSET) -> StrawberryArgument:
    """An argument of a field. name: the resolver's parameter, as spelled in GraphQL."""
    return StrawberryArgument(name, name, strawberry_type(tp), default=default)


class _Union(StrawberryUnion):
    """A union that resolves its members by their class."""

    def __init__(self, name: str, members: Sequence[Any], names: dict[type, str], description: str | None) -> None:
        super().__init__(
            name=name, type_annotations=tuple(strawberry_type(m) for m in members), description=description
        )
        self._names = names

    def get_type_resolver(self, type_map: Any) -> Any:
        return lambda root, info, tp: self._names[type(root)]


class Builder:
    """The types of one schema.

    names: class of a value -> name of its type, for unions and interfaces. wording: descriptions of fields and values.
    ids: prefix of a system -> its own fields that hold ids.
    """

    def __init__(self, wording: Wording | None = None, ids: Mapping[str, Collection[str]] | None = None) -> None:
        self.wording = wording or Wording({"": GLOSSARY})
        self._ids = ids or {}
        self.names: dict[type, str] = {}
        self.holders: dict[str, Any] = {}
        self._made_from: dict[str, Any] = {}
        self._inherited: dict[Any, list[StrawberryField]] = {}
        self._enums: dict[Any, StrawberryEnumDefinition] = {}

    # -- names
    def claim(self, name: str, source: Any) -> bool:
        """Claim a name. False if the same source already has it; RegistrationError if another one has."""
        if name in self._made_from:
            if self._made_from[name] == source:
                return False
            raise RegistrationError(f"the schema would have two types called {name}: rename one of them")
        self._made_from[name] = source
        return True

    def is_id(self, name: str, prefix: str) -> bool:
        """Whether a text field of this name holds ids."""
        return name in IDS or name in self._ids.get(prefix, ())

    # -- types
    def annotation(self, tp: Any, *, owner: str, name: str, prefix: str = "", record: bool = False) -> Any:
        """The type of an output field.

        record: the field belongs to an event, whose objects stay JSON as in its data. Elsewhere objects become lists of
        pairs.
        """
        if get_origin(tp) is Annotated:
            tp = get_args(tp)[0]

        def sub(part: Any) -> Any:
            return self.annotation(part, owner=owner, name=name, prefix=prefix, record=record)

        origin, args = get_origin(tp), get_args(tp)
        if origin in (Union, types.UnionType):
            rest = [a for a in args if a not in (type(None), UnsetType)]
            if len(rest) == 1:
                inner = sub(rest[0])
            elif all(_is_struct(a) for a in rest):
                inner = self.union(owner + _title(name), [sub(a) for a in rest], {a: a for a in rest}, prefix)
            else:
                inner = nullable(Json)
            return inner if len(rest) == len(args) else nullable(inner)
        if origin in (list, tuple):
            if origin is tuple and len(set(args) - {Ellipsis}) > 1:
                return list_of(nullable(Json))
            return list_of(sub(args[0]))
        if origin is Literal:
            return self.literal(args, owner + _title(name), prefix)
        if origin is dict or tp is dict:
            if record or not args or args[1] is Any:
                return Json
            return list_of(self._pairs(args[1], sub))
        if tp is Any or isinstance(tp, TypeVar):
            return nullable(Json)
        if _is_struct(origin or tp):
            cls = origin or tp
            fields = cls.__struct_encode_fields__
            if not fields or (record and "id" in fields):
                return Json  # GraphQL has no empty type; a bare id would look globally unique
            return self.struct(cls, prefix=prefix, record=record)
        if isinstance(tp, type) and issubclass(tp, enum.Enum):
            return self.enum(tp, prefix)
        if tp is str and self.is_id(name, prefix):
            return strawberry.ID
        if isinstance(tp, NewType) or tp in (str, int, bool):
            return tp
        raise RegistrationError(f"{owner}.{name}: the schema cannot show {tp}")

    def _pairs(self, value: Any, sub: Callable[[Any], Any]) -> Any:
        shown = sub(value)
        name = f"{_named(shown)}Entry"
        if self.claim(name, (Pair, name)):
            self.holder(name, Pair, [self.plain("key", strawberry.ID), self.plain("value", shown)], register=False)
        return self.holders[name]

    def plain(self, name: str, tp: Any, python_name: str | None = None, description: str | None = None) -> Any:
        """A field read from its object. The description defaults to that of the word list."""
        return TypedField(
            python_name=python_name or name,
            graphql_name=name,
            description=description or self.wording.listed(name, ""),
            type_annotation=strawberry_type(tp),
        )

    def field(
        self,
        name: str,
        tp: Any,
        resolver: Callable[..., Any],
        arguments: Sequence[StrawberryArgument] = (),
        *,
        subscription: bool = False,
    ) -> StrawberryField:
        """A field with a resolver; the resolver's docstring is its description."""
        made = TypedField(
            python_name=name,
            graphql_name=name,
            description=inspect.cleandoc(resolver.__doc__) if resolver.__doc__ else None,
            type_annotation=strawberry_type(tp),
            base_resolver=StrawberryResolver(resolver),
            is_subscription=subscription,
        )
        made.arguments = list(arguments)
        for argument in made.arguments:
            word = str(argument.graphql_name)
            argument.description = self.wording.listed(f"({word})", "") or self.wording.listed(word, "")
        return made

    def holder(
        self,
        name: str,
        source: type | None,
        fields: Iterable[StrawberryField],
        *,
        description: str | None = None,
        interfaces: Sequence[Any] = (),
        register: bool = True,
    ) -> Any:
        """An object type. source: the class of its values."""
        made = type(name, (), {})
        said = description or (doc(source) if source else None) or self.wording.listed(name, "")
        self._define(made, name, said, interfaces, is_interface=False)
        self.holders[name] = made
        if source is not None and register:
            self.names[source] = name
        made.__strawberry_definition__.fields = list(fields)  # type: ignore[attr-defined]  # strawberry's mark
        return made

    def interface(
        self,
        name: str,
        fields: Iterable[StrawberryField],
        description: str,
        resolve: Callable[[Any], str] | None = None,
    ) -> Any:
        """An interface. resolve: returns the name of a value's type; by default it follows from the value's class."""
        self.claim(name, name)
        made = type(name, (), {})
        self._define(made, name, description, (), is_interface=True, resolve=resolve)
        own = list(fields)
        made.__strawberry_definition__.fields = own  # type: ignore[attr-defined]  # strawberry's mark
        # Descriptions stay on the interface. Its types share one copy of each field: there are hundreds of events.
        self._inherited[made] = [copy.copy(field) for field in own]
        for field in self._inherited[made]:
            field.description = None
        return made

    def _define(
        self,
        made: Any,
        name: str,
        description: str | None,
        interfaces: Sequence[Any],
        *,
        is_interface: bool,
        resolve: Callable[[Any], str] | None = None,
    ) -> None:
        def by_class(thing: Any, info: Any, abstract: Any) -> str:
            return resolve(thing) if resolve else self.names[type(thing)]

        made.__strawberry_definition__ = StrawberryObjectDefinition(
            name=name,
            is_input=False,
            is_interface=is_interface,
            origin=made,
            description=description,
            interfaces=[i.__strawberry_definition__ for i in interfaces],
            extend=False,
            directives=(),
            is_type_of=always if interfaces else None,
            resolve_type=by_class if is_interface else None,
            fields=[],
        )

    def struct(
        self,
        cls: type[Struct],
        *,
        name: str | None = None,
        prefix: str = "",
        record: bool = False,
        extra: Sequence[StrawberryField] = (),
        interfaces: Sequence[Any] = (),
        overrides: dict[str, Any] | None = None,
        without: Iterable[str] = (),
    ) -> Any:
        """The object type of a struct. overrides: types by field; without: omitted fields."""
        name = name or graphql_name(cls, prefix)
        if not self.claim(name, cls):
            return self.holders[name]
        made = self.holder(name, cls, (), interfaces=interfaces)
        made.__strawberry_definition__.fields = [
            *(field for interface in interfaces for field in self._inherited[interface]),
            *self.fields(cls, owner=name, prefix=prefix, record=record, overrides=overrides or {}, without=without),
            *extra,
        ]
        return made

    def fields(
        self,
        cls: type[Struct],
        *,
        owner: str,
        prefix: str = "",
        record: bool = False,
        overrides: dict[str, Any] | None = None,
        without: Iterable[str] = (),
    ) -> list[StrawberryField]:
        """The fields of a struct. An `id` of the event stream is unique in its encounter only, so it is shown as
        `key`."""
        type_hints = type_hints_of(cls)
        own = cls.__module__.startswith("schemas.")
        words = self.wording.fields(cls, "" if is_bare(cls) else prefix)
        made = []
        for f in fields_of(cls):
            if f.name in without:
                continue
            shown = (overrides or {}).get(f.name)
            if shown is None:
                shown = self.annotation(type_hints[f.name], owner=owner, name=f.name, prefix=prefix, record=record)
            name = "key" if f.encode_name == "id" and not own else f.encode_name
            if _is_pairs(type_hints[f.name], shown):
                field = self.field(name, shown, paired(f.name))
            else:
                field = self.plain(name, shown, f.name)
            field.description = words[f.name]
            field.deprecation_reason = deprecation(type_hints[f.name])
            made.append(field)
        return made

    def union(
        self,
        name: str,
        members: Sequence[Any],
        source: Any,
        prefix: str = "",
        description: str | None = None,
    ) -> Any:
        """A union of object types."""
        self.claim(name, source)
        return _Union(name, members, self.names, description or self.wording.listed(name.removeprefix(prefix), prefix))

    def enum(self, cls: type[enum.Enum], prefix: str = "") -> StrawberryEnumDefinition:
        """An enum. Members are named like their values, so that GraphQL and JSON spell them alike."""
        if cls not in self._enums:
            name = graphql_name(cls, prefix)
            self.claim(name, cls)
            for member in cls:
                if member.name != member.value:
                    raise RegistrationError(f"{name}.{member.name}: give the member its name as value")
            said = enum_doc(cls)
            words = self.wording.values(cls.__name__, [m.name for m in cls], "" if is_bare(cls) else prefix, said)
            self._enums[cls] = StrawberryEnumDefinition(
                wrapped_cls=cls,
                name=name,
                values=[EnumValue(m.name, m.value, description=words[m.name]) for m in cls],
                description=said,
            )
        return self._enums[cls]

    def literal(self, values: tuple[Any, ...], owner: str, prefix: str = "") -> Any:
        """The enum of a Literal; without a name of its own it is named after the first field that uses it.

        Values that are no valid enum names stay strings or ints.
        """
        if not all(isinstance(v, str) and _WORD.match(v) for v in values):
            return str if all(isinstance(v, str) for v in values) else int
        key = values if values in LITERALS else (prefix, values)
        if key not in self._enums:
            name = LITERALS.get(values, owner)
            self.claim(name, key)
            bare, own = (name, "") if values in LITERALS else (name.removeprefix(prefix), prefix)
            said = self.wording.values(bare, values, own)
            words = enum.Enum(name, {str(v): v for v in values})  # type: ignore[misc]  # its members are data
            self._enums[key] = StrawberryEnumDefinition(
                wrapped_cls=words,
                name=name,
                values=[EnumValue(v, v, description=said[v]) for v in values],
                description=self.wording.listed(bare, own),
            )
        return self._enums[key]


def _is_pairs(hint: Any, shown: Any) -> bool:
    """Whether a dict of the state is shown as a list of pairs."""
    inner = shown.of_type if isinstance(shown, StrawberryOptional) else shown
    parts = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return isinstance(inner, StrawberryList) and any(get_origin(part) is dict for part in parts)


def _is_struct(tp: Any) -> bool:
    return isinstance(tp, type) and issubclass(tp, Struct)


def _named(shown: Any) -> str:
    """A type's part in a composed name: `Int`, `FantasiaHeld`, `IDList`."""
    if isinstance(shown, StrawberryList):
        return f"{_named(shown.of_type)}List"
    if isinstance(shown, StrawberryOptional):
        return _named(shown.of_type)
    definition = getattr(shown, "__strawberry_definition__", shown)
    if isinstance(definition, (StrawberryObjectDefinition, StrawberryEnumDefinition)):
        return definition.name
    return {str: "String", int: "Int", bool: "Boolean", strawberry.ID: "ID", Json: "JSON"}.get(shown, "Value")


def _title(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


__all__ = ["Builder", "argument", "list_of", "nullable", "strawberry_type"]
