"""Properties of minis."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id


class Size(Enum):
    """The size of a mini, fixed before play.  [MN-SET-01]"""

    SMALL = "SMALL"
    MEDIUM = "MEDIUM"
    LARGE = "LARGE"


class Kind(Enum):
    """What a mini is: one that was set up, or one that a spell has summoned.  [MN-SPL-11, MN-SPL-12]"""

    NORMAL = "NORMAL"
    GOLEM = "GOLEM"
    FAMILIAR = "FAMILIAR"


class Resistance(Enum):
    """What does half damage or none to a mini.  [MN-RES-01 to MN-RES-06]"""

    NON_MAGIC_WEAPONS = "NON_MAGIC_WEAPONS"
    FIRE = "FIRE"
    ELECTRICITY = "ELECTRICITY"
    POISON = "POISON"
    SPELLS = "SPELLS"


class Price(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a resistance costs before play, in build points.  [MN-OUT-01]"""

    id: Id
    build_cost: Annotated[int, msgspec.Meta(ge=0, le=9999)]
