"""The catalogue of rules is whole: what code and tests name is in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import engine.systems.saari as package
from engine.kernel.authoring.system import Rule
from engine.systems.saari import system
from engine.systems.saari.content.catalogue import RULES, RULES_IN
from tests.support.laws.rule_ids import RuleIds
from tests.support.laws.rule_lines import require_titles_and_lines

IDS = RuleIds(package, "SA", Path(__file__).parent, rulings="G")
CHAPTERS = {
    "DICE": 15, "EDGE": 12, "COMP": 11, "ATTR": 10, "KP": 6, "MP": 10, "GEAR": 14, "INIT": 12, "AMB": 4, "ACT": 14,
    "MELEE": 4, "SHOOT": 5, "MOVE": 3, "WDRAW": 2, "FREE": 8, "PARRY": 10, "READY": 6, "DELAY": 3, "ASSIST": 4,
    "GROUP": 6, "AID": 3, "REACT": 4, "ZONE": 1, "ENG": 5, "SUP": 6, "ATK": 6, "XATK": 4, "AOE": 4, "FF": 2, "DEF": 11,
    "XDEF": 6, "ALLY": 8, "MOUNT": 4, "SPELL": 6, "TALENT": 2, "REST": 4,
}  # fmt: skip
"""How many rules each chapter has."""

LEDGER = {f"SA-{chapter}-{number:02}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}
OUTSIDE = {f"SA-OUT-{number:02}" for number in range(1, 18)}
"""Outside combat."""
GAPS = {f"G-{number:02}" for number in range(1, 70)}
"""Rulings on what the source leaves open."""


def test_every_rule_of_the_game_is_in_the_catalogue() -> None:
    """Those of combat, those outside it, and the rulings; served by the system."""
    assert len(LEDGER) == 235
    assert RULES.keys() == LEDGER | OUTSIDE | GAPS
    assert system.rules is RULES


def test_what_code_and_tests_name_is_a_rule() -> None:
    """No id is invented."""
    assert (IDS.in_code() | IDS.in_tests()) - RULES.keys() == set()
    assert IDS.alone() - RULES.keys() == set()


def test_every_rule_is_carried_and_proven() -> None:
    """By code and by a test."""
    assert sorted(RULES.keys() - IDS.in_code()) == []
    assert sorted(RULES.keys() - IDS.in_tests()) == []


@pytest.mark.parametrize("rules", [RULES, RULES_IN["fi"]], ids=["en", "fi"])
def test_a_rule_is_a_title_and_a_line(rules: Mapping[str, Rule]) -> None:
    """In both languages the same rules in the same order; no two have one title."""
    require_titles_and_lines(rules, RULES)


def test_both_languages_tell_the_same_figures() -> None:
    """Costs, points and thresholds."""
    for key, rule in RULES.items():
        told = RULES_IN["fi"][key].statement
        assert figures(told) == figures(rule.statement), f"{key}: {told}"


def figures(statement: str) -> list[str]:
    """The numbers of a line, smallest first."""
    return sorted(re.findall(r"\d+", statement), key=int)


def test_the_system_tells_its_rules_in_finnish() -> None:
    """And in no language that it does not have."""
    assert system.rules_in("fi-FI")["SA-FREE-01"].title == "Vapaa-isku"
    assert system.rules_in("sv") == {}
