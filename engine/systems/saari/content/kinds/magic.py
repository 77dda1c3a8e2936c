"""Spells and talents.  [SA-SPELL-01, SA-TALENT-01]"""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Id
from engine.systems.saari.content.kinds.effects import EffectPrice
from engine.systems.saari.content.kinds.figures import Defense, Tag
from engine.systems.saari.content.kinds.gear import RollBonus
from engine.systems.saari.content.kinds.types import Count, Name


class Spell(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A spell.

    cost: in actions. mind_cost: in mind points.  [SA-MP-05]  attack: it is rolled against a target number. range: zones
    away, 0: the same zone. touch: its target is in the same zone. provokes: it gives a free strike.  [SA-SPELL-06]
    effects: of a hit; bought: that extra successes may buy. defense: of those who are struck by it and roll.
    heal: body points. moves: it includes one move over anything difficult. wards: own parries work against ranged
    attacks until the scene ends. racial: it needs neither hand nor voice.  [SA-SPELL-04]
    """

    id: Id
    name: Name
    cost: Count = 2
    mind_cost: Count = 0
    attack: bool = False
    damage: Count = 0
    range: Count = 0
    area: bool = False
    touch: bool = False
    handy: bool = False
    provokes: bool = False
    defense: Defense = Defense.BASIC
    effects: tuple[Id, ...] = ()
    bought: tuple[EffectPrice, ...] = ()
    heal: Count = 0
    moves: bool = False
    wards: bool = False
    racial: bool = False
    tags: tuple[Tag, ...] = ()


class Talent(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A talent.

    bonuses: dice for rolls. parry_ranged: it parries ranged attacks without a shield.  [SA-PARRY-07]  comrade_parry:
    dice when parrying for a comrade. weight_halves: added to its own weight. melee_effects: that extra successes of its
    melee attacks may buy. quick_weapon: whose attack costs `quick_cost`.  [SA-ACT-11]  worldly: it can be lost.
    [SA-COMP-11]
    """

    id: Id
    name: Name
    bonuses: tuple[RollBonus, ...] = ()
    parry_ranged: bool = False
    comrade_parry: Count = 0
    weight_halves: Count = 0
    melee_effects: tuple[EffectPrice, ...] = ()
    quick_weapon: Id | None = None
    quick_cost: Count = 1
    worldly: bool = False
