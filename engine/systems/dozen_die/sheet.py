"""The sheet of a figure, and what the game master sets up.

A sheet is complete in itself: everything may be written in full (`own_weapons`, `own_skills` ...), names of the
catalogue are shorthand (`weapons`, `skills` ...), and `ref` takes a whole character or creature of the catalogue;
fields given beside it replace its own.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import SIDE, Amount, Cell, Id, Thing
from engine.systems.dozen_die.content.kinds import Armor, Count, Kind, Level, Name, Skill, Tag, Talent, Weapon

Size = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A figure of Dozen Die.

    ref: a character or creature of the catalogue. Without one, st, dx, co, aw and mv must be given; ch is 2 then.

    st, dx, co, ch, aw: strength, dexterity, constitution, charisma, awareness (squares). mv: movement in squares.
    abilities: others that the rules do not know, kept as they are. size: squares on each side.
    skills: levels of skills, also of those in own_skills. own_skills: skills that are not in the catalogue, in full.
    weapons: the first melee weapon is the one it fights with. own_weapons: weapons in full. armor: of the catalogue.
    own_armor: armour in full. talents: of the catalogue. own_talents: talents in full. tags: some skills look at them.
    unloaded: ranged weapons that are not loaded as it enters. pack: miniatures that name the same one are activated
    together. items: how many it carries. capacity: how many it can march with; absent: as many as its st.
    [DD-MARCH-05]
    load: an object that it carries together with all others who name it.  [DD-MARCH-06]
    hp_change: added to its hit points, by what recovery has brought it.  [DD-OUT-02]
    """

    ref: str | None = None
    kind: Kind | None = None
    st: Count | None = None
    dx: Count | None = None
    co: Count | None = None
    ch: Count | None = None
    aw: Count | None = None
    mv: Count | None = None
    abilities: dict[Id, Amount] | None = None
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
    hp_change: Annotated[int, msgspec.Meta(ge=-99, le=99)] | None = None


class Weather(Enum):
    """The effect of the weather on the ground.  [DD-TERR-16]

    NONE: nothing.
    HURRICANE: makes all ground easy at best.
    """

    NONE = "NONE"
    HURRICANE = "HURRICANE"


class Dice(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The dice of a side; only seats that know a figure of it read them.

    green, white, yellow: its activation dice. pool: how many it has for rolls.

    [DD-DICE-04, DD-DICE-07]
    """

    side: Annotated[Id, SIDE]
    green: Count = 2
    white: Count = 2
    yellow: Count = 1
    pool: Count = 6


class SpecialAction(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a yellow die may do in this adventure, once each.  [DD-ACT-12]

    opens: the square of a door or gate. door: the key of one between squares, that everybody knows of. One of the two.
    """

    key: Thing
    name: Name
    opens: Cell | None = None
    door: Thing | None = None


class Wanderer(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A figure that is not there yet, and that any player may bring in with a die.  [DD-ACT-15]

    key: the figure's future name, which its id as a combatant is then; everybody reads it.
    """

    key: Thing
    name: Name
    sheet: Sheet


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Settings that the game master makes when the encounter is created.

    dice: of sides that differ from two green, two white, one yellow and a pool of six.
    max_activations: how often one figure may be activated in a round; absent: without limit.
    specials: what a yellow die may trigger. wanderers: who may be brought in. weather: as the fight begins.
    neutrals_may_leave: whether creatures and NPCs may leave the board.  [DD-MOVE-16]
    recovery_bonus: added to constitution when casualties roll after the adventure.  [DD-HP-06]
    restored: the position is from the middle of a fight, where foreign figures may be in contact.
    """

    dice: tuple[Dice, ...] = ()
    max_activations: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    specials: tuple[SpecialAction, ...] = ()
    wanderers: tuple[Wanderer, ...] = ()
    weather: Weather = Weather.NONE
    neutrals_may_leave: bool = False
    recovery_bonus: Annotated[int, msgspec.Meta(ge=-12, le=12)] = 3
    restored: bool = False
