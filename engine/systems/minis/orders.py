"""The orders of Minis, from all chapters. Whose place in the order it is, is part of the fight's state."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.minis.rules.combat.orders import Attack
from engine.systems.minis.rules.magic.orders import Bidding, Cast, GiveOrder
from engine.systems.minis.rules.movement.orders import Move, Pivot, Run, Way
from engine.systems.minis.rules.turns.orders import CallOff, Concede, EndActivation, GoOn, Remark, Wait

ORDERS: tuple[type[Order], ...] = (
    Move,
    Pivot,
    Run,
    Attack,
    Cast,
    GiveOrder,
    EndActivation,
    Wait,
    Concede,
    GoOn,
    CallOff,
)

__all__ = [
    "ORDERS",
    "Attack",
    "Bidding",
    "CallOff",
    "Cast",
    "Concede",
    "EndActivation",
    "GiveOrder",
    "GoOn",
    "Move",
    "Pivot",
    "Remark",
    "Run",
    "Wait",
    "Way",
]
