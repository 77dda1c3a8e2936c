"""Long work on the event loop, done in pieces: between two of them the loop serves others.

Pieces end by time, not by number: how long a field of an answer takes differs a thousandfold. What is computed does not
depend on where a piece ends.
"""

from __future__ import annotations

import asyncio
from time import monotonic

PIECE = 0.02
"""Seconds after which a piece ends."""


class Pieces:
    """The pieces of one operation. Its tasks share them: of several that rest, one goes on at a time."""

    __slots__ = ("_began", "_turn")

    def __init__(self) -> None:
        self._began = monotonic()
        self._turn: asyncio.Lock | None = None

    @property
    def full(self) -> bool:
        """Whether the present piece has taken its time. True also after a wait: then a rest costs next to nothing."""
        return monotonic() - self._began > PIECE

    async def rest(self) -> None:
        """Let the loop serve others, if the present piece is full."""
        if not self.full:
            return
        if self._turn is None:
            self._turn = asyncio.Lock()
        async with self._turn:
            if self.full:  # else whoever rested before has begun a piece that has room
                await asyncio.sleep(0)
                self._began = monotonic()
