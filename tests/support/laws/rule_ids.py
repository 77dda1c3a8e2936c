"""Where a system's code, data and tests name its rules: by ids like `FF-KO-01`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


class RuleIds:
    """The ids of one system. letters: their prefix. tests: the folder of its tests.

    rulings: the prefix of rulings where it is another one: "G" of `G-66`.
    """

    def __init__(self, package: ModuleType, letters: str, tests: Path, rulings: str | None = None) -> None:
        self._system, self._tests = Path(str(package.__file__)).parent, tests
        prefix = rf"{letters}-[A-Z]+-" if rulings is None else rf"(?:{letters}-[A-Z]+|{rulings})-"
        self.one = re.compile(rf"\b{prefix}\d{{2}}\b")
        self._range = re.compile(rf"\b({prefix})(\d{{2}})(?: to |-)(?:{prefix})?(\d{{2}})\b")

    def in_text(self, text: str) -> set[str]:
        """Those that a text names; `FF-KO-01 to FF-KO-08` names eight."""
        found = set(self.one.findall(text))
        for chapter, first, last in self._range.findall(text):
            found |= {f"{chapter}{number:02}" for number in range(int(first), int(last) + 1)}
        return found

    def in_code(self) -> set[str]:
        """Those in the system's modules and data, except the rule books themselves."""
        paths = [*self._system.rglob("*.py"), *self._system.rglob("*.toml")]
        texts = (path.read_text(encoding="utf-8") for path in paths if not path.name.startswith("rules"))
        return {id for text in texts for id in self.in_text(text)}

    def alone(self) -> set[str]:
        """Those that are a whole string of the code: they reach clients."""
        strings = (node.value for node in self._nodes(self._system, "*.py") if isinstance(node, ast.Constant))
        return {text for text in strings if isinstance(text, str) and self.one.fullmatch(text)}

    def in_tests(self) -> set[str]:
        """Those that a marker names: `@pytest.mark.rule("FF-KO-01")`."""
        return {
            arg.value
            for node in self._nodes(self._tests, "test_*.py")
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule")
            for arg in node.args
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        }

    @staticmethod
    def _nodes(folder: Path, pattern: str) -> Iterator[ast.AST]:
        for path in folder.rglob(pattern):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))
