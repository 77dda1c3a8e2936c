"""The sheet of a combatant, and what is set up before play.

A character is written by attributes, skills and gear, or begins as a sample of the catalogue (`ref`), over which stands
what its sheet gives; whoever else fights by a card, of the catalogue (`ref`) or written in full (`card`).
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import COMBATANT, SIDE, Id
from engine.systems.mongolian_mercenaries.content.kinds import (
    ArmourPiece,
    Battlefield,
    Card,
    Cards,
    Count,
    Creature,
    Distance,
    Lasts,
    Points,
    Rank,
    Score,
    Weapon,
)

SkillScore = Annotated[int, msgspec.Meta(ge=-5, le=5)]
"""Of a sheet; below 0 it can never be acquired.  [MM-SKILL-01, MM-SKILL-03]"""
Bundle = Annotated[tuple[Card, ...], msgspec.Meta(max_length=60)]
Level = Annotated[int, msgspec.Meta(ge=1, le=99)]
Tally = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""Experience, development points, tokens of a currency."""
Wounded = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Kind(Enum):
    """What a combatant is.

    PC: a player's character. ENEMY. ALLY. PET: one that fights.  [MM-PET-02]  SUMMON: of a spell.  [MM-MAG-12]
    """

    PC = "PC"
    ENEMY = "ENEMY"
    ALLY = "ALLY"
    PET = "PET"
    SUMMON = "SUMMON"


