"""Weapons, shields, armour and trinkets.  [SA-GEAR-01 to SA-GEAR-14]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.saari.content.kinds.effects import EffectPrice
from engine.systems.saari.content.kinds.figures import Attack, Defense, Purpose, Tag
from engine.systems.saari.content.kinds.types import Count, Name

Hands = Annotated[int, msgspec.Meta(ge=0, le=2)]


class Slot(Enum):
    """What an item takes up: two light ones are as much as a heavy one.  [SA-GEAR-03]"""

    LIGHT = "LIGHT"
    HEAVY = "HEAVY"


class RollBonus(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Dice that are added to rolls for a purpose. weapon: only with that one; null: with any.  [SA-DICE-04]"""

    purpose: Purpose
    dice: Count
    weapon: Id | None = None


class Weapon(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A weapon. It fights in melee, shoots (`ranged`), or both, if it is thrown as well.

    attack_dice: added to the pool. damage: of a hit.  [G-20]  range: zones away, 0: the same zone alone.
    cost: in actions. slot: null: it takes up none. hands: that hold it. clumsy: taking it in hand costs 1 action.
    [SA-GEAR-09]  handy: it provokes no free strike.  [SA-FREE-04]  area: it hits a whole zone. single_use: it is gone
    afterwards. mind_cost: of an attack with it, in mind points.  [SA-MP-05]  effects: that its extra successes may buy.
    bonuses: dice for rolls for which it is the one held item.  [SA-GEAR-11]
    """

    id: Id
    name: Name
    melee: bool = False
    ranged: bool = False
    thrown: bool = False
    attack_dice: Count = 0
    damage: Count = 1
    range: Count = 0
    cost: Count = 2
    slot: Slot | None = None
    hands: Hands = 1
    clumsy: bool = False
    handy: bool = False
    area: bool = False
    single_use: bool = False
    mind_cost: Count = 0
    tags: tuple[Tag, ...] = ()
    effects: tuple[EffectPrice, ...] = ()
    bonuses: tuple[RollBonus, ...] = ()

    def attacks(self) -> tuple[Attack, ...]:
        """The kinds of attack that it makes."""
        kinds = ((self.melee, Attack.MELEE), (self.thrown, Attack.THROWN), (self.ranged, Attack.RANGED))
        return tuple(kind for can, kind in kinds if can)


class Shield(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A shield. defense_dice: added to these defences. parry_ranged: it parries ranged attacks.  [SA-PARRY-07]

    bonuses: dice for other rolls for which it is the one held item.  [SA-GEAR-11]
    """

    id: Id
    name: Name
    defense_dice: Count
    defenses: tuple[Defense, ...] = (Defense.BASIC, Defense.ARMOR)
    parry_ranged: bool = True
    slot: Slot = Slot.LIGHT
    hands: Hands = 1
    clumsy: bool = False
    bonuses: tuple[RollBonus, ...] = ()


class Armor(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Armour. armor_dice: at most Might of them are used. dodge_limit: of the dodge dice; null: none.  [G-21]"""

    id: Id
    name: Name
    armor_dice: Count
    dodge_limit: Count | None = None


class Trinket(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A trinket: it helps beside the one held item.  [SA-GEAR-12]"""

    id: Id
    name: Name
    bonuses: tuple[RollBonus, ...]
