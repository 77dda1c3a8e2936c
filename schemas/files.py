"""The published contract as files in this folder, written by the code and compared with it.

schema.graphql     the whole schema; <system>.graphql: the kernel and one system, enough for a client of that game
openapi.json       REST
asyncapi.json      what is sent by itself: webhooks, event streams, sockets
events.schema.json JSON Schema of every event, by its type
possible-types.json interfaces and unions with their types, for caches that match fragments

Their contents are passed in by name (`api.shape.published.contract`); `releases` keeps released contracts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

FOLDER = Path(__file__).parent
PATTERNS = ("*.graphql", "*.json")

Contract = Mapping[str, str | dict[str, Any]]
"""File name -> its content: SDL, or a JSON document."""


T = TypeVar("T")


class MadeOnce(Mapping[str, T]):
    """Files by name, each made at its first use: a schema takes a while."""

    def __init__(self, makers: Mapping[str, Callable[[], T]]) -> None:
        self._makers = {name: cache(make) for name, make in makers.items()}

    def __getitem__(self, name: str) -> T:
        return self._makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def texts(contract: Contract) -> dict[str, str]:
    """File name -> its text, ending in a line break."""
    return {name: text_of(content) for name, content in contract.items()}


def text_of(content: str | dict[str, Any]) -> str:
    """The text of a file, ending in a line break."""
    return content if isinstance(content, str) else json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def kept(directory: Path = FOLDER) -> dict[str, str]:
    """File name -> its text, of the contract in a folder; empty if there is no folder."""
    return {
        path.name: path.read_text(encoding="utf-8") for pattern in PATTERNS for path in sorted(directory.glob(pattern))
    }


def write(contract: Contract, directory: Path = FOLDER) -> list[Path]:
    """Rewrite all files, and remove those of uninstalled systems."""
    made = texts(contract)
    directory.mkdir(parents=True, exist_ok=True)
    for name in kept(directory).keys() - made.keys():
        if name.endswith(".graphql"):
            (directory / name).unlink()
    for name, text in made.items():
        (directory / name).write_text(text, encoding="utf-8")
    return [directory / name for name in made]


def drift(contract: Contract, directory: Path = FOLDER) -> list[str]:
    """The names of files that differ from what the code makes."""
    made, found = texts(contract), kept(directory)
    return sorted(name for name in made.keys() | found.keys() if made.get(name) != found.get(name))
