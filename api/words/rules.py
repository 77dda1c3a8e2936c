"""A system's rules in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.authoring.system import Rule


def rules_in(system: Any, locale: str) -> Mapping[str, Rule]:
    """Rules by id, in the system's order; untranslated ones stay as they are."""
    there = getattr(system, "rules_in", None)
    found: Mapping[str, Rule] = there(locale.lower()) if there is not None else {}
    return {key: found.get(key, rule) for key, rule in system.rules.items()} if found else system.rules
