"""How a wheel comes to carry the files of npm packages that pages load; git ignores them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120
"""Seconds for the fetch."""


class BuildPy(build_py):
    """Fetches the files before the package's data is collected. Without them the wheel is built too, and says so."""

    def run(self) -> None:
        """Collect the package. An editable install takes the files from the checkout, whenever they come."""
        if not self.editable_mode:
            # By a process of its own: while a wheel is built the package itself cannot be imported here.
            command = [sys.executable, "-m", "api.pages.fetch", "--quiet", f"--patience={PATIENCE}"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                reason = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
                what = "GraphiQL, the REST page or the extension for Owlbear Rodeo"
                self.warn(f"built WITHOUT all files of {what}: they could not be fetched ({reason})")
        super().run()
