"""Which server wrote a data folder, and which can read it.

Newer servers read what older ones wrote, never the reverse: an older one sees an empty folder and silently begins a
new one beside it. So the folder records its writer, which is checked before any start.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.store.server.binary import Binary, Kind, candidates, find, parse_version
from engine.store.server.errors import UnreadableData

NOTE = "server.json"
_LAST_COMMON = (7, 2)  # Valkey forked from Redis 7.2; it cannot read what Redis 7.4 or newer writes


class VersionRecord(Struct, frozen=True):
    """The server that last used the folder, and its socket."""

    kind: Kind
    version: str
    socket: str

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"


def read_record(data: Path) -> VersionRecord | None:
    """The folder's record; None for a new folder. Raises UnreadableData if the record cannot be read."""
    note = data / NOTE
    try:
        written = msgspec.json.decode(note.read_bytes(), type=VersionRecord)
        parse_version(written.version)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableData(
            f"{note} does not say which server wrote this folder ({error}); restore it from a backup, or, if you know "
            "that the installed server is not older than the one that wrote the data, remove that file"
        ) from error
    return written


def write_record(data: Path, written: VersionRecord) -> None:
    """Record the writer, before it writes: atomic, and on the disk on return."""
    fresh = data / f"{NOTE}.new"
    with fresh.open("wb") as file:
        file.write(msgspec.json.encode(written) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(data / NOTE)
    folder = os.open(data, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def can_read(binary: Binary, written: VersionRecord) -> bool:
    """Whether this server can read that one's files.

    Same kind: the same minor release or a newer one. Valkey reads Redis up to 7.2, where it forked; Redis never
    reads Valkey.
    """
    then, now = parse_version(written.version)[:2], binary.version[:2]
    if binary.kind == written.kind:
        return now >= then
    return binary.kind == "valkey" and then <= _LAST_COMMON


def choose(data: Path, among: Iterable[Binary] | None = None) -> Binary:
    """The first server that can continue with this folder.

    among: instead of all installed ones. Raises NoBinary, UnreadableData.
    """
    written = read_record(data)
    found = list(candidates() if among is None else among)
    if written is None:
        return found[0] if found else find()
    for binary in found:
        if can_read(binary, written):
            return binary
    present = ", ".join(str(binary) for binary in found) or "none"
    raise UnreadableData(
        f"{data} was written by {written}; no installed server reads that (found: {present}). "
        f"Install {written.kind} {written.version} or newer, or use another data folder"
    )
