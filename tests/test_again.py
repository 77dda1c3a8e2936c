"""Tests that failed are run once more, alone; whoever fails twice has failed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import FEW

ONCE = """
from pathlib import Path
def test_once():
    mark = Path("met")
    first = not mark.exists()
    mark.touch()
    assert not first
"""
ALWAYS = "def test_always():\n    assert False\n"
MANY = "import pytest\n@pytest.mark.parametrize('n', range({}))\ndef test_n(n):\n    assert False\n"
BROKEN = "import nothing_of_this_name\n"
BARE = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""No plugin takes part, and none is loaded."""


@pytest.mark.parametrize(
    ("tests", "code", "told"),
    [
        (ONCE, 0, "1 passed"),
        (ALWAYS, 1, "1 failed"),
        (ONCE + ALWAYS, 1, "1 failed, 1 passed"),
        (MANY.format(FEW), 1, f"{FEW} failed"),
        (MANY.format(FEW + 1), 1, f"{FEW + 1} tests failed: none is run again"),
        (BROKEN, 2, "nothing_of_this_name"),
    ],
)
def test_what_failed_is_run_again(tmp_path: Path, tests: str, code: int, told: str) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(tests)
    first = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, env=BARE, capture_output=True)
    assert first.returncode in (1, 2)
    again = Path(__file__).parent / "again.py"
    second = subprocess.run([sys.executable, str(again)], cwd=tmp_path, env=BARE, capture_output=True, text=True)
    assert second.returncode == code
    assert told in second.stdout


def test_without_a_record_nothing_is_run_again(tmp_path: Path) -> None:
    """A run that fell over before any test did."""
    again = Path(__file__).parent / "again.py"
    done = subprocess.run([sys.executable, str(again)], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "0 tests failed: none is run again\n")
