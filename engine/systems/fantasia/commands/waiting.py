"""Orders of defending, and of holding an action ready."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from engine.kernel.ids import Id
from engine.kernel.messages import Order
from engine.systems.fantasia.commands.words import Remark


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
