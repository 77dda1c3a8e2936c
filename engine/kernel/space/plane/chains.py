"""Lines of many sides, kept in a tree, so that a point or a segment looks only at the sides near it.

Exact: whole numbers only. What is asked costs about the logarithm of the number of sides and what is found, and never
more than their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.kernel.space.plane.meetings import met_eastwards, shares_met
from engine.kernel.space.plane.points import Point, distance_up_to_segment
from engine.kernel.space.plane.shares import Exact
from engine.kernel.space.plane.side import Side
from engine.kernel.space.turns import Spot, along, turn

LEAF = 8
"""Sides that are looked at one by one."""

Share = tuple[int, int]
"""A share of a segment: its numerator, and its denominator (1 or more)."""


class _Piece:
    """The sides from one corner to another. box: least x and y, greatest x and y. halves: two pieces, or none."""

    __slots__ = ("box", "end", "halves", "start")

    def __init__(self, corners: Sequence[Spot], start: int, end: int) -> None:
        self.start, self.end = start, end
        self.halves: tuple[_Piece, ...] = ()
        self.box: tuple[int, int, int, int]
        if end - start > LEAF:
            middle = (start + end) // 2
            self.halves = (_Piece(corners, start, middle), _Piece(corners, middle, end))
            boxes = [half.box for half in self.halves]
            self.box = (
                min(box[0] for box in boxes),
                min(box[1] for box in boxes),
                max(box[2] for box in boxes),
                max(box[3] for box in boxes),
            )
        else:
            xs, ys = zip(*corners[start : end + 1], strict=True)
            self.box = min(xs), min(ys), max(xs), max(ys)


class Passage:
    """How a segment passes a closed line: where it changes between inside and outside, and where it runs along it.

    inside: whether it begins inside, just behind its start. changes: the shares at which that changes, in no order; two
    at the same place cancel out. runs: from where to where sides lie all along it.
    """

    __slots__ = ("changes", "inside", "runs")

    def __init__(self) -> None:
        self.inside = False
        self.changes: list[Share] = []
        self.runs: list[tuple[Share, Share]] = []


class Chain:
    """Corners that are joined by straight sides, in order. A closed one ends where it begins: `closed`."""

    def __init__(self, corners: Sequence[Point]) -> None:
        self._corners: list[Spot] = [(corner.x, corner.y) for corner in corners]
        self._root = _Piece(self._corners, 0, len(corners) - 1)

    @classmethod
    def closed(cls, outline: Sequence[Point]) -> Chain:
        """The last corner is joined to the first."""
        return cls((*outline, outline[0]))

    # -- points
    def side_of(self, at: Exact) -> Side:
        """Whether a point lies inside a closed line, outside, or on it. Where it overlaps itself: even, odd."""
        x, y, over = at
        corners, inside = self._corners, False
        waiting = [self._root]
        while waiting:
            piece = waiting.pop()
            left, top, right, bottom = piece.box
            if right * over < x or bottom * over < y or top * over > y:
                continue
            if left * over > x:
                # All of it lies to the east: a line from the point to there meets it as often as its ends differ.
                inside ^= (corners[piece.start][1] * over > y) is not (corners[piece.end][1] * over > y)
                continue
            if piece.halves:
                waiting += piece.halves
                continue
            for number in range(piece.start, piece.end):
                met = met_eastwards(corners[number], corners[number + 1], at)
                if met is None:
                    return Side.EDGE
                inside ^= met
        return Side.INSIDE if inside else Side.OUTSIDE

    def near(self, point: Point, apart: int) -> Iterator[tuple[Point, Point]]:
        """The sides whose rectangles come within `apart` hundredths of a point."""
        return self.about((point.x - apart, point.y - apart), (point.x + apart, point.y + apart))

    def about(self, least: Spot, most: Spot) -> Iterator[tuple[Point, Point]]:
        """The sides whose rectangles touch a rectangle. least, most: two of its corners."""
        waiting = [self._root]
        while waiting:
            piece = waiting.pop()
            left, top, right, bottom = piece.box
            if right < least[0] or left > most[0] or bottom < least[1] or top > most[1]:
                continue
            if piece.halves:
                waiting += piece.halves
                continue
            for number in range(piece.start, piece.end):
                (x, y), (to_x, to_y) = self._corners[number], self._corners[number + 1]
                beside = max(x, to_x) < least[0] or min(x, to_x) > most[0]
                if not beside and max(y, to_y) >= least[1] and min(y, to_y) <= most[1]:
                    yield Point(x, y), Point(to_x, to_y)

    def distance_up(self, point: Point, least: int | None = None) -> int:
        """How far a point is from the nearest side, in hundredths, rounded up; `least` where that is as near."""
        waiting = [self._root]
        while waiting:
            piece = waiting.pop()
            left, top, right, bottom = piece.box
            dx, dy = max(left - point.x, 0, point.x - right), max(top - point.y, 0, point.y - bottom)
            if least is not None and dx * dx + dy * dy >= least * least:
                continue
            if piece.halves:
                waiting += piece.halves
                continue
            for number in range(piece.start, piece.end):
                spot, other = Point(*self._corners[number]), Point(*self._corners[number + 1])
                apart = distance_up_to_segment(spot, other, point)
                least = apart if least is None else min(least, apart)
        assert least is not None
        return least

    # -- segments
    def crossings(self, point: Point, other: Point) -> set[Fraction]:
        """Where a segment meets the line, as shares of its length.

        Touching counts; of a side that it runs along, the first and the last common point count. A segment without
        length meets nothing.
        """
        if point == other:
            return set()
        start, end = (point.x, point.y), (other.x, other.y)
        return {share for side in self._met(start, end) for share in shares_met(*side, start, end)}

    def _met(self, start: Spot, end: Spot) -> Iterator[tuple[Spot, Spot]]:
        """The sides that a segment may touch."""
        view = _View(start, end)
        waiting = [self._root]
        while waiting:
            piece = waiting.pop()
            low, high = view.across(piece.box)
            if low > 0 or high < 0:
                continue
            nearest, farthest = view.ahead(piece.box)
            if nearest > view.square or farthest < 0:
                continue
            if piece.halves:
                waiting += piece.halves
                continue
            for number in range(piece.start, piece.end):
                yield self._corners[number], self._corners[number + 1]

    def passage(self, point: Point, other: Point) -> Passage:
        """How a segment (of some length) passes a closed line."""
        start, end = (point.x, point.y), (other.x, other.y)
        view, found, corners = _View(start, end), Passage(), self._corners
        waiting = [self._root]
        while waiting:
            piece = waiting.pop()
            low, high = view.across(piece.box)
            if low > 0 or high < 0:
                continue
            nearest, farthest = view.ahead(piece.box)
            if nearest >= view.square:
                continue
            if farthest <= 0:
                first, last = corners[piece.start], corners[piece.end]
                found.inside ^= (turn(start, end, *first) > 0) is not (turn(start, end, *last) > 0)
                continue
            if piece.halves:
                waiting += piece.halves
                continue
            before = turn(start, end, *corners[piece.start])
            for number in range(piece.start, piece.end):
                after = turn(start, end, *corners[number + 1])
                if before == after == 0:
                    _run(found, view, corners[number], corners[number + 1])
                # What lies on the line counts as lying to one side of it, so each time it is passed counts once.
                elif (before > 0) is not (after > 0):
                    _change(found, view, corners[number], corners[number + 1])
                before = after
        return found


class _View:
    """Rectangles as seen along a segment: the least and the greatest of `turn`, and of `along`, over a rectangle."""

    __slots__ = ("_dx", "_dy", "end", "square", "start")

    def __init__(self, start: Spot, end: Spot) -> None:
        self.start, self.end = start, end
        self._dx, self._dy = end[0] - start[0], end[1] - start[1]
        self.square = self._dx * self._dx + self._dy * self._dy

    def across(self, box: tuple[int, int, int, int]) -> tuple[int, int]:
        return self._range(-self._dy, self._dx, box)

    def ahead(self, box: tuple[int, int, int, int]) -> tuple[int, int]:
        return self._range(self._dx, self._dy, box)

    def _range(self, a: int, b: int, box: tuple[int, int, int, int]) -> tuple[int, int]:
        west, north, east, south = box
        x, y = self.start
        left, right = (a * (west - x), a * (east - x)) if a >= 0 else (a * (east - x), a * (west - x))
        top, bottom = (b * (north - y), b * (south - y)) if b >= 0 else (b * (south - y), b * (north - y))
        return left + top, right + bottom


def _change(passage: Passage, view: _View, first: Spot, second: Spot) -> None:
    """A side is passed, somewhere on the line of the segment."""
    mine, theirs = turn(first, second, *view.start), turn(first, second, *view.end)
    part, over = (mine, mine - theirs) if mine > theirs else (-mine, theirs - mine)
    if part <= 0:
        passage.inside = not passage.inside
    elif part < over:
        passage.changes.append((part, over))


def _run(passage: Passage, view: _View, first: Spot, second: Spot) -> None:
    """A side lies along the line of the segment."""
    shares = sorted((along(view.start, view.end, *first), along(view.start, view.end, *second)))
    low, high = max(shares[0], 0), min(shares[1], view.square)
    if low < high:
        passage.runs.append(((low, view.square), (high, view.square)))
