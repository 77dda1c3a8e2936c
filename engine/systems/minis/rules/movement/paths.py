"""Judging a piece of movement: where water cuts it, how long it is, and what forbids it.  [MN-MOVE-01, MN-GAP-36]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from engine.kit import Point, RuleRefusal
from engine.kit.plane import (
    FINE_PER_THOUSANDTH,
    Blockers,
    Fault,
    fine_length,
    fine_part,
    free_spot,
    path_clear,
    to_thousandths,
)
from engine.systems.minis.ground import BARE, terrain_of
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import deployment, roads, water
from engine.systems.minis.rules.ground.water import Water, WaterClass
from engine.systems.minis.rules.movement import allowance

_KEPT = "minis.bars"
ROUNDING = 2
"""Hundredths by which a way out of water may be longer than the shortest: points lie on hundredths."""


class Piece(Struct, frozen=True):
    """A piece of movement as it is played.

    points: its start, its corners, its end. lengths: of its segments, in billionths of an inch.
    penalised: it leads through water that halves movement.  [MN-WAT-05]
    ended: it was cut at water, and movement ends there.  [MN-WAT-01, MN-WAT-02]
    """

    points: tuple[Point, ...]
    lengths: tuple[int, ...]
    penalised: bool = False
    ended: bool = False

    @property
    def length(self) -> int:
        """Billionths of an inch."""
        return sum(self.lengths)


# -- those who are in the way
def in_the_way(state: MinisFight, who: str) -> tuple[Point, ...]:
    """The centres of a mini's enemies: no way leads nearer to them than half an inch.  [MN-GAP-47]"""
    found: tuple[Point, ...] | None = state.kept.get((in_the_way, who))
    if found is None:
        centres = tuple([lookup.at(state, other) for other in lookup.enemies(state, who)])
        found = state.kept[in_the_way, who] = centres
    return found


def others(state: MinisFight, who: str) -> tuple[Point, ...]:
    """The centres of all others: nobody stops nearer to them than half an inch.  [MN-GAP-47]"""
    found: tuple[Point, ...] | None = state.kept.get((others, who))
    if found is None:
        centres = tuple([lookup.at(state, other) for other in lookup.here(state) if other != who])
        found = state.kept[others, who] = centres
    return found


def refusal_of(fault: Fault, field: str = "path") -> RuleRefusal:
    """The refusal of a fault of geometry.  [MN-GAP-47]"""
    made = {"off_table": refusals.off_table, "path_blocked": refusals.path_blocked, "spot_taken": refusals.spot_taken}
    return made[fault](field)


def bars(state: MinisFight, who: str) -> Blockers:
    """What a mini goes round by itself: what blocks movement, and water that it cannot enter.  [MN-WAT-04]

    Water in which it stands is none of it: it may leave that.  [MN-GAP-42]
    """
    ground, here = state.fight.ground or BARE, lookup.at(state, who)
    terrain = terrain_of(ground)
    barring = tuple(
        body_of_water
        for body_of_water, to_it in water.met(state, who)
        if to_it is WaterClass.BARRED and not water.inside(body_of_water, here)
    )
    if not barring:
        return terrain.moves
    key = (_KEPT, *(body_of_water.key for body_of_water in barring))
    found: Blockers | None = ground.kept.get(key)
    if found is None:
        regions = (*terrain.moves.regions, *(body_of_water.region for body_of_water in barring))
        found = ground.kept[key] = Blockers(regions, terrain.moves.lines)
    return found


# -- judging
def judged(state: MinisFight, who: str, path: Sequence[Point]) -> Piece:
    """The piece that a way comes to, cut where it meets water. RuleRefusal where it is not allowed.  [MN-GAP-13]

    path: corners and end, without the start. Nothing else is cut: a way that is too long is refused.  [MN-GAP-36]
    """
    piece = cut(state, who, path)
    table, blocked = deployment.size(state), terrain_of(state.fight.ground).moves
    fault = path_clear(piece.points, in_the_way(state, who), blocked, table)
    if fault is not None:
        raise refusal_of(fault)
    require_length(state, who, piece)
    fault = free_spot(piece.points[-1], others(state, who), blocked, table)
    if fault is not None:
        raise refusal_of(fault)
    return piece


def begun(state: MinisFight, who: str, path: Sequence[Point]) -> Piece:
    """The piece of a way that may be gone so far, though it might not end there. RuleRefusal where it may not.

    Somebody may stand where it ends, or it may only be so long if it goes on to a road.
    """
    piece = cut(state, who, path)
    table, blocked = deployment.size(state), terrain_of(state.fight.ground).moves
    fault = path_clear(piece.points, in_the_way(state, who), blocked, table)
    if fault is not None:
        raise refusal_of(fault)
    road = roads.began_on_road(state, who)
    if charge(state, who, piece.length) > allowance.left(state, who, road=road, penalised=piece.penalised):
        raise refusals.no_movement_left(who)
    return piece


def cut(state: MinisFight, who: str, path: Sequence[Point]) -> Piece:
    """A way up to the edge of the first water that stops the mini. RuleRefusal where it cannot begin so.

    Of several waters the one that it meets first; of two in the same place one that bars it.  [MN-WAT-01, MN-WAT-02]
    A way that is found for a mini is judged, and offered, and gone: it is cut once per state.
    """
    key = (cut, who, tuple(path))
    found: Piece | None = state.kept.get(key)
    if found is None:
        found = state.kept[key] = _cut(state, who, path)
    return found


