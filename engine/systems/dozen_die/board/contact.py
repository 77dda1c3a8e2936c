"""Contact, and who stands about.  [DD-CHG-04, DD-GAP-07]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.dozen_die.board.land import Land
from engine.systems.dozen_die.board.stand import Stand, distance

WITHIN = 1
"""Levels of difference up to which neighbours are in contact."""


def round_corner(land: Land, one: tuple[int, int], other: tuple[int, int], height: int) -> bool:
    """Whether nothing bars the way between two squares that touch: aslant, one of those beside is open.

    height: of the higher of who passes.  [DD-GAP-36]
    """
    if one[0] == other[0] or one[1] == other[1]:
        return True
    return not (land.shuts((one[0], other[1]), height) and land.shuts((other[0], one[1]), height))


def in_contact(land: Land, one: Stand, other: Stand) -> bool:
    """Whether two touch: neighbouring squares, aslant too, at most a level apart, and no wall or shut door between.

    Walls are squares, so only aslant can they come between neighbours: where both squares beside are shut.
    """
    if distance(one, other) > 1 or abs(one.height - other.height) > WITHIN:
        return False
    height = max(one.height, other.height)
    for mine in one.cells():
        for theirs in other.cells():
            if max(abs(mine[0] - theirs[0]), abs(mine[1] - theirs[1])) > 1:
                continue
            if round_corner(land, mine, theirs, height):
                return True
    return False


class Crowd:
    """Everybody else on the board, as a mover looks at them: his own side, and the foreign."""

    def __init__(self, own: Mapping[str, Stand], foreign: Mapping[str, Stand]) -> None:
        self.own, self.foreign = dict(own), dict(foreign)
        self._taken = {at: who for who, stand in (self.own | self.foreign).items() for at in stand.cells()}
        self._near = [(who, s, s.x - 1, s.y - 1, s.x + s.size, s.y + s.size) for who, s in sorted(self.foreign.items())]
        self._barred = {at for stand in self.foreign.values() for at in stand.cells()}

    def bars(self, stand: Stand) -> bool:
        """Whether a foreign figure is in the way: only the own let one pass.  [DD-MOVE-09, DD-MOVE-11]"""
        return not self._barred.isdisjoint(stand.cells())

    def free(self, stand: Stand) -> bool:
        """Whether nobody stands there, so that a move may end.  [DD-MOVE-10]"""
        return self._taken.keys().isdisjoint(stand.cells())

    def touching(self, land: Land, stand: Stand) -> tuple[str, ...]:
        """The foreign figures that somebody who stands there touches, by their ids.  [DD-MOVE-12]"""
        right, bottom = stand.x + stand.size - 1, stand.y + stand.size - 1
        return tuple(
            who
            for who, other, left, top, east, south in self._near
            if right >= left and bottom >= top and stand.x <= east and stand.y <= south
            if in_contact(land, stand, other)
        )
