"""Orders of whose turn it is, and the kinds of action of phases."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kernel.ids import Id
from engine.kernel.messages import Order


class Phase(Enum):
    """Kinds of action in the order in which a side takes them, where it acts in phases.  [FF-INIT-07]"""

    CHECKS = "CHECKS"
    RANGED = "RANGED"
    MELEE = "MELEE"
    ITEMS = "ITEMS"
    MAGIC = "MAGIC"


class TakeTurn(Order, frozen=True, kw_only=True):
    """Be the next of those who may act now.  [FF-INIT-05]  In phases the game master says who is.  [FF-INIT-07]"""

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
