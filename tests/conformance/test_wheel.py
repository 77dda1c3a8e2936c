"""The wheel, as pip builds and installs it: it carries what its pages load, so that no browser needs another host."""

from __future__ import annotations

import shutil
import site
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from api.pages.packages import PACKAGES, integrity_of
from tests.conformance.environment import Environment
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.processes.terminal import ROOT, Serving, environment

NO_HOST = dict.fromkeys(("http_proxy", "https_proxy", "npm_config_registry"), "http://127.0.0.1:9")
"""An environment in which nothing of other hosts can be fetched."""


@pytest.fixture(scope="module")
def tools() -> Environment:
    """What a wheel is built with, as pyproject.toml names it."""
    return Environment("wheel", "setuptools>=77", "msgspec>=0.22,<0.23")


def built(tools: Environment, folder: Path, **around: str) -> tuple[Path, str]:
    """The wheel of a checkout in which nothing was fetched, and the output of pip."""
    checkout = folder / "checkout"
    unwanted = shutil.ignore_patterns("vendor", "__pycache__", "node_modules")
    for name in ("engine", "api", "schemas"):
        shutil.copytree(ROOT / name, checkout / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    pip = ("python", "-m", "pip", "wheel", "-v", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    done = tools.run(*pip, "-w", str(folder), str(checkout), cwd=folder, patience=300, **around)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel, done.stdout + done.stderr


def carried(wheel: Path) -> dict[str, str]:
    """The files of packages in a wheel: their paths below the packages' folder, and their hashes."""
    with zipfile.ZipFile(wheel) as packed:
        below = "api/pages/vendor/"
        names = [name for name in packed.namelist() if name.startswith(below)]
        return {name.removeprefix(below): integrity_of(packed.read(name)) for name in names}


def test_a_wheel_built_without_the_files_says_so(tools: Environment, tmp_path: Path) -> None:
    """It is built all the same."""
    wheel, said = built(
        tools, tmp_path, npm_config_cache=str(tmp_path / "cache"), npm_config_fetch_retries="0", **NO_HOST
    )
    assert carried(wheel) == {}
    with zipfile.ZipFile(wheel) as packed:  # what `skald new-game` and `skald check-game` need, too
        below = "schemas/examples/new_game/"
        pattern = {name.removeprefix(below) for name in packed.namelist() if name.startswith(below)}
        assert {
            "pyproject.toml",
            "conftest.py",
            "my_game/__init__.py",
            "my_game/words/en.toml",
            "tests/test_my_game.py",
        } <= pattern
        assert {"engine/kit/testing/laws.py", "engine/kit/testing/fixtures.py"} <= {*packed.namelist()}
    assert "built WITHOUT all files of GraphiQL, the REST page or the extension for Owlbear Rodeo" in said
    assert "is this machine offline?" in said


def test_an_installed_wheel_shows_every_page_without_another_host(
    tools: Environment, vendor: Path, page: Tab, tmp_path: Path
) -> None:
    """With the files of the table, licences included, and nothing else of others."""
    wheel, said = built(tools, tmp_path)
    assert "WITHOUT" not in said
    wanted = {f"{package.folder}/{path}": sri for package in PACKAGES for path, sri in package.files.items()}
    assert carried(wheel) == wanted
    assert all(any("LICENSE" in path for path in package.files) for package in PACKAGES)
    program = installed(wheel, tmp_path / "fresh")
    (tmp_path / "elsewhere").mkdir()
    running = Serving(tmp_path / "elsewhere", program=program, PYTHONPATH="")
    try:
        for path, drawn in {
            "/": "document.querySelector('.doors')",
            "/play": "document.querySelector('[name=pasted]')",
            "/host": "document.querySelector('[name=pasted]')",
            "/watch": "document.querySelector('.file button')",
            "/proof.html": "document.querySelector('.file button')",
            "/graphql": "document.querySelector('.graphiql-query-editor .CodeMirror')",
            "/docs": "document.querySelectorAll('.opblock').length",
            "/guide/": "document.querySelector('h1')",
            "/vtt/owlbear/manifest.json": "document.body.innerText.includes('manifest_version')",
        }.items():
            page.open(running.address + path)
            page.until(drawn)
        assert [address for address in page.asked if not address.startswith((running.address, "data:", "about:"))] == []
        assert page.complaints == []
    finally:
        running.end()


def installed(wheel: Path, folder: Path) -> Path:
    """The `skald` of a fresh environment with this wheel. Its dependencies are those of the tests."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=PATIENCE)
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--disable-pip-version-check", "install", "--no-deps"]
    subprocess.run([*pip, "--quiet", str(wheel)], check=True, timeout=300, env=environment(PYTHONPATH=""))
    (inside,) = folder.glob("lib/python*/site-packages")
    # As a path and not as a site: what is installed there in editable form stays out.
    (inside / "dependencies.pth").write_text("\n".join(site.getsitepackages()))
    where = "import api.pages.assets as here; print(here.__file__)"
    found = subprocess.run(
        [folder / "bin" / "python", "-c", where],
        cwd=folder,
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
    )
    assert found.stdout.startswith(str(inside)), found
    return folder / "bin" / "skald"
