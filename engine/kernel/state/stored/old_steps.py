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
        return [_stepped(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "cell" in value and "jump" in value:
        kept = {key: item for key, item in value.items() if key != "jump"}
        return {**kept, "by": "JUMP" if value["jump"] else None}
    return {key: _cells(item) if key == "path" else _stepped(item) for key, item in value.items()}


def _cells(path: Any) -> Any:
    """A path, its bare cells as places."""
    if not isinstance(path, list):
        return path
    bare = (isinstance(item, dict) and item.keys() == {"x", "y"} for item in path)
    return [{"cell": item} if is_bare else _stepped(item) for item, is_bare in zip(path, bare, strict=True)]
