"""A fight whose ids are improbable words, so that whichever of them a person is shown is found in the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MARK = "qx"
"""What every disguised id begins with, and no word of any language."""

_OWN_WORDS = ("name", "label", "ref", "kind", "entry", "entries", "side", "group", "role", "system")
"""What people write, and what names the content of a game."""
_PLACED = ("zones", "links", "patches", "edges", "lines")


def disguised(request: dict[str, Any]) -> dict[str, Any]:
    """The request of a fight with other ids of combatants, seats, zones, and what lies on its ground."""
    ids = {id: f"{MARK}{number}_{id[::-1]}" for number, id in enumerate(dict.fromkeys(_ids(request)))}
    return {name: _replaced(value, ids, name) for name, value in request.items()}


def _ids(request: dict[str, Any]) -> Iterator[str]:
    for one in (*request["seats"], *request["combatants"]):
        yield one["id"]
    ground = request.get("ground") or {}
    for part in _PLACED:
        for one in ground.get(part, ()):
            yield one["key"]


def _replaced(value: Any, ids: dict[str, str], field: str) -> Any:
    if isinstance(value, dict):
        return {name: _replaced(one, ids, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_replaced(one, ids, field) for one in value]
    return ids.get(value, value) if isinstance(value, str) and field not in _OWN_WORDS else value
