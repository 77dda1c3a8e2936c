"""Lines of sight among straight pieces that block them. Exact: whole numbers only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.kernel.space.turns import Spot, along, turn
from engine.kernel.structs.budget import spend

Box = tuple[int, int, int, int]
"""Least x and y, greatest x and y."""

LEAF = 8
"""Pieces that are tried one by one."""


class Piece(Struct, frozen=True):
    """A straight piece from (x, y) to (to_x, to_y). hides: the height up to which nobody sees through."""

    x: int
    y: int
    to_x: int
    to_y: int
    hides: int

    @property
    def box(self) -> Box:
        """The rectangle around it."""
        x, y, to_x, to_y = self.x, self.y, self.to_x, self.to_y
        if x > to_x:
            x, to_x = to_x, x
        if y > to_y:
            y, to_y = to_y, y
        return x, y, to_x, to_y


class _Branch:
    """Pieces that lie near each other. box: around all of them.

    It is halved by columns and by rows in turn, and only where somebody looks: most of a large board nobody ever does.
    """

    __slots__ = ("_by_row", "_parts", "_pieces", "box")

    def __init__(self, pieces: Sequence[tuple[Box, Piece]], *, by_row: bool) -> None:
        spend(len(pieces))
        boxes = [box for box, _ in pieces]
        self.box = (
            min([b[0] for b in boxes]),
            min([b[1] for b in boxes]),
            max([b[2] for b in boxes]),
            max([b[3] for b in boxes]),
        )
        self._pieces, self._by_row = pieces, by_row
        self._parts: tuple[_Branch, ...] = ()

    @property
    def parts(self) -> tuple[_Branch, ...]:
        """Two of them, or none; then `pieces` are all."""
        if not self._parts and len(self._pieces) > LEAF:
            least, greatest = (1, 3) if self._by_row else (0, 2)
            ordered = sorted(self._pieces, key=lambda pair: pair[0][least] + pair[0][greatest])
            half = len(ordered) // 2
            halves = (ordered[:half], ordered[half:])
            self._parts = tuple([_Branch(some, by_row=not self._by_row) for some in halves])
            self._pieces = ()
        return self._parts

    @property
    def pieces(self) -> Iterator[Piece]:
        """Those of a branch that is not halved."""
        return (piece for _, piece in self._pieces)


class SightLines:
    """Pieces that block sight, ordered so that a line finds those near it."""

    def __init__(self, pieces: Sequence[Piece] = ()) -> None:
        self._root = _Branch([(piece.box, piece) for piece in pieces], by_row=False) if pieces else None

    @property
    def none(self) -> bool:
        """Whether there is no piece."""
        return self._root is None

    def clear(self, cell: Spot, other: Spot, low: int, *, nudged: bool = False) -> bool:
        """Whether the line between two points is clear of pieces that hide up to the height `low` or higher.

        What only touches the line, with an end or all along, does not block it, nor does what an end of the line lies
        on. Where pieces that meet on the line lie on both of its sides they block it: there is no gap between them.
        nudged: where an end of the line lies on a piece, the line counts as lying a hair further to the east, and less
        than that to the south, as `engine.kernel.space.crossings` has it; then nothing only touches it.
        """
        if cell == other:
            return True
        met: list[tuple[int, int]] = []
        runs: list[tuple[int, int]] = []
        for piece in self._near(cell, other):
            if piece.hides < low:
                continue
            mine = turn((piece.x, piece.y), (piece.to_x, piece.to_y), *cell)
            theirs = turn((piece.x, piece.y), (piece.to_x, piece.to_y), *other)
            if nudged and _begins_on(piece, cell, mine, other, theirs):
                return self._clear_of_all(cell, other, low)
            if mine == theirs == 0:
                runs.append(_run(cell, other, piece))
                continue
            if mine * theirs >= 0:
                continue
            start, end = turn(cell, other, piece.x, piece.y), turn(cell, other, piece.to_x, piece.to_y)
            if start * end < 0:
                return False
            if start == 0:
                met.append((along(cell, other, piece.x, piece.y), end))
            elif end == 0:
                met.append((along(cell, other, piece.to_x, piece.to_y), start))
        return not _closed(met, runs)

    def _clear_of_all(self, cell: Spot, other: Spot, low: int) -> bool:
        """Whether no piece crosses the line a hair to the east and south."""
        return not any(piece.hides >= low and _crosses_nudged(cell, other, piece) for piece in self._near(cell, other))

    def _near(self, cell: Spot, other: Spot) -> Iterator[Piece]:
        """The pieces whose rectangles the line may touch."""
        left, right = min(cell[0], other[0]), max(cell[0], other[0])
        top, bottom = min(cell[1], other[1]), max(cell[1], other[1])
        if self._root is None:
            return
        waiting = [self._root]
        while waiting:
            branch = waiting.pop()
            west, north, east, south = branch.box
            if east < left or west > right or south < top or north > bottom:
                continue
            first = turn(cell, other, west, north)
            corners = ((east, north), (west, south), (east, south))
            if first and all(turn(cell, other, x, y) * first > 0 for x, y in corners):
                continue
            parts = branch.parts
            if parts:
                waiting.extend(parts)
            else:
                yield from branch.pieces


def _begins_on(piece: Piece, cell: Spot, mine: int, other: Spot, theirs: int) -> bool:
    """Whether an end of a line lies on a piece. mine, theirs: the sides of the piece that they are on."""
    west, north, east, south = piece.box
    return (not mine and west <= cell[0] <= east and north <= cell[1] <= south) or (
        not theirs and west <= other[0] <= east and north <= other[1] <= south
    )


def _crosses_nudged(cell: Spot, other: Spot, piece: Piece) -> bool:
    """Whether a piece crosses a line that lies a hair further to the east, and less than that to the south."""
    start, end = (piece.x, piece.y), (piece.to_x, piece.to_y)
    dx, dy = end[0] - start[0], end[1] - start[1]
    if _sign(turn(start, end, *cell), -dy, dx) == _sign(turn(start, end, *other), -dy, dx):
        return False
    ex, ey = other[0] - cell[0], other[1] - cell[1]
    return _sign(turn(cell, other, *start), ey, -ex) != _sign(turn(cell, other, *end), ey, -ex)


def _sign(whole: int, east: int, south: int) -> bool:
    """Whether a side is the positive one: by what it is, else by what a hair to the east, or south, makes of it."""
    return (whole or east or south) > 0


def _run(cell: Spot, other: Spot, piece: Piece) -> tuple[int, int]:
    """From where to where a piece lies all along a line."""
    start, end = along(cell, other, piece.x, piece.y), along(cell, other, piece.to_x, piece.to_y)
    return min(start, end), max(start, end)


def _closed(met: list[tuple[int, int]], runs: list[tuple[int, int]]) -> bool:
    """Whether pieces on both sides meet at a point of the line, or at the ends of what runs along it.

    met: for each piece that ends on the line, how far along, and a number on whose sign its side depends.
    """
    joined: list[tuple[int, int]] = []
    for start, end in sorted(runs):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    sides: dict[int, bool] = {}
    waiting = iter(joined)
    run = next(waiting, None)
    for at, side in sorted(met):
        while run is not None and run[1] < at:
            run = next(waiting, None)
        where = run[0] if run is not None and run[0] <= at else at
        if sides.setdefault(where, side > 0) is not (side > 0):
            return True
    return False
