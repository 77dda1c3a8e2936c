"""Decoding of request structs: invalid values are refused with the path of the field as the caller wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import NoneType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from api.errors.request_errors import BadRequest
from engine.kernel.state.combatant import Place
from engine.kernel.structs.decode_errors import Path, dotted_path, explain_decode_error
from engine.kernel.structs.decode_faults import decode_faults
from engine.kernel.structs.errors import RuleRefusal

S = TypeVar("S")

_KINDS = ("zone", "cell", "point", "rank")


class Unreadable(Exception):
    """A value that does not fit its struct. what: the message; where: the path from the value."""

    def __init__(self, what: str, where: Path) -> None:
        super().__init__(what)
        self.what, self.where = what, where


def convert(value: Any, cls: type[S]) -> S:
    """The struct of a JSON value. Unreadable says what is wrong and where."""
    try:
        made = msgspec.convert(value, cls)
    except msgspec.ValidationError as error:
        raise Unreadable(*explain_decode_error(error, value, cls)) from None
    for where, place in _places(made):
        kinds = [kind for kind in _KINDS if getattr(place, kind) is not None]
        if len(kinds) > 1:
            what = f"a place is one of {', '.join(_KINDS)}, and this is {' and '.join(kinds)} at once: keep one"
            raise Unreadable(what, where)
    return made


def read(value: Any, cls: type[S], at: Sequence[str | int] = ()) -> S:
    """The struct of a JSON value. BadRequest names the field. at: the path of the value in the request."""
    try:
        return convert(value, cls)
    except Unreadable as error:
        raise BadRequest(error.what, dotted_path((*at, *error.where))) from None


def faults_in(value: Any, cls: type[Struct], at: Path = ()) -> list[RuleRefusal]:
    """All that keeps a JSON value from being read as a struct, each with its path. at: the path of the value."""
    found = [RuleRefusal(fault.what, field=dotted_path(fault.where)) for fault in decode_faults(value, cls, at)]
    if found:
        return found
    try:
        convert(value, cls)
    except Unreadable as error:
        return [RuleRefusal(error.what, field=dotted_path((*at, *error.where)))]
    return []


def whole_numbers(value: Any) -> Any:
    """Turns 588.0 into the whole number 588: JSON has one kind of numbers, and many clients write them so."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: whole_numbers(item) for key, item in value.items()}
        case list():
            return [whole_numbers(item) for item in value]
        case _:
            return value


_SCALARS = frozenset({str, int, float, bool, NoneType})


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Place]]:
    """The places inside a struct, with their paths in its JSON."""
    inside: Iterable[tuple[str | int, Any]] = ()
    match value:
        case Place():
            yield path, value
        case Struct():
            names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
            inside = [(spelled, getattr(value, name)) for spelled, name in names]
        case dict():
            inside = value.items()
        case tuple() | list():
            inside = enumerate(value)
    for step, item in inside:
        if type(item) not in _SCALARS:
            yield from _places(item, (*path, step))
