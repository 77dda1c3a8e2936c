"""The orders of an activation: two of them, finished one after the other.  [DD-ACT-05, DD-ACT-09]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kernel.combatant import Place
from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.dozen_die.commands.paths import Way


class Manner(Enum):
    """What an order is.  [DD-ACT-06]

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
    """Go up to one's movement in squares.  [DD-MOVE-01]

    figure: who goes. to: where, out of contact, by a shortest way; instead of it:
    path: the steps, one after the other. off: leave the board at their end.
    """

    actor: ClassVar[str] = "figure"
    figure: Id
    to: Place | None = None
    path: Way = ()
    off: bool = False


class Charge(Order, frozen=True, kw_only=True):
    """Go into contact with a foreign figure and fight it.  [DD-CHG-01]

    figure: who charges. path: the steps; absent: a shortest way into contact.
    skill: a skill used in contact instead of melee.
    """

    actor: ClassVar[str] = "figure"
    figure: Id
    target: Id
    path: Way = ()
    skill: Id | None = None


class Act(Order, frozen=True, kw_only=True):
    """Use a skill.  [DD-CON-02]  targets: whom; at: which square."""

    actor: ClassVar[str] = "figure"
    figure: Id
    skill: Id
    targets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()
    at: Place | None = None


class Shoot(Order, frozen=True, kw_only=True):
    """Shoot a loaded weapon at somebody in sight and in range: an action."""

    actor: ClassVar[str] = "figure"
    figure: Id
    target: Id
    weapon: Id


class Reload(Order, frozen=True, kw_only=True):
    """Load a weapon again: an action that always succeeds.  [DD-REA-24]"""

    actor: ClassVar[str] = "figure"
    figure: Id
    weapon: Id


class EndOrder(Order, frozen=True, kw_only=True):
    """The rest of a pack has no part in the present order: it is finished. figure: any of the pack.  [DD-ACT-09]"""

    actor: ClassVar[str] = "figure"
    figure: Id


class EndActivation(Order, frozen=True, kw_only=True):
    """No more orders in this activation; the next die is drawn. figure: any of those who are activated."""

    actor: ClassVar[str] = "figure"
    figure: Id
