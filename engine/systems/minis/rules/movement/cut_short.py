"""Pieces of movement that end early: as far as one gets and may stop.  [MN-GAP-25, MN-GAP-47]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.kit import Point, RuleRefusal
from engine.kit.plane import (
    FINE_PER_THOUSANDTH,
    farthest,
    fine_length,
    free_spot,
    path_clear,
    squared_distance,
    towards,
)
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import deployment, water
from engine.systems.minis.rules.movement import allowance, paths
from engine.systems.minis.rules.movement.paths import Piece


def seen_through(state: MinisFight, who: str, piece: Piece) -> Piece | None:
    """A piece that was allowed as far as its seat sees, as far as it is in truth; None where it leads nowhere.

    Somebody whom the seat does not see may be in the way: the mini stops before that one.
    """
    table, blocked = deployment.size(state), terrain_of(state.fight.ground).moves
    enemies, others = paths.in_the_way(state, who), paths.others(state, who)
    clear = path_clear(piece.points, enemies, blocked, table) is None
    if clear and free_spot(piece.points[-1], others, blocked, table) is None:
        return piece
    return _shortened(state, who, piece.points)


def _shortened(state: MinisFight, who: str, points: Sequence[Point]) -> Piece | None:
    """The longest beginning of a way that is clear and ends where one may stop."""
    table, blocked = deployment.size(state), terrain_of(state.fight.ground).moves
    enemies, others = paths.in_the_way(state, who), paths.others(state, who)
    waters = [water_ for water_, _ in water.met(state, who)]

    def dry(point: Point) -> bool:
        """Whether one may stop: not by rounding in water that the way does not lead into."""
        return not any(water.inside(body_of_water, point) and not wet(body_of_water) for body_of_water in waters)

    def wet(body_of_water: water.Water) -> bool:
        return any(body_of_water.region.stretches(*segment) for segment in pairwise(points))

    reached = len(points) - 1
    while reached and path_clear(points[: reached + 1], enemies, blocked, table) is not None:
        reached -= 1
    # The first segment that is not clear all along, then those before it, backwards.
    for number in range(min(reached, len(points) - 2), -1, -1):
        start, end = points[number], points[number + 1]
        there = farthest(start, end, enemies, others, blocked, table, suits=dry)
        if there != start:
            before = (*points[: number + 1], there)
            return _piece(state, who, before)
        if number and free_spot(start, others, blocked, table) is None and dry(start):
            return _piece(state, who, points[: number + 1])
    return None


def _piece(state: MinisFight, who: str, points: Sequence[Point]) -> Piece:
    """A way as a piece, whatever forbids it."""
    lengths = tuple(fine_length(*segment) for segment in pairwise(points))
    hindered = any(
        body_of_water.region.stretches(*segment)
        for segment in pairwise(points)
        for body_of_water, _ in water.met(state, who)
    )
    return Piece(tuple(points), lengths, hindered)


def as_far_as_allowed(state: MinisFight, who: str, way: Sequence[Point], *, road: bool = False) -> Piece | None:
    """A way as far as the rest of a mini's movement goes, water stops it, and it may stop; None: nowhere.

    way: corners and end, without the start. road: whether the bonus of a road may be used, where the way ends on one.
    """
    if not way or lookup.mini(state, who).used.movement_ended or lookup.mini(state, who).used.attacked_in_water:
        return None
    if road:
        try:
            return paths.judged(state, who, way)
        except RuleRefusal:
            pass
    for penalised in (False, True):
        left = int(allowance.left(state, who, penalised=penalised)) * FINE_PER_THOUSANDTH
        piece = _within(state, who, way, max(0, left - lookup.mini(state, who).used.fraction))
        if piece is None or not piece.penalised or penalised:
            break
    if piece is None:
        return None
    total = lookup.mini(state, who).used.moved + paths.charge(state, who, piece.length)
    return piece if total <= allowance.allowance(state, who, penalised=piece.penalised) else None


def _within(state: MinisFight, who: str, way: Sequence[Point], length: int) -> Piece | None:
    """The beginning of a way of at most so many billionths, cut at water, up to where one may stop."""
    points = _measured(lookup.at(state, who), way, length)
    piece = _cut(state, who, points)
    if points and (piece is None or piece.ended):
        piece = _beside_water(state, who, way, points, length) or piece
    return None if piece is None else seen_through(state, who, piece)


def _cut(state: MinisFight, who: str, points: Sequence[Point]) -> Piece | None:
    """A way cut at water; None where it cannot begin."""
    try:
        return paths.cut(state, who, points)
    except RuleRefusal:
        return None


def _beside_water(
    state: MinisFight, who: str, way: Sequence[Point], points: Sequence[Point], length: int
) -> Piece | None:
    """The beginning of a way that leads along a bank: its end is rounded so that it stays dry. None: it leads in."""
    whole = _cut(state, who, way)
    if whole is None or whole.ended:
        return None
    goal, last = way[len(points) - 1], points[-1]
    near = [Point(last.x + dx, last.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    for end in sorted(near, key=lambda point: (squared_distance(point, goal), point.y, point.x)):
        found = _cut(state, who, [*points[:-1], end])
        if found is not None and not found.ended and found.length <= length:
            return found
    return None


def _measured(here: Point, way: Sequence[Point], length: int) -> list[Point]:
    """The beginning of a way of at most so many billionths; its last corner is rounded to the hundredth."""
    found: list[Point] = []
    for point in way:
        step = fine_length(here, point)
        if step > length:
            last = towards(here, Point(point.x - here.x, point.y - here.y), length // FINE_PER_THOUSANDTH)
            return [*found, last] if last != here else found
        found, length, here = [*found, point], length - step, point
    return found
