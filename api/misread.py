"""What a request's struct cannot hold: refused with the path of the field, as the caller wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from api.errors import BadRequest
from engine.kernel.combatant import Place
from engine.kernel.misread import Path, dotted, misread

S = TypeVar("S")

_KINDS = ("zone", "cell", "point", "rank")


class Unreadable(Exception):
    """A value that its struct cannot hold. what: in words; where: from the value."""

    def __init__(self, what: str, where: Path) -> None:
        super().__init__(what)
        self.what, self.where = what, where


def convert(value: Any, cls: type[S]) -> S:
    """The struct of a JSON value. Unreadable says what is wrong, and where."""
    try:
        made = msgspec.convert(value, cls)
    except msgspec.ValidationError as error:
        raise Unreadable(*misread(error, value, cls)) from None
    for where, place in _places(made):
        kinds = [kind for kind in _KINDS if getattr(place, kind) is not None]
        if len(kinds) > 1:
            what = f"a place is one of {', '.join(_KINDS)}, and this is {' and '.join(kinds)} at once: keep one"
            raise Unreadable(what, where)
    return made


def read(value: Any, cls: type[S], at: Sequence[str | int] = ()) -> S:
    """The struct of a JSON value. BadRequest names the field. at: where the value lies in the request."""
    try:
        return convert(value, cls)
    except Unreadable as error:
        raise BadRequest(error.what, dotted((*at, *error.where))) from None


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Place]]:
    """The places inside a struct, and where they lie in its JSON."""
    match value:
        case Place():
            yield path, value
        case Struct():
            for name, spelled in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
                yield from _places(getattr(value, name), (*path, spelled))
        case dict():
            for key, item in value.items():
                yield from _places(item, (*path, key))
        case tuple() | list():
            for index, item in enumerate(value):
                yield from _places(item, (*path, index))
