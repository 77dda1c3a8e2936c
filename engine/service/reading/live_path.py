"""The events that lead to a version along its live path, and their fold: here or in a pool process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.jumps import Landing, land
from engine.kernel.playing.position import Position, at_version, folded
from engine.kernel.structs.errors import Fault
from engine.service.reading.views import decode_whole
from engine.store.packing import pack_page, unpack_page
from engine.store.port import Entry, Snapshot

PIECE = 500
"""Events packed before the event loop gets a turn."""


class LivePath(Struct, frozen=True):
    """base: the snapshot to start from; None: start from the first event.

    entries: oldest first, without reverted ones. jumped: the path contains a revert. top: entry of the version.
    """

    version: int
    base: Snapshot | None
    entries: Sequence[Entry]
    jumped: bool
    top: Entry


class PackedPath(Struct, frozen=True):
    """A LivePath, packed for another process."""

    version: int
    base: Snapshot | None
    pages: tuple[bytes, ...]
    jumped: bool


async def pack_path(path: LivePath) -> PackedPath:
    """Pack a path for another process; the event loop gets a turn between pieces."""
    pages: list[bytes] = []
    for start in range(0, len(path.entries), PIECE):
        pages.append(pack_page(path.entries[start : start + PIECE]))
        await asyncio.sleep(0)
    return PackedPath(path.version, path.base, tuple(pages), path.jumped)


def fold_here(book: Rulebook[Any], path: LivePath) -> Position[Any]:
    """The position at the path's end. Raises Fault for an impossible path."""
    return _folded(book, path.base, path.entries, path.version, jumped=path.jumped)


def fold_packed(book: Rulebook[Any], path: PackedPath) -> Position[Any]:
    """`fold_here` of a packed path, as a pool job."""
    entries = (entry for page in path.pages for entry in unpack_page(page))
    return _folded(book, path.base, entries, path.version, jumped=path.jumped)


def land_packed(book: Rulebook[Any], target: Position[Any], pages: Iterable[bytes]) -> Landing[Any]:
    """Where a revert lands, as a pool job. pages: all entries behind its target."""
    marks = [f'"type":"{name}"'.encode() for cls, name in book.codec.names.items() if cls.lasting]
    entries = (entry for page in pages for entry in unpack_page(page))
    found = (decode_whole(book, entry) for entry in entries if any(mark in entry.public for mark in marks))
    return land(book, target, [recorded for recorded in found if recorded.lasting])


def _folded(
    book: Rulebook[Any], base: Snapshot | None, entries: Iterable[Entry], version: int, *, jumped: bool
) -> Position[Any]:
    position: Position[Any] | None = None
    if base is not None:
        position = Position(base.version, msgspec.json.decode(base.body, type=book.state_type))
    # Decoded one by one: decoded events take far more memory than their bytes.
    position = folded(book, position, (decode_whole(book, entry) for entry in entries))
    if position is None:
        raise Fault("there are no events to fold")
    return at_version(position, version, jumped=jumped)
