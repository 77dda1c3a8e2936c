"""The orders of Saari, from all chapters."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.saari.rules.actions.orders import (
    FirstAid,
    GroupAction,
    Hold,
    Move,
    OtherAction,
    ShakeOff,
    TakeUp,
    Withdraw,
)
from engine.systems.saari.rules.attacks.orders import Attack, AttackArea, Disengage
from engine.systems.saari.rules.harm.orders import Dismount, HarmAllies, Mount, PlaceAlly
from engine.systems.saari.rules.magic.orders import Cast
from engine.systems.saari.rules.roll.orders import MarkRoll
from engine.systems.saari.rules.turns.orders import (
    AdjustInitiative,
    Concede,
    EndScene,
    GoOn,
    ReachMilestone,
    Ready,
    ReturnToBase,
    Spring,
)
from engine.systems.saari.types import Readied, Trigger

ORDERS: tuple[type[Order], ...] = (
    Attack,
    TakeUp,
    Move,
    Withdraw,
    Disengage,
    Mount,
    Dismount,
    PlaceAlly,
    HarmAllies,
    FirstAid,
    ShakeOff,
    GroupAction,
    OtherAction,
    Ready,
    Hold,
    Concede,
    AdjustInitiative,
    EndScene,
    GoOn,
    ReachMilestone,
    ReturnToBase,
    Cast,
    AttackArea,
    Spring,
    MarkRoll,
)

__all__ = [
    "ORDERS",
    "AdjustInitiative",
    "Attack",
    "AttackArea",
    "Cast",
    "Concede",
    "Disengage",
    "Dismount",
    "EndScene",
    "FirstAid",
    "GoOn",
    "GroupAction",
    "HarmAllies",
    "Hold",
    "MarkRoll",
    "Mount",
    "Move",
    "OtherAction",
    "PlaceAlly",
    "ReachMilestone",
    "Readied",
    "Ready",
    "ReturnToBase",
    "ShakeOff",
    "Spring",
    "TakeUp",
    "Trigger",
    "Withdraw",
]
