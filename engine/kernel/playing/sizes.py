"""How much a sheet or a setup may hold, in any game: what every step judges, folds and shows has to be small."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.structs.budget import spend
from engine.kernel.structs.errors import RuleRefusal

MOST_ON_SHEET = 60
"""Entries of any list or object of a sheet."""
MOST_IN_SETUP = 200
"""Entries of any list or object of a setup."""


def require_moderate(value: Any, most: int, field: str = "") -> None:
    """RuleRefusal with the field of the first list that holds too much. value: a sheet or a setup as JSON."""
    for where, size in _lists(value, field):
        spend(1 + size)  # what comes after goes through all of it as well: settling, judging, folding
        if size > most:
            name = where.rpartition(".")[2]
            raise RuleRefusal(f"{name}: {size} entries, and at most {most} may be there", field=where)


def _lists(value: Any, field: str) -> Iterator[tuple[str, int]]:
    """Each list and object, with its path and how many entries it has."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else None
    if parts is None:
        return
    yield field, len(value)
    for key, part in parts:
        yield from _lists(part, f"{field}.{key}".lstrip("."))
