"""Weapons and armour.  [MN-SET-02]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.minis.content.kinds.types import Count, Inches, Name


class DamageType(Enum):
    """What harm is made of: resistances look at it.  [MN-GAP-19]"""

    PHYSICAL = "PHYSICAL"
    FIRE = "FIRE"
    ELECTRICITY = "ELECTRICITY"
    POISON = "POISON"


class ShieldKind(Enum):
    """Whether a piece of armour is a shield, and how large."""

    NONE = "NONE"
    SMALL = "SMALL"
    LARGE = "LARGE"


class Weapon(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A weapon. damage: of every hit, flat. magic: resistance to non-magic weapons does not halve it.

    max_range: hundredths of an inch it shoots or is thrown; absent: it does not. melee: it is used in melee.
    hands: a weapon for two leaves none for a shield.

    [MN-GAP-23, MN-GAP-52]
    """

    id: Id
    name: Name
    damage: Count
    melee: bool = True
    max_range: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    magic: bool = False
    damage_type: DamageType = DamageType.PHYSICAL
    hands: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1

    @property
    def missile(self) -> bool:
        """Whether it can be used from afar."""
        return self.max_range is not None


class Armor(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A piece of armour. protection: subtracted from the damage of every hit.  [MN-GAP-14]

    metal, magic: what lightning and fire go through.  [MN-ARM-02, MN-ARM-03]
    forward_facing: it covers only the front. shield: shields cover only the front, too.  [MN-FLK-03]
    """

    id: Id
    name: Name
    protection: Count
    metal: bool = False
    magic: bool = False
    forward_facing: bool = False
    shield: ShieldKind = ShieldKind.NONE

    @property
    def is_shield(self) -> bool:
        """Whether it is a shield of any size."""
        return self.shield is not ShieldKind.NONE

    @property
    def front_only(self) -> bool:
        """Whether it gives nothing against what comes from the flank.  [MN-FLK-03, MN-GAP-18]"""
        return self.forward_facing or self.is_shield


__all__ = ["Armor", "DamageType", "Inches", "ShieldKind", "Weapon"]
