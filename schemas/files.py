"""The published contract as files, in this folder: written by the code, and compared with it.

schema.graphql     the whole schema; <system>.graphql: the kernel and one system, enough for a client of that game
openapi.json       REST
events.schema.json JSON Schema of every event, by its type
"""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent


def write(directory: Path = FOLDER) -> list[Path]:
    """Write all files anew, and remove those of systems that are gone."""
    made = _made()
    for path in directory.glob("*.graphql"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (directory / name).write_text(text, encoding="utf-8")
    return [directory / name for name in made]


def drift(directory: Path = FOLDER) -> list[str]:
    """The names of files that are not what the code makes."""
    made = _made()
    kept = {path.name for pattern in ("*.graphql", "*.json") for path in directory.glob(pattern)}
    return sorted(
        name
        for name in made.keys() | kept
        if name not in made or name not in kept or (directory / name).read_text(encoding="utf-8") != made[name]
    )


def _made() -> dict[str, str]:
    """Name -> text. The contract lies below the api, which alone can make it: hence the late import."""
    from api.publishing import contract

    return {
        name: content if isinstance(content, str) else json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        for name, content in contract().items()
    }
