"""Where minis stand to each other: distances, fronts and flanks, lines of sight.  [MN-GAP-04, MN-GAP-05, MN-GAP-07]"""

from __future__ import annotations

from engine.kit import Point
from engine.kit.plane import clear_sight, in_front, squared_distance, within
from engine.systems.minis.ground import INCH, terrain_of
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight

REACH = INCH
"""Melee reaches one inch from centre to centre.  [MN-GAP-07]"""


def squared(state: MinisFight, who: str, other: str) -> int:
    """The square of the distance between two minis' centres, in hundredths of an inch."""
    return squared_distance(lookup.at(state, who), lookup.at(state, other))


def in_reach(state: MinisFight, who: str, other: str) -> bool:
    """Whether two minis are within melee reach of each other."""
    return within(lookup.at(state, who), lookup.at(state, other), REACH)


def looks_at(state: MinisFight, who: str, point: Point) -> bool:
    """Whether a point is in a mini's front; exactly 90 degrees is front.  [MN-GAP-05]"""
    return in_front(lookup.at(state, who), lookup.mini(state, who).facing, point)


def from_flank(state: MinisFight, who: str, target: str) -> bool:
    """Whether a mini is in the flank of a target: not in its front.  [MN-GAP-05, MN-FLK-01]"""
    return not looks_at(state, target, lookup.at(state, who))


def sees(state: MinisFight, who: str, point: Point) -> bool:
    """Whether nothing that blocks sight lies between a mini's centre and a point; minis do not.  [MN-GAP-07]"""
    return clear_sight(lookup.at(state, who), point, terrain_of(state.fight.ground).sight)
