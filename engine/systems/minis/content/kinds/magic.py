"""Spells: the figures of their table.  [MN-SPL-01 to MN-SPL-15]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.minis.content.kinds.gear import DamageType
from engine.systems.minis.content.kinds.types import Count, Name


class Lasting(Enum):
    """How long a spell lasts.

    IMMEDIATE: resolved at once.  [MN-MAG-05]
    CASTER: 1 + the caster's level, in turns.  [MN-MAG-03]
    DIFFERENCE: 1 + the caster's level - the target's level, in turns.  [MN-MAG-04]
    """

    IMMEDIATE = "IMMEDIATE"
    CASTER = "CASTER"
    DIFFERENCE = "DIFFERENCE"


class Aim(Enum):
    """What a spell is cast at: its caster, a mini, a point, or all minis in a straight path.  [MN-GAP-44]"""

    SELF = "SELF"
    MINI = "MINI"
    POINT = "POINT"
    PATH = "PATH"


class Spell(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A spell. rule: the rule that states it. build_cost: its price before play.  [MN-GAP-22]

    range_inches: its range is so many inches and one more for each level; 0: none.  [MN-MAG-02]
    damage, healing: on success, and one more for each level of the caster. damage_type: null: none of the types.
    helps: it is cast at friends.
    """

    id: Id
    name: Name
    rule: str
    build_cost: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    aim: Aim
    lasting: Lasting
    range_inches: Annotated[int, msgspec.Meta(ge=0, le=99)] = 12
    damage: Count | None = None
    healing: Count | None = None
    damage_type: DamageType | None = None
    helps: bool = False
