"""How a segment passes several closed lines together: the stretches of it that lie inside, in one walk along it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.kernel.space.plane.chains import Passage, Share
from engine.kernel.space.plane.shares import END, START, Stretch
from engine.kernel.space.plane.side import Side, side_within


class Passing:
    """How a segment passes one part of a region. edges: its outline's passage, then those of its holes."""

    __slots__ = ("edges", "inside", "on")

    def __init__(self, edges: Sequence[Passage]) -> None:
        self.edges = edges
        self.inside = [edge.inside for edge in edges]
        self.on = [0] * len(edges)

    def side(self) -> Side:
        """Where the segment lies now."""
        return side_within(map(_side, self.on, self.inside))


def _side(on: int, inside: bool) -> Side:
    return Side.EDGE if on else Side.INSIDE if inside else Side.OUTSIDE


def passed(parts: Sequence[Passing], less: Sequence[Passing]) -> tuple[Stretch, ...]:
    """The stretches of a segment inside of any part and outside of `less`, as long as they go.

    Where two stretches meet in a point they are one: whoever only touches an edge from within has not left.
    """
    every = [*parts, *less]
    events, sides = _ordered(every), [part.side() for part in every]
    within = sum(side is Side.INSIDE for side in sides[: len(parts)])
    outside = sum(side is Side.OUTSIDE for side in sides[len(parts) :])
    found: list[Stretch] = []
    begun: Fraction | None = START if within and outside == len(less) else None
    at = 0
    while at < len(events):
        key, share = events[at][0], events[at][1]
        touched: dict[int, None] = {}
        while at < len(events) and events[at][0] == key:
            _, _, number, edge, step = events[at]
            if step:
                every[number].on[edge] += step
            else:
                every[number].inside[edge] = not every[number].inside[edge]
            touched[number] = None
            at += 1
        for number in touched:
            before, now = sides[number], every[number].side()
            sides[number] = now
            if number < len(parts):
                within += (now is Side.INSIDE) - (before is Side.INSIDE)
            else:
                outside += (now is Side.OUTSIDE) - (before is Side.OUTSIDE)
        belongs = bool(within) and outside == len(less)
        if belongs and begun is None:
            begun = Fraction(*share)
        elif not belongs and begun is not None:
            found.append((begun, Fraction(*share)))
            begun = None
    if begun is not None and begun < END:
        found.append((begun, END))
    return _joined(found)


_Event = tuple[int, Share, int, int, int]
"""Where it is, in order; the share; the number of a part, and which edge of it; what changes: 1, -1: the segment begins
or ends to run along it; 0: it passes between inside and outside."""


def _ordered(parts: Sequence[Passing]) -> list[_Event]:
    """Everything that changes along the segment, in order."""
    found: list[tuple[Share, int, int, int]] = []
    for part, passing in enumerate(parts):
        for number, edge in enumerate(passing.edges):
            found += [(share, part, number, 0) for share in edge.changes]
            for start, end in edge.runs:
                found += [(start, part, number, 1), (end, part, number, -1)]
    # Two different fractions differ by at least one over both denominators: so many binary places tell them apart.
    places = 2 * max((share[1].bit_length() for share, *_ in found), default=0)
    events = [((share[0] << places) // share[1], share, part, number, step) for share, part, number, step in found]
    return sorted(events, key=lambda event: event[0])


def _joined(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Stretches that meet in a point are one; a point alone is none."""
    made: list[Stretch] = []
    for start, end in stretches:
        if start == end:
            continue
        if made and made[-1][1] == start:
            start = made.pop()[0]
        made.append((start, end))
    return tuple(made)
