"""What La Fantasia Final adds to the fight: fighters, and the turn. Places, vitals and conditions are the kernel's."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from engine.kit import Order, Place
from engine.systems.fantasia.content.kinds import (
    Affinity,
    Armor,
    Hand,
    Item,
    Mod,
    Paradigm,
    Reaction,
    Source,
    Spell,
    Tag,
    Technique,
    Trait,
    Weapon,
)
from engine.systems.fantasia.sheet import Setup
from engine.systems.fantasia.types import Pay, Phase, Readied, SideBlock, Skill, Trigger

if TYPE_CHECKING:
    from engine.systems.fantasia.rules.statuses.order_handlers import OrderHandler


class Where(Enum):
    """Where a weapon is."""

    IN_HAND = "IN_HAND"
    STOWED = "STOWED"
    ON_GROUND = "ON_GROUND"


class Held(Struct, frozen=True, kw_only=True, rename="camel"):
    """A combatant's weapon. A natural weapon is always in hand, in no particular one."""

    weapon: Weapon
    where: Where
    hand: Hand | None = None
    lies: Place | None = None
    bullets: int = 0


class KnownSpell(Struct, frozen=True, kw_only=True, rename="camel"):
    """A spell of a combatant, and whether its magic is arcane.  [FF-MAG-06]"""

    spell: Spell
    granted_by: Source
    paradigm: Paradigm | None


class KnownTechnique(Struct, frozen=True, kw_only=True, rename="camel"):
    """A technique of a combatant, and whether its paradigm is arcane."""

    technique: Technique
    granted_by: Source
    paradigm: Paradigm | None


class Figures(Struct, frozen=True, kw_only=True, rename="camel", dict=True):
    """The completed sheet, without conditions and situations.  [FF-STAT-01 to FF-STAT-10]"""

    level: int
    strength: int
    agility: int
    vitality: int
    mind: int
    defense: int
    magic_defense: int
    evasion: int
    magic_block: int
    stealth: int | None = None
    hide: int | None = None
    hp: int
    mp: int
    movement: int
    weight_kg: int
    tags: tuple[Tag, ...]
    affinities: tuple[Affinity, ...]
    initiative_bonus: int
    multi_attack: int
    death_counter: bool
    profession: str
    armor: tuple[Armor, ...]
    traits: tuple[Trait, ...]
    spells: dict[str, KnownSpell]
    techniques: dict[str, KnownTechnique]
    reactions: dict[str, Reaction]
    items: dict[str, Item]


class Waiting(Struct, frozen=True, kw_only=True, rename="camel"):
    """A readied action: which, and for what. watched: "" for anybody.  [FF-READY-01]

    single: it was paid by the extra action of haste, and holds one attack.  [FF-ST-63]
    """

    action: Readied
    trigger: Trigger
    watched: str
    note: str
    single: bool = False


class Activation(Struct, frozen=True, kw_only=True, rename="camel"):
    """A spell or technique that is declared and not yet launched. checks: how often concentration was tested."""

    ability: str
    targets: tuple[str, ...]
    checks: int = 0


class Stated(Struct, frozen=True, kw_only=True, rename="camel"):
    """Values that the source of a status sets itself: figures, and dice of each turn.  [FF-STG-02]"""

    mods: tuple[Mod, ...]
    dice: int | None


class Fighter(Struct, frozen=True, kw_only=True, rename="camel", dict=True):
    """One combatant's part of the system's state.

    size_percent: 100 is normal; visible to all.
    figures, stock (item -> how many), waiting: None for a seat that may not know them; such a seat sees no stowed
    weapons either. initiative: None till it is rolled. declared: the kind of action announced for this round.
    lurking: what it lies in ambush with.
    stated: condition -> values set by its source. lost: vital -> how much of it everybody has seen it lose, and not get
    back; what happens to it while some do not see it does not count.
    reactions_used: reaction ability -> how often, since its last turn began (for those counted per turn, in this turn).
    """

    group: str | None
    size_percent: int
    figures: Figures | None
    weapons: dict[str, Held]
    stock: dict[str, int] | None
    initiative: int | None = None
    reacted: bool = False
    reactions_used: dict[str, int] = {}
    declared: Phase | None = None
    lurking: Skill | None = None
    waiting: Waiting | None = None
    activation: Activation | None = None
    stated: dict[str, Stated] = {}
    lost: dict[str, int] = {}

    @property
    def closed(self) -> Fighter:
        """The part visible to seats that may not know the figures. Cached, as a fighter is immutable."""
        found: Fighter | None = self.__dict__.get("closed")
        if found is None:
            worn = {name: held for name, held in self.weapons.items() if held.where is not Where.STOWED}
            found = self.__dict__["closed"] = structs.replace(self, figures=None, weapons=worn, stock=None)
        return found


class Turn(Struct, frozen=True, kw_only=True, rename="camel"):
    """The present turn, or the last one: whose, and how many actions of each kind are left in it.

    spent: one was used. delayed: it was delayed, and is taken now. fulfilled: a normal one was used.
    extra: of either kind. most: a limit for all kinds together; None: no such limit.
    given: how many it held as it began, by the names of these fields. paid: the action that was used last.
    """

    combatant: str
    normal: int = 0
    movement: int = 0
    extra: int = 0
    most: int | None = None
    given: dict[str, int] = {}
    paid: Pay | None = None
    spent: bool = False
    delayed: bool = False
    fulfilled: bool = False


class Ambush(Struct, frozen=True, kw_only=True, rename="camel"):
    """Free turns before the fight: the ambushing side, its ambushers, and who waits for a free turn.  [FF-SURP-05]"""

    side: str
    ambushers: tuple[str, ...]
    waiting: tuple[str, ...]


class Sides(Struct, frozen=True, kw_only=True, rename="camel"):
    """Sides that act one after the other. rolls: side -> total; up: the side whose turn it is.

    phase: the kind of action that is taken now, where they act in phases.  [FF-INIT-04, FF-INIT-07]
    """

    rolls: dict[str, int] = {}
    blocks: tuple[SideBlock, ...] = ()
    up: str | None = None
    phase: Phase | None = None


class FantasiaState(Struct, frozen=True, kw_only=True, rename="camel"):
    """The system's part of the state. begun: initiative has been rolled, or an ambush is under way.

    acted: whose turns are over in this round; passed: the last whose place in the order has come up; delaying: who
    delayed and still waits; holding: who has readied something, in the order of doing so.
    """

    setup: Setup
    begun: bool = False
    fighters: dict[str, Fighter] = {}
    turn: Turn | None = None
    acted: tuple[str, ...] = ()
    passed: str | None = None
    delaying: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    sides: Sides = Sides()
    ambush: Ambush | None = None

    @property
    def order_handlers(self) -> Mapping[type[Order], OrderHandler]:
        """What plays which order: `rules/course/handlers.py` says it for the fights that are played."""
        raise NotImplementedError
