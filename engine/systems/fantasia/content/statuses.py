"""The parts of conditions. A status is an entry of `conditions.toml`; the rules read its effects, not its name.

A part described by a rule of its own carries that rule's id; any other carries its condition's.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.fantasia.content.kinds import Count, Element, Figure, Mod, Name, Source


class Activity(Enum):
    """Things that a combatant may be prevented from doing."""

    ATTACK = "ATTACK"
    CAST = "CAST"
    TECHNIQUE = "TECHNIQUE"
    ABILITY = "ABILITY"
    SPEAK = "SPEAK"
    ITEM = "ITEM"
    PICK_UP = "PICK_UP"
    DEFEND = "DEFEND"
    READY = "READY"
    DELAY = "DELAY"
    GRAPPLE = "GRAPPLE"
    BREAK_FREE = "BREAK_FREE"
    MOVE = "MOVE"
    STAND_UP = "STAND_UP"
    LIE_DOWN = "LIE_DOWN"
    LET_GO = "LET_GO"
    DRAW = "DRAW"
    RELOAD = "RELOAD"
    CHECK = "CHECK"
    OTHER = "OTHER"


class Harm(Enum):
    """The damage that a factor applies to."""

    ANY = "ANY"
    WEAPON = "WEAPON"
    PHYSICAL = "PHYSICAL"
    ATTACK = "ATTACK"


class Again(Enum):
    """What the same status does when its bearer already has it."""

    LONGER = "LONGER"
    TOGGLE = "TOGGLE"
    FIRST = "FIRST"
    RESTART = "RESTART"


class AtTurnStart(Enum):
    """What a status does at the start of its bearer's turn, in order of execution."""

    AGE = "AGE"
    HURT = "HURT"
    HEAL = "HEAL"
    CONFUSE = "CONFUSE"


class AtEnd(Enum):
    """What happens when its turns have run out."""

    OVER = "OVER"
    FALL = "FALL"
    STATUE = "STATUE"
    EXHAUST = "EXHAUST"


class Occasion(Enum):
    """What ends a status early."""

    DAMAGE = "DAMAGE"
    MAGIC = "MAGIC"
    NO_POINTS = "NO_POINTS"
    CAUSE_ATTACKS = "CAUSE_ATTACKS"


class Master(Enum):
    """Who gives its bearer's orders."""

    GM = "GM"
    CAUSE = "CAUSE"


Part = Annotated[int, msgspec.Meta(ge=0, le=999)]


class Times(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A figure times `times` over `over`; an attribute only where it is above 0, and only for attacks and damage."""

    figure: Figure
    times: Part = 1
    over: Annotated[int, msgspec.Meta(ge=1, le=999)] = 1


class Share(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Damage, healing or size times `times` over `over`. of: which damage."""

    times: Part = 1
    over: Annotated[int, msgspec.Meta(ge=1, le=999)] = 1
    of: Harm = Harm.ANY
    carries: str = ""


class Forbids(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Deeds that are forbidden. but_own: not the spell that causes this status. sources: only abilities of these."""

    deeds: tuple[Activity, ...]
    but_own: bool = False
    sources: tuple[Source, ...] = ()
    carries: str = ""


class Ends(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An early end."""

    on: Occasion
    carries: str = ""


class Breaks(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Magic damage of these elements is halved and ends the status."""

    elements: tuple[Element, ...]
    carries: str = ""


class Starts(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What happens at the start of a turn. dice: of damage or healing."""

    effect: AtTurnStart
    dice: Count = 0
    element: Element | None = None
    carries: str = ""


class ConditionKind(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The effects of a condition, as data. Text fields that hold a rule's id apply where one is given.

    carries: the rule it comes from. until: the end that every such condition has.
    boon: it is good for its bearer.
    magic: a status: of several that change a figure only the best bonus and the worst penalty count.
    mods: changes of its bearer's figures. at_cause: only in attacks on, or by, the combatant who caused it.
    growing: they count as often as its amount says; least: they take no figure below this.
    times: figures multiplied; fixed: figures set to this value. size, points: factors on size and hit points.
    dealt, taken: factors on damage its bearer deals and takes. healed: factor on magic and items that heal hit points.
    weapon_dice: more dice of damage with weapons. undead: healing harms its bearer, life magic fells it.
    acts: False: no actions, no reactions. reacts: False: no reactions. helpless: attacks hit automatically, for double.
    normal, movement: False: no such action in a turn; extra: more actions of either kind; most: so many in all.
    forbids: deeds. bare: the bearer's equipment is gone while it lasts. falls: it knocks the bearer down.
    held: it ends when its bearer or its source can no longer act.
    adds: one bearer may have several, which add up. per_cause: one of the kind for each cause.
    again: what the same one does once more. opposite: the newer of the two only ends the older.
    excludes: while it lasts, these cannot be gained. prevents: nor can these, and those already there end.
    living: only on the living. heavy: not on a bearer of over 90 kg and 10 for each level.
    turns, turns_dice, turns_vitality: how long, if its source does not say; the last: vitality + 1 turns, at least 1.
    starts: what a turn starts with; counts: its amount is the turns begun with it. at_end: what happens at its end.
    ends: what ends it early; breaks: elements that do. master: who commands its bearer. must_attack: whenever possible.
    reflects: magic goes back to its caster. blurred: attacks against defence are rolled twice, the worse counts.
    hungers: among possible targets the living come first, the nearest of them before all.
    sightless: checks that need sight fail. effort: exertion and damage fell the bearer. floats: it is off the ground.
    """

    id: Id
    name: Name
    carries: str
    until: str = ""
    boon: bool = False
    magic: bool = False
    mods: tuple[Mod, ...] = ()
    at_cause: bool = False
    growing: bool = False
    least: int | None = None
    times: tuple[Times, ...] = ()
    fixed: tuple[Mod, ...] = ()
    size: Share | None = None
    points: Share | None = None
    dealt: tuple[Share, ...] = ()
    taken: tuple[Share, ...] = ()
    healed: Share | None = None
    weapon_dice: Count = 0
    undead: bool = False
    acts: bool = True
    reacts: bool = True
    helpless: str = ""
    normal: bool = True
    movement: bool = True
    extra: Count = 0
    most: Count | None = None
    forbids: tuple[Forbids, ...] = ()
    bare: bool = False
    falls: bool = False
    held: bool = False
    adds: bool = False
    per_cause: bool = False
    again: Again = Again.LONGER
    again_carries: str = ""
    opposite: Id | None = None
    excludes: tuple[Id, ...] = ()
    prevents: tuple[Id, ...] = ()
    prevents_carries: str = ""
    living: str = ""
    heavy: str = ""
    turns: Count | None = None
    turns_dice: Count = 0
    turns_vitality: bool = False
    starts: Starts | None = None
    at_end: AtEnd = AtEnd.OVER
    counts: bool = False
    ends: tuple[Ends, ...] = ()
    breaks: Breaks | None = None
    master: Master | None = None
    master_carries: str = ""
    must_attack: str = ""
    hungers: bool = False
    reflects: bool = False
    blurred: bool = False
    sightless: str = ""
    effort: str = ""
    floats: bool = False
