"""Getting out of contact: where somebody who is pushed, or separated, can go.  [DD-PUSH-03 to DD-PUSH-08, DD-GAP-34]"""

from __future__ import annotations

from msgspec import Struct

from engine.systems.dozen_die.board.contact import Crowd
from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.stand import AROUND, Stand, distance
from engine.systems.dozen_die.board.steps import passes

UP = 1
"""Levels that one is pushed up at most, at each step.  [DD-GAP-34]"""


class Retreat(Struct, frozen=True):
    """The places at the shortest legal distance, lowest y first, then x. squares: that distance; 0: it stays.

    crowded: no place was legal; these have the fewest foreign contacts, and they are let be.  [DD-GAP-33]
    """

    squares: int
    places: tuple[Stand, ...]
    crowded: bool = False


def retreat(land: Land, crowd: Crowd, start: Stand, pusher: Stand | None = None) -> Retreat:
    """Where somebody ends who is pushed away by `pusher`, or (None) separated from all he touches.

    crowd: everybody else as he looks at them. Whom nobody pushes and nobody touches stays where he is.
    He passes through anybody, but never through what is shut nor off the board, and goes up by one level at a time at
    most. A legal place is empty and out of contact with the foreign; pushed, also further from the pusher than he was.
    [DD-PUSH-05, DD-GAP-34]
    """
    near = distance(start, pusher) if pusher else 0
    reached: dict[tuple[int, int], Stand] = {(start.x, start.y): start}
    rim, squares = [start], 0
    fewest: tuple[int, int, tuple[Stand, ...]] | None = None
    while rim:
        empty = sorted((s for s in rim if crowd.free(s)), key=lambda s: s.order)
        touching = {s: len(crowd.touching(land, s)) for s in empty}
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


def _beyond(land: Land, rim: list[Stand], reached: dict[tuple[int, int], Stand]) -> list[Stand]:
    """The places one step on, each on its floor."""
    found: list[Stand] = []
    for here in rim:
        for dx, dy in AROUND:
            to = here.at(here.x + dx, here.y + dy, here.height)
            if (to.x, to.y) in reached or not land.on_board(to) or not land.bears(to):
                continue
            there = to.at(to.x, to.y, land.floor(to))
            if there.height - here.height <= UP and passes(land, here, there):
                reached[(to.x, to.y)] = there
                found.append(there)
    return found


def straight_away(start: Stand, pusher: Stand) -> tuple[int, int]:
    """The square that lies straight away from a pusher, one step on: what a push without a choice takes."""

    def way(mine: int, my_size: int, theirs: int, their_size: int) -> int:
        if mine >= theirs + their_size:
            return 1
        return -1 if mine + my_size <= theirs else 0

    dx = way(start.x, start.size, pusher.x, pusher.size)
    dy = way(start.y, start.size, pusher.y, pusher.size)
    return start.x + dx, start.y + dy
