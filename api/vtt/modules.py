"""The files that a plugin consists of: its own modules, and those that they load."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from api.pages.assets import OWN, served

_WITH_ITSELF = re.compile(r"^(?:import|export)\b[\w\s{},*$]*'(\.\.?/[^']+)'", re.MULTILINE)
_WHEN_WANTED = re.compile(r"\bimport\('(\.\.?/[^']+)'\)")
"""In code without comments: types in those name modules in the same way."""


def _loaded(name: str, content: bytes) -> list[str]:
    """What a module loads, with itself or when it is wanted."""
    return _WITH_ITSELF.findall(content.decode()) + _WHEN_WANTED.findall(served(name, content).decode())


def modules_of(*entries: str) -> dict[str, bytes]:
    """All modules that these load, with themselves: path below `own` -> content, in the order of their paths."""
    found: dict[str, bytes] = {}
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = (OWN / name).read_bytes()
        folder = posixpath.dirname(name)
        waiting += [posixpath.normpath(f"{folder}/{to}") for to in _loaded(name, found[name])]
    return dict(sorted(found.items()))


def files_of(folders: Iterable[str], endings: tuple[str, ...]) -> dict[str, bytes]:
    """The files of folders that end so: path below `own` -> content, in the order of their paths."""
    whole = (path for folder in folders for path in sorted((OWN / folder).iterdir()) if path.name.endswith(endings))
    return {path.relative_to(OWN).as_posix(): path.read_bytes() for path in whole}
