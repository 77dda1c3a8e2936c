"""Ids as frontends see them: `<encounter>`, `<encounter>@<version>`, `<encounter>.<key>`."""

from __future__ import annotations

import re
from typing import Any

_PAST = re.compile(r"([^@.]+)@([1-9]\d{0,8})")
_INSIDE = re.compile(r"([^@.]+)(?:@[1-9]\d{0,8})?\.(.+)")


def parse_encounter(id: str) -> tuple[str, int | None]:
    """`a@3` -> ("a", 3); `a` -> ("a", None)."""
    found = _PAST.fullmatch(id)
    return (found[1], int(found[2])) if found else (id, None)


def format_encounter(encounter: str, at: int | None) -> str:
    """The reverse of `parse_encounter`."""
    return encounter if at is None else f"{encounter}@{at}"


def bare(id: str, encounter: str) -> str:
    """`a.cloud`, `a@3.cloud` -> `cloud` in the encounter `a`; anything else unchanged."""
    found = _INSIDE.fullmatch(id)
    return found[2].rpartition(".")[2] if found and found[1] == encounter else id


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
