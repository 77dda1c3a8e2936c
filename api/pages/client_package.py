"""The pages' client library as an npm package: its files, its types, and its archive as `npm pack` makes it."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from api.pages.assets import OWN
from api.pages.packages import VENDOR
from engine.kernel.structs.errors import SkaldError
from schemas.files import FOLDER

CLIENT = OWN / "client"
TYPES = "types"
KEPT = VENDOR / "skald-client"
"""The folder that keeps the types once they are made; git ignores it, a wheel that is built afterwards carries it."""
STAMP = "made-of.txt"
BESIDE = ("package.json", "README.md", "LICENSE")
"""Files that npm packs beside those that `package.json` names."""

TOOLS = {
    "@graphql-codegen/cli": "7.4.3",
    "@graphql-codegen/typescript-operations": "6.1.9",
    "graphql": "16.15.0",
    "typescript": "7.0.2",
}
"""What makes the types, from npm."""
OVERRIDES = {"@graphql-tools/batch-execute": "10.2.0"}
"""One of them asks for a version that does not exist."""
PATIENCE = 600

CODEGEN = {
    "schema": "schema.graphql",
    "documents": "client/documents*.js",
    "generates": {
        "client/contract.d.ts": {
            "plugins": ["typescript-operations"],
            "config": {
                "scalars": {"DateTime": "string", "ID": "string"},
                "defaultScalarType": "any",
                "useTypeImports": True,
            },
        }
    },
}
EMITTED = {
    "allowJs": True,
    "declaration": True,
    "emitDeclarationOnly": True,
    "rootDir": "client",
    "outDir": TYPES,
    "strict": True,
    "target": "ES2022",
    "module": "ES2022",
    "moduleResolution": "bundler",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "types": [],
}


class NoTypes(SkaldError):
    """The types cannot be made here; the message is the reason."""


def manifest() -> dict[str, Any]:
    """The package's `package.json`."""
    found: dict[str, Any] = msgspec.json.decode((CLIENT / "package.json").read_bytes())
    return found


def archive_name() -> str:
    """What `npm pack` calls the archive."""
    return f"skald-client-{manifest()['version']}.tgz"


def modules() -> dict[str, bytes]:
    """The package's files except for the types, by path."""
    named = [name for name in manifest()["files"] if name != TYPES]
    return {name: (CLIENT / name).read_bytes() for name in (*BESIDE, *named)}


def package_files(kept: Path = KEPT) -> dict[str, bytes]:
    """All files of the package, by path. kept: where types may be; those of other modules are left out."""
    found = modules()
    if (kept / STAMP).is_file() and (kept / STAMP).read_text(encoding="ascii") == _stamp():
        found.update({f"{TYPES}/{path.name}": path.read_bytes() for path in sorted((kept / TYPES).glob("*.d.ts"))})
    return found


def archive(files: Mapping[str, bytes]) -> bytes:
    """The archive of these files, as `npm install` takes it. The same files give the same bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in sorted(files.items()):
            member = tarfile.TarInfo(f"package/{name}")
            member.size, member.mode = len(content), 0o644
            tar.addfile(member, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def _stamp() -> str:
    """A hash of all that the types are made of."""
    parts = [
        *(path.read_bytes() for path in sorted(CLIENT.glob("*.js"))),
        (FOLDER / "schema.graphql").read_bytes(),
        json.dumps([TOOLS, CODEGEN, EMITTED]).encode(),
    ]
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def make_types(kept: Path = KEPT, tools: Path | None = None) -> None:
    """Make the types with npm's tools, if they are not there already. NoTypes where that cannot be done.

    tools: a `node_modules` that has the tools; without it npm installs them into a temporary folder.
    """
    if (kept / STAMP).is_file() and (kept / STAMP).read_text(encoding="ascii") == _stamp():
        return
    with tempfile.TemporaryDirectory(prefix="skald-client-") as name:
        build = Path(name)
        if tools is None:
            package = {"private": True, "dependencies": TOOLS, "overrides": OVERRIDES}
            (build / "package.json").write_text(json.dumps(package), encoding="utf-8")
            _run(build, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        else:
            (build / "node_modules").symlink_to(tools.resolve())
        shutil.copytree(CLIENT, build / "client", ignore=shutil.ignore_patterns("*.json", "*.md", "LICENSE"))
        shutil.copy(FOLDER / "schema.graphql", build)
        (build / "codegen.json").write_text(json.dumps(CODEGEN), encoding="utf-8")
        config = {"compilerOptions": EMITTED, "files": ["client/index.js"]}
        (build / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
        tool = build / "node_modules" / ".bin"
        _run(build, "node", str((tool / "graphql-codegen").resolve()), "--config", "codegen.json")
        _run(build, "node", str((tool / "tsc").resolve()), "-p", ".")
        shutil.copy(build / "client" / "contract.d.ts", build / TYPES)
        kept.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(kept / TYPES, ignore_errors=True)
        shutil.copytree(build / TYPES, kept / TYPES)
    (kept / STAMP).write_text(_stamp(), encoding="ascii")


def _run(folder: Path, *command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise NoTypes(f"{command[0]} is missing: install Node 20 or newer, with npm")
    try:
        done = subprocess.run(
            [program, *command[1:]], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise NoTypes(f"{command[0]} took longer than {PATIENCE} s") from error
    if done.returncode:
        raise NoTypes(f"{' '.join(command[:2])} failed: {' '.join((done.stderr or done.stdout).split())[-400:]}")
