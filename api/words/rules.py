"""The rules of a system in a reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.system import Rule


def rules_in(system: Any, locale: str) -> Mapping[str, Rule]:
    """By their ids, in the order of the system's own; what it has no words for there stays as it is."""
    there = getattr(system, "rules_in", None)
    found: Mapping[str, Rule] = there(locale.lower()) if there is not None else {}
    return {key: found.get(key, rule) for key, rule in system.rules.items()} if found else system.rules
