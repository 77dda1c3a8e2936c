"""The catalogue of rules is whole: what code and tests name is in it."""

from __future__ import annotations

from pathlib import Path

import engine.systems.minis as package
from engine.systems.minis import system
from engine.systems.minis.content.catalogue import RULES
from tests.support.laws.rule_ids import RuleIds
from tests.support.laws.rule_lines import require_titles_and_lines

IDS = RuleIds(package, "MN", Path(__file__).parent)
CHAPTERS = {
    "SET": 3, "TURN": 7, "INIT": 5, "MOVE": 2, "RUN": 4, "ROAD": 2, "WAT": 9, "SIZE": 3, "FLK": 4, "CBT": 3, "OPEN": 8,
    "RNG": 6, "AOO": 1, "RES": 7, "ARM": 5, "MAG": 7, "SPL": 15, "CMD": 8, "GOL": 10, "FAM": 2, "TEL": 4,
}  # fmt: skip
"""How many rules each chapter has."""
PRICES = {"MN-OUT-01", "MN-OUT-02", "MN-OUT-03", "MN-OUT-05", "MN-OUT-06"}
"""What is paid before play, and what holds between battles."""

LEDGER = {f"MN-{chapter}-{number:02}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}
GAPS = {f"MN-GAP-{number:02}" for number in range(1, 53)}


def test_every_rule_of_the_game_is_in_the_catalogue() -> None:
    """One hundred and fifteen, the readings, what is paid before and holds between battles; served by the system."""
    assert len(LEDGER) == 115
    assert RULES.keys() == LEDGER | GAPS | PRICES
    assert system.rules is RULES


def test_what_code_and_tests_name_is_a_rule() -> None:
    """No id is invented."""
    assert (IDS.in_code() | IDS.in_tests()) - RULES.keys() == set()
    assert IDS.alone() - RULES.keys() == set()


def test_a_rule_is_a_title_and_a_line() -> None:
    """No two have one title."""
    require_titles_and_lines(RULES, RULES)
