"""Ways over the board: checking a declared path step by step, and finding everything in reach.  [DD-GAP-18]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from engine.systems.dozen_die.board.contact import OtherFigures
from engine.systems.dozen_die.board.footprint import AROUND, Footprint
from engine.systems.dozen_die.board.steps import HARMLESS, Barred, Step, jump, step
from engine.systems.dozen_die.board.terrain_map import TerrainMap
from engine.systems.dozen_die.content.kinds import Grade

FARTHEST = 20
"""Squares up to which ways are searched, whatever the figure's movement: it keeps the search small."""

Held = tuple[str, ...]
"""Foreign figures touched since the order began: until the mover leaves them they count as no new contact.

[DD-GAP-33]
"""


Met = tuple[tuple[str, ...], Held]
"""Foreign figures that a mover comes into contact with, and those it still touches."""

NOBODY: Met = ((), ())

Key = tuple[Footprint, Held]
"""End of a way and the figures it still touches: everything that its continuation depends on."""


class Way(Struct, frozen=True):
    """A path that is possible. cost: in squares. touches: the foreign figures it comes into contact with at its end.

    held: figures it was in contact with from the start, and still is.
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
    """Why a declared path is not possible: the index of the step, from 0, and the reason."""

    at: int
    why: Barred


class Wanted(Struct, frozen=True):
    """A step as declared. height: None: on the floor there."""

    x: int
    y: int
    height: int | None = None
    jump: bool = False


_Arrival = tuple[int, int, Key, Step]
"""A step to some place: squares of the way up to its end, the rank of its ground, where it comes from, the step."""

_Price = tuple[int, int, int]
"""What a way costs: squares, the rank of its hardest ground, jumps."""


class Walker:
    """A figure that moves: start, ground, other figures, and how far at most.

    most: squares of its movement, if every test succeeds.
    """

    def __init__(
        self, land: TerrainMap, group: OtherFigures, start: Footprint, most: int, held: Held | None = None
    ) -> None:
        self.land, self.group, self.start, self.most = land, group, start, most
        self._known: dict[Footprint, tuple[bool, tuple[str, ...]]] = {}
        self._all: tuple[Way, ...] | None = None
        self._arrivals: dict[Key, list[_Arrival]] = {}
        self._prices: dict[Key, _Price] = {}
        self._straight: dict[Key, Way] = {}
        self.held: Held = self._about(start)[1] if held is None else held

    # -- a declared path
    def follow(self, path: Sequence[Wanted]) -> Way | Astray:
        """The way of a declared path, up to its first contact, where it ends.  [DD-MOVE-13]"""
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
        """A way with one more step, or why that is not possible."""
        taken = self._step(self._at(way), wanted)
        return taken if isinstance(taken, Barred) else self._longer(way, taken)

    def _step(self, here: Footprint, wanted: Wanted) -> Step | Barred:
        to = here.at(wanted.x, wanted.y, here.height)
        if self.land.on_board(to):
            to = here.at(wanted.x, wanted.y, self.land.floor(to) if wanted.height is None else wanted.height)
        return jump(self.land, here, to) if wanted.jump else step(self.land, here, to)

    def _at(self, way: Way) -> Footprint:
        return way.steps[-1].to if way.steps else self.start

    def _longer(self, way: Way, taken: Step) -> Way | Barred:
        """A way with one more step."""
        if way.cost + taken.cost > self.most:
            return Barred.JUMPS_TOO_FAR if taken.jump else Barred.TOO_FAR
        met = self._met(way.held, taken)
        return met if isinstance(met, Barred) else self._with(way, taken, met)

    @staticmethod
    def _with(way: Way, taken: Step, met: Met) -> Way:
        return Way((*way.steps, taken), way.cost + taken.cost, *met)

    def _met(self, held: Held, taken: Step) -> Met | Barred:
        """Figures that one more step brings into contact, and those still touched after it."""
        if taken.leaves:
            return NOBODY
        barred, touched = self._about(taken.to)
        if barred:
            return Barred.FOREIGN
        if taken.down:
            # A fall ends clear of everybody: it is no charge.
            return NOBODY
        for flown in taken.over:
            _, passed = self._about(flown)
            held = tuple(who for who in held if who in passed)
            if len(passed) > len(held):
                return Barred.FLIES_PAST
        held = tuple(who for who in held if who in touched)
        return tuple(who for who in touched if who not in held), held

    def _about(self, stand: Footprint) -> tuple[bool, tuple[str, ...]]:
        """Whether a foreign figure is there, and which ones a figure there touches; cached."""
        found = self._known.get(stand)
        if found is None:
            found = self._known[stand] = (self.group.bars(stand), self.group.touching(self.land, stand))
        return found

    def cannot_end(self, way: Way) -> Barred | None:
        """Why a move may not end as this way does; None where it may.  [DD-MOVE-08, DD-MOVE-10]"""
        if way.steps and not way.steps[-1].leaves and not self.group.free(way.steps[-1].to):
            return Barred.TAKEN
        if way.touches and any(self.land.no_charging(taken.to) for taken in way.steps):
            return Barred.NO_CHARGE
        return None

    def barred(self, to: Footprint) -> Barred:
        """Why no way out of contact ends somewhere: the place itself is not allowed, otherwise it is too far."""
        land = self.land
        if not land.fits(to):
            return Barred.SHUT
        if self.group.bars(to):
            return Barred.FOREIGN
        if not self.group.free(to):
            return Barred.TAKEN
        if to.height < land.floor(to) or (to.height > land.floor(to) and land.climbing(to, to.height) is None):
            return Barred.IN_THE_AIR
        if to.height == land.floor(to) and land.wading(to) is None:
            return Barred.NO_PROGRESS
        return Barred.CONTACT if self._about(to)[1] else Barred.TOO_FAR

    # -- all ways
    def ways(self) -> Iterator[Way]:
        """A shortest way to every place where a move or charge can end, nearest first; see `straightened`.

        Of equally short ways the easiest, then the one with fewest jumps. Jumps are tried only along rows, columns and
        diagonals; falls are not tried; nothing is further than FARTHEST.
        """
        if self._all is not None:
            yield from self._all
            return
        found: list[Way] = []
        for way in self._searched():
            found.append(way)
            yield way
        self._all = tuple(found)

    def straightened(self, way: Way) -> Way:
        """The straightest of the ways that are as good as one of `ways`.

        Its squares lie nearest to the line between start and end. Few of the ways that are found are offered or taken,
        so it is looked for only then.
        """
        key = (self._at(way), way.held)
        if not way.steps or key not in self._prices:
            return way
        found = self._straight.get(key)
        if found is None:
            found = self._straight[key] = self._straightest(way, self._prices[key][1]) or way
        return found

    def _searched(self) -> Iterator[Way]:
        met, most = 0, min(self.most, FARTHEST)
        edge: list[tuple[int, int, int, int, Way]] = [(0, 0, 0, 0, Way(held=self.held))]
        found: set[Key] = set()
        # A search begins anew where an earlier one was left off.
        known: dict[Key, _Price] = {(self.start, self.held): (0, 0, 0)}
        back: dict[Key, list[_Arrival]] = {}
        self._prices, self._arrivals = known, back
        left, farther = False, (FARTHEST + 1, 0, 0)
        while edge:
            _, hardest, jumps, _, way = heappop(edge)
            here = self._at(way)
            at = (here, way.held)
            if at in found or (way.steps and way.steps[-1].leaves and left):
                continue
            found.add(at)
            left = left or bool(way.steps and way.steps[-1].leaves)
            if way.steps and (way.steps[-1].leaves or self.group.free(here)):
                # Where nothing is met and nothing jumped over, the way itself shows that one may end here.
                ended = self._straightest(way, hardest) if way.touches or jumps else way
                if ended is not None:
                    yield ended
            if way.over or way.cost >= most:
                continue
            for taken, rank in onward(self.land, here, most):
                cost = way.cost + taken.cost
                if cost > most:
                    continue
                if taken.jump:
                    rank = max(rank, self._tested(taken))
                price = (cost, rank if rank > hardest else hardest, jumps + taken.jump)
                arrival = (cost, rank, at, taken)
                # A way that is not shorter, easier or with fewer jumps than one already found is dropped;
                # if it is equally short, the straightest may still be among the ways through it.
                if not way.held:
                    key: Key = (taken.to, ())
                    before = known.get(key, farther)
                    if before <= price:
                        if before[0] == cost:
                            back[key].append(arrival)
                        continue
                about = self._met(way.held, taken)
                if isinstance(about, Barred):
                    continue
                key = (taken.to, about[1])
                before = known.get(key, farther)
                if before[0] < cost:
                    continue
                back.setdefault(key, []).append(arrival)
                if before <= price:
                    continue
                known[key] = price
                # Ties go to the way found first, so that the result is the same in every process.
                met += 1
                heappush(edge, (*price, met, self._with(way, taken, about)))

    def _straightest(self, way: Way, hardest: int) -> Way | None:
        """The straightest of all ways that are equally short and easy with as few jumps; None where none may end so."""
        back, known, end = self._arrivals, self._prices, way.steps[-1].to
        charges, (x, y) = bool(way.touches), (self.start.x, self.start.y)
        dx, dy = end.x - x, end.y - y
        if self.cannot_end(way) is None and not any(
            taken.jump or dx * (taken.to.y - y) != dy * (taken.to.x - x) for taken in way.steps
        ):
            return way
        first = (self.start, self.held)
        found: dict[Key, tuple[int, int, Key, Step] | None] = {}

        def search(key: Key) -> tuple[int, int, Key, Step] | None:
            """The last step of the best way to a place, with the jumps of that way and how far it strays."""
            found[key] = best = None
            cost = known[key][0]
            for squares, rank, source, taken in back[key]:
                if squares != cost or rank > hardest or (charges and self.land.no_charging(taken.to)):
                    continue
                if taken.jump and isinstance(self._met(source[1], taken), Barred):
                    continue
                jumps, strays = int(taken.jump), abs(dx * (taken.to.y - y) - dy * (taken.to.x - x))
                strays += sum([abs(dx * (at.y - y) - dy * (at.x - x)) for at in taken.over]) if taken.over else 0
                if source != first:
                    before = found[source] if source in found else search(source)
                    if before is None:
                        continue
                    jumps, strays = jumps + before[0], strays + before[1]
                if best is None or (jumps, strays) < best[:2]:
                    best = (jumps, strays, source, taken)
            found[key] = best
            return best

        key, steps = (end, way.held), list[Step]()
        if search(key) is None:
            return None
        while key != first:
            last = found[key]
            assert last is not None
            _, _, key, taken = last
            steps.append(taken)
        return Way(tuple(reversed(steps)), way.cost, way.touches, way.held)

    def _tested(self, jumped: Step) -> int:
        """The risk of a jump, whatever its ground: a tested one is worse than a river."""
        return Grade.HARD.rank if 2 * jumped.cost > self.most + 1 else 0


@lru_cache(maxsize=8192)
def onward(land: TerrainMap, here: Footprint, most: int) -> tuple[tuple[Step, int], ...]:
    """Every useful step and jump, with the rank of its ground. most: squares that it may cost.

    Cached, as all figures and ways passing there need it; other figures in the way are not considered.
    """
    return tuple((taken, max((g.grade.rank for g in taken.into), default=0)) for taken in _onward(land, here, most))


def _onward(land: TerrainMap, here: Footprint, most: int) -> Iterator[Step]:
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


def _worth(land: TerrainMap, first: Footprint) -> bool:
    """Whether a jump over a place is of more use than walking up to it, and on.

    It is over a gap, and over ground that is harder than open ground in this weather.
    """
    grade = land.wading(first)
    return land.floor(first) < first.height or grade is None or grade.rank > land.easiest.rank


def _next_to(land: TerrainMap, here: Footprint) -> Iterator[Footprint]:
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
