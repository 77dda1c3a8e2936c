"""Some runs as one job of the pool: short, so that others get their turn, and what nobody wants any more ends soon.

A position is sent to a process once and kept there by its digest.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.position import Position
from engine.service.bots.simulation import Policy
from engine.service.odds.run import Run, run, seed_of

SECONDS = 0.3
"""Of a batch, by the clock; its first run is made however long it takes."""
KEPT = 8
"""Positions that a process keeps."""


class _Positions:
    """The positions that this process keeps, by their digest; what was asked for longest ago goes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Position[Any]] = OrderedDict()

    def of(self, digest: str, sent: Position[Any] | None) -> Position[Any] | None:
        """The position of that name; None: neither kept nor sent."""
        kept = self._kept.get(digest, sent)
        if kept is not None:
            self._kept[digest] = kept
            self._kept.move_to_end(digest)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept


_POSITIONS = _Positions()


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
    kept = _POSITIONS.of(digest, position)
    if kept is None:
        return None
    made: list[bytes] = []
    begun = time.monotonic()
    while len(made) < most and (not made or time.monotonic() - begun < SECONDS):
        made.append(packed(run(book, kept, seed_of(seed, first + len(made)), bots, rounds)))
    return Batch(tuple(made), time.monotonic() - begun)


def packed(one: Run) -> bytes:
    """A run as it is sent and kept."""
    return msgspec.msgpack.encode(one)


def unpacked(one: bytes) -> Run:
    """See `packed`."""
    return msgspec.msgpack.decode(one, type=Run)
