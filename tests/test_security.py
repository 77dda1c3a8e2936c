"""What `SECURITY.md` promises is attacked by the tests that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TEXT)


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_every_test_that_is_named_is_there(file: str, name: str) -> None:
    path = ROOT / "tests" / file
    assert path.is_file(), f"there is no tests/{file}"
    assert re.search(rf"^(async )?def {name}\b", path.read_text(encoding="utf-8"), re.M), f"{file} has no {name}"


def test_every_promise_names_a_test() -> None:
    """Each point below `Promised` of each section."""
    promised = re.findall(r"^Promised.*?:\n\n(.*?)(?=^Not promised|^## |\Z)", TEXT, re.M | re.S)
    assert len(promised) > 1
    for promises in promised:
        for point in re.split(r"^- ", promises, flags=re.M)[1:]:
            assert re.search(r"`[\w/]+\.py", point), point
