"""The orders of La Fantasia Final. Each names who acts; whose turn it is stands in the fight's state."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kernel.combatant import Cell, Place
from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.fantasia.content.kinds import Attribute, Hand
from engine.systems.fantasia.ground import Facing

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Remark = Annotated[str, msgspec.Meta(max_length=500)]


class Pay(Enum):
    """Which action of a turn pays: one of the two, or the extra one that haste gives.  [FF-TURN-01, FF-ST-26]"""

    NORMAL = "NORMAL"
    MOVEMENT = "MOVEMENT"
    EXTRA = "EXTRA"


class Phase(Enum):
    """Kinds of action in the order in which a side takes them, where it acts in phases.  [FF-INIT-07]"""

    CHECKS = "CHECKS"
    RANGED = "RANGED"
    MELEE = "MELEE"
    ITEMS = "ITEMS"
    MAGIC = "MAGIC"


class Skill(Enum):
    """With what somebody lies in ambush: agility, or a skill he has.  [FF-SURP-02]"""

    AGILITY = "AGILITY"
    STEALTH = "STEALTH"
    HIDE = "HIDE"


class Manner(Enum):
    """How somebody moves; all but walking halve the distance.  [FF-MOVE-02]"""

    WALK = "WALK"
    CLIMB = "CLIMB"
    CRAWL = "CRAWL"
    STEALTH = "STEALTH"


class Readied(Enum):
    """The normal action that is held back.  [FF-READY-01]"""

    ATTACK = "ATTACK"
    CAST = "CAST"
    TECHNIQUE = "TECHNIQUE"
    ITEM = "ITEM"
    DEFEND = "DEFEND"


class Trigger(Enum):
    """What somebody waits for: an action of somebody else.

    ANY: every action; the holder judges each time whether it is the one (also for a condition in words).
    """

    ANY = "ANY"
    ATTACKS = "ATTACKS"
    CASTS = "CASTS"
    USES_TECHNIQUE = "USES_TECHNIQUE"
    USES_ITEM = "USES_ITEM"
    MOVES = "MOVES"


class Attack(Order, frozen=True, kw_only=True):
    """Attack with an equipped weapon, or `unarmed`.  [FF-ATK-01]

    thrown: throw a melee weapon that can be thrown. attribute: STRENGTH or AGILITY, for what is thrown; absent: the
    higher one. With a multi-attack the further targets are asked for.
    """

    actor: ClassVar[str] = "attacker"
    attacker: Id
    target: Id
    weapon: Id
    thrown: bool = False
    attribute: Attribute | None = None


class Cast(Order, frozen=True, kw_only=True):
    """Cast a spell.  [FF-MAG-01]

    targets: one; of an area spell the one in its middle, or, in a fight without places, all who are in it.
    """

    actor: ClassVar[str] = "caster"
    caster: Id
    spell: Id
    targets: tuple[Id, ...]


class UseTechnique(Order, frozen=True, kw_only=True):
    """Use a combat technique with a weapon in hand, or a power without one.  [FF-TURN-02]

    targets: whom it is aimed at; for an area around the user: nobody, or, in a fight without places, all who are in it.
    A power names neither weapon nor targets.
    """

    actor: ClassVar[str] = "attacker"
    attacker: Id
    technique: Id
    weapon: Id | None = None
    targets: tuple[Id, ...] = ()


class Grapple(Order, frozen=True, kw_only=True):
    """Seize somebody within 1 m.  [FF-GRAP-01]  attribute: STRENGTH or AGILITY; absent: the higher one."""

    actor: ClassVar[str] = "attacker"
    attacker: Id
    target: Id
    attribute: Attribute | None = None


class BreakFree(Order, frozen=True, kw_only=True):
    """Get out of a grapple.  [FF-GRAP-04]  attribute: as for Grapple. pay: as for StandUp."""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    attribute: Attribute | None = None
    pay: Pay | None = None


class LetGo(Order, frozen=True, kw_only=True):
    """Release whom one holds: free."""

    actor: ClassVar[str] = "combatant"
    combatant: Id


class UseItem(Order, frozen=True, kw_only=True):
    """Use up an item, on oneself or on somebody within 1 m.  [FF-TURN-02]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    item: Id
    target: Id


class PickUp(Order, frozen=True, kw_only=True):
    """Pick up one's own weapon that lies on the ground; it is in hand then.  [FF-TURN-02]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    weapon: Id


class Defend(Order, frozen=True, kw_only=True):
    """Go on the defensive until the start of one's next turn.  [FF-DEF-01]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id


class Ready(Order, frozen=True, kw_only=True):
    """Hold the normal action back until something happens.  [FF-READY-01]

    watched: whose actions count; absent: anybody's. note: the condition in words; the engine does not judge it.
    Target, weapon and spell are picked when it is used.
    """

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("action", "trigger", "watched", "note")
    combatant: Id
    action: Readied
    trigger: Trigger = Trigger.ANY
    watched: Id | None = None
    note: Remark = ""


class Move(Order, frozen=True, kw_only=True):
    """Move, up to one's movement in metres.  [FF-TURN-03]

    to: where, in a fight with places; metres: how far, in one without.
    On a board: to: a cell, by a shortest way, or path: the cells one after another; one's own cell to stay.
    facing: where to look then; absent: the way of the last step.  [FF-GRID-07, FF-GRID-08]
    pay: absent: the movement action, or else the normal one.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    metres: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    to: Place | None = None
    path: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=200)] = ()
    facing: Facing | None = None
    manner: Manner = Manner.WALK
    pay: Pay | None = None


class Jump(Order, frozen=True, kw_only=True):
    """Move and jump at the end of it: 2d + agility, or what the game master says.  [FF-MOVE-03]

    Without a board: centimetres, far or (high) upwards; in a fight with places far to a point instead.
    On a board: to: the cell to jump to, far in a straight line, or a neighbour that is higher; start: the cell where he
    takes off, after a run; absent: where he stands. facing, pay: as for Move.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    centimetres: Annotated[int, msgspec.Meta(ge=0, le=99900)] = 0
    high: bool = False
    start: Place | None = None
    to: Place | None = None
    facing: Facing | None = None
    pay: Pay | None = None


