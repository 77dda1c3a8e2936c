"""What Saari adds to the fight. Places, body points (kp), mind points (mp) and conditions are the kernel's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from engine.kit import Order, Table
from engine.systems.saari.content.kinds import (
    Armor,
    Attribute,
    EnemyAttack,
    Hazard,
    Kind,
    Purpose,
    Shield,
    Spell,
    Talent,
    TargetNumbers,
    Trait,
    Trinket,
    Weapon,
)
from engine.systems.saari.sheet import Setup
from engine.systems.saari.types import Batch, ExtraUse, Factor, Readied, Trigger

if TYPE_CHECKING:
    from engine.systems.saari.rules.basics.order_handlers import OrderHandler


class Figures(Struct, frozen=True, kw_only=True, rename="camel"):
    """A completed sheet.

    attributes: of a character; of others none. armor: null: none. kn: null: a character, who defends by rolling.
    hazard: null: it is none.
    """

    attributes: dict[str, int] = {}
    weapons: dict[str, Weapon] = {}
    shields: dict[str, Shield] = {}
    armor: Armor | None = None
    trinkets: tuple[Trinket, ...] = ()
    talents: tuple[Talent, ...] = ()
    spells: dict[str, Spell] = {}
    initiative: int = 0
    kn: TargetNumbers | None = None
    attacks: dict[str, EnemyAttack] = {}
    traits: tuple[Trait, ...] = ()
    help_dice: int = 0
    linked: bool = False
    patron: str | None = None
    hazard: Hazard | None = None

    def score(self, attribute: Attribute) -> int:
        """An attribute; 0 where there is none."""
        return self.attributes.get(attribute.value, 0)


class Ready(Struct, frozen=True, kw_only=True, rename="camel"):
    """A readied action. action, trigger: null for who may not know.  [G-66]  watched: "": anybody.
    enemies: only enemies set it off. toward: whom it guards against approaches; "": itself.

    spent: actions paid for it so far, the first included.  [SA-READY-01, SA-READY-05]
    """

    action: Readied | None
    trigger: Trigger | None
    watched: str = ""
    enemies: bool = field(default=False, name="enemiesOnly")
    toward: str = ""
    note: str = ""
    spent: int = field(default=1, name="actionsSpent")


class Fighter(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant's part of the state.

    ref: of the catalogue; "": none. figures: null for who may not know them.  [G-66]
    weight_halves: 2 is a normal weight.  [SA-SUP-03]
    actions: left in this round: its place on the clock.  [SA-INIT-05]  holding: it acts no more in this round.
    [G-04]  initiative: of this round; null: none yet.
    held: ids of the items in hand.
    riposte: dice for its next attack.  [SA-XDEF-03]  ready: null: nothing is readied.
    carried: actions brought over from the round before. delay_used: in this round.  [SA-DELAY-02]
    penalty: taken off its next initiative.  [G-14]  help_used: an ally's, in this round.  [SA-ALLY-04]
    surprise_used: an invisible one has struck. initiative_dice, initiative_edge: of circumstances, for its next
    initiative roll; edge: true: an advantage, null: none.  [W-06]  mount: what it rides.  [SA-MOUNT-01]
    """

    kind: Kind = field(name="fighterKind")
    ref: str = ""
    figures: Figures | None = field(name="sheetFigures")
    weight_halves: int = 2
    actions: int = 0
    holding: bool = False
    initiative: int | None = None
    held: tuple[str, ...] = ()
    riposte: int = 0
    ready: Ready | None = None
    carried: int = field(default=0, name="carriedActions")
    delay_used: bool = False
    penalty: int = 0
    help_used: bool = False
    surprise_used: bool = False
    initiative_dice: int = 0
    initiative_edge: bool | None = None
    mount: str | None = None


class Lying(Struct, frozen=True, kw_only=True, rename="camel"):
    """A weapon or a shield that lies in a zone. item: its id on the sheet that it was on.  [G-24]"""

    item: str
    zone: str
    weapon: Weapon | None = None
    shield: Shield | None = None


