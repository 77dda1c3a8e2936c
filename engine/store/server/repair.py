"""Repairing a cut tail: removes what a crash left unfinished at the end of the append-only file, nothing else.

A crash can end the file inside a step. With `aof-load-truncated yes` Redis cuts after the last whole *command* and
keeps half of the step; the next start then refuses the acknowledged steps that came after. So the server runs with
`no` and refuses to start, and the file is cut before the whole step, by the server program's own checker. Damage
anywhere else is not from a crash: cutting there would lose acknowledged steps.
"""

from __future__ import annotations

import logging
import os
import re
import shlex
import subprocess
from pathlib import Path

from msgspec import Struct

from engine.store.server.binary import Binary
from engine.store.server.errors import DamagedData

LOG = logging.getLogger(__name__)

MANIFEST = Path("appendonlydir", "appendonly.aof.manifest")
_ANALYZED = re.compile(r"size=(\d+), ok_up_to=(\d+),.*diff=(\d+)")
_LONGEST_CHECK = 3600  # seconds


class RepairedCut(Struct, frozen=True):
    """A repair. kept, cut: bytes. saved: the file with the bytes cut off."""

    file: Path
    kept: int
    cut: int
    saved: Path


def repair(binary: Binary, data: Path) -> RepairedCut | None:
    """Cut an unfinished step off the end of the newest append-only file; the server must not be running.

    None if that file ends properly: then something else prevents the start.
    Raises DamagedData if more than the end is wrong; the files are then unchanged.
    """
    file = newest(data)
    if file is None or file.stat().st_size == 0:  # the checker rejects an empty file, the server does not
        return None
    size, good, diff = _check(binary, file)
    if diff == 0:
        return None
    with file.open("rb") as aof:
        aof.seek(good)
        tail = aof.read()
    if not is_unfinished(tail):
        raise DamagedData(
            f"{file} is damaged at byte {good} of {size}, and not only unfinished at its end: it was not mended, for "
            f"that would throw away {diff} bytes of whole steps. Restore a backup, or run "
            f"`redis-check-aof --fix {shlex.quote(str(file))}` if you can do without them"
        )
    saved = data / f"{file.name}.{good}.cut"
    saved.write_bytes(tail)
    _run(binary, "--fix", file)
    with file.open("rb+") as aof:
        os.fsync(aof.fileno())
    if file.stat().st_size != good:
        raise DamagedData(f"{file} could not be cut at byte {good}: it has {file.stat().st_size} bytes")
    LOG.warning(
        "%s ended inside an unfinished step: cut %d bytes after byte %d (kept in %s)", file, diff, good, saved.name
    )
    return RepairedCut(file, good, diff, saved)


def newest(data: Path) -> Path | None:
    """The file that the server last appended to: the manifest's last increment. None if there is none.

    Only this one is ever cut: earlier files were finished and synced before it was created.
    """
    try:
        lines = (data / MANIFEST).read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    last: Path | None = None
    for line in lines:
        words = shlex.split(line)
        fields = dict(zip(words[::2], words[1::2], strict=False))
        if fields.get("type") == "i" and "file" in fields:
            last = data / MANIFEST.parent / fields["file"]
    return last if last is not None and last.is_file() else None


def is_unfinished(tail: bytes) -> bool:
    """Whether these bytes are only the beginning of one step.

    tail: from the end of the last whole step. It may end anywhere, even inside a number. After a power loss a file
    can have its new length but not its new content: zeros at the end count as missing. A complete EXEC means that
    whole steps follow, so something else is wrong.
    """
    rest = tail.rstrip(b"\0")
    place = 0

    def number(prefix: bytes) -> int | None:
        """The number of a `*3` or `$3` line; None if the bytes end before the line does. ValueError if malformed."""
        nonlocal place
        end = rest.find(b"\r\n", place)
        line = rest[place:] if end < 0 else rest[place:end]
        digits = line[1:].removesuffix(b"\r") if end < 0 else line[1:]
        if (line and line[:1] != prefix) or (digits and not digits.isdigit()) or len(digits) > 20:
            raise ValueError
        if end < 0:
            return None
        place = end + 2
        return int(digits)

    try:
        while place < len(rest):
            if rest[place : place + 1] == b"#":  # the server's timestamp (aof-timestamp-enabled)
                end = rest.find(b"\n", place)
                if end < 0:
                    return True
                place = end + 1
                continue
            words = number(b"*")
            if words is None:
                return True
            for word in range(words):
                length = number(b"$")
                if length is None:
                    return True
                value, close = rest[place : place + length], rest[place + length : place + length + 2]
                if not b"\r\n".startswith(close):
                    return False
                place += length + 2
                if place > len(rest):
                    return True
                if word == 0 and value.upper() == b"EXEC":
                    return False
    except ValueError:
        return False
    return True


def _check(binary: Binary, file: Path) -> tuple[int, int, int]:
    """File size, end of its last whole step, and their difference, in bytes."""
    said = _run(binary, file)
    found = _ANALYZED.search(said)
    if found is None:
        raise DamagedData(f"{file} could not be checked by {binary.path}: {said.strip() or 'it said nothing'}")
    size, good, diff = (int(figure) for figure in found.groups())
    return size, good, diff


def _run(binary: Binary, *arguments: str | Path) -> str:
    """Run the checker: the server program under another name. It gets the plain file, not the manifest: Valkey 9.1
    reports a manifest's base file as broken, because it no longer begins with REDIS."""
    try:
        done = subprocess.run(
            ["redis-check-aof", *arguments],
            executable=binary.path,
            input="y\n",
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST_CHECK,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise DamagedData(f"the append-only file could not be checked by {binary.path}: {error}") from error
    return done.stdout + done.stderr
