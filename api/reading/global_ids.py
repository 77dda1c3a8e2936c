"""Ids as frontends see them: `<encounter>`, `<encounter>@<version>`, and what is in it: `<encounter>.<key>`.

A combatant is `<encounter>.cloud`, its vitals `<encounter>.cloud.hp`. Seats, decisions and conditions may have the key
of something else, so that theirs say what they are: `<encounter>.seat:ana`.
"""

from __future__ import annotations

import re
from typing import Any

_PAST = re.compile(r"([^@.]+)@([1-9]\d{0,8})")
_KINDS = ("seat", "decision", "condition")
_INSIDE = re.compile(r"([^@.]+)(?:@[1-9]\d{0,8})?\.(.+)")


def parse_encounter(id: str) -> tuple[str, int | None]:
    """`a@3` -> ("a", 3); `a` -> ("a", None)."""
    found = _PAST.fullmatch(id)
    return (found[1], int(found[2])) if found else (id, None)


def format_encounter(encounter: str, at: int | None) -> str:
    """The reverse of `parse_encounter`."""
    return encounter if at is None else f"{encounter}@{at}"


def encounter_of(id: str) -> str:
    """The id of the fight, and of its version, that an id is of: `a@3.cloud` -> `a@3`."""
    return id.partition(".")[0]


def seat_id(encounter: str, key: str) -> str:
    """The id of a seat."""
    return f"{encounter}.seat:{key}"


def decision_id(encounter: str, version: int) -> str:
    """The id of a decision, by the version that opened it."""
    return f"{encounter}.decision:{version}"


def condition_id(combatant: str, key: str) -> str:
    """The id of a condition. combatant: the id of its bearer."""
    return f"{combatant}.condition:{key}"


def bare(id: str, encounter: str) -> str:
    """`a.cloud`, `a@3.cloud` -> `cloud`, `a.seat:ana` -> `ana` in the encounter `a`; anything else unchanged."""
    found = _INSIDE.fullmatch(id)
    if found is None or found[1] != encounter:
        return id
    key = found[2].rpartition(".")[2]
    kind, marked, rest = key.partition(":")
    return rest if marked and kind in _KINDS else key


def bare_all(value: Any, encounter: str) -> Any:
    """`bare`, applied to every string of a JSON value."""
    match value:
        case str():
            return bare(value, encounter)
        case dict():
            return {key: bare_all(item, encounter) for key, item in value.items()}
        case list():
            return [bare_all(item, encounter) for item in value]
        case _:
            return value
