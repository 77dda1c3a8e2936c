"""Range bands: thirds of a maximum range, and what they are worth.  [MN-RNG-01, MN-MAG-01]"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Band(Enum):
    """A third of the range.  [MN-RNG-01]"""

    SHORT = "SHORT"
    MEDIUM = "MEDIUM"
    LONG = "LONG"


class BandChance(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The chance to hit in a band, in percent.  [MN-RNG-02 to MN-RNG-04]

    base, and per_level for each level of the attacker. small, large: added for a target of that size.  [MN-SIZE-01]
    flank: added for a target in a flank position.  [MN-FLK-01]
    """

    id: Band
    base: int
    per_level: int
    small: int
    large: int
    flank: int


class MeleeChance(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The chance of an attack without a band, in percent: base, and per_level for each level of the attacker."""

    id: str
    base: int
    per_level: int
