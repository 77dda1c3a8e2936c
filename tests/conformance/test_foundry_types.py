"""The module for Foundry, held against the published types of Foundry 13. Nobody has published any for 14."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from api.pages.assets import OWN
from tests.conformance.node import MODULES, Node, program
from tests.conformance.once import once
from tests.conformance.test_page_modules import CODEGEN, OPTIONS, SCHEMA

TYPES = "fvtt-types@13.346.0-beta.20251209192131"
"""The newest of version 13. It cannot be installed, since it depends on git repositories: its declarations are read."""
PACKED = Path(__file__).resolve().parents[2] / "build" / "conformance" / "fvtt-types"


@pytest.fixture(scope="module")
def types() -> Path:
    """The declarations, fetched once. Without npm, or where it has them not, the test is skipped."""
    once(PACKED, TYPES, _fetch)
    return PACKED / "package"


def _fetch() -> None:
    shutil.rmtree(PACKED, ignore_errors=True)
    PACKED.mkdir(parents=True)
    command = [program("npm"), "pack", TYPES, "--silent"]
    done = subprocess.run(command, cwd=PACKED, capture_output=True, text=True, timeout=300)
    if done.returncode:
        pytest.skip(f"npm cannot fetch {TYPES}: {' '.join(done.stderr.split())[:300]}")
    with tarfile.open(next(PACKED.glob("*.tgz"))) as file:
        file.extractall(PACKED, filter="data")


@pytest.fixture
def build(node: Node, types: Path, tmp_path: Path) -> Path:
    """A folder with the module and all that it loads, the contract's types, and Foundry's."""
    shutil.copytree(OWN, tmp_path / "own", ignore=shutil.ignore_patterns("*.css", "words", "owlbear", "roll20"))
    shutil.copy(SCHEMA, tmp_path / "schema.graphql")
    modules = tmp_path / "node_modules"
    modules.mkdir()
    for path in (*MODULES.resolve().iterdir(), types):
        (modules / ("fvtt-types" if path is types else path.name)).symlink_to(path)
    told = {**CODEGEN, "schema": "schema.graphql", "documents": "own/client/documents*.js"}
    (tmp_path / "codegen.json").write_text(json.dumps(told), encoding="utf-8")
    options = {**OPTIONS, "skipLibCheck": True, "types": ["fvtt-types"]}
    told = {"compilerOptions": options, "include": ["own/vtt/foundry/*.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(told), encoding="utf-8")
    done = node.tool("graphql-codegen", "--config", "codegen.json", cwd=tmp_path, patience=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path


def test_the_module_asks_foundry_for_what_its_types_have(node: Node, build: Path) -> None:
    """Strictly; and what is not there is found: misspelt properties of users, the map, the tracker and dice."""
    done = node.tool("tsc", "-p", ".", cwd=build, patience=240)
    assert done.returncode == 0, done.stdout[-5000:]
    host = build / "own" / "vtt" / "foundry" / "host.js"
    text = host.read_text(encoding="utf-8")
    for right, wrong in (
        ("users?.activeGM?", "users?.activeMaster?"),
        ("canvas.canvasCoordinatesFromClient(", "canvas.coordinatesFromClient("),
        ("combat.turns.findIndex", "combat.order.findIndex"),
        ("roll.dice.flatMap", "roll.cubes.flatMap"),
    ):
        assert right in text
        text = text.replace(right, wrong)
    host.write_text(text, encoding="utf-8")
    said = node.tool("tsc", "-p", ".", cwd=build, patience=240).stdout
    for name in ("activeMaster", "coordinatesFromClient", "'order'", "cubes"):
        assert name in said, said[-3000:]


def test_the_linter_finds_nothing(node: Node) -> None:
    done = node.tool("oxlint", "--deny-warnings", "foundry", cwd=OWN / "vtt")
    assert done.returncode == 0, done.stdout
