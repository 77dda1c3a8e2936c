"""House rules as the laws try them: at the ends of what a table may set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.house_rules import HouseChoice, HouseNumber, HouseRule, HouseValue
from engine.kernel.words.house_rules import house_rules_of


def others(rule: HouseRule) -> tuple[HouseValue, ...]:
    """The values at the ends of what it may be, but for the game's own."""
    if isinstance(rule, HouseNumber):
        found: tuple[HouseValue, ...] = (rule.least, rule.most)
    elif isinstance(rule, HouseChoice):
        found = rule.among
    else:
        found = (True, False)
    return tuple(item for item in found if item != rule.default)


def ends(system: RuleSystem[Any]) -> list[dict[str, HouseValue]]:
    """House rules of a game, all at one end, and all at the other; none where it has none."""
    rules = [rule for rule in house_rules_of(system) if others(rule)]
    return [{rule.key: others(rule)[which] for rule in rules} for which in (0, -1)] if rules else []


def wrong_words(system: RuleSystem[Any]) -> Iterator[str]:
    """What is missing of the words of a game's house rules, or cannot be read."""
    if system.house_rules is None:
        return
    try:
        yield from system.house_rules.faults()
    except (OSError, ValueError, msgspec.MsgspecError) as error:  # no file, no TOML, other fields
        yield f"the words of the house rules cannot be read: {error}"
