"""Leaving contact: where a pushed or separated figure can go.  [DD-PUSH-03 to DD-PUSH-08, DD-GAP-34]"""

from __future__ import annotations

from msgspec import Struct

from engine.systems.dozen_die.board.contact import OtherFigures
from engine.systems.dozen_die.board.footprint import AROUND, Footprint, distance
from engine.systems.dozen_die.board.steps import passes
from engine.systems.dozen_die.board.terrain_map import TerrainMap

UP = 1
"""Levels that a figure is pushed up at most, at each step.  [DD-GAP-34]"""


class Retreat(Struct, frozen=True):
    """The places at the shortest legal distance, lowest y first, then x. squares: that distance; 0: it stays.

    crowded: no place was legal; these have the fewest foreign contacts, which are allowed.  [DD-GAP-33]
    """

    squares: int
    places: tuple[Footprint, ...]
    crowded: bool = False


def retreat(land: TerrainMap, group: OtherFigures, start: Footprint, pusher: Footprint | None = None) -> Retreat:
    """Where a figure ends that is pushed away by `pusher`, or (None) separated from everybody it touches.

    group: everybody else from its point of view. A figure that nobody pushes and nobody touches stays where it is.
    It passes through anybody, but never through walls or shut doors nor off the board, and rises one level per step at
    most. A legal place is empty and out of foreign contact; for a push it is also further from the pusher than before.
    [DD-PUSH-05, DD-GAP-34]
    """
    near = distance(start, pusher) if pusher else 0
    reached: dict[tuple[int, int], Footprint] = {(start.x, start.y): start}
    rim, squares = [start], 0
    fewest: tuple[int, int, tuple[Footprint, ...]] | None = None
    while rim:
        empty = sorted((s for s in rim if group.free(s)), key=lambda s: s.order)
        touching = {s: len(group.touching(land, s)) for s in empty}
        legal = [s for s in empty if not touching[s] and (pusher is None or distance(s, pusher) > near)]
        if legal:
            return Retreat(squares, tuple(legal))
        if empty:
            contacts = min(touching.values())
            if fewest is None or contacts < fewest[0]:
                fewest = (contacts, squares, tuple(s for s in empty if touching[s] == contacts))
        rim, squares = _beyond(land, rim, reached), squares + 1
    if fewest is None:
        return Retreat(0, (start,), crowded=True)
    return Retreat(fewest[1], fewest[2], crowded=True)


def _beyond(land: TerrainMap, rim: list[Footprint], reached: dict[tuple[int, int], Footprint]) -> list[Footprint]:
    """The places one step further, each on its floor. reached: square -> the place before it; these are entered."""
    found: list[Footprint] = []
    for here in rim:
        for dx, dy in AROUND:
            to = here.at(here.x + dx, here.y + dy, here.height)
            if (to.x, to.y) in reached or not land.on_board(to) or not land.bears(to):
                continue
            there = to.at(to.x, to.y, land.floor(to))
            if there.height - here.height <= UP and passes(land, here, there):
                reached[(to.x, to.y)] = here
                found.append(there)
    return found


def way(land: TerrainMap, start: Footprint, to: Footprint) -> tuple[Footprint, ...]:
    """A shortest way of a retreat to a place, from its start on; () where none leads there."""
    reached: dict[tuple[int, int], Footprint] = {(start.x, start.y): start}
    rim = [start]
    while rim and (to.x, to.y) not in reached:
        rim = _beyond(land, rim, reached)
    if not rim:
        return ()
    back = [to]
    while (back[-1].x, back[-1].y) != (start.x, start.y):
        back.append(reached[(back[-1].x, back[-1].y)])
    return tuple(reversed(back))


def straight_away(start: Footprint, pusher: Footprint) -> tuple[int, int]:
    """The square straight away from a pusher, one step on: the default of a push."""

    def way(mine: int, my_size: int, theirs: int, their_size: int) -> int:
        if mine >= theirs + their_size:
            return 1
        return -1 if mine + my_size <= theirs else 0

    dx = way(start.x, start.size, pusher.x, pusher.size)
    dy = way(start.y, start.size, pusher.y, pusher.size)
    return start.x + dx, start.y + dy
