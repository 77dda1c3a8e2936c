"""The shortest ways of minis that carry out standing orders.  [MN-GAP-31]"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit import Point
from engine.kit.plane import free_spot, nearest_free_spot, ring, shortest_way, squared_distance, within
from engine.systems.minis.ground import terrain_of
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.ground import deployment
from engine.systems.minis.rules.movement import cut_short, paths
from engine.systems.minis.rules.movement.paths import Piece

APART = 50
"""Hundredths of an inch between two minis at least.  [MN-GAP-47]"""


def to_point(state: MinisFight, who: str, goal: Point) -> Piece | None:
    """The piece that leads nearest to a point by the shortest way; None where the mini is there, or gets no nearer.

    Where it cannot stop at the point, to the free spot nearest to it.
    """
    end = nearest_free_spot(goal, paths.others(state, who), paths.bars(state, who), deployment.size(state))
    return None if end is None else along(state, who, (end,))


def to_mini(state: MinisFight, who: str, target: str, reach: int) -> Piece | None:
    """The piece that leads within so many hundredths of an inch of another mini; None where it is there already.

    reach: half an inch or more.
    """
    there = lookup.at(state, target)
    if within(lookup.at(state, who), there, reach):
        return None
    return along(state, who, spots_around(state, who, there, reach))


def spots_around(state: MinisFight, who: str, centre: Point, reach: int) -> tuple[Point, ...]:
    """Free spots at a distance from a centre, all round, the nearest to the mini first."""
    table, blocked = deployment.size(state), paths.bars(state, who)
    others, here = paths.others(state, who), lookup.at(state, who)
    # Rounded to the hundredth, a point of the circle may lie outside of it: the ring is a little narrower.
    spots = [
        spot
        for spot in (*ring(centre, max(reach - 1, APART + 1)), *ring(centre, APART, outward=True))
        if within(spot, centre, reach) and free_spot(spot, others, blocked, table) is None
    ]
    return tuple(sorted(spots, key=lambda spot: (squared_distance(spot, here), spot.y, spot.x)))


def along(state: MinisFight, who: str, goals: Sequence[Point]) -> Piece | None:
    """The shortest way to the first of some goals, as far as the mini gets in this turn.

    Round water that it cannot enter; where no way leads round it, up to its bank.  [MN-WAT-04]
    """
    here, enemies, table = lookup.at(state, who), paths.in_the_way(state, who), deployment.size(state)
    for blocked in dict.fromkeys((paths.bars(state, who), terrain_of(state.fight.ground).moves)):
        way = shortest_way(here, goals, enemies, blocked, table)
        if way is not None:
            return cut_short.as_far_as_allowed(state, who, way[1:], road=True)
    return None
