"""The modules of the table's pages: typed by the published contract, and linted; served without their comments."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from api.pages.assets import OWN, served
from tests.conformance.node import MODULES, Node
from tests.support.amounts import groups

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "schemas" / "schema.graphql"
CODEGEN = {
    "generates": {
        "own/client/contract.d.ts": {
            "plugins": ["typescript-operations"],
            "config": {
                "scalars": {"DateTime": "string", "ID": "string"},
                "defaultScalarType": "any",
                "useTypeImports": True,
            },
        }
    }
}
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "target": "ES2022",
    "module": "ES2022",
    "moduleResolution": "bundler",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "types": [],
}
INCLUDED = ["own/client/*.js", "own/table/**/*.js", "own/player.js", "own/landing.js", "own/vtt/owlbear/*.js"]
"""The modules; the extension for Owlbear Rodeo is judged with the types of the real SDK."""


@pytest.fixture
def build(node: Node, tmp_path: Path) -> Path:
    """A folder with the pages' modules and the published schema, where codegen and tsc find their packages."""
    (tmp_path / "node_modules").symlink_to(MODULES.resolve())
    shutil.copytree(OWN, tmp_path / "own", ignore=shutil.ignore_patterns("*.css", "words"))
    shutil.copy(SCHEMA, tmp_path / "schema.graphql")
    told = {**CODEGEN, "schema": "schema.graphql", "documents": "own/client/documents*.js"}
    (tmp_path / "codegen.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": OPTIONS, "include": INCLUDED}), encoding="utf-8"
    )
    return tmp_path


def checked(node: Node, build: Path) -> str:
    """What codegen and tsc find; "" if nothing."""
    for tool in (("graphql-codegen", "--config", "codegen.json"), ("tsc", "-p", ".")):
        done = node.tool(*tool, cwd=build, patience=240)
        if done.returncode:
            return (done.stdout + done.stderr)[-5000:]
    return ""


def test_documents_and_types_fit_the_published_schema(node: Node, build: Path) -> None:
    """Every document of the client is valid, and every module passes the strict type check."""
    assert checked(node, build) == ""
    assert "LookQuery" in (build / "own" / "client" / "contract.d.ts").read_text(encoding="utf-8")


@pytest.mark.sampled(groups(1))
@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("client/documents.js", "mayAddEntropy", "mayAddMagic", "mayAddMagic"),
        ("client/fight.js", "this.socket.wake()", "this.socket.awake()", "awake"),
        ("client/fight.js", "encounter.events.nodes", "encounter.events.knots", "knots"),
        ("vtt/owlbear/room.js", "OBR.room.getMetadata()", "OBR.room.getMetaphysics()", "getMetaphysics"),
    ],
)
def test_what_the_contract_lacks_is_found(
    node: Node, build: Path, file: str, before: str, after: str, said: str
) -> None:
    """A field that the schema does not have, a method that nobody has, a part of an answer that was not asked for."""
    path = build / "own" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    assert said in checked(node, build)


def test_what_is_served_is_what_is_written(node: Node, tmp_path: Path) -> None:
    """Without comments and blanks every module and style is the same program: a compiler writes both alike."""
    files = [path.relative_to(OWN).as_posix() for kind in ("js", "css") for path in OWN.rglob(f"*.{kind}")]
    for name in files:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(served(name, (OWN / name).read_bytes()))
    given = {"written": str(OWN), "served": str(tmp_path), "files": files}
    assert node.told("same_program.mjs", given) == []
    file.write_text(file.read_text(encoding="utf-8") + "\n/* */ one: two", encoding="utf-8")
    assert node.told("same_program.mjs", {**given, "files": files[-1:]}) == files[-1:]


def test_the_linter_finds_nothing(node: Node) -> None:
    """oxlint, as it comes; what is wrong is found in the same way."""
    done = node.tool("oxlint", "--deny-warnings", "client", "table", "player.js", "landing.js", "vtt/owlbear", cwd=OWN)
    assert done.returncode == 0, done.stdout
