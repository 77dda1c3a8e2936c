"""Spells, techniques, reaction abilities, items, and the statuses they bring."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.fantasia.content.kinds.elements import Element
from engine.systems.fantasia.content.kinds.figures import Mod
from engine.systems.fantasia.content.kinds.gear import Category
from engine.systems.fantasia.content.kinds.people import Source
from engine.systems.fantasia.content.kinds.types import Count, Name


class Spread(Enum):
    """Whom one use affects: one target, several named ones with one roll, or all within an area."""

    SINGLE = "SINGLE"
    NAMED = "NAMED"
    AREA = "AREA"


class Inflict(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A status that a spell, technique or item causes: an id of `conditions`.  [FF-STG-01]

    turns, turns_dice: how long, in turns of the bearer, fixed or as so many dice; without either as the status says,
    or until it is cured or the battle ends.  [FF-STG-03]
    mods: figures that it changes instead of the status's defaults; dice: of its damage or healing each turn,
    instead of the default.  [FF-STG-02]
    """

    status: Id
    turns: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    turns_dice: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    mods: tuple[Mod, ...] = ()
    dice: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class Spell(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A spell. damage, heal: dice, or None where it does neither; mind times the multiplier is added.

    beneficial: a target is assumed to want it from friends. revive: brings back the dead and the unconscious.
    touch: counts as melee. targets: how many may be named where it affects several named targets.
    granted_by, profession: what gives it to its owner; None: the profession on the sheet.
    inflicts: statuses of those it reaches; cures: statuses of theirs that it ends. ground: it goes along the ground.
    strong_wind: it is a wind that may carry off a floating target.
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


class Affects(Enum):
    """The intended targets of a technique."""

    FOES = "FOES"
    SELF = "SELF"
    FRIENDS = "FRIENDS"


class Technique(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A combat technique: one attack roll with a weapon, AT against DE, and the weapon's damage; or a power.

    affects: if not foes, it is a power, which needs neither weapon nor roll and reaches everybody within its radius.
    damage: False: a hit only causes what it inflicts. categories: weapons that it can be used with.
    radius_metres: of an area, around the user.
    inflicts: statuses of those it hits. requires_voice: it cannot be done in silence.
    """

    id: Id
    name: Name
    affects: Affects = Affects.FOES
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
    """The effect of a reaction ability, which also determines when it applies.  [FF-REACT-01]"""

    AVOID_HIT = "AVOID_HIT"
    AVOID_MAGIC = "AVOID_MAGIC"
    LOWER_DAMAGE = "LOWER_DAMAGE"
    TAKE_HIT = "TAKE_HIT"
    STRIKE_BACK = "STRIKE_BACK"


class Reaction(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A reaction ability: something done out of turn.  [FF-REACT-01]

    melee: only against hand-to-hand attacks. amount: by how much damage is lowered.
    free: it does not count as the one reaction between two turns.  [FF-REACT-03]
    uses: how often it may be used between two own turns, beside that one reaction; 0: no own limit.  [FF-REACT-04]
    each_turn: uses count within each turn of any combatant.
    granted_by: what gives it to its owner; None: the profession on the sheet.
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
    """A consumable item. heal_hp, heal_mp: points given back; revive_hp: points the fallen return with.

    inflicts, cures: statuses that it causes, and that it ends.
    """

    id: Id
    name: Name
    heal_hp: Count = 0
    heal_mp: Count = 0
    revive_hp: Count = 0
    inflicts: tuple[Inflict, ...] = ()
    cures: tuple[Id, ...] = ()
