"""Orders about turns, and the kinds of action of phases."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Id, OfferGroup, Order


class Phase(Enum):
    """Kinds of action in the order in which a side takes them when it acts in phases.  [FF-INIT-07]"""

    CHECKS = "CHECKS"
    RANGED = "RANGED"
    MELEE = "MELEE"
    ITEMS = "ITEMS"
    MAGIC = "MAGIC"


class TakeTurn(Order, frozen=True, kw_only=True):
    """Be the next to act of those who may act now.  [FF-INIT-05]  In phases the game master picks.  [FF-INIT-07]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id


class Delay(Order, frozen=True, kw_only=True):
    """Skip this turn to act later in the round, between the turns of others.  [FF-DELAY-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


class EndTurn(Order, frozen=True, kw_only=True):
    """End the turn; unused actions are lost."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: Id
