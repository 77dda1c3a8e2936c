"""Weapons and armour."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.effects import Ability
from engine.systems.mongolian_mercenaries.content.kinds.types import (
    Bulk,
    Card,
    Count,
    DamageKind,
    Distance,
    Element,
    Face,
    Material,
    Name,
    Points,
    Rank,
    Rarity,
    Score,
    Targets,
)

Hands = Annotated[int, msgspec.Meta(ge=0, le=2)]


class Reach(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """`DIST-N`: at a smaller distance any position, at this one the first N, beyond it none.  [MM-POS-05]"""

    distance: Distance
    positions: Rank = 5

    def includes(self, level: int, rank: int) -> bool:
        """Whether it reaches a position at a distance of this level, 0 to 3."""
        return level < self.distance.level or (level == self.distance.level and rank <= self.positions)


class AmmoMode(Enum):
    """What a ranged attack uses up.

    NONE: nothing.  [MM-AMMO-04]  SPECIAL: nothing, or one piece of special ammunition.  [MM-AMMO-01, MM-AMMO-02]
    SELF: the weapon itself.  [MM-AMMO-03]  PACKET: needs a packet, which the faces may use up.  [MM-AMMO-05]
    """

    NONE = "NONE"
    SPECIAL = "SPECIAL"
    SELF = "SELF"
    PACKET = "PACKET"


class AmmoUse(Enum):
    """How soon a packet is used up: if a die shows no more than this.  [MM-AMMO-06]"""

    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"
    NIGHTMARE = "NIGHTMARE"

    @property
    def highest_face(self) -> int:
        """2 to 5."""
        return 2 + tuple(AmmoUse).index(self)


class Ammo(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The ammunition of a weapon. type: the packet that it needs; null: none. use: how soon that is used up."""

    mode: AmmoMode
    type: Card | None = None
    use: AmmoUse = AmmoUse.LOW


class Weapon(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A weapon card.

    skill: that is tested; of who fights by its card `fight_proficiency`. min_skill: needed to use it.  [MM-SKILL-07]
    kinds: the first unless another is chosen.  [MM-ATK-10]  reach: null: melee.  [MM-POS-05]
    accuracy: dice of a ranged attack.  [MM-ATK-03]  hands: that hold it.  [MM-EQ-03]
    crit_faces: of the hit test.  [MM-CRIT-07]  targets: at most so many at once.  [MM-MULTI-01]
    natural: it cannot be damaged.  [MM-WDM-01]  around: positions to either side of the target, struck as well.
    bulk, material, rarity: of the item.  [MM-ITEM-02]  abilities: what else it does while it is in hand.
    """

    id: Card
    name: Name
    skill: Card
    min_skill: Count = 1
    kinds: Annotated[tuple[DamageKind, ...], msgspec.Meta(min_length=1)]
    damage: Score = 0
    accuracy: Score = 0
    reach: Reach | None = None
    hands: Hands = 1
    crit_faces: tuple[Face, ...] = (8,)
    element: Element | None = None
    targets: Targets = 1
    natural: bool = False
    around: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    ammo: Ammo | None = None
    bulk: Bulk = Bulk.LARGE
    material: Material | None = None
    rarity: Rarity = Rarity.COMMON
    abilities: tuple[Ability, ...] = ()


class Ammunition(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An ammunition card.

    weapons: that it is for, by id or skill. packet: counted in packets that the faces use up, otherwise piece by piece.
    [MM-AMMO-02, MM-AMMO-06]  damage, accuracy: added to the weapon's. kinds: instead of the weapon's; none: as they
    are. element, crit_faces: instead of the weapon's; absent: as they are.
    """

    id: Card
    name: Name
    weapons: tuple[Card, ...] = ()
    packet: bool = False
    damage: Score = 0
    accuracy: Score = 0
    kinds: tuple[DamageKind, ...] = ()
    element: Element | None = None
    crit_faces: tuple[Face, ...] | None = None
    rarity: Rarity = Rarity.COMMON
    abilities: tuple[Ability, ...] = ()


class Slot(Enum):
    """Where something is worn, and so how many at once.  [MM-EQ-05]"""

    SUIT = "SUIT"
    SHIELD = "SHIELD"
    HEADGEAR = "HEADGEAR"
    CLOTHES = "CLOTHES"
    ACCESSORY = "ACCESSORY"
    JEWELLERY = "JEWELLERY"


class ArmourPiece(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something worn. by_kind: more Armour against a kind of damage.  [MM-ARM-01, MM-ARM-02]

    slot: where.  [MM-EQ-05]  metal: acid damages it.  [MM-ELM-07]  hands: that hold it.
    """

    id: Card
    name: Name
    value: Count = 0
    by_kind: dict[DamageKind, Points] = {}
    metal: bool = False
    hands: Hands = 0
    slot: Slot = Slot.SUIT
    material: Material | None = None
    rarity: Rarity = Rarity.COMMON
    abilities: tuple[Ability, ...] = ()
