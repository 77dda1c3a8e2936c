"""The ground of a board, square by square: the questions that every other part of the geometry asks of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.kernel.combatant import Cell
from engine.kernel.errors import RuleRefusal
from engine.systems.dozen_die.board.ground import USUAL, Ground, Square
from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.content.catalogue import TERRAIN
from engine.systems.dozen_die.content.kinds import Grade, Terrain

WALL_TO_WHO_IS_BELOW = 2
"""Levels from which on a higher floor is like a wall to who stands beside it."""


PLAIN = Square()


def harder(one: Grade, other: Grade) -> Grade:
    """The harder of two grades."""
    return max(one, other, key=lambda grade: grade.rank)


class Land:
    """The board with what has changed of it. storm: a hurricane blows; opened: doors that were closed at first.

    It never changes, so that what was asked of a place once is remembered.
    """

    def __init__(self, ground: Ground, opened: tuple[Cell, ...] = (), storm: bool = False) -> None:
        self._terrain = {**TERRAIN, **{t.id: t for t in ground.own_terrain}}
        self._rows = _laid(ground)
        self._open = frozenset((cell.x, cell.y) for cell in opened)
        self.easiest = Grade.EASY if storm else Grade.VERY_EASY
        """How hard open ground is in this weather.  [DD-TERR-16]"""
        self.width, self.depth = len(self._rows[0]), len(self._rows)
        for at, square in self._all():
            _require_known(self._terrain, at, square)
        self.screens = tuple(at for at, square in self._all() if self._hides(at, square))
        """The squares that nobody sees through, unless from above."""
        self._open_to: dict[tuple[int, int, int], bool] = {}
        self._floors: dict[tuple[int, int, int], int] = {}
        self._wading: dict[tuple[int, int, int], Grade | None] = {}

    def _all(self) -> Iterator[tuple[tuple[int, int], Square]]:
        for y, row in enumerate(self._rows):
            for x, square in enumerate(row):
                yield (x, y), square

    def _hides(self, at: tuple[int, int], square: Square) -> bool:
        return square.wall or square.blocks_sight or (square.door is not None and not self.door_open(at))

    def seen_over(self, at: tuple[int, int], height: int) -> bool:
        """Whether who is at a height or above it looks over a square: it is lower. A wall may have no end."""
        square = self._square(at)
        endless = square.height == 0 and (square.wall or square.door is not None)
        return not endless and square.height < height

    # -- a square
    def square(self, at: tuple[int, int]) -> Square | None:
        """What a square is like; None off the board."""
        x, y = at
        return self._rows[y][x] if 0 <= x < self.width and 0 <= y < self.depth else None

    def terrain(self, at: tuple[int, int]) -> Terrain | None:
        """The terrain of a square's floor; None off the board."""
        square = self.square(at)
        return None if square is None else self._terrain[square.terrain]

    def door_open(self, at: tuple[int, int]) -> bool:
        """Whether there is a door, and it stands open."""
        square = self.square(at)
        return square is not None and square.door is not None and (square.door.open or at in self._open)

    def open_to(self, at: tuple[int, int], size: int = 1) -> bool:
        """Whether a figure of a size can be on a square, if only in passing or on a face above it.

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
        """Whether a square is like a wall to who passes it at a height: impassable, or so much higher."""
        return not self.open_to(at) or self.surface(at) >= height + WALL_TO_WHO_IS_BELOW

    def side_of(self, at: tuple[int, int]) -> Grade | None:
        """How hard the sides of a square are to climb; None: they cannot be."""
        square = self.square(at)
        return None if square is None or square.wall else self._terrain[square.faces or square.terrain].climbing

    def way_up(self, at: tuple[int, int]) -> Grade | None:
        """How hard it is to get from a square to a higher one by what leans there, or by the stairs it is."""
        square = self.square(at)
        if square is None:
            return None
        if square.leans is not None:
            return self._terrain[square.leans].climbing
        own = self._terrain[square.terrain].climbing
        return own if own is Grade.VERY_EASY else None

    # -- all squares of a figure
    def on_board(self, stand: Stand) -> bool:
        """Whether all of it is on the board."""
        return (
            stand.x >= 0 and stand.y >= 0 and stand.x + stand.size <= self.width and stand.y + stand.size <= self.depth
        )

    def fits(self, stand: Stand) -> bool:
        """Whether a figure can be there, if only in passing or on a face above."""
        key = (stand.x, stand.y, stand.size)
        if key not in self._open_to:
            self._open_to[key] = all(self.open_to(at, stand.size) for at in stand.cells())
        return self._open_to[key]

    def bears(self, stand: Stand) -> bool:
        """Whether it can get on there on its feet: nowhere is wading impossible.  [DD-TERR-15]"""
        return self.fits(stand) and self.wading(stand) is not None

    def floor(self, stand: Stand) -> int:
        """The height of the ground below a figure: its highest square bears it."""
        key = (stand.x, stand.y, stand.size)
        if key not in self._floors:
            self._floors[key] = max(self.surface(at) for at in stand.cells())
        return self._floors[key]

    def wading(self, stand: Stand) -> Grade | None:
        """How hard it is to get on there on foot: the hardest of its squares; None: impossible.

        A hurricane makes it easy at best.  [DD-TERR-04, DD-TERR-16]
        """
        key = (stand.x, stand.y, stand.size)
        if key not in self._wading:
            self._wading[key] = self._hardest(stand)
        return self._wading[key]

    def _hardest(self, stand: Stand) -> Grade | None:
        found = self.easiest
        for at in stand.cells():
            grade = self._terrain[self._square(at).terrain].wading
            if grade is None:
                return None
            found = harder(found, grade)
        return found

    def climbing(self, stand: Stand, level: int) -> Grade | None:
        """How hard a climb up to `level`, or down from it, is to who is at the foot of the face: the easiest way.

        None where nothing leads there. A face belongs to a square straight beside that is as high as that.
        [DD-TERR-05, DD-GAP-30, DD-GAP-35]
        """
        found: Grade | None = None
        for foot in stand.cells():
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
                top = (foot[0] + dx, foot[1] + dy)
                if top in stand.cells() or not self.open_to(top) or self.surface(top) < level:
                    continue
                for grade in (self.side_of(top), self.way_up(foot)):
                    if grade is not None and (found is None or grade.rank < found.rank):
                        found = grade
        return found

    def no_jumping(self, stand: Stand) -> bool:
        """Whether the ground there forbids jumps.  [DD-MOVE-08]"""
        return any(self._terrain[self._square(at).terrain].no_jumping for at in stand.cells())

    def no_charging(self, stand: Stand) -> bool:
        """Whether the ground there forbids charges.  [DD-MOVE-08]"""
        return any(self._terrain[self._square(at).terrain].no_charging for at in stand.cells())

    def _square(self, at: tuple[int, int]) -> Square:
        """What a square is like; beyond the edge, where somebody may be put by hand, it is plain."""
        return self.square(at) or PLAIN


@lru_cache(maxsize=64)
def land_of(ground: Ground, opened: tuple[Cell, ...] = (), storm: bool = False) -> Land:
    """The land of a ground; the same one for the same. RuleRefusal where it makes no board."""
    return Land(ground, opened, storm)


def _laid(ground: Ground) -> tuple[tuple[Square, ...], ...]:
    signs = {**USUAL, **{sign.sign: sign for sign in ground.legend}}
    rows = ground.rows or ("." * ground.width,) * ground.depth
    if len({len(row) for row in rows}) != 1:
        raise RuleRefusal("rows: every row of the board has equally many squares", field="rows")
    unknown = sorted({sign for row in rows for sign in row if sign not in signs})
    if unknown:
        raise RuleRefusal(f"rows: what does {unknown[0]!r} stand for? It is not in the legend", field="rows")
    laid: list[list[Square]] = [[signs[sign] for sign in row] for row in rows]
    for piece in ground.pieces:
        if piece.x + piece.columns > len(laid[0]) or piece.y + piece.lines > len(laid):
            raise RuleRefusal(f"pieces: the one at {piece.x}, {piece.y} reaches off the board", field="pieces")
        for y in range(piece.y, piece.y + piece.lines):
            laid[y][piece.x : piece.x + piece.columns] = [piece] * piece.columns
    return tuple(tuple(row) for row in laid)


def _require_known(terrain: dict[str, Terrain], at: tuple[int, int], square: Square) -> None:
    for field, named in (("terrain", square.terrain), ("faces", square.faces), ("leans", square.leans)):
        if named is not None and named not in terrain:
            raise RuleRefusal(f"{field}: there is no terrain {named!r}, at {at[0]}, {at[1]}", field=field)
        if named is not None and field != "terrain" and terrain[named].climbing is None:
            raise RuleRefusal(f"{field}: nobody climbs {named!r}, at {at[0]}, {at[1]}", rule="DD-TERR-15", field=field)
