"""The state that Minis adds to the fight: minis with what they have used, effects, and the countdown of a turn.

Places, life points and conditions are the kernel's; its round is a turn of this game.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct, field

from engine.kit import SIDE, Point
from engine.systems.minis.content.kinds import Armor, Kind, Resistance, Size, Weapon
from engine.systems.minis.sheet import Setup

if TYPE_CHECKING:
    from engine.systems.minis.rules.movement.stops import StopFinder


class Used(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a mini has done in this turn.

    acted: it has performed actions.  [MN-GAP-34]  moved: thousandths of an inch, rounded once;
    fraction: billionths by which the exact sum differs from that.  [MN-GAP-36]
    attacks, spell_attacks: how many are spent. running: it has elected to run.  [MN-RUN-01]
    movement_ended: it has met water.  [MN-WAT-01]  started_at: where its movement of this turn began.  [MN-ROAD-02]
    penalised: its movement is halved by water.  [MN-WAT-05]
    water_start: the waters, by their patches, on whose edges or in which its activation began.  [MN-GAP-13]
    attacked_in_water: it may not move any more.  [MN-WAT-06]
    attacked_or_cast: it may not begin to run any more.  [MN-GAP-11]
    opportunity: it has made its opportunity attack.  [MN-GAP-38]  pivoted: its last act was a pivot.  [MN-GAP-37]
    facing_fixed: it has teleported, and does not pivot before it moves.  [MN-GAP-33]
    """

    acted: bool = False
    moved: int = 0
    fraction: int = 0
    attacks: int = 0
    spell_attacks: int = 0
    running: bool = False
    movement_ended: bool = False
    started_at: Point | None = None
    penalised: bool = False
    water_start: tuple[str, ...] = ()
    attacked_in_water: bool = False
    attacked_or_cast: bool = False
    opportunity: bool = False
    pivoted: bool = False
    facing_fixed: bool = False


class Mini(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant's part: its completed sheet, which way it faces, and what it has used.

    ref: the mini of the catalogue that it is; "": none.
    level, initiative, movement (hundredths of an inch), attacks and spell_attacks in a turn: as on the sheet, without
    effects. arms: its weapons, in the order of its sheet. worn: its armour and shield. spells: those that it knows.
    facing: a direction. summoner: who has summoned it. used: in this turn.
    effective_initiative: with the spells that lie on it; it may be 0 or less.  [MN-INIT-05, MN-GAP-27]
    """

    level: int
    initiative: int = field(name="baseInitiative")
    movement: int
    attacks: int
    spell_attacks: int
    size: Size = field(default=Size.MEDIUM, name="sizeCategory")
    arms: dict[str, Weapon] = field(default_factory=dict, name="carried")
    worn: tuple[Armor, ...] = ()
    spells: tuple[str, ...] = ()
    resistances: tuple[Resistance, ...] = ()
    facing: Point = Point(0, 1)
    kind: Kind = field(default=Kind.NORMAL, name="miniKind")
    summoner: str | None = None
    used: Used = Used()
    ref: str = ""
    effective_initiative: int = 0


class Verb(Enum):
    """A simple order to a controlled mini.  [MN-GAP-31]"""

    MOVE_TO = "MOVE_TO"
    RUN_TO = "RUN_TO"
    ATTACK = "ATTACK"
    SHOOT = "SHOOT"
    FOLLOW = "FOLLOW"
    GUARD = "GUARD"
    HOLD = "HOLD"


class StandingOrder(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a controlled mini keeps doing. target, point: whom or where the verb is about.  [MN-CMD-04, MN-GOL-05]"""

    verb: Verb
    target: str | None = None
    point: Point | None = None


class Effect(Struct, frozen=True, kw_only=True, rename="camel"):
    """A spell that lasts, beside its condition of the same key on the target, which tells spell and caster.

    caster_level, target_level: at casting. started: in which turn. last: the last turn that it counts in, after
    halving.  [MN-GAP-09]
    order: of a commanded mini or golem. inactive: of a golem that nobody controls.  [MN-GOL-07]
    """

    target: str
    spell: str
    caster: str
    caster_level: int
    target_level: int
    started: int
    last: int
    order: StandingOrder | None = None
    inactive: bool = False


class Phase(Enum):
    """Where a fight stands.

    SETUP: not begun. DEPLOY: minis are placed. DECLARE: between activations, up to the next declaration.
    ACTIVATE: the declared minis act. OVER: it is decided.
    """

    SETUP = "SETUP"
    DEPLOY = "DEPLOY"
    DECLARE = "DECLARE"
    ACTIVATE = "ACTIVATE"
    OVER = "OVER"


class Slot(Struct, frozen=True, kw_only=True, rename="camel"):
    """A declared mini's place in the order of a round. score: d100 + level; null: nothing was rolled.  [MN-INIT-03]"""

    combatant: str
    score: int | None = None


class Able(Struct, frozen=True, kw_only=True, rename="camel"):
    """A mini as it stood when its participant held back: with another initiative the holding back lapses."""

    combatant: str
    initiative: int


class Holding(Struct, frozen=True, kw_only=True, rename="camel"):
    """A participant has said: nobody until that round.  [MN-GAP-35]  seat, side: who. minis: as they stood then.

    hidden: of those that not everybody knows of.
    """

    seat: str
    side: Annotated[str, SIDE]
    until: int
    minis: tuple[Able, ...] = ()
    hidden: bool = False


class MinisState(Struct, frozen=True, kw_only=True, rename="camel"):
    """The system's part of the state. battle: what was set up. minis: everybody's part. phase: where the fight stands.

    init_round: the number of the present initiative round; null: none in this turn yet.  [MN-INIT-01]
    known_round: the last one that everybody knows of. knowing: the only seats that know of the present one; null: all.
    slots: the declared minis that have not had their place yet, in order.  [MN-INIT-04]
    holdings: who waits for a later round. effects: by the key of their condition.
    stirred: somebody has performed an action in this turn. quiet_turns: how many turns in a row nobody has.
    [MN-GAP-48]
    undecided: the sides that stood when the game master let a decided fight go on. conceded: sides that gave up.
    """

    battle: Setup
    minis: dict[str, Mini] = {}
    phase: Phase = Phase.SETUP
    init_round: int | None = None
    known_round: int | None = None
    knowing: tuple[str, ...] | None = None
    slots: tuple[Slot, ...] = ()
    holdings: tuple[Holding, ...] = ()
    effects: dict[str, Effect] = {}
    stirred: bool = False
    quiet_turns: int = 0
    undecided: tuple[Annotated[str, SIDE], ...] | None = None
    conceded: tuple[Annotated[str, SIDE], ...] = ()

    @property
    def stop_finders(self) -> tuple[StopFinder, ...]:
        """What may stop a mini in the middle of a piece: `rules/turns/handlers.py` says it for played fights."""
        raise NotImplementedError
