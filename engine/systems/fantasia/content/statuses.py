"""What conditions are made of. A status is an entry of `conditions.toml`; the rules read what it does, not its name.

Each part that a rule of its own describes carries that rule's id; what has none carries its condition's.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.ids import Id
from engine.systems.fantasia.content.kinds import Count, Element, Figure, Mod, Name, Source


class Deed(Enum):
    """What somebody may be kept from doing."""

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
    """Which damage a factor is for."""

    ANY = "ANY"
    WEAPON = "WEAPON"
    PHYSICAL = "PHYSICAL"
    ATTACK = "ATTACK"


class Again(Enum):
    """What the same status does to one that lies on somebody already."""

    LONGER = "LONGER"
    TOGGLE = "TOGGLE"
    FIRST = "FIRST"
    RESTART = "RESTART"


class AtTurnStart(Enum):
    """What a status does as a turn of its bearer starts, in the order in which it happens."""

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
    """Who gives the orders of its bearer."""

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
    """Deeds that are barred. but_own: not the spell that brings this status. sources: only abilities of these."""

    deeds: tuple[Deed, ...]
    but_own: bool = False
    sources: tuple[Source, ...] = ()
    carries: str = ""


class Ends(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An early end."""

    on: Occasion
    carries: str = ""


class Breaks(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Magic that deals damage of these elements deals half of it and ends the status."""

    elements: tuple[Element, ...]
    carries: str = ""


class Starts(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What happens as a turn starts. dice: of damage or healing."""

    effect: AtTurnStart
    dice: Count = 0
    element: Element | None = None
    carries: str = ""


class ConditionKind(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a condition does, as data. Words that hold a rule's id are on where there is one.

    carries: the rule it comes from. until: the end that every such condition has.
    magic: a status: of several that change a figure only the best rise and the worst fall count.
    mods: changes of its bearer's figures. at_cause: only in attacks on, or by, who caused it.
    growing: they count as often as its amount says; least: they take no figure below this.
    times: figures multiplied; fixed: figures that are just this. size, points: factors on size and hit points.
    dealt, taken: factors on damage its bearer deals and takes. healed: factor on magic and items that heal hit points.
    weapon_dice: more dice of damage with weapons. undead: healing harms its bearer, life magic fells him.
    acts: False: no actions, no reactions. reacts: False: no reactions. helpless: attacks hit by themselves, for double.
    normal, movement: False: no such action in a turn; extra: more actions of either kind; most: so many at all.
    forbids: deeds. bare: his equipment is gone while it lasts. falls: it lays him on the ground.
    held: it ends when its bearer or its source can no longer act.
    adds: several of the kind lie on one and add up. per_cause: one of the kind for each cause.
    again: what the same one does once more. opposite: the newer of the two only ends the older.
    excludes: while it lasts, these do not come. prevents: nor do these, and it ends those that lie there.
    living: only on who lives. heavy: not on who weighs over 90 kg and 10 for each level.
    turns, turns_dice, turns_vitality: how long, if its source does not say; the last: vitality + 1 turns, at least 1.
    starts: what a turn starts with; counts: its amount is the turns begun with it. at_end: what its end brings.
    ends: what ends it early; breaks: elements that do. master: who commands its bearer. must_attack: whenever he can.
    reflects: magic goes back to its caster. blurred: attacks against defence are rolled twice, the worse counts.
    hungers: of those he may attack the living come first, the nearest of them before all.
    sightless: checks that need sight fail. effort: exertion and damage fell him. floats: he is off the ground.
    """

    id: Id
    name: Name
    carries: str
    until: str = ""
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
