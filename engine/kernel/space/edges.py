"""Lines that stand on a board of squares: which steps they stop, which figures they part, which sight they block.

Points are in hundredths of the unit of length; the corner of the cell (0, 0) is the point (0, 0). Whole numbers only.

A step along a row or a column is stopped by what crosses the line between the middles of the two cells, a figure of
several cells by what stops the step of one of them. `engine.kernel.space.crossings` says what counts that only touches
the line. A diagonal step needs a way round its corner by two such steps, and nothing that crosses its own line. What
only touches a diagonal with an end stops nobody; where what ends there lies on both of its sides there is no gap. Sight
runs along the true lines. What stops steps is kept by the sides that they lead over, so that a step asks for its own
and no others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from engine.kernel.space.blocks import cells
from engine.kernel.space.crossings import Corner, Sides, corner_near, crossed_sides, ends_on
from engine.kernel.space.sight_lines import Piece, SightLines
from engine.kernel.space.turns import Spot
from engine.kernel.structs.budget import spend

STANDING = 3
"""Units of a budget that each point of what stands on a board takes, and each stretch of sides that it stops."""
ANYBODY = 1_000_000
"""Cells a side of a figure that is larger than any."""
ENDLESS = 1_000_000_000
"""A height that is above any."""
NOWHERE = -ENDLESS
"""A height below any: of what hides nothing."""

Lines = dict[tuple[bool, int], list[tuple[int, int, int]]]
Doorway = tuple[Spot, bool, int, int]
"""An end of a door; and a side: upright or not, its line, and where it is on it."""
Spans = dict[tuple[bool, int], tuple[list[int], list[int]]]


class Barrier(Struct, frozen=True):
    """What stands along a line of straight pieces.

    lets: cells a side of the largest figure that passes it; 0: nobody. hides: the height up to which nobody sees
    through; NOWHERE: everybody does.
    door: it is one on each side that it crosses or ends on, and what begins only where it ends gives way to it there.
    """

    line: tuple[Spot, ...]
    lets: int = 0
    hides: int = ENDLESS
    door: bool = False


def straight(line: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """The straight pieces of a line, as long as they go: points that lie between two others straight on are left out.

    A piece is never without length.
    """
    start: Spot | None = None
    end: Spot | None = None
    for at in line:
        if start is None:
            start = at
        elif end is None:
            end = at if at != start else None
        elif at != end and not _onward(start, end, at):
            yield start, end
            start, end = end, at
        elif at != end:
            end = at
    if start is not None and end is not None:
        yield start, end


def _onward(spot: Spot, two: Spot, three: Spot) -> bool:
    """Whether a third point lies straight on, beyond the second."""
    dx, dy, ex, ey = two[0] - spot[0], two[1] - spot[1], three[0] - two[0], three[1] - two[1]
    return dx * ey == dy * ex and dx * ex + dy * ey > 0


def along_sides(spot: Spot, two: Spot, cell: int) -> bool:
    """Whether a piece of a line lies along whole sides of cells. cell: their side in hundredths."""
    if spot[0] != two[0] and spot[1] != two[1]:
        return False
    return all(number % cell == 0 for number in (*spot, *two))


class Edges:
    """The barriers of a board of squares. cell: the side of a cell in hundredths."""

    def __init__(self, barriers: Iterable[Barrier] = (), cell: int = 100) -> None:
        self.cell = cell
        standing = []
        for barrier in barriers:
            spend(STANDING * len(barrier.line))
            standing.append((barrier, tuple(straight(barrier.line))))
        self._sight = SightLines([piece for barrier, line in standing for piece in _pieces(line, barrier.hides)])
        # Asked like sight: a piece "hides" from whoever is too large for it, so up to minus the size that it lets.
        self._solid = SightLines(
            [piece for barrier, line in standing if barrier.lets < ANYBODY for piece in _pieces(line, -barrier.lets)]
        )
        doorways = _doorways(standing, cell)
        stops: Lines = {}
        self._stray = False
        self._within: set[Corner] = set()
        """Corners of cells that have an end of a piece nearer to them than the middles are."""
        self._past: dict[tuple[int, int, int, int, int], bool] = {}
        for barrier, line in standing:
            for square, two in line if barrier.lets < ANYBODY else ():
                if not along_sides(square, two, cell):
                    self._stray = True
                    self._within |= {corner_near(square, cell), corner_near(two, cell)}
                for sides in crossed_sides(square, two, cell, closed=barrier.door):
                    spend(STANDING)
                    line_of_grid, start = (sides.upright, sides.line), sides.start
                    if not barrier.door and any((end, *line_of_grid, start) in doorways for end in (square, two)):
                        start += 1
                    if start < sides.end:
                        stops.setdefault(line_of_grid, []).append((start, sides.end, barrier.lets))
        self._stops: Spans = {line: _flattened(spans) for line, spans in stops.items()}
        self.stops = bool(self._stops) or self._stray
        """Whether anything stops a step; where nothing does, searches need not ask."""
        self.none = not self.stops and self._sight.none
        """Whether nothing stands anywhere: neither steps nor sight need be asked for."""

    # -- sides of cells
    def _side(self, upright: bool, line: int, at: int) -> int:
        """Cells a side of the largest figure that passes one side of a cell."""
        spans = self._stops.get((upright, line))
        if spans is None:
            return ANYBODY
        starts, lets = spans
        index = bisect_right(starts, at) - 1
        return lets[index] if index >= 0 else ANYBODY

    def lets(self, x: int, y: int, dx: int, dy: int) -> int:
        """Cells a side of the largest figure that passes from a cell to the next one along a row or a column."""
        if dx:
            return self._side(True, x + (dx > 0), y)
        return self._side(False, y + (dy > 0), x)

    def astride(self, x: int, y: int, size: int) -> bool:
        """Whether a figure at a place would stand across something that does not let it pass. x, y: its least cell."""
        if size == 1 or not self.stops:
            return False
        inner = range(1, size)
        return any(
            self._side(True, x + n, y + m) < size or self._side(False, y + n, x + m) < size
            for n in inner
            for m in range(size)
        )

    def straight_step(self, x: int, y: int, size: int, dx: int, dy: int) -> bool:
        """Whether nothing stops a figure's step along a row or a column: it fits through every side that it crosses.

        x, y: its least cell. dx, dy: one of them 0, the other 1 or -1.
        """
        if not self.stops:
            return True
        if dx:
            line = x + (size if dx > 0 else 0)
            return all(self._side(True, line, y + n) >= size for n in range(size))
        line = y + (size if dy > 0 else 0)
        return all(self._side(False, line, x + n) >= size for n in range(size))

    def step(self, x: int, y: int, size: int, dx: int, dy: int) -> bool:
        """Whether nothing stops a figure's step to a neighbouring place, where it stands across nothing.

        A diagonal step is stopped where both ways round the corner are, and where something crosses its own line.
        """
        if not self.stops:
            return True
        if self.astride(x + dx, y + dy, size):
            return False
        if not dx or not dy:
            return self.straight_step(x, y, size, dx, dy)
        return any(self.ways_round(x, y, size, dx, dy))

    def ways_round(self, x: int, y: int, size: int, dx: int, dy: int) -> tuple[bool, bool]:
        """For the two ways round the corner of a diagonal step, by the column first and by the row first: is it open?

        Neither is where something crosses the line between the middles. Cells are not considered.
        """
        if not self.stops:
            return True, True
        if self._stray and not all(self._past_corner(*at, dx, dy, size) for at in cells(x, y, size)):
            return False, False
        down = self.straight_step(x, y, size, 0, dy) and self.straight_step(x, y + dy, size, dx, 0)
        across = self.straight_step(x, y, size, dx, 0) and self.straight_step(x + dx, y, size, 0, dy)
        return (
            down and not self.astride(x, y + dy, size),
            across and not self.astride(x + dx, y, size),
        )

    def _past_corner(self, x: int, y: int, dx: int, dy: int, size: int) -> bool:
        """Whether nothing crosses the line between the middles of two cells that touch at a corner.

        What crosses it crosses a step round the corner as well, or ends near the corner.
        """
        key = (x, y, dx, dy, size)
        known = self._past.get(key)
        if known is None:
            column, row = x + (dx > 0), y + (dy > 0)
            near = (column, row) in self._within or any(
                lets < size
                for lets in (
                    self._side(True, column, row - 1),
                    self._side(True, column, row),
                    self._side(False, row, column - 1),
                    self._side(False, row, column),
                )
            )
            to = self._middle((x + dx, y + dy, 1))
            known = not near or self._solid.clear(self._middle((x, y, 1)), to, 1 - size)
            self._past[key] = known
        return known

    def parts(self, cell: Spot, other: Spot) -> bool:
        """Whether two neighbouring cells are parted: nobody passes from one to the other, diagonally neither way round.

        A cell is not parted from itself.
        """
        if not self.stops:
            return False
        (x, y), dx, dy = cell, other[0] - cell[0], other[1] - cell[1]
        if not dx or not dy:
            return bool(dx or dy) and not self.lets(x, y, dx, dy)
        if self._stray and not self._past_corner(x, y, dx, dy, 1):
            return True
        down = self.lets(x, y, 0, dy) and self.lets(x, y + dy, dx, 0)
        across = self.lets(x, y, dx, 0) and self.lets(x + dx, y, 0, dy)
        return not down and not across

    def joined(self, cell: Spot, other: Spot) -> bool:
        """Whether nothing that nobody passes stands on the straight line between the middles of two cells.

        Neighbours are joined where they are not parted.
        """
        if self._solid.none:
            return True
        if max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) <= 1:
            return not self.parts(cell, other)
        return self._solid.clear(self._middle((*cell, 1)), self._middle((*other, 1)), 0, nudged=True)

    # -- sight
    def sight(self, pair: tuple[int, int, int], other: tuple[int, int, int], low: int) -> bool:
        """Whether nothing blocks the line between the middles of two blocks of cells, each as x, y and size.

        low: the height of the lower viewer: what hides only up to a lesser height does not count.
        Whoever has a wall through the middle of his cell looks past it on the side on which his steps count him.
        """
        if self._sight.none:
            return True
        of_cells = pair[2] % 2 == other[2] % 2 == 1
        return self._sight.clear(self._middle(pair), self._middle(other), low, nudged=of_cells)

    def _middle(self, block: tuple[int, int, int]) -> Spot:
        x, y, size = block
        return ((2 * x + size) * self.cell, (2 * y + size) * self.cell)


def _pieces(line: Iterable[tuple[Spot, Spot]], hides: int) -> Iterator[Piece]:
    """The pieces of a line that hide, in twice the hundredths: so the middle of any cell is a whole number."""
    if hides > NOWHERE:
        for cell, two in line:
            yield Piece(2 * cell[0], 2 * cell[1], 2 * two[0], 2 * two[1], hides)


def _doorways(standing: Iterable[tuple[Barrier, Iterable[tuple[Spot, Spot]]]], cell: int) -> set[Doorway]:
    """The ends of doors that lie on the line of a step which leads through them, each with the side of that step."""
    found = set[Doorway]()
    for barrier, line in standing:
        for square, two in line if barrier.door else ():
            for sides in crossed_sides(square, two, cell, closed=True):
                for at in {sides.start, sides.end - 1}:
                    step = Sides(sides.upright, sides.line, at, at + 1)
                    found |= {(end, sides.upright, sides.line, at) for end in (square, two) if ends_on(end, step, cell)}
    return found


def _flattened(spans: list[tuple[int, int, int]]) -> tuple[list[int], list[int]]:
    """Spans of a line that may overlap, as the starts of spans side by side, with the least of each; ANYBODY between.

    It takes time in proportion to n log n of n spans.
    """
    turns = sorted({at for start, end, _ in spans for at in (start, end)})
    least = [ANYBODY] * len(turns)
    where = {at: index for index, at in enumerate(turns)}
    # The narrowest first: a part that has its number is skipped from then on.
    following = list(range(len(turns) + 1))

    def free(index: int) -> int:
        while following[index] != index:
            following[index] = following[following[index]]
            index = following[index]
        return index

    for start, end, lets in sorted(spans, key=lambda span: span[2]):
        index = free(where[start])
        while index < where[end]:
            least[index] = lets
            following[index] = index + 1
            index = free(index)
    return turns, least


NO_EDGES = Edges()
"""A board on which no lines stand."""
