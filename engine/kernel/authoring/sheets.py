"""Completing sheets: merged over a catalogue entry, with ids looked up beside the sheet's own things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct, structs

from engine.kernel.structs.errors import SheetRefused
from engine.kernel.structs.fields import fields_of


class CatalogueEntry(Protocol):
    """An entry of the catalogue, or one of a sheet's own."""

    @property
    def id(self) -> str: ...


S = TypeVar("S", bound=Struct)
T = TypeVar("T", bound=CatalogueEntry)


def completed(sheet: S, ref: str | None, catalogue: Mapping[str, S], *, rule: str) -> S:
    """The sheet merged over the catalogue entry that its `ref` names: fields it omits (None) are taken from there.

    SheetRefused where the catalogue has none.
    """
    if ref is None:
        return sheet
    base = catalogue.get(ref)
    if base is None:
        raise SheetRefused("ref", f"the catalogue has no {ref!r}", rule=rule)
    given = {field.name: getattr(sheet, field.name) for field in fields_of(type(sheet))}
    return structs.replace(base, **{name: value for name, value in given.items() if value is not None})


def collected(
    field: str, listed: Mapping[str, T], ids: Sequence[str] | None, own: Sequence[T] | None, *, rule: str
) -> dict[str, T]:
    """Things of the catalogue and the sheet's own, by id. SheetRefused for an unknown or duplicate id.

    field: of the ids. listed: the table they are of.
    """
    found: dict[str, T] = {}
    for name in ids or ():
        if name not in listed:
            raise SheetRefused(field, f"the catalogue has no {name!r}", rule=rule)
        if name in found:
            raise SheetRefused(field, f"{name!r} twice: write the second one in full, with an id of its own", rule=rule)
        found[name] = listed[name]
    for thing in own or ():
        if thing.id in found:
            raise SheetRefused(field, f"{thing.id!r} twice: give each an id of its own", rule=rule)
        found[thing.id] = thing
    return found
