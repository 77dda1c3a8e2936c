"""The sheet of a mini, and what is set up before play.

A sheet is complete in itself: weapons and armour may be written in full, names of the catalogue are shorthand, and
`ref` takes a whole mini of the catalogue; fields given beside it replace its own.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import SIDE, Id, Point
from engine.systems.minis.content.kinds import Armor, Count, Inches, Kind, Resistance, Size, Weapon


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A mini.  [MN-SET-01, MN-SET-02]

    ref: a mini of the catalogue. Without one, level, initiative, movement and life must be given.

    movement: hundredths of an inch in a turn. attacks, spell_attacks: in a turn; absent: 1 attack, no spell attack;
    a familiar has neither.  [MN-GAP-30]
    life: life points. size: absent: medium.
    weapons: of the catalogue; the first melee weapon is the one it fights with unless another is named.
    own_weapons: weapons in full. armor: of the catalogue. own_armor: armour in full. spells: those that it knows.
    resistances: what it resists. towards: the direction in which it looks as it enters; absent: the middle.
    kind: summoned minis are of another kind; absent: NORMAL. summoner: who has summoned it; where that one
    is in play as it enters, it is under the spell as if that had just been cast.
    mana: what its casts are paid out of, where they cost mana; absent: none.  [MN-GAP-22]
    """

    ref: Id | None = None
    level: Count | None = None
    initiative: Annotated[int, msgspec.Meta(ge=-99, le=99)] | None = None
    movement: Inches | None = None
    attacks: Count | None = None
    spell_attacks: Count | None = None
    life: Annotated[int, msgspec.Meta(ge=1, le=9999)] | None = None
    size: Size | None = None
    weapons: tuple[Id, ...] | None = None
    own_weapons: tuple[Weapon, ...] | None = None
    armor: tuple[Id, ...] | None = None
    own_armor: tuple[Armor, ...] | None = None
    spells: tuple[Id, ...] | None = None
    resistances: tuple[Resistance, ...] | None = None
    towards: Point | None = None
    kind: Kind | None = None
    summoner: Id | None = None
    mana: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class OpenCombat(Enum):
    """How the options of open combat are found.  [MN-GAP-06]

    CHOICE: both owners choose in secret.
    DIE: each rolls a d6.
    """

    CHOICE = "CHOICE"
    DIE = "DIE"


class OpportunityAttacks(Enum):
    """At whom opportunity attacks are made.  [MN-GAP-08]

    LEAVING: at enemies that leave one's reach.
    SHOOTING_TOO: also at enemies that shoot or cast within it.
    """

    LEAVING = "LEAVING"
    SHOOTING_TOO = "SHOOTING_TOO"


class SpellCost(Enum):
    """What the cost of spells is.  [MN-GAP-22]

    PRICE: build points, paid before play.
    MANA: paid with each cast, out of the caster's mana; orders cost none.
    """

    PRICE = "PRICE"
    MANA = "MANA"


class Edge(Enum):
    """An edge of the table."""

    NORTH = "NORTH"
    EAST = "EAST"
    SOUTH = "SOUTH"
    WEST = "WEST"


class Zone(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Where a side deploys: along an edge; absent sides have the edges that are left, in order of joining.

    [MN-GAP-29]
    """

    side: Annotated[Id, SIDE]
    edge: Edge


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What is agreed before play.

    build_points: what each side may spend on spells and resistances; absent: without limit.  [MN-GAP-22]
    zones: where sides deploy. depth: of the deployment strips, in hundredths of an inch.  [MN-GAP-29]
    open_combat: how the options of open combat are found.  [MN-GAP-06]  spell_cost: what spells cost.  [MN-GAP-22]
    opportunity_attacks: at whom they are made.  [MN-GAP-08]
    """

    build_points: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    zones: Annotated[tuple[Zone, ...], msgspec.Meta(max_length=4)] = ()
    depth: Annotated[int, msgspec.Meta(ge=50, le=100_000)] = 600
    open_combat: OpenCombat = OpenCombat.CHOICE
    spell_cost: SpellCost = SpellCost.PRICE
    opportunity_attacks: OpportunityAttacks = OpportunityAttacks.LEAVING
