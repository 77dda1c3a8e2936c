"""What content is made of: the structs of weapons, armour, spells, techniques, items, traits, and their words.

All figures are whole numbers. Dice are counts of six-sided dice. Ranges are metres.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.ids import Id

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Bonus = Annotated[int, msgspec.Meta(ge=0, le=3)]
"""The accuracy bonus of a weapon, 0 to 3.  [FF-ATK-12]"""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Attribute(Enum):
    """The four attributes; 0 and negative values exist.  [FF-STAT-01]"""

    STRENGTH = "STRENGTH"
    AGILITY = "AGILITY"
    VITALITY = "VITALITY"
    MIND = "MIND"


class Figure(Enum):
    """Every figure that equipment, conditions and situations may modify."""

    STRENGTH = "STRENGTH"
    AGILITY = "AGILITY"
    VITALITY = "VITALITY"
    MIND = "MIND"
    ATTACK = "ATTACK"
    MAGIC_ATTACK = "MAGIC_ATTACK"
    DEFENSE = "DEFENSE"
    MAGIC_DEFENSE = "MAGIC_DEFENSE"
    EVASION = "EVASION"
    MAGIC_BLOCK = "MAGIC_BLOCK"
    MOVEMENT = "MOVEMENT"
    INITIATIVE = "INITIATIVE"


class Category(Enum):
    """What a weapon adds to its rolls: strength, agility, one of both, or mind."""

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


class Element(Enum):
    """The elements of spells and weapons; six of them are three opposed pairs."""

    FIRE = "FIRE"
    ICE = "ICE"
    EARTH = "EARTH"
    WATER = "WATER"
    DARK = "DARK"
    LIGHT = "LIGHT"
    POISON = "POISON"
    LIGHTNING = "LIGHTNING"
    GRAVITY = "GRAVITY"
    WIND = "WIND"


class Relation(Enum):
    """How a creature stands to an element."""

    ABSORB = "ABSORB"
    IMMUNE = "IMMUNE"
    RESIST = "RESIST"
    WEAK = "WEAK"


class Tag(Enum):
    """What a creature is; without UNDEAD it is living.  [FF-STAT-10]"""

    UNDEAD = "UNDEAD"
    FLYING = "FLYING"


class Paradigm(Enum):
    """What a profession's magic rests on; the arcane one cannot be used in heavy armour.  [FF-MAG-06]"""

    ARCANE = "ARCANE"
    MARTIAL = "MARTIAL"


class Source(Enum):
    """Where somebody has a spell or technique from."""

    PROFESSION = "PROFESSION"
    TRIBE = "TRIBE"
    ITEM = "ITEM"


class Spread(Enum):
    """Whom one use affects: one target, several named ones with one roll, or all within an area."""

    SINGLE = "SINGLE"
    NAMED = "NAMED"
    AREA = "AREA"


