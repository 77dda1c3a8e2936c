"""The orders of Minis. Whose place in the order it is, is part of the fight's state."""

from __future__ import annotations

from engine.kit import Order
from engine.systems.minis.commands.activation import Attack, Concede, EndActivation, Wait
from engine.systems.minis.commands.gm_orders import CallOff, GoOn, Remark
from engine.systems.minis.commands.magic import Bidding, Cast, GiveOrder
from engine.systems.minis.commands.movement import Move, Pivot, Run, Way

ORDERS: tuple[type[Order], ...] = (
    Move, Pivot, Run, Attack, Cast, GiveOrder, EndActivation, Wait, Concede,
    GoOn, CallOff,
)  # fmt: skip

__all__ = [
    "ORDERS", "Attack", "Bidding", "CallOff", "Cast", "Concede", "EndActivation", "GiveOrder", "GoOn", "Move", "Pivot",
    "Remark", "Run", "Wait", "Way",
]  # fmt: skip
