"""Copying a data folder while its server runs: the copy has everything acknowledged before it began.

The append-only file only grows, so a copy equals the disk's content after a crash at some moment during the copy: its
end is repaired when the server starts on it. Only a rewrite changes the set of files; then all is copied again.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

from engine.store.server.errors import ServerError
from engine.store.server.repair import MANIFEST
from engine.store.server.version_record import NOTE

ATTEMPTS = 20
"""Rewrites in a row that may interrupt; one takes as long as reading all encounters."""


def copy_files(data: Path, to: Path) -> int:
    """Copy the server's files from a data folder into a new one; returns the bytes. All is synced to disk on return.

    Raises ServerError if there are none, or rewrites interrupted every try; FileExistsError if `to` exists.
    """
    for _ in range(ATTEMPTS):
        manifest = _read(data / MANIFEST)
        beside = to.with_name(f"{to.name}.part")
        shutil.rmtree(beside, ignore_errors=True)
        (beside / MANIFEST.parent).mkdir(mode=0o700, parents=True)
        try:
            # The version record comes first: a newer server may own the files by the time they are read.
            _copy(data / NOTE, beside / NOTE)
            lines = list(_in_use(manifest))
            for name, _ in lines:
                _copy(data / MANIFEST.parent / name, beside / MANIFEST.parent / name)
        except FileNotFoundError:
            continue
        if _read(data / MANIFEST) != manifest:
            continue
        (beside / MANIFEST).write_text("".join(f"{line}\n" for _, line in lines))
        _sync(beside / MANIFEST)
        size = sum(file.stat().st_size for file in (beside / MANIFEST.parent).iterdir())
        if to.exists():
            raise FileExistsError(f"{to} exists")
        beside.rename(to)
        _sync(to.parent)
        return size
    raise ServerError(f"the server rewrites its files in {data} again and again: try again")


def _read(manifest: Path) -> str:
    try:
        return manifest.read_text()
    except FileNotFoundError as error:
        raise ServerError(f"there are no fights in {manifest.parent.parent}: nothing was ever played there") from error


def _in_use(manifest: str) -> Iterator[tuple[str, str]]:
    """Name and line of each file that a start would read; files replaced by a rewrite will be deleted."""
    for line in manifest.splitlines():
        words = shlex.split(line)
        fields = dict(zip(words[::2], words[1::2], strict=False))
        if fields.get("type") in ("b", "i") and "file" in fields:
            yield fields["file"], line


def _copy(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    target.chmod(0o600)
    _sync(target)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
