"""The data files of a rule system: tables in TOML, decoded and checked as they are read.

They use Python field names (`own_weapons`); structs are decoded by their JSON names (`ownWeapons`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from engine.kernel.authoring.system import Rule
from engine.kernel.structs.faces import Face
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import on_the_wire

S = TypeVar("S", bound=Struct)


def _wire(value: Any) -> Any:
    if isinstance(value, dict):
        return {on_the_wire(key): _wire(item) for key, item in value.items()}
    return [_wire(item) for item in value] if isinstance(value, list) else value


def entries(raws: Sequence[dict[str, Any]], kind: type[S]) -> dict[str, S]:
    """The entries of a table by id. ValueError for a duplicate id."""
    found: dict[str, S] = {}
    for raw in raws:
        if raw["id"] in found:
            raise ValueError(f"{raw['id']} twice")
        found[raw["id"]] = msgspec.convert(_wire(raw), kind)
    return found


class DataFiles:
    """The data files of a folder, each named without its `.toml`. Unknown fields of an entry are a ValidationError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, file: str) -> dict[str, Any]:
        """The raw content of a file."""
        return tomllib.loads((self._folder / f"{file}.toml").read_text(encoding="utf-8"))

    def listed(self, file: str, key: str, kind: type[S]) -> Mapping[str, S]:
        """The entries of a file's list `key`, by id. ValueError for a duplicate id."""
        return MappingProxyType(entries(self.read(file)[key], kind))

    def titled(self, file: str, kind: type[S]) -> Mapping[str, S]:
        """The entries of a file whose table titles are their ids."""
        return MappingProxyType({key: msgspec.convert(_wire(raw), kind) for key, raw in self.read(file).items()})

    def icons(self) -> Mapping[str, Icon]:
        """The icons of orders, answers, content and conditions, from `icons.toml`. ValidationError: a strange one."""
        return MappingProxyType(msgspec.convert(self.read("icons"), dict[str, Icon]))

    def faces(self) -> Mapping[str, Face]:
        """The faces of figures by their entry or kind, from `faces.toml`. ValidationError: a strange one."""
        return MappingProxyType(msgspec.convert(self.read("faces"), dict[str, Face]))

    def rules(self) -> Mapping[str, Rule]:
        """The rules, from `rules.toml`."""
        return self.listed("rules", "rule", Rule)

    def rules_by_language(self) -> Mapping[str, Mapping[str, Rule]]:
        """The rules in other languages: `rules_fi.toml` has them in Finnish."""
        files = sorted(path.stem for path in self._folder.glob("rules_*.toml"))
        return MappingProxyType({file.removeprefix("rules_"): self.listed(file, "rule", Rule) for file in files})
