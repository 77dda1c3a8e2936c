"""The sheet of a combatant, and what is set up before play.

A sheet is complete in itself: gear may be written in full, names of the catalogue are shorthand, and `ref` takes
somebody of the catalogue whole; fields given beside it replace its own.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import COMBATANT, GM_ONLY, Id
from engine.systems.saari.content.kinds import (
    Armor,
    Count,
    EnemyAttack,
    Hazard,
    Kind,
    Score,
    Shield,
    Spell,
    Talent,
    TargetNumbers,
    Trait,
    Trinket,
    Weapon,
)

Points = Annotated[int, msgspec.Meta(ge=1, le=999)]
Halves = Annotated[int, msgspec.Meta(ge=0, le=20)]


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A combatant.  [SA-ATTR-01, SA-KP-01, SA-MP-01]

    ref: of the catalogue. kind: absent: a player's character.
    might to personality: a character's attributes; absent: 2.
    weight_halves: 1 small, 2 normal, 4 large; absent: 2.  [SA-SUP-03]
    weapons, shields, armor, trinkets, talents, spells: of the catalogue; own_...: written in full.
    starting_talents: talents and spells that creation and race give, without those of Learning; absent: as many as the
    sheet has.  [SA-TALENT-02]
    held: what is in hand at first; absent: as much of weapons, then shields, as two hands hold.
    kp: body points of who is no character. initiative: actions of an NPC in each round.  [G-01]
    kn: successes that attacks on it need. attacks: of an NPC, the first of them unless another is named.
    help_dice: of an ally.  [SA-ALLY-06]  linked: an ally with body points of its own.  [G-40]
    patron: whose linked ally, or whose mount it is.
    """

    ref: Id | None = None
    kind: Kind | None = None
    might: Score | None = None
    agility: Score | None = None
    toughness: Score | None = None
    learning: Score | None = None
    discipline: Score | None = None
    personality: Score | None = None
    weight_halves: Halves | None = None
    weapons: tuple[Id, ...] | None = None
    own_weapons: tuple[Weapon, ...] | None = None
    shields: tuple[Id, ...] | None = None
    own_shields: tuple[Shield, ...] | None = None
    armor: Id | None = None
    own_armor: Armor | None = None
    trinkets: tuple[Id, ...] | None = None
    own_trinkets: tuple[Trinket, ...] | None = None
    talents: tuple[Id, ...] | None = None
    own_talents: tuple[Talent, ...] | None = None
    spells: tuple[Id, ...] | None = None
    own_spells: tuple[Spell, ...] | None = None
    starting_talents: Count | None = None
    held: tuple[Id, ...] | None = None
    kp: Points | None = None
    initiative: Count | None = None
    kn: TargetNumbers | None = None
    attacks: tuple[EnemyAttack, ...] | None = None
    traits: tuple[Trait, ...] | None = None
    help_dice: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    linked: bool | None = None
    patron: Id | None = None
    hazard: Hazard | None = None


class Ambush(Enum):
    """Who strikes before the first initiative.  [SA-AMB-01, SA-AMB-03]"""

    BY_CHARACTERS = "BY_CHARACTERS"
    BY_ENEMIES = "BY_ENEMIES"


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What is agreed before play. Everything has a default; zones and crossings are the ground's.

    ambush: who strikes first; absent: nobody. Only the game master reads it.  [SA-AMB-01, SA-AMB-03]
    group_order: who goes first of those who act at one count; whoever is missing follows by attributes.
    [SA-INIT-07, SA-INIT-08]  superiority_edge: outnumbering is an edge in melee.  [G-11]
    allies_harmable: attacks harm allies too.  [SA-ALLY-02]  delay: actions may be carried over.  [G-41]
    rulings: the game master is asked about every roll (difficulty, late factors, complication, partial success) and
    whatever else the rules leave to the judge; otherwise only about rolls that he marks.
    complications: he chooses those of every roll.  [SA-COMP-05]  early_mind_points: who has failed is asked for a mind
    point before comrades are asked for help, too.  [G-17]
    """

    ambush: Annotated[Ambush, GM_ONLY] | None = None
    group_order: tuple[Annotated[Id, COMBATANT], ...] = ()
    superiority_edge: bool = False
    allies_harmable: bool = False
    delay: bool = True
    rulings: bool = False
    complications: bool = False
    early_mind_points: bool = False
