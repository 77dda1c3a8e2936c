"""Terrain, mounts, vehicles and waterways: the tables of travel.  [MM-OUT-10 to MM-OUT-12, MM-OUT-14]"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple


class Ground(Enum):
    """What covers a location, or what water it is.  [MM-OUT-10]"""

    STEPPE = "STEPPE"
    MEADOWS = "MEADOWS"
    DESERT = "DESERT"
    WOODS = "WOODS"
    TUNDRA = "TUNDRA"
    TAIGA = "TAIGA"
    DUNES = "DUNES"
    SWAMP = "SWAMP"
    JUNGLE = "JUNGLE"
    LAKE = "LAKE"
    SEA = "SEA"


class Slope(Enum):
    """How steep it is.  [MM-OUT-10]"""

    PLAIN = "PLAIN"
    HILLS = "HILLS"
    MOUNTAINS = "MOUNTAINS"
    PEAKS = "PEAKS"


class Ride(Enum):
    """What somebody rides.  [MM-OUT-11]"""

    DONKEY = "DONKEY"
    YAK = "YAK"
    MULE = "MULE"
    DROMEDARY = "DROMEDARY"
    BACTRIAN = "BACTRIAN"
    STEPPE_HORSE = "STEPPE_HORSE"
    RIDING_HORSE = "RIDING_HORSE"


class Vehicle(Enum):
    """What all travel in.  [MM-OUT-12]"""

    ARBA = "ARBA"
    YURT_WAGON = "YURT_WAGON"
    LADDER_WAGON = "LADDER_WAGON"
    LIGHT_WAGON = "LIGHT_WAGON"
    HEAVY_WAGON = "HEAVY_WAGON"
    BICYCLE = "BICYCLE"


class Lane(Enum):
    """A waterway that is followed in a boat.  [MM-OUT-14]"""

    STREAM = "STREAM"
    RIVER = "RIVER"
    BIG_RIVER = "BIG_RIVER"
    SEA_LANE = "SEA_LANE"
    OCEAN_LANE = "OCEAN_LANE"


class BoatSize(Enum):
    """How large a boat is.  [MM-OUT-14]"""

    SMALL = "SMALL"
    MEDIUM = "MEDIUM"
    LARGE = "LARGE"


DIFFICULT, VERY_DIFFICULT = 1, 2
HARD: Mapping[Ground | Slope, int] = MappingProxyType(
    {
        Ground.DESERT: DIFFICULT,
        Ground.WOODS: DIFFICULT,
        Ground.TUNDRA: DIFFICULT,
        Ground.TAIGA: VERY_DIFFICULT,
        Ground.DUNES: VERY_DIFFICULT,
        Ground.SWAMP: DIFFICULT,
        Ground.JUNGLE: VERY_DIFFICULT,
        Ground.SEA: DIFFICULT,
        Slope.HILLS: DIFFICULT,
        Slope.MOUNTAINS: VERY_DIFFICULT,
        Slope.PEAKS: VERY_DIFFICULT,
    }
)
"""How difficult; what is not named is not.  [MM-OUT-10]"""
IMPASSABLE = (Ground.SWAMP, Ground.JUNGLE, Slope.PEAKS)
"""Without a guide.  [MM-OUT-10]"""
WATERS = (Ground.LAKE, Ground.SEA)


class Mounted(NamedTuple):
    """What a mount does. specs: terrain that it needs no test for; guides: impassable terrain that it opens."""

    range: int
    specs: tuple[Ground | Slope, ...] = ()
    guides: tuple[Ground | Slope, ...] = ()
    needs_riding: bool = False


_HEIGHTS, _SANDS = (Slope.MOUNTAINS, Slope.HILLS), (Ground.DESERT, Ground.DUNES)
MOUNTS: Mapping[Ride, Mounted] = MappingProxyType(
    {
        Ride.DONKEY: Mounted(1),
        Ride.YAK: Mounted(1, _HEIGHTS, (Slope.PEAKS,)),
        Ride.MULE: Mounted(2, _HEIGHTS),
        Ride.DROMEDARY: Mounted(3, _SANDS, needs_riding=True),
        Ride.BACTRIAN: Mounted(2, _SANDS),
        Ride.STEPPE_HORSE: Mounted(4, needs_riding=True),
        Ride.RIDING_HORSE: Mounted(5, needs_riding=True),
    }
)
"""[MM-OUT-11]"""


class Carriage(NamedTuple):
    """A vehicle. range: its number. persons: at most."""

    range: int
    persons: int


VEHICLES: Mapping[Vehicle, Carriage] = MappingProxyType(
    {
        Vehicle.ARBA: Carriage(0, 2),
        Vehicle.YURT_WAGON: Carriage(-1, 6),
        Vehicle.LADDER_WAGON: Carriage(-1, 4),
        Vehicle.LIGHT_WAGON: Carriage(0, 3),
        Vehicle.HEAVY_WAGON: Carriage(0, 6),
        Vehicle.BICYCLE: Carriage(0, 1),
    }
)
"""[MM-OUT-12]"""
LANES: Mapping[Lane, int] = MappingProxyType(
    {Lane.STREAM: 5, Lane.RIVER: 8, Lane.BIG_RIVER: 12, Lane.SEA_LANE: 8, Lane.OCEAN_LANE: 6}
)
"""What a boat adds to the range on it.  [MM-OUT-14]"""
BOATS: Mapping[Lane, tuple[BoatSize, ...]] = MappingProxyType(
    {
        Lane.STREAM: (BoatSize.SMALL,),
        Lane.RIVER: (BoatSize.SMALL, BoatSize.MEDIUM),
        Lane.BIG_RIVER: tuple(BoatSize),
        Lane.SEA_LANE: (BoatSize.MEDIUM, BoatSize.LARGE),
        Lane.OCEAN_LANE: (BoatSize.MEDIUM, BoatSize.LARGE),
    }
)
"""Which boats it carries.  [MM-OUT-14]"""
HARD_LANES = (Lane.BIG_RIVER, Lane.SEA_LANE, Lane.OCEAN_LANE)
"""Tested by Navigation, although they are trails.  [MM-OUT-14]"""
