"""A fair queue for a few places: round robin over owners, each with its own queue."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from engine.kernel.structs.errors import SkaldError


class QueueFull(SkaldError):
    """An owner has the maximum number of waiting jobs. waiting: that number."""

    def __init__(self, waiting: int) -> None:
        super().__init__(
            f"{waiting} long tasks of yours are waiting already: send this again when some of them are done"
        )
        self.waiting = waiting


class FairQueue:
    """places: how many jobs run at once. each: how many of one owner. waiting: how many of one owner may wait.

    A free place goes to the owner whose last turn is the oldest, so an owner with many waiting jobs delays the others
    by one turn at most.
    """

    def __init__(self, places: int, *, each: int, waiting: int) -> None:
        self._places, self._each, self._most = places, each, waiting
        self._at_work: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        """The number of waiting jobs of all owners."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncGenerator[None]:
        """Hold a place for the duration of the block. Raises QueueFull at once if the owner has too many waiting."""
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave(owner)

    async def _enter(self, owner: str) -> None:
        if self._free_for(owner) and owner not in self._waiting:
            self._at_work[owner] += 1
            return
        line = self._waiting.get(owner)
        if line is not None and len(line) >= self._most:
            raise QueueFull(self._most)
        if line is None:
            line = self._waiting[owner] = deque()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(owner)  # the place was granted at the same moment: pass it to the next
            else:
                self._forget(owner, turn)
            raise

    def _free_for(self, owner: str) -> bool:
        return self._at_work.total() < self._places and self._at_work[owner] < self._each

    def _leave(self, owner: str) -> None:
        self._at_work[owner] -= 1
        if not self._at_work[owner]:
            del self._at_work[owner]
        while (following := next((one for one in self._waiting if self._free_for(one)), None)) is not None:
            turn = self._waiting[following][0]
            self._forget(following, turn)
            if turn.cancelled():  # its task was cancelled in this very step of the loop, and has yet to hear of it
                continue
            if following in self._waiting:
                self._waiting.move_to_end(following)
            self._at_work[following] += 1
            turn.set_result(None)
            return

    def _forget(self, owner: str, turn: asyncio.Future[None]) -> None:
        line = self._waiting.get(owner)
        if line is None or turn not in line:
            return  # `_leave` passed over it
        line.remove(turn)
        if not line:
            del self._waiting[owner]
