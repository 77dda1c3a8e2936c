"""What bars a mini from being declared and from acting at its place: a word, a refusal.  [MN-TURN-03, MN-TURN-04]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kit import RuleRefusal, WhyNot

ACTED, TOO_SLOW, STATUE, INACTIVE, FEARED = "acted", "too_slow", "statue", "inactive", "feared"


def already_acted(who: str, field: str = "combatant") -> RuleRefusal:
    """It has performed actions in this turn.  [MN-TURN-03]"""
    return RuleRefusal(f"{who} has already acted in this turn", rule="MN-TURN-03", field=field)


def initiative_too_low(who: str, field: str = "combatant") -> RuleRefusal:
    """Its initiative is lower than the round's number.  [MN-TURN-04]"""
    return RuleRefusal(f"the initiative of {who} is too low for this initiative round", rule="MN-TURN-04", field=field)


def statue(who: str, field: str = "combatant") -> RuleRefusal:
    """A statue neither moves nor attacks.  [MN-SPL-04]"""
    return RuleRefusal(f"{who} is a statue", rule="MN-SPL-04", field=field, why=WhyNot.CONDITION)


def feared(who: str, field: str = "combatant") -> RuleRefusal:
    """It runs from its caster, and does nothing else.  [MN-GAP-25]"""
    return RuleRefusal(f"{who} runs in fear", rule="MN-SPL-07", field=field, why=WhyNot.CONDITION)


def inactive(who: str, field: str = "combatant") -> RuleRefusal:
    """A golem that its caster has to reach with a new order first.  [MN-GOL-07, MN-GOL-08, MN-GAP-50]"""
    return RuleRefusal(
        f"the golem {who} is inactive until it gets a new order", rule="MN-GAP-50", field=field, why=WhyNot.CONDITION
    )


BARS: Mapping[str, Callable[[str, str], RuleRefusal]] = {
    ACTED: already_acted,
    TOO_SLOW: initiative_too_low,
    STATUE: statue,
    INACTIVE: inactive,
    FEARED: feared,
}
