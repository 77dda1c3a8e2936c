"""Every refusal is in the words of the game, so that whoever is refused reads names instead of ids."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import engine.systems.minis as package
from api.words.refusals import worded
from engine.systems.minis import system
from engine.systems.minis.naming import WORDS

SYSTEM = Path(str(package.__file__)).parent


def texts() -> Iterator[str]:
    """The refusals of the code, their figures as {0}, {1} ..."""
    for path in SYSTEM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("RuleRefusal", "SheetRefused"):
                yield text_of(node.args[ast.unparse(node.func) == "SheetRefused"])
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "reason":
                yield text_of(node.value)


def text_of(node: ast.expr) -> str:
    """A text, or "" for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    figures = iter(range(9))
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(figures)}}}" for part in node.values
    )


def test_every_refusal_is_listed() -> None:
    """As it is raised; what follows a field's name is listed without it."""
    raised = {re.sub(r"^\w+: ", "", text) for text in texts() if " " in text}
    listed = WORDS.languages["en"]["refusals"]
    assert raised - listed.keys() == set()
    assert listed.keys() - raised == set(), "nobody refuses so"
    assert all(text == said for text, said in listed.items())


def test_whoever_is_refused_reads_names() -> None:
    """In English, and where a language has no words of this game."""
    for locale in ("en", "es", "fi", "pl"):
        told = worded("elow has already acted in this turn", locale, [system], {"elow": "Sir Elow"}, system)
        assert told == "Sir Elow has already acted in this turn"
