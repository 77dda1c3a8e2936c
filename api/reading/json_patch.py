"""What changed between two JSON values, as a JSON Patch (RFC 6902): `add`, `remove` and `replace`.

A patch is made of the two values alone, so it tells nothing that they do not. A merge patch (RFC 7396) would not do: it
has no way to say that a member is null, and sends a whole list for each item that changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

Operation = dict[str, Any]

NAMES = ("key", "id", "combatant", "version", "name")
"""Members by which the items of a list are told apart: those that have the first of them alike are the same thing."""

LONG = 2000
"""Items of a list, beyond which it is replaced if its length changes: finding what moved takes time."""


def patch_of(old: Any, new: Any) -> list[Operation]:
    """The operations that turn `old` into `new`, to be applied in their order. Both are plain JSON values."""
    made = list[Operation]()
    _compare(old, new, "", made)
    return made


def _compare(old: Any, new: Any, path: str, made: list[Operation]) -> None:
    if _same(old, new):
        return
    if type(old) is dict and type(new) is dict:
        _objects(old, new, path, made)
    elif type(old) is list and type(new) is list and old and new:
        _lists(old, new, path, made)
    else:
        made.append({"op": "replace", "path": path, "value": new})


def _same(old: Any, new: Any) -> bool:
    """Whether two values are the same JSON: to Python true is 1, and 1.0 as well; objects that differ in the order of
    their members are compared member by member."""
    return bool(old == new) and msgspec.json.encode(old) == msgspec.json.encode(new)


def _objects(old: dict[str, Any], new: dict[str, Any], path: str, made: list[Operation]) -> None:
    made.extend({"op": "remove", "path": f"{path}/{_escaped(name)}"} for name in old if name not in new)
    for name, value in new.items():
        here = f"{path}/{_escaped(name)}"
        if name in old:
            _compare(old[name], value, here, made)
        else:
            made.append({"op": "add", "path": here, "value": value})


def _lists(old: list[Any], new: list[Any], path: str, made: list[Operation]) -> None:
    """Items that are the same thing in both lists, in the same order, are compared; others are removed and added."""
    if len(old) == len(new) and not any(isinstance(item, (dict, list)) for item in (*old, *new)):
        for number, value in enumerate(new):
            _compare(old[number], value, f"{path}/{number}", made)
        return
    if max(len(old), len(new)) > LONG and len(old) != len(new):
        made.append({"op": "replace", "path": path, "value": new})
        return
    kept = _alike([_name(item) for item in old], [_name(item) for item in new])
    stay = {before for before, _ in kept}
    made.extend({"op": "remove", "path": f"{path}/{n}"} for n in range(len(old) - 1, -1, -1) if n not in stay)
    before_of = {after: before for before, after in kept}
    for number, value in enumerate(new):  # what stands before an item is in its place by now
        if number in before_of:
            _compare(old[before_of[number]], value, f"{path}/{number}", made)
        else:
            made.append({"op": "add", "path": f"{path}/{number}", "value": value})


def _name(item: Any) -> Hashable:
    """What an item is told apart by: its name, or all of it."""
    if type(item) is dict:
        for name in NAMES:
            found = item.get(name)
            if found is not None and not isinstance(found, (dict, list)):
                return name, found
    return msgspec.json.encode(item)


def _alike(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The longest rising sequence of (index in `old`, index in `new`) of items of the same name."""
    places: dict[Hashable, list[int]] = {}
    for number in range(len(old) - 1, -1, -1):
        places.setdefault(old[number], []).append(number)
    pairs = [(places[name].pop(), after) for after, name in enumerate(new) if places.get(name)]
    ends, at, before = list[int](), list[int](), list[int]()  # patience sorting
    for number, (place, _) in enumerate(pairs):
        where = bisect_left(ends, place)
        if where == len(ends):
            ends.append(place)
            at.append(number)
        else:
            ends[where], at[where] = place, number
        before.append(at[where - 1] if where else -1)
    found, number = list[tuple[int, int]](), at[-1] if at else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
