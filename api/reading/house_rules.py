"""House rules as frontends read them: what a game offers, and what a fight plays otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.house_rules import HouseChoice, HouseNumber, HouseRule, HouseValue
from engine.kernel.words.house_rules import HouseRules, different_house_rules
from schemas import answers


def offered_house_rules(system: RuleSystem[Any], locale: str) -> tuple[answers.OfferedHouseRule, ...]:
    """What a table may set otherwise, in the game's order."""
    offered: HouseRules | None = system.house_rules
    return () if offered is None else tuple(_offered(offered, rule, locale) for rule in offered.rules)


def house_rules_in(
    system: RuleSystem[Any], values: Mapping[str, HouseValue], locale: str
) -> tuple[answers.HouseRule, ...]:
    """What a fight plays otherwise than its game has it. values: of the fight."""
    offered: HouseRules | None = system.house_rules
    if offered is None:
        return ()
    return tuple(_played(offered, rule, value, locale) for rule, value in different_house_rules(system, values))


def _offered(offered: HouseRules, rule: HouseRule, locale: str) -> answers.OfferedHouseRule:
    words = offered.words(rule, locale)
    return answers.OfferedHouseRule(
        key=rule.key,
        kind=rule.kind,
        name=words.name,
        summary=words.summary,
        rule=rule.rule,
        default=rule.default,
        default_label=offered.shown(rule, rule.default, locale),
        least=rule.least if isinstance(rule, HouseNumber) else None,
        most=rule.most if isinstance(rule, HouseNumber) else None,
        among=tuple(
            answers.HouseChoice(key=name, label=offered.shown(rule, name, locale))
            for name in (rule.among if isinstance(rule, HouseChoice) else ())
        ),
    )


def _played(offered: HouseRules, rule: HouseRule, value: HouseValue, locale: str) -> answers.HouseRule:
    words = offered.words(rule, locale)
    return answers.HouseRule(
        key=rule.key,
        kind=rule.kind,
        name=words.name,
        summary=words.summary,
        rule=rule.rule,
        value=value,
        default=rule.default,
        label=offered.shown(rule, value, locale),
        default_label=offered.shown(rule, rule.default, locale),
    )
