"""Everything that is wrong with a JSON value, where decoding stops at the first fault."""

from __future__ import annotations

import types
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from engine.kernel.structs.decode_errors import DecodeProblem, Path, explain_decode_error
from engine.kernel.structs.fields import fields_of, type_hints_of

MOST = 100
"""How many faults are told at once."""


def decode_faults(value: Any, kind: Any, at: Path = ()) -> list[DecodeProblem]:
    """The faults that keep a JSON value from being decoded as a `kind`, at most `MOST`; [] where none does.

    at: the path of the value. Parts of structs, of lists and of objects are tried one by one: each level reads the
    value once more, and types have few levels.
    """
    return list(islice(_faults(value, kind, at), MOST))


def _faults(value: Any, kind: Any, at: Path) -> Iterator[DecodeProblem]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        inside = _inside(value, kind, at)
        first = next(inside, None)
        if first is not None:
            yield first
            yield from inside
        else:  # the parts are well by themselves
            what, where = explain_decode_error(error, value, kind)
            yield DecodeProblem(what, (*at, *where))


def _inside(value: Any, kind: Any, at: Path) -> Iterator[DecodeProblem]:
    """The faults of the parts of a value."""
    kind = _only(kind)
    origin, args = get_origin(kind), get_args(kind)
    match value:
        case dict() if isinstance(kind, type) and issubclass(kind, Struct):
            yield from _of_struct(value, kind, at)
        case dict() if origin is dict and len(args) == 2:
            for key, item in value.items():
                yield from _faults(item, args[1], (*at, key))
        case list() if origin in (list, tuple) and args and (origin is list or args[-1] is Ellipsis):
            for number, item in enumerate(value):
                yield from _faults(item, args[0], (*at, number))


def _of_struct(value: dict[str, Any], cls: type[Struct], at: Path) -> Iterator[DecodeProblem]:
    """What is there and cannot be read, what is missing, and what does not belong there."""
    hints = type_hints_of(cls)
    known = {field.encode_name: field for field in fields_of(cls)}
    for name, field in known.items():
        if name in value:
            yield from _faults(value[name], hints[field.name], (*at, name))
        elif field.required:
            yield DecodeProblem(f"{name!r} is missing", (*at, name))
    if cls.__struct_config__.forbid_unknown_fields:
        for name in value:
            if name not in known:
                yield from _unknown(name, cls, at)


def _unknown(name: str, cls: type[Struct], at: Path) -> Iterator[DecodeProblem]:
    """As decoding says it, with the fields that there are."""
    error = msgspec.ValidationError(f"Object contains unknown field `{name}`")
    what, where = explain_decode_error(error, {name: None}, cls)
    yield DecodeProblem(what, (*at, *where))


def _only(kind: Any) -> Any:
    """The type without its constraints and without null; a union of several stays one."""
    if get_origin(kind) is Annotated:
        return _only(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        rest = [item for item in get_args(kind) if item is not type(None)]
        return _only(rest[0]) if len(rest) == 1 else kind
    return kind
