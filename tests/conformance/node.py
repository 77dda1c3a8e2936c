"""Node with the packages of `package.json`, and programs run with it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.once import once
from tests.support.amounts import PATIENCE

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
OLDEST = 20
"""The oldest major version of Node that all packages run on."""


def program(name: str) -> str:
    """The path of a program; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is missing: install Node {OLDEST} or newer, with npm")
    return found


class Node:
    """Runs Node programs that find the packages. Without Node, or if npm cannot install, the test is skipped.

    folder: with the `package.json` that names them.
    """

    def __init__(self, folder: Path = HERE) -> None:
        self._folder, self.modules = folder, folder / "node_modules"
        self._node, self._npm = program("node"), program("npm")
        version = subprocess.run([self._node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        if int(version.removeprefix("v").partition(".")[0]) < OLDEST:
            pytest.skip(f"Node {OLDEST} or newer is missing: this is {version}")
        once(self.modules, version + (folder / "package.json").read_text(encoding="utf-8"), self._install)

    def _install(self) -> None:
        shutil.rmtree(self.modules, ignore_errors=True)
        command = [self._npm, "install", "--loglevel=error"]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, timeout=900)
        if done.returncode:
            pytest.skip(
                f"npm cannot install the packages of {self._folder.name}: {' '.join(done.stderr.split())[:300]}"
            )

    def run(
        self, *command: str | Path, cwd: Path = HERE, patience: float = PATIENCE, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a Node program to its end. patience: seconds."""
        return subprocess.run(
            [self._node, *command],
            cwd=cwd,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=patience,
        )

    def tool(
        self, name: str, *arguments: str, cwd: Path, patience: float = PATIENCE, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program that one of the packages brings (`tsc`)."""
        return self.run((self.modules / ".bin" / name).resolve(), *arguments, cwd=cwd, patience=patience, **environment)

    def npm(self, *command: str, cwd: Path, patience: float = PATIENCE) -> str:
        """The output of npm, which must not fail."""
        done = subprocess.run([self._npm, *command], cwd=cwd, capture_output=True, text=True, timeout=patience)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def told(self, script: str, given: Any, **environment: str) -> Any:
        """The JSON output of a script of this folder for this input."""
        done = self.run(HERE / script, GIVEN=json.dumps(given), **environment)
        assert done.returncode == 0, done.stderr or done.stdout
        return json.loads(done.stdout)

    @asynccontextmanager
    async def talking(self, script: str, given: Any) -> AsyncGenerator[Talk, None]:
        """A script that runs beside the test; ended with the block."""
        pipe = asyncio.subprocess.PIPE
        environment = {**os.environ, "GIVEN": json.dumps(given)}
        process = await asyncio.create_subprocess_exec(
            self._node, HERE / script, env=environment, stdout=pipe, stderr=pipe
        )
        try:
            yield Talk(process)
        finally:
            if process.returncode is None:
                process.kill()
            await process.communicate()


class Talk:
    """The output of a running script, a line of JSON at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def line(self, patience: float = PATIENCE) -> Any:
        """Its next line. patience: seconds."""
        assert self._process.stdout
        assert self._process.stderr
        line = await asyncio.wait_for(self._process.stdout.readline(), patience)
        if not line:
            raise AssertionError((await self._process.stderr.read()).decode())
        return json.loads(line)
