"""Ways over the board: a declared path checked step by step, and all that somebody can reach.  [DD-GAP-18]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from engine.systems.dozen_die.board.contact import Crowd
from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.stand import AROUND, Stand
from engine.systems.dozen_die.board.steps import HARMLESS, Barred, Step, jump, step
from engine.systems.dozen_die.content.kinds import Grade

FARTHEST = 20
"""Squares up to which ways are looked for, whatever somebody's movement: it keeps the search small."""

Held = tuple[str, ...]
"""Foreign figures that a mover has touched since his order began: until he leaves them they count as no new contact.

[DD-GAP-33]
"""


Met = tuple[tuple[str, ...], Held]
"""Foreign figures that a mover comes into contact with, and those he still touches."""

NOBODY: Met = ((), ())


class Way(Struct, frozen=True):
    """A path that can be gone. cost: in squares. touches: the foreign figures it comes into contact with at its end.

    held: those he was in contact with from the start, and still is.
    """

    steps: tuple[Step, ...] = ()
    cost: int = 0
    touches: tuple[str, ...] = ()
    held: Held = ()

    @property
    def over(self) -> bool:
        """Whether no step can follow: it touches somebody, falls, or leaves the board."""
        return bool(self.touches) or bool(self.steps and (self.steps[-1].down or self.steps[-1].leaves))


class Astray(Struct, frozen=True):
    """Where a declared path goes wrong: at which of its steps, from 0, and why."""

    at: int
    why: Barred


class Wanted(Struct, frozen=True):
    """A step as it is declared. height: None: on the floor there."""

    x: int
    y: int
    height: int | None = None
    jump: bool = False


class Walker:
    """Somebody who moves: where he begins, over which ground, among whom, and how far at most.

    most: squares of his movement, if every test goes well.
    """

    def __init__(self, land: Land, crowd: Crowd, start: Stand, most: int, held: Held | None = None) -> None:
        self.land, self.crowd, self.start, self.most = land, crowd, start, most
        self._known: dict[Stand, tuple[bool, tuple[str, ...]]] = {}
        self._all: tuple[Way, ...] | None = None
        self.held: Held = self._about(start)[1] if held is None else held

    # -- a declared path
    def follow(self, path: Sequence[Wanted]) -> Way | Astray:
        """The way of a declared path, as far as its first contact: there it ends.  [DD-MOVE-13]"""
        way = Way(held=self.held)
        for index, wanted in enumerate(path):
            if way.touches:
                break
            if way.over:
                return Astray(index, Barred.OVER)
            longer = self.further(way, wanted)
            if isinstance(longer, Barred):
                return Astray(index, longer)
            way = longer
        wrong = self.cannot_end(way)
        return Astray(max(0, len(way.steps) - 1), wrong) if wrong else way

    def further(self, way: Way, wanted: Wanted) -> Way | Barred:
        """A way with one more step, or why it cannot be gone."""
        taken = self._step(self._at(way), wanted)
        return taken if isinstance(taken, Barred) else self._longer(way, taken)

    def _step(self, here: Stand, wanted: Wanted) -> Step | Barred:
        to = here.at(wanted.x, wanted.y, here.height)
        if self.land.on_board(to):
            to = here.at(wanted.x, wanted.y, self.land.floor(to) if wanted.height is None else wanted.height)
        return jump(self.land, here, to) if wanted.jump else step(self.land, here, to)

    def _at(self, way: Way) -> Stand:
        return way.steps[-1].to if way.steps else self.start

    def _longer(self, way: Way, taken: Step) -> Way | Barred:
        """A way with one more step."""
        if way.cost + taken.cost > self.most:
            return Barred.TOO_FAR
        met = self._met(way, taken)
        return met if isinstance(met, Barred) else self._with(way, taken, met)

    @staticmethod
    def _with(way: Way, taken: Step, met: Met) -> Way:
        return Way((*way.steps, taken), way.cost + taken.cost, *met)

    def _met(self, way: Way, taken: Step) -> Met | Barred:
        """Whom he comes into contact with by one more step, and whom he still touches after it."""
        if taken.leaves:
            return NOBODY
        barred, touched = self._about(taken.to)
        if barred:
            return Barred.FOREIGN
        if taken.down:
            # Who falls comes to lie clear of everybody: that is no charge.
            return NOBODY
        held = way.held
        for flown in taken.over:
            _, passed = self._about(flown)
            held = tuple(who for who in held if who in passed)
            if len(passed) > len(held):
                return Barred.FLIES_PAST
        held = tuple(who for who in held if who in touched)
        return tuple(who for who in touched if who not in held), held

    def _about(self, stand: Stand) -> tuple[bool, tuple[str, ...]]:
        """Whether a foreign figure stands there, and whom one touches there: each place is met from all sides."""
        found = self._known.get(stand)
        if found is None:
            found = self._known[stand] = (self.crowd.bars(stand), self.crowd.touching(self.land, stand))
        return found

    def cannot_end(self, way: Way) -> Barred | None:
        """Why a move may not end as this way does; None where it may.  [DD-MOVE-08, DD-MOVE-10]"""
        if way.steps and not way.steps[-1].leaves and not self.crowd.free(way.steps[-1].to):
            return Barred.TAKEN
        if way.touches and any(self.land.no_charging(taken.to) for taken in way.steps):
            return Barred.NO_CHARGE
        return None

    # -- all of them
    def ways(self) -> Iterator[Way]:
        """A shortest way to everywhere a move or charge can end, nearest first; of the shortest the easiest, on foot.

        Of jumps only those along rows, columns and slants are tried, and no falls; nothing further than FARTHEST.
        """
        if self._all is not None:
            yield from self._all
            return
        found: list[Way] = []
        for way in self._searched():
            found.append(way)
            yield way
        self._all = tuple(found)

    def _searched(self) -> Iterator[Way]:
        met, most = 0, min(self.most, FARTHEST)
        edge: list[tuple[int, int, int, int, Way]] = [(0, 0, 0, 0, Way(held=self.held))]
        found: set[tuple[Stand, Held]] = set()
        known: dict[tuple[Stand, Held], tuple[int, int, int]] = {(self.start, self.held): (0, 0, 0)}
        left, farther = False, (FARTHEST + 1, 0, 0)
        while edge:
            _, hardest, jumps, _, way = heappop(edge)
            here = self._at(way)
            if (here, way.held) in found or (way.steps and way.steps[-1].leaves and left):
                continue
            found.add((here, way.held))
            left = left or bool(way.steps and way.steps[-1].leaves)
            if way.steps and self.cannot_end(way) is None:
                yield way
            if way.over or way.cost >= most:
                continue
            for taken, rank in onward(self.land, here, most):
                cost = way.cost + taken.cost
                if cost > most:
                    continue
                hard = rank if rank > hardest else hardest
                if taken.jump:
                    hard = max(hard, self._tested(taken))
                price = (cost, hard, jumps + taken.jump)
                # One that gets there no shorter, easier or rather on foot than a way that was met before is never gone.
                if not way.held and known.get((taken.to, way.held), farther) <= price:
                    continue
                about = self._met(way, taken)
                if isinstance(about, Barred):
                    continue
                key = (taken.to, about[1])
                if known.get(key, farther) <= price:
                    continue
                known[key] = price
                # Ties by what was met first: the way found is the same in every process.
                met += 1
                heappush(edge, (*price, met, self._with(way, taken, about)))

    def _tested(self, jumped: Step) -> int:
        """How much there is to fear of a jump, whatever its ground: one that is tested is worse than a river."""
        return Grade.HARD.rank if 2 * jumped.cost > self.most + 1 else 0


