"""Some runs as one job of the pool: short, so that others get their turn, and what nobody wants any more ends soon.

A position is sent to a process once and kept there by its digest.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.service.bots.simulation import Policy
from engine.service.odds.run import Run, run, seed_of
from engine.service.pool.recent import Recent

SECONDS = 0.3
"""Of a batch, by the clock; its first run is made however long it takes."""
KEPT = 8
"""Positions that a process keeps."""


_POSITIONS: Recent[str, Position[Any]] = Recent(KEPT)
"""Those that this process keeps, by their digest."""


class Batch(Struct, frozen=True):
    """runs: of consecutive numbers, packed; seconds: that they took."""

    runs: tuple[bytes, ...]
    seconds: float


def batch(
    book: Rulebook[Any],
    digest: str,
    position: Position[Any] | None,
    seed: str,
    bots: Mapping[str, Policy],
    rounds: int,
    first: int,
    most: int,
) -> Batch | None:
    """The runs from number `first` on, at most so many; None: this process has not got the position, send it along.

    What `run` raises.
    """
    kept = kept_position(digest, position)
    if kept is None:
        return None
    made: list[bytes] = []
    begun = time.monotonic()
    while len(made) < most and (not made or time.monotonic() - begun < SECONDS):
        made.append(packed(run(book, kept, seed_of(seed, first + len(made)), bots, rounds)))
    return Batch(tuple(made), time.monotonic() - begun)


def kept_position(digest: str, position: Position[Any] | None) -> Position[Any] | None:
    """The position of a digest, which is kept from now on if it is given; None: this process has not got it."""
    kept = _POSITIONS.get(digest)
    return _POSITIONS.keep(digest, position) if kept is None and position is not None else kept


def packed(run: Run) -> bytes:
    """A run as it is sent and kept."""
    return msgspec.msgpack.encode(run)


def unpacked(data: bytes) -> Run:
    """See `packed`."""
    return msgspec.msgpack.decode(data, type=Run)
