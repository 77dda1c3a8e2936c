"""Generators of TypeScript read /openapi.json, and what they make compiles and plays; Spectral finds no error in it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.api.fights import bridge_input
from tests.api.table import ADMIN, Table
from tests.conformance.node import HERE, Node
from tests.support.amounts import long_form

FOLDER = HERE / "generators"
pytestmark = long_form


@pytest.fixture(scope="module")
def generators() -> Node:
    """The generators, installed once."""
    return Node(FOLDER)


@pytest.fixture
def place(generators: Node, table: Table, tmp_path: Path) -> Path:
    """A folder with the document as it is served, and the packages."""
    (tmp_path / "openapi.json").write_text(table.get("/openapi.json").text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    shutil.copy(FOLDER / "tsconfig.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(generators.modules)
    return tmp_path


def ran(generators: Node, place: Path, *words: str, **environment: str) -> str:
    """The output of a program of the packages, which must not fail."""
    done = generators.tool(words[0], *words[1:], cwd=place, **environment)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def played(generators: Node, table: Table, place: Path, script: str) -> Any:
    """What a script tells that plays with a generated client; it is checked by TypeScript first."""
    shutil.copy(FOLDER / script, place / "play.ts")
    ran(generators, place, "tsc", "-p", ".")
    bundled = generators.run(FOLDER / "bundle.mjs", cwd=place)
    assert bundled.returncode == 0, bundled.stderr
    given = json.dumps({"url": table.url, "admin": ADMIN, "wish": bridge_input()})
    done = generators.run(place / "play.mjs", cwd=place, GIVEN=given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def plays(told: Any) -> bool:
    """Whether a fight was created, begun and looked at, and a second beginning refused in words."""
    assert told["version"] == told["seen"]
    assert len(told["names"]) == 2
    assert (told["refused"], told["code"]) == (422, "NOT_LEGAL")
    return True


def test_openapi_typescript_reads_it(generators: Node, place: Path) -> None:
    """Unions by their tags, shelves by their kinds."""
    ran(generators, place, "openapi-typescript", "openapi.json", "--output", "made.d.ts")
    shutil.copy(FOLDER / "types.ts", place)
    ran(generators, place, "tsc", "-p", ".")


def test_a_client_of_hey_api_plays(generators: Node, table: Table, place: Path) -> None:
    """With an operation for each of the document; one that is called like a word of the language gets a `_`."""
    ran(generators, place, "openapi-ts", "-i", "openapi.json", "-o", "made")
    assert plays(played(generators, table, place, "heyapi.ts"))
    document = json.loads((place / "openapi.json").read_text(encoding="utf-8"))
    made = (place / "made" / "sdk.gen.ts").read_text(encoding="utf-8")
    names = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert [name for name in names if not re.search(rf"export const {name}_? =", made)] == []


def test_a_client_of_orval_plays(generators: Node, table: Table, place: Path) -> None:
    """It asks the server by its address."""
    shutil.copy(FOLDER / "orval.config.mjs", place)
    ran(generators, place, "orval", "--config", "orval.config.mjs", URL=table.url)
    assert plays(played(generators, table, place, "orval.ts"))


def test_spectral_finds_no_error(generators: Node, place: Path) -> None:
    """By its own rules for OpenAPI; nor an operation without a tag, or a document without servers."""
    ruleset = str(FOLDER / "spectral.yaml")
    done = generators.tool("spectral", "lint", "openapi.json", "--ruleset", ruleset, "--format", "json", cwd=place)
    found = json.loads(done.stdout)
    assert [one for one in found if one["severity"] == 0] == []
    assert {one["code"] for one in found} <= {"operation-description", "info-contact"}
