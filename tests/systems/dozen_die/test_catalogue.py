"""The catalogue of rules is whole: what code and tests name is in it, and all that is in it is named by both."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import engine.systems.dozen_die as package
from engine.kernel.system import Rule
from engine.systems.dozen_die import system
from engine.systems.dozen_die.content.catalogue import RULES, RULES_IN

ID = re.compile(r"\bDD-[A-Z]+-\d{2}\b")
RANGE = re.compile(r"\b(DD-[A-Z]+-)(\d{2}) to (?:DD-[A-Z]+-)?(\d{2})\b")
SYSTEM = Path(package.__file__).parent
CHAPTERS = {
    "DICE": 7, "ROUND": 2, "ACT": 17, "MARCH": 11, "MOVE": 17, "TERR": 17, "FALL": 8, "JUMP": 5, "CHG": 10, "MEL": 9,
    "ARM": 6, "PUSH": 12, "CON": 10, "REA": 24, "HP": 6,
}  # fmt: skip
"""How many rules each chapter has."""

LEDGER = {f"DD-{chapter}-{number:02}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}
READINGS = {key for key in RULES if key.startswith("DD-GAP-")}
"""How the game is read where the source is silent, as far as events, offers and refusals name it as their rule."""


def cited(text: str) -> set[str]:
    """The ids in a text; `DD-CON-02 to DD-CON-10` names nine."""
    found = set(ID.findall(text))
    for chapter, first, last in RANGE.findall(text):
        found |= {f"{chapter}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def cited_by_code() -> set[str]:
    """Ids in the system's modules and data, but for the catalogues themselves."""
    paths = [*SYSTEM.rglob("*.py"), *SYSTEM.rglob("*.toml")]
    return {id for path in paths if not path.name.startswith("rules") for id in cited(path.read_text(encoding="utf-8"))}


def named_as_rules() -> set[str]:
    """Ids that stand alone in a string: they reach clients."""
    return {
        node.value
        for path in SYSTEM.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value)
    }


def cited_by_tests() -> set[str]:
    """Ids that a marker names: `@pytest.mark.rule("DD-HP-01")`."""
    return {
        arg.value
        for path in Path(__file__).parent.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule")
        for arg in node.args
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    }


def test_every_rule_of_the_game_is_in_the_catalogue() -> None:
    """One hundred and sixty-one, and the readings that clients meet; served by the system."""
    assert len(LEDGER) == 161
    assert RULES.keys() - READINGS == LEDGER
    assert named_as_rules() - RULES.keys() == set()
    assert READINGS - named_as_rules() == set()
    assert system.rules is RULES


def test_what_code_and_tests_name_is_a_rule() -> None:
    """No id is invented: others than rules are readings and worked examples."""
    others = {id for id in cited_by_code() | cited_by_tests() if id.split("-")[1] in ("GAP", "EX")}
    assert (cited_by_code() | cited_by_tests()) - others - LEDGER == set()


def test_every_rule_is_carried_and_proven() -> None:
    """By the code that plays it, and by a test that names it."""
    assert LEDGER - cited_by_code() == set()
    assert LEDGER - cited_by_tests() == set()


@pytest.mark.parametrize("rules", [RULES, RULES_IN["fi"]], ids=["en", "fi"])
def test_a_rule_is_a_title_and_a_line(rules: Mapping[str, Rule]) -> None:
    """In every language the same rules in the same order; no two have one title."""
    assert list(rules) == list(RULES)
    assert len({rule.title for rule in rules.values()}) == len(rules)
    for key, rule in rules.items():
        assert 0 < len(rule.title) <= 40, key
        assert 0 < len(rule.statement) <= 140, key
        assert rule.statement.endswith("."), key


def test_the_system_tells_its_rules_in_finnish() -> None:
    """And in no language that it does not have."""
    assert system.rules_in("fi-FI")["DD-CHG-01"].title == "Rynnäkkö"
    assert system.rules_in("sv") == {}
