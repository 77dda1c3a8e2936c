"""No rule reads how people want things shown: a system may only in its scene."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
LOOKS = {"looks", "backdrop", "sides", "Looks", "Backdrop", "SideEntry"}
PLAYING = [*(ENGINE / "kernel" / "playing").glob("*.py"), *(ENGINE / "kernel" / "space").glob("*.py")]
FOLDERS = [
    *sorted(one for one in (ENGINE / "systems").iterdir() if (one / "__init__.py").exists()),
    ENGINE / "kernel" / "playing",
    ENGINE / "kernel" / "space",
]
RULES = [path for path in (ENGINE / "systems").rglob("*.py") if "scene" not in path.parts]


def _read(path: Path) -> Iterator[tuple[str, str]]:
    """What a module reads of that name, and of what: `sides` of anything but a fight is something else."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in LOOKS:
            of = node.value
            yield node.attr, of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine.kernel.state"):
            yield from ((one.name, "import") for one in node.names if one.name in LOOKS)


COPYING = {"facts.py", "entering.py", "knowledge.py"}
"""The kernel's modules that put looks into events: the first ones, and what a seat is told of whom it newly knows."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ENGINE)))
def test_no_rule_reads_looks(folder: Path) -> None:
    read = {}
    for path in [*RULES, *PLAYING]:
        if folder not in path.parents or (path.name in COPYING and path.parent.name == "playing"):
            continue
        read[str(path)] = [one for one in _read(path) if one[0] != "sides" or one[1] in ("fight", "f", "import")]
    assert read
    assert {path: found for path, found in read.items() if found} == {}
