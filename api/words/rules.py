"""A system's rules in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.system import Rule


def rules_in(system: RuleSystem[Any], locale: str) -> Mapping[str, Rule]:
    """Rules by id, in the system's order; untranslated ones stay as they are."""
    found = system.rules_in(locale.lower())
    return {key: found.get(key, rule) for key, rule in system.rules.items()} if found else system.rules
