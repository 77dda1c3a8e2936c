"""The games that whoever runs a command writes: those of this folder's package, else those installed beside Skald's."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from api.cli.outcome import Misread
from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.registry import GROUP

SKALD = "skald"
"""The distribution that Skald's own games come with."""


def authored() -> list[Rulebook[Any]]:
    """The games of an author; none in Skald's own folder, and where nothing but Skald is installed.

    RegistrationError for a game that cannot be used; Misread where the folder's package cannot be read.
    """
    project = _project(Path("pyproject.toml"))
    if project.get("name") == SKALD:
        return []
    declared = project.get("entry-points", {}).get(GROUP, {})
    points = [EntryPoint(name, value, GROUP) for name, value in declared.items()] or list(_of_others())
    return list(_books(points))


def _project(file: Path) -> dict[str, Any]:
    """What a folder says of its package; nothing where it has none."""
    try:
        found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Misread(f"{file} cannot be read: {error}") from error
    return found


def _of_others() -> Iterator[EntryPoint]:
    """The installed games that other distributions than Skald bring."""
    for point in entry_points(group=GROUP):
        if point.dist is not None and point.dist.name.lower() != SKALD:
            yield point


def _books(points: Iterable[EntryPoint]) -> Iterator[Rulebook[Any]]:
    sys.path.insert(0, os.getcwd())
    for point in points:
        try:
            system = getattr(import_module(point.module), point.attr or "system")
        except Exception as error:  # whatever the author's module does while it is imported
            raise RegistrationError(f"{point.name} ({point.value}) does not load: {error}") from error
        yield Rulebook(system)