class StandUp(Order, frozen=True, kw_only=True):
    """Get up from the ground.  [FF-PRONE-01]  pay: absent: the movement action, or else the normal one."""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    pay: Pay | None = None


class LieDown(Order, frozen=True, kw_only=True):
    """Drop to the ground: free."""

    actor: ClassVar[str] = "combatant"
    combatant: Id


class Draw(Order, frozen=True, kw_only=True):
    """Stow what the hand holds and equip another weapon.  [FF-EQ-01]

    hand: absent: the right one; a weapon for two hands takes both. pay: as for StandUp.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    weapon: Id
    hand: Hand | None = None
    pay: Pay | None = None


class Reload(Order, frozen=True, kw_only=True):
    """Fill the chamber of a firearm in hand.  [FF-EQ-04]  pay: as for StandUp."""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    weapon: Id
    pay: Pay | None = None


class CheckAttribute(Order, frozen=True, kw_only=True):
    """Ask for a check of an attribute; the game master sets its difficulty and cost.  [FF-TURN-05]

    opponent: somebody who opposes it with an attribute that the game master names.
    """

    actor: ClassVar[str] = "combatant"
    combatant: Id
    attribute: Attribute
    purpose: Words
    opponent: Id | None = None


class OtherAction(Order, frozen=True, kw_only=True):
    """Ask for something the rules do not list, as the normal action.  [FF-TURN-06]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id
    purpose: Words


class Lurk(Order, frozen=True, kw_only=True):
    """Lie in ambush before the fight begins. Nobody but his side and the game master knows of him then.  [FF-SURP-01]

    skill: absent: the best he has.
    """

    actor: ClassVar[str] = "combatant"
    narrowed: ClassVar[tuple[str, ...]] = ("combatant", "skill")
    combatant: Id
    skill: Skill | None = None


class Surprise(Order, frozen=True, kw_only=True):
    """Begin the fight with an ambush. GM only, who says that it is possible at all.  [FF-SURP-01, FF-SURP-03]

    ambushers: who lies in ambush, all of one side. watchers: which of the others are on the watch.
    """

    narrowed: ClassVar[tuple[str, ...]] = ("ambushers", "watchers")
    ambushers: tuple[Id, ...]
    watchers: tuple[Id, ...] = ()


class TakeTurn(Order, frozen=True, kw_only=True):
    """Be the next of those who may act now.  [FF-INIT-05]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id


class Delay(Order, frozen=True, kw_only=True):
    """Let the turn pass and act later in the round, between the turns of others.  [FF-DELAY-01]"""

    actor: ClassVar[str] = "combatant"
    combatant: Id


class EndTurn(Order, frozen=True, kw_only=True):
    """The turn is over; what was not used is lost."""

    actor: ClassVar[str] = "combatant"
    combatant: Id


class LetFall(Order, frozen=True, kw_only=True):
    """Somebody falls so many metres. GM only.  [FF-MOVE-06]"""

    target: Id
    metres: Annotated[int, msgspec.Meta(ge=1, le=30)]


class SpringTrap(Order, frozen=True, kw_only=True):
    """A trap of the catalogue goes off under somebody. GM only."""

    target: Id
    trap: Id


class GoOn(Order, frozen=True, kw_only=True):
    """The fight goes on although the rules have called it decided. GM only."""

    note: Remark = ""


class CallOff(Order, frozen=True, kw_only=True):
    """The battle is over, by the game master's word. winner: a side; absent: nobody. GM only."""

    winner: Id | None = None
    note: Remark = ""


class Surrender(Order, frozen=True, kw_only=True):
    """The game master accepts that a side surrenders: all of it who still stand are out of the fight. GM only."""

    side: Id
    note: Remark = ""


class Leave(Order, frozen=True, kw_only=True):
    """Somebody leaves the fight, by the game master's word. GM only."""

    whom: Id
    note: Remark = ""


class ComeBack(Order, frozen=True, kw_only=True):
    """Who left or surrendered is in the fight again, by the game master's word. GM only."""

    whom: Id
    note: Remark = ""


class Rest(Order, frozen=True, kw_only=True):
    """These rest after the battle. GM only.  [FF-REST-01, FF-REST-02]

    hours: full ones. interrupted: then, or for less than 8 hours, the game master is asked what they recover.
    """

    combatants: tuple[Id, ...]
    hours: Annotated[int, msgspec.Meta(ge=1, le=99)] = 8
    interrupted: bool = False


ORDERS: tuple[type[Order], ...] = (
    Attack, Grapple, BreakFree, LetGo, Cast, UseTechnique, UseItem, PickUp, Defend, Ready, Move, Jump, StandUp,
    LieDown, Draw, Reload, CheckAttribute, OtherAction, Lurk, Surprise, TakeTurn, Delay, EndTurn,
    GoOn, LetFall, SpringTrap,
    CallOff, Surrender, Leave, ComeBack, Rest,
)  # fmt: skip


def actor_of(order: Order) -> str:
    """Who acts; "" for an order of the game master."""
    return getattr(order, order.actor) if order.actor else ""
