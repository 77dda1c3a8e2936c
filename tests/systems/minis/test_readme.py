"""What the system's README says is so: its tables of files and names."""

from __future__ import annotations

import re
from pathlib import Path

import engine.systems.minis as package
from engine.systems.minis.content.catalogue import RULES

SYSTEM = Path(str(package.__file__)).parent
README = (SYSTEM / "README.md").read_text(encoding="utf-8")


def test_every_module_is_in_the_table_of_files() -> None:
    """And every one that it names is there."""
    table = README.partition("## Where things are")[2]
    named = set(re.findall(r"\b(\w+)\.py`", table))
    there = {path.stem for files in (SYSTEM.glob("*.py"), (SYSTEM / "rules").rglob("*.py")) for path in files}
    assert named - {"__init__"} == there - {"__init__"}


def test_the_names_are_those_of_the_code() -> None:
    """Each stands in a module or in the content, and each rule in the catalogue."""
    table = README.partition("## Names")[2].partition("## Where things are")[0]
    code = " ".join(
        path.read_text(encoding="utf-8") for suffix in ("py", "toml") for path in SYSTEM.rglob(f"*.{suffix}")
    )
    words = {word for name in re.findall(r"`([\w.]+)`", table) for word in name.split(".")}
    assert {word for word in words if not re.search(rf"\b{word}\b", code)} == set()
    assert set(re.findall(r"MN-[A-Z]+-\d\d", README)) - RULES.keys() == set()


def test_the_readings_are_counted() -> None:
    """One after the other."""
    numbers = re.findall(r"^(\d+)\. ", README.partition("## Readings")[2].partition("## Names")[0], re.M)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