class Phase(Enum):
    """Where a fight stands."""

    SETUP = "SETUP"
    AMBUSH = "AMBUSH"
    INITIATIVE = "INITIATIVE"
    ACTIONS = "ACTIONS"
    ROUND_END = "ROUND_END"
    OVER = "OVER"


class Engagement(Struct, frozen=True, kw_only=True, rename="camel"):
    """Who is tangled with whom, in which zone.  [SA-ENG-02]"""

    zone: str
    members: tuple[str, ...]


class Spent(Struct, frozen=True, kw_only=True, rename="camel"):
    """What extra successes of a roll went to. effect: that was bought, so many times. target: who is covered."""

    use: ExtraUse
    amount: int
    effect: str | None = None
    times: int = 0
    target: str | None = None


class Assisted(Struct, frozen=True, kw_only=True, rename="camel"):
    """A comrade's faces on top of a roll: those that count, on its edge.  [SA-ASSIST-03, G-15]"""

    combatant: str
    faces: tuple[int, ...]


class Roll(Struct, frozen=True, kw_only=True, rename="camel"):
    """A roll that is not applied yet: everything about it may still change.

    opponent: whom it is against. means: the weapon, spell, attack or item. kn: null: it has no target number.
    pool: dice, with all that is added. zero: of the pool two dice are an attribute of 0, of which the lower counts.
    [SA-DICE-15]  covered: successes that comrades gave.  [SA-XDEF-01]  parried_by: who has parried.  [SA-PARRY-05]
    mind_point: a failure was turned into a success.  [SA-MP-02]  complication: what was chosen; "": nothing yet.
    partial: the game master calls it a partial success.  [SA-DICE-13]  forgone: the effect for which the hit gives up
    its damage.  [SA-XATK-04]
    """

    id: str
    purpose: Purpose
    roller: str
    opponent: str | None = None
    attribute: Attribute | None = None
    means: str = ""
    kn: int | None = None
    pool: int = 0
    zero: bool = False
    factors: tuple[Factor, ...] = ()
    batches: tuple[Batch, ...] = ()
    assists: tuple[Assisted, ...] = ()
    covered: int = 0
    parried_by: str | None = None
    mind_point: bool = False
    complication: str = ""
    partial: bool = False
    spent: tuple[Spent, ...] = ()
    forgone: str | None = None


ANYBODY = "*"
"""The mark of whoever rolls next; no combatant has this id."""


class SaariState(Struct, frozen=True, kw_only=True, rename="camel"):
    """The system's part of the state.

    count: of the clock: the actions that whoever acts now had left.  [SA-INIT-05]
    pc_order, npc_order: who goes first at the same count.  [SA-INIT-09]
    rolls: open ones, the innermost last. marks: whose next roll the game master wants to rule on. ruled: the
    open rolls on which he does. He alone knows of both.  [SA-DICE-02]
    ambush_used: who has struck from ambush. lying: what lies on the ground.
    stirred: somebody has done more than hold, stay ready or delay in this round. idle_rounds: how many in a row nobody
    has.  [G-67]
    """

    setup: Setup = field(name="agreed")
    phase: Phase = field(default=Phase.SETUP, name="stage")
    fighters: dict[str, Fighter] = {}
    count: int = 0
    pc_order: tuple[str, ...] = ()
    npc_order: tuple[str, ...] = ()
    engagements: dict[str, Engagement] = {}
    lying: tuple[Lying, ...] = ()
    rolls: tuple[Roll, ...] = ()
    marks: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()
    ambush_used: tuple[str, ...] = ()
    stirred: bool = False
    idle_rounds: int = 0

    @property
    def order_handlers(self) -> Mapping[type[Order], OrderHandler]:
        """What plays which order: `rules/turns/handlers.py` says it for the fights that are played."""
        raise NotImplementedError

    @property
    def gm_orders(self) -> Mapping[type[Order], Callable[[Table[SaariState], Any], None]]:
        """What plays which order of the game master, said in the same place."""
        raise NotImplementedError
