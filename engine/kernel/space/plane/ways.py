"""The shortest way around what bars a table: over the corners of regions and lines, and around others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from engine.kernel.space.plane.blockers import Blockers
from engine.kernel.space.plane.circles import ring
from engine.kernel.space.plane.clearance import NEAREST, Table, segment_clear
from engine.kernel.space.plane.points import Point, segment_length, squared_distance
from engine.kernel.space.plane.regions import clear_of

MOST_CORNERS = 200
"""Points that a way may turn at; where more would be needed, the way over those counts."""
MOST_TRIED = 5000
"""Segments that are judged before the search gives up: so long it may take, whatever the table is like."""
_WIDER = 2
"""Hundredths that a ring around somebody lies outside of what is barred, so that its chords stay outside too."""

Barrier = tuple[str, int]
"""What was in the way: "enemy", "region" or "line", and its number."""


def shortest_way(
    start: Point,
    goals: Sequence[Point],
    enemies: Sequence[Point],
    blocked: Blockers,
    table: Table,
    apart: int = NEAREST,
) -> tuple[Point, ...] | None:
    """The shortest way from a point to the first of some goals that it reaches, its start first.

    None: there is none, or it is not found among MOST_TRIED segments.

    It turns at corners of outlines, a hundredth beside them where one cannot stand, on rings of 16 points around
    enemies, and where the edge of a region meets that of what is taken away from it: at the ends of bridges. Of ways of
    equal length it is the first found. Each segment of it is clear (`segment_clear`).
    """
    search = _Search(start, tuple(dict.fromkeys(goals)), tuple(enemies), blocked, table, apart)
    while True:
        way = search.run()
        if search.tired:
            return None
        if not search.widen():
            return way


class _Search:
    """Only what is met on the way lends its corners, so that the rest of a large table costs nothing."""

    def __init__(
        self,
        start: Point,
        goals: tuple[Point, ...],
        enemies: tuple[Point, ...],
        blocked: Blockers,
        table: Table,
        apart: int,
    ) -> None:
        self.enemies, self.blocked, self.table, self.apart = enemies, blocked, table, apart
        self.start, self.goals = start, tuple(goal for goal in goals if goal == start or self._stands(goal))
        self.nodes = list(dict.fromkeys((start, *self.goals)))
        self._clear: dict[tuple[int, int], bool] = {}
        self._met: dict[Barrier, None] = {}
        self._used: dict[Barrier, None] = {}
        self._walls = [Blockers(lines=(line,)) for line in blocked.lines]

    @property
    def tired(self) -> bool:
        """Whether it has tried enough."""
        return len(self._clear) >= MOST_TRIED

    def run(self) -> tuple[Point, ...] | None:
        """The shortest way over the present points. Segments are judged when their turn comes, not before."""
        nodes, goals = self.nodes, set(self.goals)
        left = [min((segment_length(node, goal) for goal in self.goals), default=0) for node in nodes]
        before: dict[int, int] = {}
        queue: list[tuple[int, int, int, int]] = [(left[0], 0, 0, -1)]
        while queue and not self.tired:
            _, gone, node, source = heappop(queue)
            if node in before or (source >= 0 and not self._passes(source, node)):
                continue
            before[node] = source
            if nodes[node] in goals:
                return self._back(before, node)
            for other in range(len(nodes)):
                if other not in before:
                    length = gone + segment_length(nodes[node], nodes[other])
                    heappush(queue, (length + left[other], length, other, node))
        return None

    def _back(self, before: dict[int, int], node: int) -> tuple[Point, ...]:
        way = []
        while node >= 0:
            way.append(self.nodes[node])
            node = before[node]
        return tuple(reversed(way))

    def _passes(self, source: int, node: int) -> bool:
        known = self._clear.get((source, node))
        if known is None:
            point, other = self.nodes[source], self.nodes[node]
            known = segment_clear(point, other, self.enemies, self.blocked, self.table, self.apart) is None
            self._clear[source, node] = known
            if not known:
                self._met.update(dict.fromkeys(self._barriers(point, other)))
        return known

    def _barriers(self, point: Point, other: Point) -> list[Barrier]:
        """What is in the way of a segment, as far as its corners do not count yet.

        Where something whose corners count is in the way already, the segment tells nothing new: the shortest way does
        not lead there, whatever else stands there.
        """
        if any(self._bars(barrier, point, other) for barrier in self._used):
            return []
        found: list[Barrier] = [
            ("enemy", number)
            for number, enemy in enumerate(self.enemies)
            if not clear_of(point, other, enemy, self.apart)
        ]
        if self.blocked.clear(point, other):
            return found
        for number, region in enumerate(self.blocked.regions):
            if region.meets(point, other):
                found.append(("region", number))
        for number, chain in enumerate(self.blocked.chains):
            if chain.crossings(point, other):
                found.append(("line", number))
        return found

    def _bars(self, barrier: Barrier, point: Point, other: Point) -> bool:
        """Whether one thing by itself is in the way of a segment."""
        kind, number = barrier
        if kind == "enemy":
            return not clear_of(point, other, self.enemies[number], self.apart)
        if kind == "region":
            return bool(self.blocked.regions[number].stretches(point, other))
        return not self._walls[number].clear(point, other)

    def widen(self) -> bool:
        """Whether something new was met, whose corners count from now on."""
        new = [barrier for barrier in self._met if barrier not in self._used]
        before, known = len(self.nodes), set(self.nodes)
        for barrier in new:
            self._used[barrier] = None
            for corner in self._corners(barrier):
                if len(self.nodes) < MOST_CORNERS and corner not in known and self._stands(corner):
                    known.add(corner)
                    self.nodes.append(corner)
        return len(self.nodes) > before

    def _corners(self, barrier: Barrier) -> Iterable[Point]:
        kind, number = barrier
        if kind == "enemy":
            return ring(self.enemies[number], self.apart + _WIDER, outward=True)[::2]
        if kind == "region":
            region = self.blocked.regions[number]
            corners = [corner for outline in region.outlines() for corner in outline]
            corners += region.notches()
        else:
            corners = list(self.blocked.lines[number])
        return [near for corner in corners for near in self._beside(corner)]

    def _beside(self, corner: Point) -> Iterator[Point]:
        """A corner; the points next to it where one cannot stand at it."""
        if not self.blocked.bars(corner):
            yield corner
            return
        for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            yield Point(corner.x + dx, corner.y + dy)

    def _stands(self, point: Point) -> bool:
        if not self.table.holds(point) or self.blocked.bars(point):
            return False
        return all(squared_distance(point, enemy) >= self.apart * self.apart for enemy in self.enemies)
