"""One mutant against the tests, in a clone of what is committed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

from tests.mutants.areas import ROOT, Area
from tests.mutants.sites import Site

STAGE_SECONDS = 1200
"""After this a stage counts as failed: what loops for ever is noticed."""


class Outcome(Struct, frozen=True):
    """What became of a mutant. by: the test that failed, "no end" if none did in time, or "" if it survived."""

    area: str
    module: str
    line: int
    kind: str
    nth: int
    text: str
    change: str
    by: str

    @property
    def site(self) -> tuple[str, str, int, str]:
        """What it is known by in another run on the same code."""
        return self.module, self.kind, self.nth, self.text


class Clone:
    """A checkout of its own, in which modules are changed and put back."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        subprocess.run(["git", "clone", "--quiet", "--no-local", ROOT, folder], check=True)

    def tried(self, area: Area, site: Site) -> Outcome:
        """The mutant, through all stages until one fails."""
        path = self.root / site.module
        code = path.read_text(encoding="utf-8")
        by, change = "", site.shown(code)
        for stage in area.stages(site.module, self.root):
            path.write_text(site.mutated(code), encoding="utf-8")
            try:
                failed = self._failed(stage)
            finally:
                path.write_text(code, encoding="utf-8")
            if failed and (failed == "no end" or not self._failed((failed,))):
                by = failed
                break
        return Outcome(area.name, str(site.module), site.line, site.kind, site.nth, site.text, change, by)

    def _failed(self, words: tuple[str, ...]) -> str:
        """The first test that fails; "" if none does."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *words]
        around = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self.root, env=around, capture_output=True, text=True, timeout=STAGE_SECONDS
            )
        except subprocess.TimeoutExpired:
            return "no end"
        if done.returncode in (0, 5):  # 5: no test was asked for
            return ""
        named = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
        return named[1] if named else words[0]
