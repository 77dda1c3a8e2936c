"""Water: what it is to whom, what it stops, and what it forbids.  [MN-WAT-07]"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from engine.kit import Point, RuleRefusal
from engine.kit.ground import Ground
from engine.kit.plane import Region, Side, shortest_crossing
from engine.systems.minis.content.kinds import Size
from engine.systems.minis.ground import BARE, INCH, Feature, FeatureKind, terrain_of
from engine.systems.minis.rules.basics import lookup, refusals
from engine.systems.minis.rules.basics.lookup import MinisFight

NARROW = INCH
"""The width up to which water does not stop a large mini: one inch exactly is narrow.  [MN-WAT-02, MN-WAT-03]"""
AT_EDGE = 1
"""Hundredths of an inch from the edge within which a mini stands at it.  [MN-GAP-13]"""
WALKS = "water_walk"
"""The spell under which a mini treats water as a larger one does.  [MN-WAT-09, MN-SPL-15]"""

_KEPT = "minis.water"


class WaterClass(Enum):
    """What water is to a mini: nothing; a stop at its edge and a penalty; a stop, and no entry.  [MN-WAT-07]"""

    CLEAR = "CLEAR"
    PENALTY = "PENALTY"
    BARRED = "BARRED"


class Water(Struct, frozen=True):
    """A water of the table. key: of its patch. region: where it lies, without bridges. width: hundredths of an inch."""

    key: str
    region: Region
    width: int


def waters(ground: Ground | None) -> tuple[Water, ...]:
    """The waters of a ground, computed once per ground.

    Where a road crosses water there is a bridge: no water there.  [MN-GAP-42]
    """
    ground = BARE if ground is None else ground
    found: tuple[Water, ...] | None = ground.kept.get(_KEPT)
    if found is None:
        features = terrain_of(ground).features
        bridges = tuple(
            part for feature in features if feature.kind is FeatureKind.ROAD for part in feature.region.parts
        )
        found = ground.kept[_KEPT] = tuple(
            Water(feature.key, Region(feature.region.parts, bridges), width_of(feature))
            for feature in features
            if feature.kind is FeatureKind.WATER
        )
    return found


def width_of(water: Feature) -> int:
    """The size of water in hundredths of an inch: as declared, else its shortest crossing.  [MN-GAP-13]

    ValueError where the outline has too many corners for that.
    """
    if water.width is not None:
        return water.width
    return min(shortest_crossing(part.outline) for part in water.region.parts)


def water_class(size: Size, width: int, *, walks: bool = False) -> WaterClass:
    """What water is to a mini of a size. width: hundredths of an inch. walks: under Water walk.

    [MN-WAT-03, MN-WAT-04, MN-WAT-07, MN-WAT-09]
    """
    if walks:
        if size is Size.LARGE:
            return WaterClass.CLEAR
        size = Size.LARGE
    if width <= NARROW:
        return WaterClass.CLEAR if size is Size.LARGE else WaterClass.PENALTY
    return WaterClass.BARRED if size is Size.SMALL else WaterClass.PENALTY


def class_for(state: MinisFight, who: str, water: Water) -> WaterClass:
    """What water is to a mini now."""
    walks = state.fight.combatants[who].has(WALKS)
    return water_class(lookup.mini(state, who).size, water.width, walks=walks)


def met(state: MinisFight, who: str) -> tuple[tuple[Water, WaterClass], ...]:
    """The waters that stop or hinder a mini. Worked out once per state."""
    kept: tuple[tuple[Water, WaterClass], ...] | None = state.kept.get((met, who))
    if kept is None:
        found = ((water, class_for(state, who, water)) for water in waters(state.fight.ground))
        kept = state.kept[met, who] = tuple((water, to_it) for water, to_it in found if to_it is not WaterClass.CLEAR)
    return kept


def around(state: MinisFight, who: str) -> Water | None:
    """The water in which a mini stands and that hinders it; of several the first.  [MN-WAT-05]"""
    at = lookup.at(state, who)
    return next((water for water, _ in met(state, who) if water.region.side_of(at) is Side.INSIDE), None)


def at_hand(state: MinisFight, who: str) -> tuple[str, ...]:
    """The waters, by their patches, in which or on whose edges a mini stands: it may go in, or on.

    Between two that lie side by side it may go into either.  [MN-WAT-08, MN-GAP-13]
    """
    at = lookup.at(state, who)
    return tuple(water.key for water in waters(state.fight.ground) if water.region.at_hand(at, AT_EDGE))


# -- fighting
def in_penalty(state: MinisFight, who: str) -> bool:
    """Whether a mini stands in water that is a penalty for it: an attack there keeps it in place.  [MN-WAT-06]

    Water that bars it is one too, once it stands in it.  [MN-GAP-42]
    """
    return lookup.in_play(state, who) and around(state, who) is not None


def veto(state: MinisFight, who: str) -> RuleRefusal | None:
    """Why a mini cannot attack in the water that it stands in; None where it can.  [MN-WAT-06]

    Who has left the water may attack; who came there by a teleport has not moved.  [MN-GAP-42]
    """
    if lookup.mini(state, who).used.moved and in_penalty(state, who):
        return refusals.in_water_moved(who)
    return None


def inside(water: Water, point: Point) -> bool:
    """Whether a point lies in the water; its edge does not."""
    return water.region.side_of(point) is Side.INSIDE