@lru_cache(maxsize=8192)
def onward(land: Land, here: Stand, most: int) -> tuple[tuple[Step, int], ...]:
    """Every step and jump that is worth trying, with the rank of its ground. most: squares that it may cost.

    Remembered, for all who pass there and all their ways look at it again; others in the way are not looked at.
    """
    return tuple((taken, max((g.grade.rank for g in taken.into), default=0)) for taken in _onward(land, here, most))


def _onward(land: Land, here: Stand, most: int) -> Iterator[Step]:
    for to in _next_to(land, here):
        taken = step(land, here, to)
        if isinstance(taken, Step) and not taken.down:
            yield taken
    if here.height != land.floor(here):
        return
    for dx, dy in AROUND:
        first = here.at(here.x + dx, here.y + dy, here.height)
        if not land.on_board(first) or not _worth(land, first):
            continue
        for squares in range(2, most + 1):
            to = here.at(here.x + dx * squares, here.y + dy * squares, 0)
            if not land.on_board(to):
                break
            floor = land.floor(to)
            taken = jump(land, here, to.at(to.x, to.y, floor))
            if isinstance(taken, Step) and not taken.down:
                yield taken
            if floor > here.height or not land.fits(to):
                break


def _worth(land: Land, first: Stand) -> bool:
    """Whether a jump over a place does what walking up to it, and on, would not do as well.

    It does over a gap, and over ground that is harder than open ground in this weather.
    """
    grade = land.wading(first)
    return land.floor(first) < first.height or grade is None or grade.rank > land.easiest.rank


def _next_to(land: Land, here: Stand) -> Iterator[Stand]:
    for dx, dy in AROUND:
        to = here.at(here.x + dx, here.y + dy, here.height)
        if not land.on_board(to):
            yield to
            continue
        floor = land.floor(to)
        if abs(floor - here.height) <= HARMLESS:
            yield to.at(to.x, to.y, floor)
        if floor < here.height:
            yield to
    for change in (1, -1):
        yield here.at(here.x, here.y, here.height + change)
