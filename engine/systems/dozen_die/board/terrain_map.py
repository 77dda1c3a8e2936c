"""The ground of a board square by square: the queries of all other geometry modules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from engine.kit import Cell
from engine.kit.board import Edges
from engine.kit.ground import Ground
from engine.systems.dozen_die.board.edges import edges_on
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.ground import Square, own_terrain, squares
from engine.systems.dozen_die.content.catalogue import TERRAIN
from engine.systems.dozen_die.content.kinds import Grade, Terrain

WALL_TO_WHO_IS_BELOW = 2
"""Height difference in levels from which a higher floor acts as a wall for a figure beside it."""


PLAIN = Square()


def harder(grade: Grade, other: Grade) -> Grade:
    """The harder of two grades."""
    return max(grade, other, key=lambda grade: grade.rank)


class TerrainMap:
    """The board with its changes. storm: a hurricane blows; opened: doors that were closed at first.

    edges: what stands between squares.

    It is immutable, so that results per place are cached.
    """

    def __init__(
        self, ground: Ground, opened: tuple[Cell, ...] = (), storm: bool = False, edges: Edges | None = None
    ) -> None:
        self.edges = edges_on(ground) if edges is None else edges
        self.walled = self.edges.stops
        """Whether anything between squares stops a step."""
        self._terrain = {**TERRAIN, **own_terrain(ground)}
        self._rows = squares(ground)
        self._open = frozenset((cell.x, cell.y) for cell in opened)
        self.easiest = Grade.EASY if storm else Grade.VERY_EASY
        """Difficulty of open ground in this weather.  [DD-TERR-16]"""
        self.width, self.depth = len(self._rows[0]), len(self._rows)
        self.screens = tuple(at for at, square in self._all() if self._hides(at, square))
        """The squares that block sight, unless looked at from above."""
        self.kept: dict[str, Any] = {}
        """Cache for what is derived from this map alone."""
        self._open_to: dict[tuple[int, int, int], bool] = {}
        self._floors: dict[tuple[int, int, int], int] = {}
        self._covers: dict[Footprint, tuple[str, int]] = {}
        self._wading: dict[tuple[int, int, int], Grade | None] = {}

    def _all(self) -> Iterator[tuple[tuple[int, int], Square]]:
        for y, row in enumerate(self._rows):
            for x, square in enumerate(row):
                yield (x, y), square

    def _hides(self, at: tuple[int, int], square: Square) -> bool:
        return square.blocks_sight or (square.door is not None and not self.door_open(at))

    def seen_over(self, at: tuple[int, int], height: int) -> bool:
        """Whether a viewer at this height or above looks over a square: it is lower. A wall may have no end."""
        square = self._square(at)
        endless = square.height == 0 and (square.wall or square.door is not None)
        return not endless and square.height < height

    # -- a square
    @property
    def rows(self) -> tuple[tuple[Square, ...], ...]:
        """All squares, row by row from north to south."""
        return self._rows

    def square(self, at: tuple[int, int]) -> Square | None:
        """Properties of a square; None off the board."""
        x, y = at
        return self._rows[y][x] if 0 <= x < self.width and 0 <= y < self.depth else None

    def terrain(self, at: tuple[int, int]) -> Terrain | None:
        """The terrain of a square's floor; None off the board."""
        square = self.square(at)
        return None if square is None else self._terrain[square.terrain]

    def named(self, terrain: str) -> Terrain:
        """A terrain of the board, or of the catalogue."""
        return self._terrain[terrain]

    def door_open(self, at: tuple[int, int]) -> bool:
        """Whether there is a door and it is open."""
        square = self.square(at)
        return square is not None and square.door is not None and (square.door.open or at in self._open)

    def open_to(self, at: tuple[int, int], size: int = 1) -> bool:
        """Whether a figure of a size can be on a square, also in passing or on a face above it.

        [DD-MOVE-05 to DD-MOVE-08]
        """
        square = self.square(at)
        if square is None or square.wall:
            return False
        if square.door is not None and (not self.door_open(at) or square.door.width < size):
            return False
        most = self._terrain[square.terrain].max_size
        return most is None or size <= most

    def surface(self, at: tuple[int, int]) -> int:
        """The height of a square's floor, in levels."""
        square = self.square(at)
        return 0 if square is None else square.height

    def shuts(self, at: tuple[int, int], height: int) -> bool:
        """Whether a square acts as a wall for a figure passing at a height: impassable, or that much higher."""
        return not self.open_to(at) or self.surface(at) >= height + WALL_TO_WHO_IS_BELOW

    def side_of(self, at: tuple[int, int]) -> Grade | None:
        """How hard the sides of a square are to climb; None: not possible."""
        square = self.square(at)
        return None if square is None or square.wall else self._terrain[square.faces or square.terrain].climbing

    def way_up(self, at: tuple[int, int]) -> Grade | None:
        """How hard it is to climb from a square to a higher one by what leans there, or by its stairs."""
        square = self.square(at)
        if square is None:
            return None
        if square.leans is not None:
            return self._terrain[square.leans].climbing
        own = self._terrain[square.terrain].climbing
        return own if own is Grade.VERY_EASY else None

    # -- all squares of a figure
    def on_board(self, stand: Footprint) -> bool:
        """Whether all of it is on the board."""
        return (
            stand.x >= 0 and stand.y >= 0 and stand.x + stand.size <= self.width and stand.y + stand.size <= self.depth
        )

    def fits(self, stand: Footprint) -> bool:
        """Whether a figure can be there, also in passing or on a face above: it stands across no wall."""
        key = (stand.x, stand.y, stand.size)
        if key not in self._open_to:
            self._open_to[key] = all(self.open_to(at, stand.size) for at in stand.cells()) and not self.edges.astride(
                *key
            )
        return self._open_to[key]

    def bears(self, stand: Footprint) -> bool:
        """Whether the figure can walk there: wading is impossible on none of its squares.  [DD-TERR-15]"""
        return self.fits(stand) and self.wading(stand) is not None

    def floor(self, stand: Footprint) -> int:
        """The height of the ground below a figure: that of its highest square."""
        key = (stand.x, stand.y, stand.size)
        if key not in self._floors:
            self._floors[key] = max(self.surface(at) for at in stand.cells())
        return self._floors[key]

    def cover(self, stand: Footprint) -> tuple[str, int]:
        """(terrain, bonus): the least cover of its squares; none on a face.  [DD-TERR-02, DD-GAP-14]"""
        if stand not in self._covers:
            found = [] if stand.height > self.floor(stand) else [self.terrain(at) for at in stand.cells()]
            known = [terrain for terrain in found if terrain is not None]
            least = min(known, key=lambda terrain: terrain.cover_class, default=None)
            self._covers[stand] = ("", 0) if least is None else (least.id, least.cover_class)
        return self._covers[stand]

    def wading(self, stand: Footprint) -> Grade | None:
        """How hard it is to cross the ground there on foot: the hardest of its squares; None: impossible.

        A hurricane makes it easy at best.  [DD-TERR-04, DD-TERR-16]
        """
        key = (stand.x, stand.y, stand.size)
        if key not in self._wading:
            self._wading[key] = self._hardest(stand)
        return self._wading[key]

    def _hardest(self, stand: Footprint) -> Grade | None:
        found = self.easiest
        for at in stand.cells():
            grade = self._terrain[self._square(at).terrain].wading
            if grade is None:
                return None
            found = harder(found, grade)
        return found

    def climbing(self, stand: Footprint, level: int) -> Grade | None:
        """How hard a climb up to `level`, or down from it, is for a figure at the foot of the face: the easiest way.

        None where nothing leads there. A face belongs to an orthogonally adjacent square of at least that height; what
        stands along the side between keeps a climber from it.
        [DD-TERR-05, DD-GAP-30, DD-GAP-35]
        """
        found: Grade | None = None
        for foot in stand.cells():
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
                top = (foot[0] + dx, foot[1] + dy)
                if top in stand.cells() or not self.open_to(top) or self.surface(top) < level:
                    continue
                if self.walled and self.edges.lets(*foot, dx, dy) < stand.size:
                    continue
                for grade in (self.side_of(top), self.way_up(foot)):
                    if grade is not None and (found is None or grade.rank < found.rank):
                        found = grade
        return found

    def no_jumping(self, stand: Footprint) -> bool:
        """Whether the ground there forbids jumps.  [DD-MOVE-08]"""
        return any(self._terrain[self._square(at).terrain].no_jumping for at in stand.cells())

    def no_charging(self, stand: Footprint) -> bool:
        """Whether the ground there forbids charges.  [DD-MOVE-08]"""
        return any(self._terrain[self._square(at).terrain].no_charging for at in stand.cells())

    def _square(self, at: tuple[int, int]) -> Square:
        """Properties of a square; beyond the edge, where a figure may be put by hand, it is plain."""
        return self.square(at) or PLAIN


def terrain_map_of(ground: Ground, opened: tuple[Cell, ...] = (), storm: bool = False) -> TerrainMap:
    """The terrain map of a ground, cached with it."""
    key = ("dozen_die", opened, storm)
    found: TerrainMap | None = ground.kept.get(key)
    if found is None:
        found = ground.kept[key] = _shared(msgspec.json.encode(ground), opened, storm)
    return found


@lru_cache(maxsize=16)
def _shared(ground: bytes, opened: tuple[Cell, ...], storm: bool) -> TerrainMap:
    """One map for all fights on equal ground, as simulations play them: what is cached with it serves them all."""
    return TerrainMap(msgspec.json.decode(ground, type=Ground), opened, storm)
