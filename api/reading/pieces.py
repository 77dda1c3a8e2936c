"""Long work on the event loop, done in pieces: between two of them the loop serves others.

Pieces end by time, not by number: how long a field of an answer takes differs a thousandfold. What is computed does not
depend on where a piece ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from time import monotonic

PIECE = 0.02
"""Seconds after which a piece ends."""

_operation: ContextVar[Pieces | None] = ContextVar("pieces", default=None)


def begin_pieces() -> Pieces:
    """Begin an operation, which covers this task and the tasks it starts."""
    made = Pieces()
    _operation.set(made)
    return made


@asynccontextmanager
async def one_by_one() -> AsyncGenerator[None, None]:
    """Around work that takes long in one go, and that an operation may ask for many times."""
    pieces = _operation.get()
    if pieces is None:
        yield
        return
    async with pieces.alone():
        yield


class Pieces:
    """The pieces of one operation. Its tasks share them: of several that rest, one goes on at a time."""

    __slots__ = ("_began", "_long", "_turn")

    def __init__(self) -> None:
        self._began = monotonic()
        self._turn: asyncio.Lock | None = None
        self._long: asyncio.Lock | None = None

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[None, None]:
        """Around work that takes long in one go: no other task of the operation does such work meanwhile."""
        if self._long is None:
            self._long = asyncio.Lock()
        async with self._long:
            await self.rest()
            yield

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
