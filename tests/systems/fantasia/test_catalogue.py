"""The catalogue of rules is whole: what code and tests name is in it, and all that is in it is named by both."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import engine.systems.fantasia as package
from engine.systems.fantasia import system
from engine.systems.fantasia.content.catalogue import RULES

ID = re.compile(r"\bFF-[A-Z]+-\d{2}\b")
RANGE = re.compile(r"\b(FF-[A-Z]+-)(\d{2})(?: to |-)(?:FF-[A-Z]+-)?(\d{2})\b")
SYSTEM = Path(package.__file__).parent
ALL = 249
"""How many rules the game has."""


def cited_by_code() -> set[str]:
    """Ids in the system's modules and data, but for the catalogue itself; `FF-KO-01 to FF-KO-08` names eight."""
    found: set[str] = set()
    for path in [*SYSTEM.rglob("*.py"), *SYSTEM.rglob("*.toml")]:
        if not path.name.startswith("rules"):
            text = path.read_text(encoding="utf-8")
            found |= set(ID.findall(text))
            for chapter, first, last in RANGE.findall(text):
                found |= {f"{chapter}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def cited_by_tests() -> set[str]:
    """Ids that a marker names: `@pytest.mark.rule("FF-KO-01")`."""
    return {
        arg.value
        for path in Path(__file__).parent.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule")
        for arg in node.args
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    }


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
    assert (cited_by_code() | cited_by_tests()) - RULES.keys() == set()


def test_every_rule_is_carried_and_proven() -> None:
    """By code and by a test."""
    assert RULES.keys() - (cited_by_code() & cited_by_tests()) == set()


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
