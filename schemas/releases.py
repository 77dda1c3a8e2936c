"""The contracts of past releases: `released/<version>/` holds the contract of that version's clients.

A release is written once and never changed. A change that breaks clients of the last release fails a test. If it is
necessary, the version is raised (the first number, or below 1.0 the second) and released, which tells clients.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from schemas.changes import breaks, changes
from schemas.files import FOLDER, kept

RELEASED = FOLDER / "released"

Version = tuple[int, int, int]
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)\Z")


class ReleaseRefused(Exception):
    """The release is refused; the message says what to do."""


def parse_version(text: str) -> Version | None:
    """`0.1.0` -> (0, 1, 0); None for anything else, such as a pre-release."""
    found = _VERSION.match(text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def last_release(directory: Path = RELEASED) -> Path | None:
    """The folder of the highest version; None before the first release."""
    folders = {parse_version(path.name): path for path in directory.glob("*") if path.is_dir()}
    versions = [version for version in folders if version is not None]
    return folders[max(versions)] if versions else None


def release(contract: Mapping[str, str], version: str, directory: Path = RELEASED) -> Path:
    """Store a contract as that of a version. Repeating it with the same contract does nothing.

    ReleaseRefused if the version is invalid, is published with another contract, is older than the last one, or breaks
    clients although its number promises compatibility.
    """
    number = parse_version(version)
    if number is None:
        raise ReleaseRefused(f"{version!r} is no version to release: three numbers, such as 0.1.0")
    folder, last = directory / version, last_release(directory)
    if folder.exists():
        if kept(folder) == contract:
            return folder
        raise ReleaseRefused(f"{version} is released already, with another contract: raise the version")
    if last is not None:
        before = parse_version(last.name)
        assert before is not None
        if number < before:
            raise ReleaseRefused(f"{version} is older than {last.name}, which is released: raise the version")
        broken = breaks(changes(kept(last), contract))
        if broken and not may_break(before, number):
            free = next_free(before)
            raise ReleaseRefused(f"{version} breaks clients of {last.name}, {broken[0]}: call it {free}, or mend it")
    folder.mkdir(parents=True)
    for name, text in contract.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def may_break(before: Version, after: Version) -> bool:
    """Whether breaking changes are allowed between two versions: the first number differs, or below 1.0 the second."""
    return after[0] > before[0] or (before[0] == 0 and after[0] == 0 and after[1] > before[1])


def next_free(before: Version) -> str:
    """The next version that may break clients."""
    return f"{before[0] + 1}.0.0" if before[0] else f"0.{before[1] + 1}.0"
