"""The catalogue of rules is whole: what code and tests name is in it, and all that is in it is named by both."""

from __future__ import annotations

from pathlib import Path

import engine.systems.fantasia as package
from engine.systems.fantasia import system
from engine.systems.fantasia.content.catalogue import RULES
from tests.support.laws.rule_ids import RuleIds

IDS = RuleIds(package, "FF", Path(__file__).parent)
ALL = 251
"""How many rules the game has."""


def test_every_rule_is_in_the_catalogue() -> None:
    """With a title and one line, served by the system."""
    assert len(RULES) == ALL
    assert system.rules is RULES
    for key, rule in RULES.items():
        assert rule.id == key
        assert 0 < len(rule.title) <= 40, key
        assert "\n" not in rule.statement, key
        assert rule.statement.endswith("."), key


def test_what_code_and_tests_name_is_a_rule() -> None:
    """No id is invented."""
    assert (IDS.in_code() | IDS.in_tests()) - RULES.keys() == set()


def test_every_rule_is_carried_and_proven() -> None:
    """By code and by a test."""
    assert RULES.keys() - (IDS.in_code() & IDS.in_tests()) == set()


def test_the_languages_have_the_same_rules() -> None:
    """Each in words of its own, of the same kind; of a language there is none for, none."""
    spanish = system.rules_in("es-CO")
    assert sorted(spanish) == sorted(RULES)
    for key, rule in spanish.items():
        assert rule.id == key
        assert 0 < len(rule.title) <= 40, key
        assert rule.statement.endswith("."), key
        assert "\n" not in rule.statement, key
        assert rule.statement != RULES[key].statement, key
    assert system.rules_in("fr") == {}