class Wounds(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How many wounds of each kind; they are never converted.  [MM-WND-01]"""

    light: Wounded = 0
    heavy: Wounded = 0
    severe: Wounded = 0


class Stow(Enum):
    """Where something is carried. HELD: in a hand. READY: on the belt, in pockets and Active bags.  [MM-EQ-01]

    WORN: MM-EQ-05. PACKED: out of reach in a fight.  [MM-EQ-02]
    """

    HELD = "HELD"
    WORN = "WORN"
    READY = "READY"
    PACKED = "PACKED"


class Stowed(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Something of a sheet that lies elsewhere than its list says. item: `sabre`, of a second one `sabre-2`.

    stow: where it is carried.
    """

    item: Card
    stow: Stow


class InForce(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a card has brought and goes on from an earlier fight.  [MM-OUT-31]

    card: whose it is. ability: which of it, counted from 0. effect: which of the ability, counted from 0.
    lasts: how long, in phases or days, or until removed.
    """

    card: Card
    ability: Count = 0
    effect: Count = 0
    lasts: Lasts


class UsedToday(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An ability that works once a day, and has. card: whose it is; ability: which, counted from 0.  [RUL-89]"""

    card: Card
    ability: Count = 0


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A combatant.

    kind: absent: a character on the side of the party, an enemy on the other where it has a card.
    ref: a card or a sample character of the catalogue; card: one in full. Of a character written out neither.
    level: of a character; absent: 1.  [MM-ATTR-13]  attributes: absent ones are 3.  [MM-ATTR-01]
    skills: absent ones are 0.  [MM-SKILL-01]
    weapons, armour: of the catalogue; own_...: written in full. held: weapons in hand at first; absent: as many of
    them as two hands hold.  [MM-EQ-03]
    last_position: where it stood in the last fight.  [MM-PREP-03]  patron: whose ally, pet or summon it is.
    lucky_break_used: today, in an earlier fight.  [MM-LUCK-06]  stays: a summon that does not vanish after the fight.
    [MM-MAG-14]  talents, spells: cards; of the
    latter those that are learned.  [MM-TAL-01, MM-MAG-02]
    mount: the card of what it can ride. mounted: it is in the saddle as the fight begins, in the open.  [MM-MNT-01]
    ammunition: units of packets and pieces by id; of a weapon that is thrown away itself how many, absent: 1.
    [MM-AMMO-02, MM-AMMO-03, MM-AMMO-06]
    items: at hand, on the belt, in pockets and in Active bags.  [MM-EQ-01]  backpack: whatever else is carried, out of
    reach in a fight.  [MM-EQ-02]  The same item may be named several times.
    companions: creatures that help without fighting: familiars, captives, pack animals.  [MM-PET-02, MM-PET-03]
    Whom a character leaves behind outside of a camp is no longer on its sheet.  [MM-PET-05]
    prayers: cards held.  [MM-SKILL-23]  prayed: those that are used up today.  xp: since the last level.  [MM-ATTR-16]
    dev_points: not spent yet.  [MM-ATTR-14]
    wounds, wound_labels: that it has, and of which elements.  [MM-WND-01, MM-WND-06]
    damaged, poisoned: ids of its things that are so marked; of a second one of a kind `sabre-2`.  [MM-ST-05]
    stowed: things that lie elsewhere than these lists say. emptied: names of fields of which a sample character has
    nothing left, such as `items`. in_force: what goes on from earlier fights. used_today: of its cards.
    provisions: units of food that it carries.  [MM-OUT-07]  money: tokens by currency.  [MM-OUT-02]
    """

    kind: Kind | None = None
    ref: Card | None = None
    card: Creature | None = None
    level: Level | None = None
    attributes: dict[Card, Score] = {}
    skills: dict[Card, SkillScore] = {}
    weapons: tuple[Card, ...] = ()
    own_weapons: tuple[Weapon, ...] = ()
    armour: tuple[Card, ...] = ()
    own_armour: tuple[ArmourPiece, ...] = ()
    held: tuple[Card, ...] | None = None
    last_position: Rank | None = None
    patron: Annotated[Id, COMBATANT] | None = None
    lucky_break_used: bool = False
    talents: tuple[Card, ...] = ()
    spells: tuple[Card, ...] = ()
    stays: bool = False
    mount: Card | None = None
    mounted: bool = False
    ammunition: dict[Card, Count] = msgspec.field(default_factory=dict, name="ammunitionLeft")
    items: Bundle = ()
    backpack: Bundle = ()
    companions: Bundle = ()
    prayers: Bundle = ()
    prayed: Bundle = ()
    xp: Tally = 0
    dev_points: Tally = msgspec.field(default=0, name="devPointsLeft")
    wounds: Wounds = msgspec.field(default=Wounds(), name="woundsTaken")
    wound_labels: Annotated[tuple[Card, ...], msgspec.Meta(max_length=99)] = msgspec.field(
        default=(), name="woundElements"
    )
    damaged: Bundle = msgspec.field(default=(), name="damagedThings")
    poisoned: Bundle = msgspec.field(default=(), name="poisonedWeapons")
    stowed: Annotated[tuple[Stowed, ...], msgspec.Meta(max_length=60)] = ()
    emptied: Bundle = ()
    in_force: Annotated[tuple[InForce, ...], msgspec.Meta(max_length=20)] = ()
    used_today: Annotated[tuple[UsedToday, ...], msgspec.Meta(max_length=60)] = ()
    provisions: Count = 0
    money: dict[Card, Tally] = {}


class Cause(Enum):
    """How the sides meet.

    KNOWN: the party goes at an enemy it knows of.  [MM-PREP-05]  AMBUSH: enemies from ambush.  [MM-PREP-06]
    EXPLORATION: [MM-PREP-07]  SET: as the game master has it.
    """

    KNOWN = "KNOWN"
    AMBUSH = "AMBUSH"
    EXPLORATION = "EXPLORATION"
    SET = "SET"


class Preparedness(Enum):
    """How a side begins.  [MM-PREP-01]"""

    PREPARED = "PREPARED"
    READY = "READY"
    SURPRISED = "SURPRISED"


class DayPhase(Enum):
    """A fight takes one of them.  [MM-PHASE-01]"""

    MORNING = "MORNING"
    NOON = "NOON"
    EVENING = "EVENING"
    NIGHT = "NIGHT"


class PreparednessLasts(Enum):
    """How long the +10 or -10 of preparedness counts.  [MM-PREP-08]"""

    FIRST_ROUND = "FIRST_ROUND"
    ENCOUNTER = "ENCOUNTER"


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What is agreed before play; everything has a default.

    cause: absent: as set. attacker: absent: the enemies from ambush, otherwise the party.
    battlefield: of the catalogue; own_battlefield: in full; neither: drawn.  [MM-FIELD-08]
    distance: at which they begin; absent: the field's.  [MM-DIST-01]
    party, enemies: how each side begins; absent: by the cause's tests; of SET: ready.  [MM-PREP-01]
    stealth_modifier, perception_modifier: what the table adds to the value in the opening's tests of it, TS(X+4).
    [MM-TEST-03]
    day, day_phase: when it is.  [MM-LUCK-06]
    self_playing: enemies act by their behaviour, not by the game master's orders.  [MM-GEN-08, MM-ENM-13]
    hidden_enemy_sheets: players do not know the figures of enemies, unless the table opens all figures.
    preparedness_lasts: the modifier of initiative.  [MM-PREP-08]  lighting_penalties: bad light takes dice and shots.
    [MM-FIELD-05]  screen_at_very_close: Screen and Block also there.  [MM-MOVE-07]
    cards: of this table alone; wherever an id of the catalogue may be named, theirs may be too, but a creature of
    its own is written on the sheet.  [MM-GEN-02]
    round_limit: rounds after which it is broken off.
    """

    cause: Cause = Cause.SET
    attacker: Annotated[Id, SIDE] | None = None
    battlefield: Card | None = None
    own_battlefield: Battlefield | None = None
    distance: Distance | None = None
    party: Preparedness | None = None
    enemies: Preparedness | None = None
    stealth_modifier: Points = 0
    perception_modifier: Points = 0
    day: Count = 1
    day_phase: DayPhase = DayPhase.MORNING
    self_playing: bool = False
    hidden_enemy_sheets: bool = False
    preparedness_lasts: PreparednessLasts = PreparednessLasts.FIRST_ROUND
    lighting_penalties: bool = True
    screen_at_very_close: bool = False
    cards: Cards = Cards()
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100
