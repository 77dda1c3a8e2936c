"""The catalogue of rules is whole: what code and tests name is in it, and all that is in it is named by both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import engine.systems.dozen_die as package
from engine.kernel.authoring.system import Rule
from engine.systems.dozen_die import system
from engine.systems.dozen_die.content.catalogue import RULES, RULES_IN
from tests.support.laws.rule_ids import RuleIds
from tests.support.laws.rule_lines import require_titles_and_lines

IDS = RuleIds(package, "DD", Path(__file__).parent)
CHAPTERS = {
    "DICE": 7, "ROUND": 2, "ACT": 17, "MARCH": 11, "MOVE": 17, "TERR": 17, "FALL": 8, "JUMP": 5, "CHG": 10, "MEL": 9,
    "ARM": 6, "PUSH": 12, "CON": 10, "REA": 24, "HP": 6,
}  # fmt: skip
"""How many rules each chapter has."""

LEDGER = {f"DD-{chapter}-{number:02}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}
OUTSIDE = {"DD-OUT-01", "DD-OUT-02", "DD-OUT-04", "DD-OUT-10"}
"""Between fights."""
READINGS = {key for key in RULES if key.startswith("DD-GAP-")}
"""How the game is read where the source is silent, as far as events, offers and refusals name it as their rule."""


def test_every_rule_of_the_game_is_in_the_catalogue() -> None:
    """One hundred and sixty-one, those between fights, and the readings that clients meet; served by the system."""
    assert len(LEDGER) == 161
    assert RULES.keys() - READINGS == LEDGER | OUTSIDE
    assert IDS.alone() - RULES.keys() == set()
    assert READINGS - IDS.alone() == set()
    assert system.rules is RULES


def test_what_code_and_tests_name_is_a_rule() -> None:
    """No id is invented: others than rules are readings and worked examples."""
    others = {id for id in IDS.in_code() | IDS.in_tests() if id.split("-")[1] in ("GAP", "EX")}
    assert (IDS.in_code() | IDS.in_tests()) - others - LEDGER - OUTSIDE == set()


def test_every_rule_is_carried_and_proven() -> None:
    """By the code that plays it, and by a test that names it."""
    assert (LEDGER | OUTSIDE) - IDS.in_code() == set()
    assert (LEDGER | OUTSIDE) - IDS.in_tests() == set()


@pytest.mark.parametrize("rules", [RULES, RULES_IN["fi"]], ids=["en", "fi"])
def test_a_rule_is_a_title_and_a_line(rules: Mapping[str, Rule]) -> None:
    """In every language the same rules in the same order; no two have one title."""
    require_titles_and_lines(rules, RULES)


def test_the_system_tells_its_rules_in_finnish() -> None:
    """And in no language that it does not have."""
    assert system.rules_in("fi-FI")["DD-CHG-01"].title == "Rynnäkkö"
    assert system.rules_in("sv") == {}