def _cut(state: MinisFight, who: str, path: Sequence[Point]) -> Piece:
    here, points = lookup.at(state, who), [lookup.at(state, who)]
    points += [point for before, point in pairwise((here, *path)) if point != before]
    if len(points) < 2:
        raise refusals.stands_there(who, "path")
    stopping, hindering = _waters(state, who)
    for water_, to_it in stopping:
        if to_it is WaterClass.BARRED and water.inside(water_, here):
            _require_way_out(who, water_, points)
    for number, (spot, other) in enumerate(pairwise(points)):
        stop = _first_met(stopping, spot, other)
        if stop is None:
            continue
        share, water_, to_it = stop
        bank = water_.region.bank(spot, other, share)
        before = points[: number + 1]
        if number == 0 and (share == 0 or bank == here):
            # It would be a piece of no length: the mini stands at this edge, and its movement ends before it.
            raise refusals.water_barred(who) if to_it is WaterClass.BARRED else refusals.stopped_by_water(who)
        lengths = [fine_length(*segment) for segment in pairwise(before)]
        if bank != spot:
            before, lengths = [*before, bank], [*lengths, fine_part(spot, other, share)]
        return Piece(tuple(before), tuple(lengths), _hindered(hindering, before), ended=True)
    lengths = [fine_length(*segment) for segment in pairwise(points)]
    return Piece(tuple(points), tuple(lengths), _hindered(hindering, points))


def _waters(state: MinisFight, who: str) -> tuple[list[tuple[Water, WaterClass]], list[Water]]:
    """The waters whose edges stop a mini, and those that halve its movement.

    The waters at whose edges or in which its activation began stop it no more, unless they bar it.  [MN-WAT-08]
    """
    kept: tuple[list[tuple[Water, WaterClass]], list[Water]] | None = state.kept.get((_waters, who))
    if kept is None:
        start, found = lookup.mini(state, who).used.water_start, water.met(state, who)
        stopping = [
            (body_of_water, to_it)
            for body_of_water, to_it in found
            if body_of_water.key not in start or to_it is WaterClass.BARRED
        ]
        kept = state.kept[_waters, who] = stopping, [body_of_water for body_of_water, _ in found]
    return kept


def _first_met(
    stopping: list[tuple[Water, WaterClass]], point: Point, other: Point
) -> tuple[Fraction, Water, WaterClass] | None:
    """Where a segment first passes from outside into water that stops: the share, and which."""
    met = ((water_.region.enters(point, other), water_, to_it) for water_, to_it in stopping)
    found = [(share, water_, to_it) for share, water_, to_it in met if share is not None]
    return min(found, key=lambda stop: (stop[0], stop[2] is not WaterClass.BARRED), default=None)


def _hindered(hindering: list[Water], points: Sequence[Point]) -> bool:
    """Whether a way leads through water that halves movement.  [MN-WAT-05]"""
    return any(water_.region.stretches(*segment) for segment in pairwise(points) for water_ in hindering)


def _require_way_out(who: str, water_: Water, points: list[Point]) -> None:
    """RuleRefusal unless a way leads out of water that bars the mini, by the nearest edge.  [MN-GAP-42]

    It begins straight towards that edge, and once out of the water goes on as it likes.
    """
    point, other = points[0], points[1]
    inside = water_.region.stretches(point, other)[0][1]
    gone = -(-to_thousandths(fine_part(point, other, inside)) // 10)
    rest = water_.region.depth(other) if inside == 1 else 0
    if gone + rest > water_.region.depth(point) + ROUNDING:
        raise refusals.water_barred(who)


def require_length(state: MinisFight, who: str, piece: Piece) -> None:
    """RuleRefusal where a piece is longer than what is left of the movement of this turn.  [MN-MOVE-01]

    A piece that goes beyond what it would be without a road must end on one, and the movement of this turn must have
    begun on one. It is judged after it was cut at water.  [MN-ROAD-02, MN-GAP-42]
    """
    total = lookup.mini(state, who).used.moved + charge(state, who, piece.length)
    if total <= allowance.allowance(state, who, penalised=piece.penalised):
        return
    longer = allowance.allowance(state, who, road=True, penalised=piece.penalised)
    if total > longer or not roads.began_on_road(state, who):
        raise refusals.no_movement_left(who)
    if not roads.on_road(state.fight.ground, piece.points[-1]):
        raise refusals.road_end_required(who)


def charge(state: MinisFight, who: str, length: int) -> int:
    """What so many billionths cost now, in thousandths: the movement of the turn is summed, and rounded once.

    However a way is cut into pieces, all of them together cost what it costs in one.  [MN-MOVE-01, MN-GAP-36]
    """
    used = lookup.mini(state, who).used
    return to_thousandths(used.fraction + length)


def fraction_after(state: MinisFight, who: str, length: int) -> int:
    """By how many billionths the exact sum then differs from what is charged."""
    used = lookup.mini(state, who).used
    return used.fraction + length - charge(state, who, length) * FINE_PER_THOUSANDTH


def most(state: MinisFight, who: str) -> int:
    """An upper bound of what a mini may still move, in thousandths of an inch."""
    return int(allowance.left(state, who, road=roads.began_on_road(state, who)))
