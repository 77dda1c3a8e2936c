"""JSON as it arrives from outside: bounded, so that nothing behind the door has to fear how deep it is."""

from __future__ import annotations

from typing import Any

import msgspec

DEEPEST = 64
"""How many objects and lists may lie inside each other."""


class TooDeep(msgspec.DecodeError):
    """More objects and lists inside each other than anything of ours needs."""

    def __init__(self) -> None:
        super().__init__(f"more than {DEEPEST} objects and lists lie inside each other")


def read_json(data: bytes | str) -> Any:
    """The JSON value. msgspec.DecodeError for what is none, or nested too deeply; UnicodeDecodeError for no UTF-8."""
    try:
        value = msgspec.json.decode(data)
    except RecursionError:
        raise TooDeep from None
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, (dict, list))]
        if not level:
            return value
    raise TooDeep


def _inside(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
