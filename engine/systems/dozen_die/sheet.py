"""The figures somebody enters a fight with, and what the game master sets up.

A sheet is complete in itself: everything may be written in full (`own_weapons`, `own_skills` ...), names of the
catalogue are shorthand (`weapons`, `skills` ...), and `ref` takes a whole character or creature of the catalogue, of
which any field given beside it is changed.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.combatant import Cell
from engine.kernel.ids import Id
from engine.systems.dozen_die.board.ground import Ground
from engine.systems.dozen_die.content.kinds import Armor, Count, Kind, Level, Name, Skill, Tag, Talent, Weapon

Size = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A figure of Dozen Die.

    ref: a character or creature of the catalogue. Without one, st, dx, co, aw and mv must be given; ch is 2 then.

    st, dx, co, ch, aw: strength, dexterity, constitution, charisma, awareness (squares). mv: movement in squares.
    abilities: others that the rules do not know, kept as they are. size: squares on each side.
    skills: levels of skills, also of those in own_skills. own_skills: skills that the catalogue has not, in full.
    weapons: the first melee weapon is the one it fights with. own_weapons: weapons in full. armor: of the catalogue.
    own_armor: armour in full. talents: of the catalogue. own_talents: talents in full. tags: what some skills look at.
    unloaded: ranged weapons that are not loaded as it enters. pack: miniatures that name the same one are activated
    together. items: how many it carries. capacity: how many it can march with; absent: as many as its st.
    [DD-MARCH-05]
    load: an object that it carries together with all others who name it.  [DD-MARCH-06]
    """

    ref: str | None = None
    kind: Kind | None = None
    st: Count | None = None
    dx: Count | None = None
    co: Count | None = None
    ch: Count | None = None
    aw: Count | None = None
    mv: Count | None = None
    abilities: dict[Id, int] | None = None
    size: Size | None = None
    skills: tuple[Level, ...] | None = None
    own_skills: tuple[Skill, ...] | None = None
    weapons: tuple[Id, ...] | None = None
    own_weapons: tuple[Weapon, ...] | None = None
    unloaded: tuple[Id, ...] | None = None
    armor: Id | None = None
    own_armor: Armor | None = None
    talents: tuple[Id, ...] | None = None
    own_talents: tuple[Talent, ...] | None = None
    tags: tuple[Tag, ...] | None = None
    pack: Id | None = None
    items: Count | None = None
    capacity: Count | None = None
    load: Id | None = None


class Weather(Enum):
    """What the weather does to the ground.  [DD-TERR-16]

    NONE: nothing.
    HURRICANE: makes all ground easy at best.
    """

    NONE = "NONE"
    HURRICANE = "HURRICANE"


class Dice(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The dice of a side. green, white, yellow: its activation dice. pool: how many it has for rolls.

    [DD-DICE-04, DD-DICE-07]
    """

    side: Id
    green: Count = 2
    white: Count = 2
    yellow: Count = 1
    pool: Count = 6


class SpecialAction(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a yellow die may do in this adventure, each once.  [DD-ACT-12]  opens: the square of a door or gate."""

    key: Id
    name: Name
    opens: Cell


class Wanderer(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Somebody who is not there yet, and whom any player may bring in with a die.  [DD-ACT-15]

    combatant: what the figure will be called by.
    """

    combatant: Id
    name: Name
    sheet: Sheet


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What the game master settles when the encounter is created.

    ground: the board; absent: open ground.  [DD-TERR-06]
    dice: of sides that have others than two green, two white, one yellow and a pool of six.
    max_activations: how often one figure may be activated in a round; absent: without limit.
    specials: what a yellow die may trigger. wanderers: who may be brought in. weather: as the fight begins.
    neutrals_may_leave: whether creatures and NPCs may leave the board.  [DD-MOVE-16]
    recovery_bonus: what constitution has besides when casualties roll after the adventure.  [DD-HP-06]
    restored: the position is one in the middle of a fight, where foreign figures may stand in contact.
    """

    ground: Ground | None = None
    dice: tuple[Dice, ...] = ()
    max_activations: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    specials: tuple[SpecialAction, ...] = ()
    wanderers: tuple[Wanderer, ...] = ()
    weather: Weather = Weather.NONE
    neutrals_may_leave: bool = False
    recovery_bonus: Annotated[int, msgspec.Meta(ge=-12, le=12)] = 3
    restored: bool = False
