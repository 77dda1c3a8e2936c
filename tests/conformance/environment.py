"""Third-party Python programs, each in an environment of its own: their dependencies are not ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.once import once
from tests.support.amounts import PATIENCE

BUILD = Path(__file__).resolve().parents[2] / "build" / "conformance"


class Environment:
    """An environment with these packages, made once. If pip cannot install them, the test is skipped."""

    def __init__(self, name: str, *packages: str) -> None:
        self._folder, self._packages = BUILD / name, packages
        once(self._folder, f"{sys.version}\n{self._folder}\n" + "\n".join(packages), self._install)

    @property
    def programs(self) -> Path:
        """The folder of its programs."""
        return self._folder / "bin"

    def _install(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        python = str(self._folder / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in ([sys.executable, "-m", "venv", str(self._folder)], [*pip, *self._packages]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=900)
            if done.returncode:
                pytest.skip(f"pip cannot install {', '.join(self._packages)}: {done.stderr.strip()[-300:]}")

    def run(
        self, *command: str, cwd: Path, patience: float = PATIENCE, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment to its end. patience: seconds."""
        program = str(self._folder / "bin" / command[0])
        return subprocess.run(
            [program, *command[1:]],
            cwd=cwd,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=patience,
        )
