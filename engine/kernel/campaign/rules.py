"""The rules of campaigns that every game has, by id; a game's own stand beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from engine.kernel.authoring.system import Rule
from engine.kernel.words.sentences import language_of

CAMPAIGN_RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        Rule(
            "CA-01",
            "What a fight leaves",
            "Figures, wounds, conditions without an end, items, ammunition, uses, experience and death go on to the "
            "next fight; place, initiative, readiness and the ground do not.",
        ),
        Rule("CA-04", "One fight at a time", "A member is in at most one fight that is neither settled nor released."),
        Rule("CA-05", "Death", "Who dies in a fight is proposed dead; the game master may strike it out."),
        Rule(
            "CA-07",
            "Nothing meanwhile",
            "A member in a fight that is neither settled nor released gives no orders between fights.",
        ),
    )
}


@cache
def _told_in(language: str) -> Mapping[str, Rule]:
    file = Path(__file__).with_name(f"rules.{language}.json")
    if not file.exists():
        return CAMPAIGN_RULES
    words = msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, str]])
    return {id: Rule(id, **words[id]) if id in words else rule for id, rule in CAMPAIGN_RULES.items()}


def campaign_rules_in(locale: str) -> Mapping[str, Rule]:
    """The rules of campaigns in a language, in English where they are not translated."""
    return _told_in(language_of(locale))
