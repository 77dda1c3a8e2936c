"""What differs between two sheets, part by part, and how a part is set: so a fight is carried over as differences.

Lists whose items are objects with a name of their own are compared item by item; any other list is one value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Path = tuple[str, ...]

_NAMES = ("id", "item", "weapon", "key", "spell", "ability", "name", "ref")
"""What the items of a list are told apart by: the first of these that all of them have."""


def differences(was: Any, left: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Path, value before and value after of each part that differs; None where there is none."""
    if was == left:
        return
    if isinstance(was, dict) and isinstance(left, dict):
        for key in sorted({*was, *left}):
            yield from differences(was.get(key), left.get(key), (*path, key))
        return
    if isinstance(was, list) and isinstance(left, list):
        name = _name_of(was, left)
        if name is not None:
            before, after = ({item[name]: item for item in items} for items in (was, left))
            for key in dict.fromkeys((*before, *after)):
                yield from differences(before.get(key), after.get(key), (*path, key))
            return
    yield path, was, left


def _name_of(*lists: list[Any]) -> str | None:
    """The field that tells the items of all lists apart; None: there is none."""
    for name in _NAMES:
        values = [[item.get(name) if isinstance(item, dict) else None for item in items] for items in lists]
        if all(isinstance(item, str) for items in values for item in items) and all(
            len(set(items)) == len(items) for items in values
        ):
            return name if any(values) else None
    return None


def part_at(sheet: Any, path: Path) -> Any:
    """The part at a path; None where there is none."""
    for name in path:
        if isinstance(sheet, list):
            known = _name_of(sheet)
            sheet = next((item for item in sheet if known is not None and item[known] == name), None)
        elif isinstance(sheet, dict):
            sheet = sheet.get(name)
        else:
            return None
    return sheet


def with_part(sheet: Any, path: Path, value: Any) -> Any:
    """The sheet with the part at a path set; None takes an item of a list away. ValueError: no such place."""
    if not path:
        return value
    name, rest = path[0], path[1:]
    if isinstance(sheet, list):
        known = _name_of(sheet) if sheet else next((key for key in _NAMES if key in (value or {})), None)
        place = next((n for n, element in enumerate(sheet) if known is not None and element[known] == name), None)
        if place is None:
            if rest or value is None:
                raise ValueError(f"there is no {name!r} in this list")
            return [*sheet, value]
        item = with_part(sheet[place], rest, value)
        return [*sheet[:place], *([] if item is None else [item]), *sheet[place + 1 :]]
    if sheet is None:
        sheet = {}
    if not isinstance(sheet, dict):
        raise ValueError(f"{name!r} is no part of {sheet!r}")
    return {**sheet, name: with_part(sheet.get(name), rest, value)}
