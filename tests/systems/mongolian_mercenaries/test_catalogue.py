"""The catalogue of rules is whole: what code and tests name is in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import engine.systems.mongolian_mercenaries as package
from engine.kernel.authoring.system import Rule
from engine.systems.mongolian_mercenaries import system
from engine.systems.mongolian_mercenaries.content.rulebook import RULES, RULES_IN
from tests.support.laws.rule_ids import RuleIds
from tests.support.laws.rule_lines import require_titles_and_lines

IDS = RuleIds(package, "MM", Path(__file__).parent)
CHAPTERS = {
    "GEN": 8, "TEST": 8, "ATTR": 21, "SKILL": 25, "TAL": 5, "LUCK": 7, "ST": 5, "PHASE": 5, "FIELD": 8, "POS": 5,
    "DIST": 6, "COV": 6, "PREP": 8, "ROUND": 5, "INIT": 5, "ACT": 17, "ATK": 11, "WND": 6, "CRIT": 8, "WDM": 2,
    "MULTI": 4, "MOVE": 14, "MOR": 11, "END": 7, "ENM": 15, "ITEM": 6, "EQ": 7, "AMMO": 7, "ARM": 3, "MAG": 22,
    "RES": 9, "ELM": 8, "POT": 6, "MNT": 4, "PET": 5, "REC": 7,
}  # fmt: skip
"""How many rules each chapter has."""

NOT_PLAYED = {1, 23, 24, 25, 26, 27}
BETWEEN = {f"MM-OUT-{number:02}" for number in {*range(1, 32)} - NOT_PLAYED}
"""What holds between fights."""
LEDGER = {f"MM-{chapter}-{number:02}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)} | BETWEEN
RULINGS = {f"RUL-{number:02}" for number in range(1, 94)}
"""Readings where the source is silent."""
OUTSIDE_FIGHTS = {"RUL-57", "RUL-69", "RUL-70", "RUL-90", "RUL-92", "RUL-93"}
"""Rulings on healing by days, travel, trade and learning."""
WINDOWS = {f"MM-DW-{number:02}" for number in range(1, 30)}
"""Decision windows."""
EXAMPLES = {f"MM-WE-{number:02}" for number in range(1, 26)}
"""Worked examples of the source; each is a test."""
RULING = re.compile(r"\bRUL-\d{2}\b")


def test_every_rule_of_the_game_is_in_the_catalogue() -> None:
    """Those of combat and between fights, and the rulings; served by the system."""
    assert len(LEDGER - BETWEEN) == 306
    assert RULES.keys() == LEDGER | RULINGS
    assert system.rules is RULES


def test_what_code_and_tests_name_is_a_rule() -> None:
    """No id is invented."""
    known = RULES.keys() | WINDOWS | EXAMPLES
    assert (IDS.in_code() | IDS.in_tests()) - known == set()
    assert IDS.alone() - known == set()
    assert set(_rulings("py")) - RULINGS == set()


def test_every_rule_is_carried_and_proven() -> None:
    """By code and by a test; the windows too, and every worked example by a test."""
    assert sorted((LEDGER | WINDOWS) - IDS.in_code()) == []
    assert sorted((LEDGER | WINDOWS | EXAMPLES) - IDS.in_tests()) == []


def test_every_ruling_on_fights_is_carried() -> None:
    """By code, or by the README."""
    assert sorted(RULINGS - OUTSIDE_FIGHTS - set(_rulings("py", "toml", "md"))) == []


def _rulings(*kinds: str) -> Iterator[str]:
    """Those that files of these kinds name, but for the rule books themselves."""
    for path in (path for kind in kinds for path in Path(str(package.__file__)).parent.rglob(f"*.{kind}")):
        if not path.name.startswith("rules"):
            text = path.read_text(encoding="utf-8")
            for first, last in re.findall(r"\bRUL-(\d{2}) to (?:RUL-)?(\d{2})\b", text):
                yield from (f"RUL-{number:02}" for number in range(int(first), int(last) + 1))
            yield from RULING.findall(text)


def test_what_is_named_in_docstrings_of_tests_is_a_rule() -> None:
    """Rulings in markers are of the catalogue."""
    found = set[str]()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(RULING.findall(node.value))
    assert found - RULINGS == set()
    assert found


@pytest.mark.parametrize("rules", [RULES, RULES_IN["pl"]], ids=["en", "pl"])
def test_a_rule_is_a_title_and_a_line(rules: Mapping[str, Rule]) -> None:
    """In both languages the same rules in the same order; no two have one title."""
    require_titles_and_lines(rules, RULES)


def test_both_languages_tell_the_same_figures() -> None:
    """Costs, points and thresholds."""
    for key, rule in RULES.items():
        told = RULES_IN["pl"][key].statement
        assert figures(told) == figures(rule.statement), f"{key}: {told}"


def figures(statement: str) -> list[str]:
    """The numbers of a line, smallest first; sides of dice (`d8`, `k8`, `T8`) are names."""
    return sorted(re.findall(r"(?<![a-zA-Z])\d+", statement), key=int)


def test_the_system_tells_its_rules_in_polish() -> None:
    """And in no language that it does not have."""
    assert system.rules_in("pl-PL")["MM-LUCK-01"].title == "Szczęśliwy traf"
    assert system.rules_in("sv") == {}
