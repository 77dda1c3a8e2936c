"""The order of an event's dictionaries: by key, as they are written.

A rule may have made them in any order, and a sheet may have been sent in any. The fold of an event that was just made
is the fold of the same event as it is read: whatever is listed from them (offers, the members of a question) comes in
one order.
"""

from __future__ import annotations

import typing
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar

from msgspec import Struct, structs

from engine.kernel.structs.fields import type_hints_of
from engine.kernel.structs.messages import Event

E = TypeVar("E", bound=Event)

_SINGLE = frozenset({str, int, float, bool, type(None)})
"""Types of values in which there is no dictionary: most are of one of these."""


def in_key_order(event: E) -> E:
    """The event with its dictionaries, at any depth, in the order of their keys; the same where they are."""
    names = _holding(type(event))
    if not names:
        return event
    changes = {}
    for name in names:
        was = getattr(event, name)
        now = _ordered(was)
        if now is not was:
            changes[name] = now
    return structs.replace(event, **changes) if changes else event


@cache
def _holding(cls: type[Struct]) -> tuple[str, ...]:
    """The fields of a struct that may hold a dictionary."""
    hints = type_hints_of(cls)
    return tuple(name for name in cls.__struct_fields__ if _may_hold(hints[name], frozenset({cls})))


def _may_hold(hint: Any, above: frozenset[Any]) -> bool:
    bare = typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint
    struct = typing.get_origin(bare) or bare
    if bare in (Any, object, dict) or isinstance(bare, TypeVar) or struct is dict:
        return True
    if isinstance(struct, type) and issubclass(struct, Struct):
        if struct in above:
            return False
        hints = type_hints_of(struct)
        return any(_may_hold(hints[name], above | {struct}) for name in struct.__struct_fields__)
    return any(_may_hold(arg, above) for arg in typing.get_args(bare) if arg is not Ellipsis)


def _word(key: Any) -> str:
    """A key as it is written."""
    return str(key.value if isinstance(key, Enum) else key)


def _ordered(value: Any) -> Any:
    """A value with its dictionaries in order; the same where they are."""
    if type(value) in _SINGLE or not value:
        return value
    if isinstance(value, dict):
        keys = sorted(value) if all(type(key) is str for key in value) else sorted(value, key=_word)
        found = {key: _ordered(value[key]) for key in keys}
        kept = keys == list(value) and all(found[key] is value[key] for key in keys)
        return value if kept else found
    if isinstance(value, (list, tuple)):
        items = [item if type(item) in _SINGLE else _ordered(item) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else type(value)(items)
    if isinstance(value, Struct):
        found = {name: _ordered(getattr(value, name)) for name in _holding(type(value))}
        changes = {name: now for name, now in found.items() if now is not getattr(value, name)}
        return structs.replace(value, **changes) if changes else value
    return value
