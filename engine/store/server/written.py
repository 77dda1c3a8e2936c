"""Who wrote a data folder, and who can read it.

Newer servers read what older ones wrote, never the other way round: an older one sees an empty folder, begins a new
one beside it, and says no word. So the folder remembers its writer and we ask before anything is started.
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
_LAST_COMMON = (7, 2)  # Valkey left Redis at 7.2; what Redis writes from 7.4 on Valkey does not know


class Written(Struct, frozen=True):
    """The server that last had the folder, and the socket it listened on."""

    kind: Kind
    version: str
    socket: str

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"


def recall(data: Path) -> Written | None:
    """What the folder remembers; None for a new one. Raises UnreadableData if the note itself cannot be read."""
    note = data / NOTE
    try:
        written = msgspec.json.decode(note.read_bytes(), type=Written)
        parse_version(written.version)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableData(
            f"{note} does not say which server wrote this folder ({error}); restore it from a backup, or, if you know "
            "that the installed server is not older than the one that wrote the data, remove that file"
        ) from error
    return written


def remember(data: Path, written: Written) -> None:
    """Note the writer, before it writes: all or nothing, and on the disk when this returns."""
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


def can_read(binary: Binary, written: Written) -> bool:
    """Whether this server reads that one's files.

    Same kind: the same minor release or a newer one. Valkey reads Redis up to 7.2, where the two parted; Redis never
    reads Valkey.
    """
    then, now = parse_version(written.version)[:2], binary.version[:2]
    if binary.kind == written.kind:
        return now >= then
    return binary.kind == "valkey" and then <= _LAST_COMMON


def choose(data: Path, among: Iterable[Binary] | None = None) -> Binary:
    """The first server that can go on with this folder.

    among: instead of all that are installed. Raises NoBinary, UnreadableData.
    """
    written = recall(data)
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
