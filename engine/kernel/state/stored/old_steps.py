"""Steps of ways in old events.

A step is a place, with a word for how it is stepped. Once it was a bare cell, or had a flag that told a jump.
"""

from __future__ import annotations

from typing import Any


def with_steps(data: dict[str, Any]) -> dict[str, Any]:
    """Data of an event as it is written today."""
    converted: dict[str, Any] = _stepped(data)
    return converted


def _stepped(value: Any) -> Any:
    if isinstance(value, list):
        return [_stepped(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "cell" in value and "jump" in value:
        kept = {key: one for key, one in value.items() if key != "jump"}
        return {**kept, "by": "JUMP" if value["jump"] else None}
    return {key: _cells(one) if key == "path" else _stepped(one) for key, one in value.items()}


def _cells(path: Any) -> Any:
    """A path, its bare cells as places."""
    if not isinstance(path, list):
        return path
    bare = (isinstance(one, dict) and one.keys() == {"x", "y"} for one in path)
    return [{"cell": one} if is_bare else _stepped(one) for one, is_bare in zip(path, bare, strict=True)]
