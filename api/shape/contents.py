"""Laws on the contents of fields: withheld fields never empty an answer, and `data` matches the types."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

from graphql import GraphQLList, GraphQLNonNull, GraphQLObjectType, get_named_type
from msgspec import Meta, Struct

from api.shape.served import Finding, Served
from engine.kernel.structs.fields import fields_of, type_hints_of

LEAST, MOST = -(2**31), 2**31 - 1

WITHHELD = {
    "Event": ("seat", "command", "rule"),
    "Encounter": ("outcome", "acting", "order", "combatants", "decisions", "offers"),
    "Combatant": ("seat", "owner", "vitals", "conditions", "place", "out", "rules"),
    "Condition": ("source",),
    "Decision": ("default", "question", "offers"),
    "Offer": ("combatant",),
}
"""Fields that may be withheld from a seat, besides the narrowed fields of events: they are null, or missing from a
list.

The types of a system's state must allow for what its `view` withholds: `tests` check every view against them.
"""


def withheld_is_nullable(served: Served) -> Iterator[Finding]:
    """A withheld field must not empty the whole answer."""
    for name, fields in WITHHELD.items():
        found: Any = served.schema.type_map.get(name)
        for word in fields:
            if found is not None and word in found.fields and not _may_lack(found.fields[word].type):
                what = f"may be withheld from a seat: {found.fields[word].type} must be nullable, or a list"
                yield Finding("withheld", f"{name}.{word}", what)
    for book in served.books:
        for cls, name in book.codec.names.items():
            shown = served.object(name)
            for f in fields_of(cls):
                if f.name in cls.narrowed and isinstance(shown.fields[f.encode_name].type, GraphQLNonNull):
                    what = "is narrowed, so that some do not get it: make it `T | None = None`"
                    yield Finding("withheld", f"{name}.{f.encode_name}", what)


def _may_lack(tp: Any) -> bool:
    return not isinstance(tp, GraphQLNonNull) or isinstance(tp.of_type, GraphQLList)


def data_is_typed(served: Served) -> Iterator[Finding]:
    """`data` holds all fields of its type, with the same names: a client may read either."""
    envelope: Any = served.schema.type_map["Event"]
    for book in served.books:
        for cls, name in book.codec.names.items():
            yield from _same(served, served.object(name), cls, set(envelope.fields), set())


def _same(
    served: Served, shown: GraphQLObjectType, cls: type[Struct], envelope: set[str], seen: set[str]
) -> Iterator[Finding]:
    if shown.name in seen:
        return
    seen.add(shown.name)
    typed, held = set(shown.fields) - envelope, set(cls.__struct_encode_fields__) - envelope
    for word in sorted(typed ^ held):
        what = "is in the type, but not in `data`" if word in typed else "is in `data`, but not in the type"
        yield Finding("data", f"{shown.name}.{word}", f"{what}: both must hold the same fields")
    config = cls.__struct_config__
    if config.omit_defaults or config.array_like or config.tag is not None:
        what = "must be written whole into `data`: without omit_defaults, array_like and tag"
        yield Finding("data", shown.name, what)
    type_hints = type_hints_of(cls)
    for f in fields_of(cls):
        inner = shown.fields.get(f.encode_name)
        below = get_named_type(inner.type) if inner is not None else None
        if isinstance(below, GraphQLObjectType):
            for part in _structs(type_hints[f.name]):
                yield from _same(served, below, part, set(), seen)


def _structs(hint: Any) -> Iterator[type[Struct]]:
    origin = get_origin(hint)
    if isinstance(origin or hint, type) and issubclass(origin or hint, Struct):
        yield origin or hint
    elif origin in (Annotated, list, tuple):
        yield from _structs(get_args(hint)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(hint):
            yield from _structs(part)


def values_are_spelled_alike(served: Served) -> Iterator[Finding]:
    """An enum's names are its values: GraphQL and JSON share one spelling."""
    for enum in served.enums:
        for name, value in enum.values.items():
            if value.value != name:
                yield Finding("spelling", f"{enum.name}.{name}", f"is {value.value!r} in JSON: spell both alike")


def inputs_have_fields(served: Served) -> Iterator[Finding]:
    """GraphQL has no input without fields: every order names its actor."""
    for found in served.inputs:
        if not found.fields:
            yield Finding("input-fields", found.name, "has no fields, and so cannot be sent: name who acts")


def numbers_are_whole(served: Served) -> Iterator[Finding]:
    """No Float, and no bound beyond the 32 bits of an Int: a larger number could be sent, but not shown to
    everybody."""
    everything: list[Any] = [*served.objects, *served.interfaces, *served.inputs]
    for found in everything:
        for name, field in found.fields.items():
            if get_named_type(field.type).name == "Float":
                yield Finding("whole-numbers", f"{found.name}.{name}", "is a Float: use a smaller unit, whole")
    seen: set[type] = set()
    for book in served.books:
        system = book.system
        for cls in (*book.events, *book.orders.values(), system.own, system.sheet, system.setup):
            yield from _bounded(cls, book.prefix, seen)


def _bounded(cls: type[Struct], prefix: str, seen: set[type]) -> Iterator[Finding]:
    if cls in seen:
        return
    seen.add(cls)
    for name, hint in type_hints_of(cls).items():
        for part in _parts(hint):
            if isinstance(part, type) and issubclass(part, Struct):
                yield from _bounded(part, prefix, seen)
            elif isinstance(part, Meta):
                bounds = (part.ge, part.gt, part.le, part.lt, part.multiple_of)
                if any(bound is not None and not LEAST - 1 <= bound <= MOST + 1 for bound in bounds):
                    what = "has a bound beyond 32 bits: a number out there can be sent, but not shown"
                    yield Finding("whole-numbers", f"{prefix}{cls.__name__}.{name}", what)


def _parts(hint: Any) -> Iterator[Any]:
    yield get_origin(hint) or hint
    for arg in get_args(hint):
        yield from _parts(arg)


LAWS = (
    withheld_is_nullable,
    data_is_typed,
    values_are_spelled_alike,
    inputs_have_fields,
    numbers_are_whole,
)
