"""The order to ready an action.  [SA-READY-01]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar

import msgspec

from engine.kit import Id, OfferGroup, Order


class Readied(Enum):
    """What is readied: one active action other than to ready, to delay or to act as a group.  [G-42]"""

    ATTACK = "ATTACK"
    SPELL = "SPELL"
    MOVE = "MOVE"
    HELP = "HELP"
    OTHER = "OTHER"


class Trigger(Enum):
    """What a readied action waits for, in words as loose as a player's.  [SA-READY-01]

    ANYTHING: whatever somebody else does; its owner decides each time. APPROACHES: somebody comes into the zone or into
    the engagement of whom it guards. MOVES: somebody moves. ATTACKS: somebody attacks. CASTS: somebody casts a spell.
    """

    ANYTHING = "ANYTHING"
    APPROACHES = "APPROACHES"
    MOVES = "MOVES"
    ATTACKS = "ATTACKS"
    CASTS = "CASTS"


class Ready(Order, frozen=True, kw_only=True):
    """Ready an action, and what sets it off.  [SA-READY-01]

    watched: who sets it off, of APPROACHES also by being approached; absent: anybody else. enemies: only enemies do.
    toward: of APPROACHES whom alone it guards: to whom somebody comes; absent: itself, and whom it watches.
    note: the trigger in words; its owner judges by it.
    Its target is chosen when it is carried out, its means among what is in hand then. held: what that is from now on;
    absent: no change.  [SA-GEAR-07, SA-GEAR-08]
    """

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.OTHER
    narrowed: ClassVar[tuple[str, ...]] = ("action", "trigger", "watched", "enemies", "toward", "note")
    combatant: Id
    action: Readied
    trigger: Trigger = Trigger.ANYTHING
    watched: Id | None = None
    enemies: bool = False
    toward: Id | None = None
    note: Annotated[str, msgspec.Meta(max_length=500)] = ""
    held: tuple[Id, ...] | None = None


ORDERS: tuple[type[Order], ...] = (Ready,)
