"""Roads: movement that begins and ends on one is longer.  [MN-ROAD-01]"""

from __future__ import annotations

from engine.kit import Point
from engine.kit.ground import Ground
from engine.kit.plane import Side
from engine.systems.minis.ground import FeatureKind, terrain_of
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.lookup import MinisFight


def on_road(ground: Ground | None, point: Point) -> bool:
    """Whether a point lies on a road, its edge included."""
    roads = (feature for feature in terrain_of(ground).features if feature.kind is FeatureKind.ROAD)
    return any(road.region.side_of(point) is not Side.OUTSIDE for road in roads)


def began_on_road(state: MinisFight, who: str) -> bool:
    """Whether a mini's movement of this turn began on a road, or would begin there.  [MN-ROAD-02]"""
    start = lookup.mini(state, who).used.started_at
    return on_road(state.fight.ground, lookup.at(state, who) if start is None else start)
