"""Weapons and armour. Dice are counts of six-sided dice, ranges metres."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.fantasia.content.kinds.elements import Element
from engine.systems.fantasia.content.kinds.figures import Mod
from engine.systems.fantasia.content.kinds.types import Bonus, Count, Name


class Category(Enum):
    """What a weapon adds to its rolls: strength, agility, the choice of both, or mind."""

    MELEE = "MELEE"
    SHOOTING = "SHOOTING"
    THROWN = "THROWN"
    MAGIC = "MAGIC"


class Hand(Enum):
    """Where an equipped weapon is held.  [FF-EQ-02]"""

    LEFT = "LEFT"
    RIGHT = "RIGHT"
    BOTH = "BOTH"


class Protection(Enum):
    """Kinds of armour and accessories; the first two do not add up.  [FF-EQ-06]"""

    LIGHT = "LIGHT"
    HEAVY = "HEAVY"
    SHIELD = "SHIELD"
    ACCESSORY = "ACCESSORY"


class Weapon(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A weapon. bonus: AT (MA for a magic weapon).

    range_metres: 1 is arm's length. throw_metres: above 0, a melee weapon that may be thrown that far.
    half_die: its damage die counts 1 to 3. chamber: bullets of a firearm, 0 for anything else.
    natural: claws, fists: in no hand, can be neither dropped nor stowed. physical: unless it is a magic weapon.
    """

    id: Id
    name: Name
    category: Category = Category.MELEE
    bonus: Bonus = 0
    dice: Count = 1
    half_die: bool = False
    range_metres: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    throw_metres: Count = 0
    two_hands: bool = False
    chamber: Count = 0
    natural: bool = False
    element: Element | None = None


class Armor(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Armour, a shield, or an accessory: what wearing it changes."""

    id: Id
    name: Name
    protection: Protection
    mods: tuple[Mod, ...] = ()
