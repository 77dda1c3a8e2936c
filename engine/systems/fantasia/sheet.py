"""The sheet of a combatant, and what the game master sets up.

A sheet is complete in itself: everything may be written in full (`own_weapons`, `own_spells` ...), names of the
catalogue are shorthand (`weapons`, `spells` ...), and `ref` takes a whole character or creature of the catalogue;
fields given beside it replace its own.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import COMBATANT, GM_ONLY, Id
from engine.systems.fantasia.content.kinds import (
    Affinity,
    Armor,
    Count,
    Element,
    Hand,
    Item,
    Paradigm,
    Reaction,
    Source,
    Spell,
    Tag,
    Technique,
    Trait,
    Weapon,
)
from engine.systems.fantasia.ground import Grid

Score = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class Grip(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Which weapon is equipped, and in which hand.  [FF-EQ-02]"""

    weapon: Id
    hand: Hand = Hand.RIGHT


class Load(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How many bullets a firearm's chamber holds; without this it is full."""

    weapon: Id
    bullets: Count


class Stock(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How many of an item a combatant carries."""

    item: Id
    count: Count = 1


class Granted(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A spell or technique of the catalogue that does not come from the sheet's own profession."""

    ability: Id
    granted_by: Source = Source.PROFESSION
    profession: str | None = None


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A combatant of La Fantasia Final.  [FF-STAT-01 to FF-STAT-10]

    ref: a character or creature of the catalogue. Without one, the four attributes, defense, magic_defense, hp and
    movement must be given. Without anything else: level 1, no magic points, no equipment, fists.

    defense, magic_defense, attributes, movement: without equipment, whose changes are added. hp, mp: maxima; a figure
    may enter with less. size_percent: 100 is normal, 200 twice as large. weight_kg: None: 70 kg × size².
    affinities: to elements. made_of: an element that it then absorbs, and whose opposite it is weak to, unless
    affinities say otherwise.  [FF-ELEM-07]
    stealth, hide: skills for an ambush, where it has them.  [FF-SURP-02]
    group: enemies of one group may share one initiative roll; None: the one named by `ref`.
    initiative_bonus: from tribe, profession and the like. multi_attack: attacks in one normal action.
    death_counter: False: out of the fight at 0 hp. profession: an id of the catalogue, or any word with a `paradigm`.
    equipped: None: the first weapon in hand. weapons, armor, traits, spells, techniques: ids of the catalogue;
    spells and techniques are granted by the profession.
    """

    ref: Id | None = None
    group: Id | None = None
    level: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    strength: Score | None = None
    agility: Score | None = None
    vitality: Score | None = None
    mind: Score | None = None
    defense: Score | None = None
    magic_defense: Score | None = None
    evasion: Score | None = None
    magic_block: Score | None = None
    stealth: Score | None = None
    hide: Score | None = None
    hp: Annotated[int, msgspec.Meta(ge=1, le=99999)] | None = None
    mp: Annotated[int, msgspec.Meta(ge=0, le=99999)] | None = None
    movement: Count | None = None
    size_percent: Annotated[int, msgspec.Meta(ge=1, le=10000)] | None = None
    weight_kg: Annotated[int, msgspec.Meta(ge=0, le=1000000)] | None = None
    tags: tuple[Tag, ...] | None = None
    affinities: tuple[Affinity, ...] | None = None
    made_of: Element | None = None
    initiative_bonus: Score | None = None
    multi_attack: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    death_counter: bool | None = None
    profession: str | None = None
    paradigm: Paradigm | None = None
    weapons: tuple[Id, ...] | None = None
    own_weapons: tuple[Weapon, ...] | None = None
    equipped: tuple[Grip, ...] | None = None
    loaded: tuple[Load, ...] | None = None
    armor: tuple[Id, ...] | None = None
    own_armor: tuple[Armor, ...] | None = None
    traits: tuple[Id, ...] | None = None
    own_traits: tuple[Trait, ...] | None = None
    spells: tuple[Id, ...] | None = None
    own_spells: tuple[Spell, ...] | None = None
    granted_spells: tuple[Granted, ...] | None = None
    techniques: tuple[Id, ...] | None = None
    own_techniques: tuple[Technique, ...] | None = None
    granted_techniques: tuple[Granted, ...] | None = None
    reactions: tuple[Id, ...] | None = None
    own_reactions: tuple[Reaction, ...] | None = None
    items: tuple[Stock, ...] | None = None
    own_items: tuple[Item, ...] | None = None


class GroupRolls(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How the enemies of a group roll initiative: each alone, or one roll for all.  [FF-INIT-03]"""

    group: Annotated[Id, GM_ONLY]
    each: bool


class Initiative(Enum):
    """The order of acting: individually as rolled, or by sides, freely or in phases.  [FF-INIT-01, FF-INIT-04]"""

    INDIVIDUAL = "INDIVIDUAL"
    SIDES = "SIDES"
    PHASES = "PHASES"


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Settings that the game master makes when the encounter is created.

    initiative: PHASES are sides that act by kind of action.
    group_rolls: for these groups the game master is not asked when the fight begins; only the game master reads them.
    ask_reactions: whoever might react is asked from the start; otherwise once a combatant visible to all has a reaction
    ability, so that a first question reveals that somebody has one.
    elements: whether affinities to elements count; elements_except: for these combatants it is the other way
    round; each is read by those who know the combatant.  [FF-ELEM-08]
    grid: which rules of the board apply, where the ground is one of cells.  [FF-GRID-16]
    """

    initiative: Initiative = Initiative.INDIVIDUAL
    group_rolls: tuple[GroupRolls, ...] = ()
    ask_reactions: bool = False
    elements: bool = True
    elements_except: tuple[Annotated[Id, COMBATANT], ...] = ()
    grid: Grid | None = None
