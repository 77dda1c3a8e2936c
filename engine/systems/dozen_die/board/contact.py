"""Contact between figures, and who else is on the board.  [DD-CHG-04, DD-GAP-07]"""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.dozen_die.board.footprint import Footprint, distance
from engine.systems.dozen_die.board.terrain_map import TerrainMap

WITHIN = 1
"""Greatest level difference at which neighbours are in contact."""


def round_corner(land: TerrainMap, cell: tuple[int, int], other: tuple[int, int], height: int) -> bool:
    """Whether nothing blocks the way between two adjacent squares: diagonally, one way round the corner must be open.

    A way is open where its square is, and no wall or shut door stands along a side that it crosses.
    height: of the higher of the two figures.  [DD-GAP-36]
    """
    if cell[0] == other[0] or cell[1] == other[1]:
        return not (land.walled and land.edges.parts(cell, other))
    down = across = True
    if land.walled:
        down, across = land.edges.ways_round(*cell, 1, other[0] - cell[0], other[1] - cell[1])
    return (down and not land.shuts((cell[0], other[1]), height)) or (
        across and not land.shuts((other[0], cell[1]), height)
    )


def in_contact(land: TerrainMap, footprint: Footprint, other: Footprint) -> bool:
    """Whether two figures touch: adjacent or diagonal squares, at most a level apart, no wall or shut door between.

    Walls that are squares separate neighbours only diagonally: where both squares beside are shut. [DD-GAP-07]
    """
    if distance(footprint, other) > 1 or abs(footprint.height - other.height) > WITHIN:
        return False
    height = max(footprint.height, other.height)
    for mine in footprint.cells():
        for theirs in other.cells():
            if max(abs(mine[0] - theirs[0]), abs(mine[1] - theirs[1])) > 1:
                continue
            if round_corner(land, mine, theirs, height):
                return True
    return False


class OtherFigures:
    """Everybody else on the board from a mover's point of view: own side and foreign."""

    def __init__(self, own: Mapping[str, Footprint], foreign: Mapping[str, Footprint]) -> None:
        self.own, self.foreign = dict(own), dict(foreign)
        self._taken = {at: who for who, stand in (self.own | self.foreign).items() for at in stand.cells()}
        self._near = [(who, s, s.x - 1, s.y - 1, s.x + s.size, s.y + s.size) for who, s in sorted(self.foreign.items())]
        self._barred = {at for stand in self.foreign.values() for at in stand.cells()}

    def bars(self, stand: Footprint) -> bool:
        """Whether a foreign figure is in the way: own figures can be passed.  [DD-MOVE-09, DD-MOVE-11]"""
        return not self._barred.isdisjoint(stand.cells())

    def free(self, stand: Footprint) -> bool:
        """Whether nobody is there, so that a move may end.  [DD-MOVE-10]"""
        return self._taken.keys().isdisjoint(stand.cells())

    def touching(self, land: TerrainMap, stand: Footprint) -> tuple[str, ...]:
        """Ids of the foreign figures that a figure at this position touches.  [DD-MOVE-12]"""
        right, bottom = stand.x + stand.size - 1, stand.y + stand.size - 1
        return tuple(
            who
            for who, other, left, top, east, south in self._near
            if right >= left and bottom >= top and stand.x <= east and stand.y <= south
            if in_contact(land, stand, other)
        )
