"""The orders of an activation: two of them, each finished before the next.  [DD-ACT-05, DD-ACT-09]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kit import PART, Ending, Id, OfferGroup, Order, Place
from engine.systems.dozen_die.commands.paths import Way


class Manner(Enum):
    """The kind of an order.  [DD-ACT-06]

    MOVE: going somewhere.
    CHARGE: going into contact, to fight.
    ACTION: anything else.
    MARCH: a move before the activation, which is no order, but counts as a move for every rule.  [DD-MARCH-08]
    """

    MOVE = "MOVE"
    CHARGE = "CHARGE"
    ACTION = "ACTION"
    MARCH = "MARCH"


class Move(Order, frozen=True, kw_only=True):
    """Go up to the figure's movement in squares.  [DD-MOVE-01]

    combatant: who goes. to: where, out of contact, by a shortest way; instead of it:
    path: the steps, one after the other. off: leave the board at their end.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: Id
    to: Place | None = None
    path: Way = ()
    off: bool = False

    def ending(self) -> Ending | None:
        return Ending.COMBATANT if self.off else None


class Charge(Order, frozen=True, kw_only=True):
    """Go into contact with a foreign figure and fight it.  [DD-CHG-01]

    combatant: who charges. path: the steps; absent: a shortest way into contact.
    skill: a skill used in contact instead of melee.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    path: Way = ()
    skill: Id | None = None


class Act(Order, frozen=True, kw_only=True):
    """Use a skill.  [DD-CON-02]  targets: whom; place: which square; door: which door between squares, by its key."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id
    skill: Id
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()
    place: Place | None = None
    door: Annotated[Id, PART] | None = None


class Shoot(Order, frozen=True, kw_only=True):
    """Shoot a loaded weapon at somebody in sight and in range: an action."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: Id
    target: Id
    weapon: Id


class Reload(Order, frozen=True, kw_only=True):
    """Load a weapon again: an action that always succeeds.  [DD-REA-24]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    told_by_use: ClassVar[bool] = False
    combatant: Id
    weapon: Id


class EndOrder(Order, frozen=True, kw_only=True):
    """Finish the present order: the rest of the pack does not take part. combatant: any of the pack.  [DD-ACT-09]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class EndActivation(Order, frozen=True, kw_only=True):
    """End this activation; the next die is drawn. combatant: any of those who are activated."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id
