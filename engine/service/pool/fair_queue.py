"""A fair queue for a few places: turns go by host or address, then by encounter, then by seat.

Each level is fair by time: a free place goes to who has held places for the shortest time of those who wait, and among
its members in the same way. So neither many seats, nor many fights, nor long jobs of one party keep the others waiting
for more than a turn. Time counts from when somebody began to wait or work: who was away has saved nothing, and who was
there a moment ago has not lost his debt.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import pairwise

from engine.kernel.structs.errors import SkaldError
from engine.service.pool.owner import Owner


class QueueFull(SkaldError):
    """An owner has the maximum number of waiting jobs. waiting: that number. host: of all fights of a host."""

    def __init__(self, waiting: int, *, host: bool = False) -> None:
        super().__init__(
            f"{waiting} long tasks in fights of this host are waiting already: send this again later"
            if host
            else f"{waiting} long tasks of yours are waiting already: send this again when some of them are done"
        )
        self.waiting = waiting


class _Party:
    """A host, an address, an encounter, a seat, or all together, with its members.

    most: places that it may hold at once. held: that it holds; waiting: its waiting jobs; line: those of a seat. used:
    seconds for which it has held places, less what all others of its level have had as well. least: of its members, the
    time of the one whose turn came last. turn: the number of its last turn.
    """

    def __init__(self, most: int) -> None:
        self.most, self.held, self.waiting = most, 0, 0
        self.line: deque[asyncio.Future[float]] = deque()
        self.members: dict[str, _Party] = {}
        self.used, self.least, self.turn = 0.0, 0.0, 0
        self._begun = 0.0

    @property
    def idle(self) -> bool:
        return not self.held and not self.waiting

    def begin(self, now: float) -> None:
        self.held += 1
        self._begun += now

    def end(self, begun: float, now: float) -> None:
        self.held -= 1
        self._begun = self._begun - begun if self.held else 0.0
        self.used += now - begun

    def order(self, now: float) -> tuple[float, int]:
        """Who comes first. Jobs that are not done yet count for as long as they have gone on."""
        return self.used + self.held * now - self._begun, self.turn

    def member(self, name: str, most: int) -> _Party:
        """A member by its name, which begins with the time of the others if it is new or was away."""
        found = self.members.get(name)
        if found is None:
            found = self.members[name] = _Party(most)
        if found.idle:
            found.used = max(found.used, self.least)
        return found

    def forget(self) -> None:
        """Drop members that are away and owe nothing."""
        there = any(not member.idle for member in self.members.values())
        self.members = {
            name: member
            for name, member in self.members.items()
            if not member.idle or (there and member.used > self.least)
        }
        if not there:
            self.least = 0.0


Path = tuple[_Party, ...]
"""From all together down to a seat."""
HOST = 2
"""Where in a path the host stands."""


class FairQueue:
    """places: how many jobs run at once. waiting: how many of one seat may wait; host_waiting: of one host and all of
    his fights, None: any number.

    Of several places neither a seat nor all those together whose jobs come last ever hold all, of three or more no host
    and no encounter; an address holds one. now: a clock in seconds, by default the event loop's.
    """

    def __init__(
        self, places: int, *, waiting: int, host_waiting: int | None = None, now: Callable[[], float] | None = None
    ) -> None:
        self._places, self._most, self._most_of_host = places, waiting, host_waiting
        self._of_one, self._of_many = max(1, places - 1), max(min(2, places), places - 1)
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._all = _Party(places)
        self._turns = 0

    def __len__(self) -> int:
        """The number of waiting jobs of all owners."""
        return self._all.waiting

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncGenerator[None]:
        """Hold a place for the duration of the block. Raises QueueFull at once if the owner has too many waiting."""
        path = self._path(owner)
        begun = await self._enter(path, self._most_of_host if owner.host and not owner.address else None)
        try:
            yield
        finally:
            self._leave(path, begun)

    def _path(self, owner: Owner) -> Path:
        path = [self._all]
        for name, most in self._levels(owner):
            path.append(path[-1].member(name, most))
        return tuple(path)

    def _levels(self, owner: Owner) -> Iterator[tuple[str, int]]:
        yield (LAST, self._of_one) if owner.last else (FIRST, self._places)
        if owner.address:
            yield f"address {owner.address}", 1
        else:  # the operator's encounters are of different people, too
            yield f"host {owner.host}", self._of_many if owner.host else self._places
        yield owner.encounter, self._of_many
        yield owner.seat, self._of_one

    async def _enter(self, path: Path, of_host: int | None) -> float:
        """Wait for a place; returns when it was given. of_host: how many of the host may wait."""
        line = path[-1].line
        if not line and all(party.held < party.most for party in path):
            return self._give(path)
        if len(line) >= self._most:
            raise QueueFull(self._most)
        if of_host is not None and path[HOST].waiting >= of_host:
            raise QueueFull(of_host, host=True)
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        line.append(turn)
        for party in path:
            party.waiting += 1
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(path, turn.result())  # the place was given at the same moment: pass it to the next
            elif turn in line:  # else `_pass_on` has passed over it
                self._take_out(path, turn)
            raise

    def _give(self, path: Path) -> float:
        now = self._now()
        self._turns += 1
        for above, party in pairwise(path):
            above.least = max(above.least, party.used)
            party.turn = self._turns
        for party in path:
            party.begin(now)
        return now

    def _leave(self, path: Path, begun: float) -> None:
        now = self._now()
        for party in path:
            party.end(begun, now)
        while (following := self._next((self._all,), now)) is not None:
            turn = following[-1].line[0]
            self._take_out(following, turn)
            if not turn.cancelled():  # else its task was cancelled in this very step of the loop, and has yet to hear
                turn.set_result(self._give(following))
        for party in reversed(path[:-1]):
            party.forget()

    def _next(self, path: Path, now: float) -> Path | None:
        """The path to the seat whose turn it is, from the end of this one on; None: nobody waits who may hold more."""
        here = path[-1]
        if not here.waiting or here.held >= here.most:
            return None
        if here.line:
            return path
        if here is self._all:
            ordered = [here.members[name] for name in (FIRST, LAST) if name in here.members]
        else:
            ordered = sorted(here.members.values(), key=lambda party: party.order(now))
        return next((found for party in ordered if (found := self._next((*path, party), now)) is not None), None)

    def _take_out(self, path: Path, turn: asyncio.Future[float]) -> None:
        path[-1].line.remove(turn)
        for party in path:
            party.waiting -= 1


FIRST, LAST = "first", "last"
"""Those whose jobs come first, and those whose jobs come after them, however long they wait."""
