"""Orders of defending, and of readying an action."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kit import Id, OfferGroup, Order
from engine.systems.fantasia.commands.types import Remark


class Readied(Enum):
    """The kind of a readied normal action.  [FF-READY-01]"""

    ATTACK = "ATTACK"
    CAST = "CAST"
    TECHNIQUE = "TECHNIQUE"
    ITEM = "ITEM"
    DEFEND = "DEFEND"


class Trigger(Enum):
    """What a readied action waits for: an action of another combatant.

    ANY: every action; its owner decides each time whether it is the one (also for a condition in words).
    """

    ANY = "ANY"
    ATTACKS = "ATTACKS"
    CASTS = "CASTS"
    USES_TECHNIQUE = "USES_TECHNIQUE"
    USES_ITEM = "USES_ITEM"
    MOVES = "MOVES"


class Defend(Order, frozen=True, kw_only=True):
    """Defend until the start of one's next turn.  [FF-DEF-01]"""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    combatant: Id


class Ready(Order, frozen=True, kw_only=True):
    """Ready the normal action until something happens.  [FF-READY-01]

    watched: whose actions count; absent: anybody's. note: the condition in words; the engine does not check it.
    Target, weapon and spell are picked when it is used.
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("action", "trigger", "watched", "note")
    combatant: Id
    action: Readied
    trigger: Trigger = Trigger.ANY
    watched: Id | None = None
    note: Remark = ""