class Mod(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A change of one figure."""

    figure: Figure
    change: int


class Weapon(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A weapon. bonus: AT (MA for a magic weapon).

    range_metres: 1 is arm's length. throw_metres: above 0, a melee weapon that may be thrown that far.
    half_die: its damage die counts 1 to 3. chamber: bullets of a firearm, 0 for anything else.
    natural: claws, fists: in no hand, can neither fall nor be stowed. physical: unless it is a magic weapon.
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


class Trait(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something somebody always has, from tribe, profession or training. multi_attack: attacks in one normal action.

    stealth, hide: a skill for an ambush.  [FF-SURP-02]
    """

    id: Id
    name: Name
    mods: tuple[Mod, ...] = ()
    multi_attack: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    stealth: int | None = None
    hide: int | None = None


class Inflict(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A status that a spell, technique or item brings: an id of `conditions`.  [FF-STG-01]

    turns, turns_dice: how long, in turns of the bearer, fixed or as so many dice; without either as the status says,
    or until it is cured or the battle ends.  [FF-STG-03]
    mods: figures that it changes otherwise than the status by default; dice: of its damage or healing each turn,
    instead of the default.  [FF-STG-02]
    """

    status: Id
    turns: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    turns_dice: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    mods: tuple[Mod, ...] = ()
    dice: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class Spell(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A spell. damage, heal: dice, or None where it does neither; mind times the multiplier is added.

    beneficial: needs no roll on a willing target. revive: brings back the dead and the unconscious.
    touch: counts as melee. targets: how many may be named where it is spread over named ones.
    granted_by, profession: where its owner has it from; None: from the profession on the sheet.
    inflicts: statuses of those it reaches; cures: statuses of theirs that it ends. ground: it goes along the ground.
    strong_wind: it is a wind that may carry off who floats.
    """

    id: Id
    name: Name
    mp: Count = 0
    damage: Count | None = None
    heal: Count | None = None
    revive: bool = False
    beneficial: bool = False
    element: Element | None = None
    spread: Spread = Spread.SINGLE
    targets: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    range_metres: Count = 10
    radius_metres: Count = 0
    touch: bool = False
    ground: bool = False
    strong_wind: bool = False
    inflicts: tuple[Inflict, ...] = ()
    cures: tuple[Id, ...] = ()
    granted_by: Source | None = None
    profession: str | None = None


class Whom(Enum):
    """Whom a technique is for."""

    FOES = "FOES"
    SELF = "SELF"
    FRIENDS = "FRIENDS"


class Technique(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A combat technique: one attack roll with a weapon, AT against DE, and the weapon's damage; or a power.

    whom: if not for foes, it is a power, which needs neither weapon nor roll and reaches all within its radius.
    damage: False: a hit only brings what it inflicts. categories: weapons that can do it.
    radius_metres: of an area, around the one who does it.
    inflicts: statuses of those it hits. requires_voice: it cannot be done in silence.
    """

    id: Id
    name: Name
    whom: Whom = Whom.FOES
    damage: bool = True
    spread: Spread = Spread.SINGLE
    targets: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    radius_metres: Count = 0
    categories: tuple[Category, ...] = (Category.MELEE,)
    inflicts: tuple[Inflict, ...] = ()
    requires_voice: bool = False
    granted_by: Source | None = None
    profession: str | None = None


class ReactionEffect(Enum):
    """What a reaction ability does, which also says when.  [FF-REACT-01]"""

    AVOID_HIT = "AVOID_HIT"
    AVOID_MAGIC = "AVOID_MAGIC"
    LOWER_DAMAGE = "LOWER_DAMAGE"
    TAKE_HIT = "TAKE_HIT"
    STRIKE_BACK = "STRIKE_BACK"


class Reaction(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A reaction ability: something done out of turn.  [FF-REACT-01]

    melee: only against what is made hand to hand. amount: by how much damage is lowered.
    free: it does not count as the one reaction between two turns.  [FF-REACT-03]
    uses: how often it may be used between two own turns, beside that one reaction; 0: it says nothing.  [FF-REACT-04]
    each_turn: uses count within each turn, whoever's it is.
    granted_by: where its owner has it from; None: from the profession on the sheet.
    """

    id: Id
    name: Name
    effect: ReactionEffect
    melee: bool = False
    amount: Count = 0
    free: bool = False
    uses: Count = 0
    each_turn: bool = False
    granted_by: Source | None = None


class Item(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something that is used up. heal_hp, heal_mp: points given back; revive_hp: points the fallen return with.

    inflicts, cures: statuses that it brings, and that it ends.
    """

    id: Id
    name: Name
    heal_hp: Count = 0
    heal_mp: Count = 0
    revive_hp: Count = 0
    inflicts: tuple[Inflict, ...] = ()
    cures: tuple[Id, ...] = ()


class Profession(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A profession and the paradigm of what it grants.  [FF-MAG-07, FF-MAG-08]"""

    id: Id
    name: Name
    paradigm: Paradigm


class Factor(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Damage times `times` over `over`. source: what brings it about, in the system's words."""

    source: str
    times: int
    over: int


class Affinity(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How a creature stands to one element."""

    element: Element
    relation: Relation
